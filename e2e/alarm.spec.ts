import { expect, test } from '@playwright/test';
import { arrive, choose, openPath, settled, toast } from './support/shell.ts';

/** The alarm centre, from the first look to a closed alarm. */

test('a station sees what waits, acknowledges it in one click, handles it, and the numbers follow', async ({
  page,
}) => {
  await arrive(page, 'kzzq_station');
  await openPath(page, '/anm/device/alarm?status=open&isFolded=false&pageSize=100');
  const tab = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
  const number = async (name: string) => {
    const label = page.locator('.ant-segmented-item').filter({ hasText: name });
    await expect(label).toHaveText(/\d/);
    return Number(((await label.textContent()) ?? '').replace(/\D/g, ''));
  };
  const waiting = await number('待确认');
  const working = await number('处理中');
  expect(waiting).toBeGreaterThan(0);

  // Told by words and shape, not by colour alone; the counter opens the rows it counts.
  const info = page.getByRole('group', { name: '按级别' }).getByRole('button', { name: /提示/ });
  const counted = Number(((await info.textContent()) ?? '').replace(/\D/g, ''));
  await info.click();
  await settled(page);
  await expect(page.getByText(`共 ${counted} 条`)).toBeVisible();
  await expect(info).toHaveAttribute('aria-pressed', 'true');

  const row = page.getByRole('row').filter({ hasText: '疑似重复' }).first();
  await row.getByRole('button', { name: /^确\s?认$/ }).click();
  await expect(toast(page, '操作成功')).toBeVisible();
  await info.click();
  await expect.poll(() => number('待确认')).toBe(waiting - 1);
  await expect.poll(() => number('处理中')).toBe(working + 1);

  await page.locator('.ant-segmented-item').filter({ hasText: '处理中' }).click();
  await expect(tab('处理中')).toBeChecked();
  const mine = page.getByRole('row').filter({ hasText: '疑似重复' }).first();
  await mine.getByRole('button', { name: '查看' }).click();
  await expect(page.getByText('处理过程')).toBeVisible();
  await expect(page.getByText('已确认').first()).toBeVisible();

  // Nothing is sent before it is complete.
  await page.getByRole('button', { name: /^处\s?置$/ }).click();
  await expect(page.getByText('必填').first()).toBeVisible();
  await page.getByRole('combobox', { name: '处置结论' }).click();
  await page.getByTitle('排除', { exact: true }).click();
  await page.getByRole('textbox', { name: '处置说明' }).fill('电话核实，是两户人家。');
  await page.getByRole('button', { name: /^处\s?置$/ }).click();
  await expect(toast(page, '操作成功')).toBeVisible();
  await expect(page.getByText('电话核实，是两户人家。').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /重新打开/ })).toBeVisible();
});

test('a receiver is added, tried out and found in the list', async ({ page }) => {
  await arrive(page, 'farm1');
  await openPath(page, '/anm/device/alarmRule?tab=receivers');
  await page.getByRole('button', { name: /新\s?增/ }).click();
  const drawer = page.getByRole('dialog');
  await choose(page, drawer.getByRole('combobox', { name: '账号' }), '韩梅');
  await expect(drawer.getByRole('textbox', { name: '接收人' })).toHaveValue('韩梅');
  const name = `韩梅 ${Date.now().toString(36)}`;
  await drawer.getByRole('textbox', { name: '接收人' }).fill(name);
  await drawer.getByRole('button', { name: /保\s?存/ }).click();
  await expect(toast(page, '保存成功')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /测\s?试/ }).click();
  await expect(toast(page, '已通过站内消息发送')).toBeVisible();
});
