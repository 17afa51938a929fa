import { expect, test } from '@playwright/test';
import { arrive, dialog, openPath, settled, submitLogin, tabBar, toast } from './support/shell.ts';

/** An account from the form to its owner's first login: one person makes it, another one authorises it, a third logs in. */
test('an account is made, authorised by somebody else, and its owner changes the initial password', async ({
  page,
  browser,
}) => {
  const username = `trip_${Date.now().toString(36)}`;
  await arrive(page, 'tl_admin');
  await openPath(page, '/system/user/edit');
  await page.getByRole('textbox', { name: '用户名' }).fill(username);
  await expect(page.getByRole('status').getByText('用户名可以使用')).toBeVisible();
  await page.getByRole('textbox', { name: '昵称' }).fill('旅程员');
  await page.getByRole('textbox', { name: '姓名' }).fill('旅程员');
  await page.getByRole('textbox', { name: '手机号' }).fill('13847512377');
  await page.getByRole('combobox', { name: '所属单位' }).fill('宝龙山镇');
  await page.getByText('宝龙山镇畜牧兽医站(示范)').last().click();
  await page.getByRole('combobox', { name: '角色' }).fill('ant_worker');
  await page.locator('.ant-select-item-option').filter({ hasText: 'ant_worker' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('主体与仓储').last()).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(toast(page, '保存成功')).toBeVisible();

  const second = await (await browser.newContext()).newPage();
  await arrive(second, 'tl_sec');
  await second.evaluate((to) => {
    location.hash = to;
  }, `/system/userAuthorization?keyword=${username}`);
  const row = second.getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name: '授权' }).click();
  const asked = dialog(second, '授权账号');
  await asked.getByRole('button', { name: '授权' }).click();
  const password = ((await second.getByTestId('initial-password').textContent()) ?? '').trim();
  expect(password).toMatch(/^\w{12}$/);
  await expect(second.getByText('初始密码仅显示一次，72 小时内有效')).toBeVisible();
  await second.getByRole('button', { name: '关闭' }).last().click();
  await expect(second.getByText(password)).toHaveCount(0);

  const third = await (await browser.newContext()).newPage();
  await third.goto('/#/tonglLogin');
  await third.getByLabel('用户名或手机号').fill(username);
  await third.getByLabel('密码', { exact: true }).fill(password);
  await submitLogin(third);
  await expect(third.getByText('首次登录或密码已到期，请先修改密码')).toBeVisible();
  await third.getByLabel('新密码', { exact: true }).fill('Grass-land-2026');
  await third.getByLabel('确认新密码').fill('Grass-land-2026');
  await third.keyboard.press('Enter');
  await expect(tabBar(third)).toBeVisible();
  await settled(third);
});
