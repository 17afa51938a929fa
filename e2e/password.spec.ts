import { expect, type Page, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { enter, stored, toast, tokenKey } from './support/shell.ts';

async function openDialog(page: Page) {
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page.getByLabel('旧密码')).toBeVisible();
}

test('R24, acceptance 6: change password is validated on blur: each field required, the confirmation equal', async ({
  page,
}) => {
  await enter(page, 'tl_region');
  await openDialog(page);
  for (const [label, message] of [
    ['旧密码', '请输入旧密码'],
    ['新密码', '请输入新密码'],
    ['确认新密码', '请再次输入新密码'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).focus();
    await page.getByLabel(label, { exact: true }).blur();
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('新密码', { exact: true }).fill('Right-Password-1');
  await page.getByLabel('确认新密码').fill('other');
  await page.getByLabel('确认新密码').blur();
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
});

test('R24: change password is validated on Enter submit', async ({ page }) => {
  await enter(page, 'tl_region');
  await openDialog(page);
  await page.getByLabel('旧密码').press('Enter');
  await expect(page.getByText('请输入旧密码')).toBeVisible();
  await expect(page.getByText('请输入新密码')).toBeVisible();
  await expect(page.getByText('请再次输入新密码')).toBeVisible();
});

test('R21: each broken condition of the policy has its own message under the field', async ({ page }) => {
  await enter(page, 'tl_region');
  await openDialog(page);
  await page.getByLabel('旧密码').fill(account('tl_region').password);
  await page.getByLabel('新密码', { exact: true }).fill('abcdefghij');
  await page.getByLabel('确认新密码').fill('abcdefghij');
  await page.getByLabel('确认新密码').press('Enter');
  await expect(page.getByText('密码须为 10 至 64 位，并含大写、小写、数字、符号中的三种')).toBeVisible();
});

test('R24: on success: show the server message, close the dialog, clear the session and reload', async ({ page }) => {
  await enter(page, 'tl_region');
  // The demo's password must stay what the accounts file says: only this one answer is made up.
  await page.route('**/api/sys/user/updatePassword', (route) =>
    route.fulfill({ json: { code: 200, msg: '密码修改成功，请重新登录', data: null, traceId: 'e2e' } }),
  );
  await openDialog(page);
  await page.getByLabel('旧密码').fill('Old-Password-1');
  await page.getByLabel('新密码', { exact: true }).fill('New-Password-1');
  await page.getByLabel('确认新密码').fill('New-Password-1');
  const [request] = await Promise.all([
    page.waitForRequest('**/api/sys/user/updatePassword'),
    page.waitForEvent('load'),
    page.getByLabel('确认新密码').press('Enter'),
  ]);
  expect(request.postDataJSON()).toEqual({
    oldPassword: 'Old-Password-1',
    newPassword: 'New-Password-1',
    repeatNewPassword: 'New-Password-1',
    clientType: 'web',
  });
  await expect(toast(page, '密码修改成功，请重新登录')).toBeVisible();
  // Reloaded without a session, the page is a visit like any other: it comes back here after login.
  await expect(page).toHaveURL(/#\/allLogin\?from=%2Fpri%2Fbase$/);
  expect(await stored(page, 'session', tokenKey)).toBeNull();
});
