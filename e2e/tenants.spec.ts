// The operator opens a tenant with the wizard; its administrator comes in through the new door; a taken name leads back to its step.
import { expect, type Page, test } from '@playwright/test';
import { arrive, fillLogin, openPath, submitLogin } from './support/shell.ts';

const field = (page: Page, name: string) => page.getByRole('dialog').locator(`#${name}`);

async function fillUnit(page: Page, no: number): Promise<void> {
  await field(page, 'tenantNo').fill(String(no));
  await field(page, 'tenantName').fill(`演练市${no}`);
  await field(page, 'shortName').fill('演练');
  await page.locator('#regionCode').click();
  await page.locator('#regionCode').fill('baotou');
  await page.locator('.ant-cascader-dropdown').getByTitle('包头市', { exact: true }).click();
  await field(page, 'contactName').fill('孙主任');
  await field(page, 'contactPhone').fill('13947211234');
}

test('R94: a tenant is opened step by step, a taken username leads back, passwords are shown once and open the new door', async ({
  page,
}) => {
  const no = 700_000 + (Date.now() % 90_000);
  await arrive(page, 'op_admin');
  await openPath(page, '/tenant/tenantInfo');
  await page.getByRole('button', { name: '开通租户' }).click();
  const wizard = page.getByRole('dialog');
  const next = wizard.getByRole('button', { name: '下一步' });
  await next.click();
  await expect(wizard.getByText('必填').first()).toBeVisible();
  await expect(wizard.locator('#packageId'), 'fields of a later step').toBeHidden();
  await fillUnit(page, no);
  await next.click();
  await wizard.locator('#packageId').click();
  await page.getByText('防疫版').last().click();
  await next.click();
  const roles = ['admin', 'sec', 'audit'];
  for (const [index, role] of roles.entries()) {
    await wizard.locator(`#administrators_${index}_username`).fill(index === 0 ? 'tl_admin' : `e${no}_${role}`);
    await wizard.locator(`#administrators_${index}_realName`).fill(`管理员${index}`);
    await wizard.locator(`#administrators_${index}_phone`).fill(`1394721234${index}`);
  }
  await next.click();
  await wizard.locator('#portal_portalId').fill(`e${no}`);
  await wizard.locator('#portal_title').fill('演练平台');
  await next.click();
  await expect(wizard.getByText('用户名已被占用')).toBeVisible();
  await wizard.locator('#administrators_0_username').fill(`e${no}_admin`);
  await next.click();
  await expect(wizard.locator('#portal_title')).toBeVisible();
  await next.click();
  await expect(wizard.getByText('检查通过')).toBeVisible();
  await wizard.getByRole('button', { name: /^开\s*通$/ }).click();
  await expect(page.getByText(`演练市${no}（${no}）已开通`)).toBeVisible();
  const password = await page.locator('code').first().textContent();
  expect(password?.trim()).toMatch(/^\w{12}$/);
  await page.getByRole('button', { name: '已妥善保存' }).click();
  await expect(page.getByText(`演练市${no}`).first()).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.goto(`/#/e${no}Login`);
  await expect(page.getByText('演练平台').first()).toBeVisible();
  await fillLogin(page, `e${no}_admin`, password?.trim() ?? '');
  await submitLogin(page);
  await expect(page.getByText('首次登录或密码已到期，请先修改密码')).toBeVisible();
});

test('R93: the operator asks for a new administrator of a tenant, and only asks', async ({ page }) => {
  await arrive(page, 'op_admin');
  await openPath(page, '/tenant/tenantInfo/details?tenantNo=1505&tab=people');
  await page.getByRole('button', { name: '新增管理员' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '提交审批' }).click();
  await expect(dialog.getByText('必填').first()).toBeVisible();
  await dialog.locator('#roleCode').click();
  await page.getByTitle('审计管理员').last().click();
  await dialog.locator('#username').fill(`tl_audit_${Date.now() % 100_000}`);
  await dialog.locator('#realName').fill('新审计');
  await dialog.locator('#phone').fill('13947219876');
  await dialog.locator('#reason').fill('增补审计员');
  await dialog.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交另一名管理员审批')).toBeVisible();
});

test('R65: a map key is tried before anybody relies on it', async ({ page }) => {
  await arrive(page, 'tl_admin');
  await openPath(page, '/system/config/webConfig');
  await page.locator('#config-map_key').fill('nonsense');
  await page.getByTestId('map-key-test').click();
  // Without a way to the map service the network is named, with one the key.
  await expect(page.getByText(/网络连接失败，请检查网络|密钥不正确/)).toBeVisible();
});
