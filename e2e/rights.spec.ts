// What one administrator does, seen by somebody else who is inside: told why it is over, or shown less without leaving the page (R39, R40, R91).
import { expect, type Page, test } from '@playwright/test';
import { administrator } from './support/administrator.ts';
import { dialog, enter, openPath, sessionEnded, toast } from './support/shell.ts';

const saysWhy = async (page: Page, text: string) => {
  // Within five seconds (R39), at the next thing that is done.
  await sessionEnded(page);
  await page.reload();
  await expect(dialog(page, text)).toBeVisible();
  await dialog(page, text).getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/#\/allLogin/);
};

test('R39, acceptance 21: whoever is kicked from the online list is told so', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await enter(other, 'kel_worker1');
  await enter(page, 'tl_sec');
  await openPath(page, '/system/onlineUser');
  await page.getByPlaceholder('用户名或昵称').fill('kel_worker1');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'kel_worker1' });
  await expect(row.first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'tl_sec' })).toHaveCount(0);
  // Whatever else is open of this account goes too.
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: '下线' }).first().click();
  const asked = dialog(page, '个会话');
  await asked.getByLabel('原因').fill('离岗未退出');
  await asked.getByRole('button', { name: /下\s*线/ }).click();
  await expect(toast(page, '已下线')).toBeVisible();
  await saysWhy(other, '您已被管理员下线');
  await other.context().close();
});

test('R39: whose account is disabled is told so', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  await enter(other, 'kel_worker1');
  const admin = await administrator('tl_admin');
  const find = async () =>
    ((await admin.get('sys/user/list?keyword=kel_worker1')) as unknown as { id: number; version: number }[])[0];
  const move = async (status: 'active' | 'disabled') => {
    const row = await find();
    await admin.post('sys/user/changeStatus', { id: row?.id, version: row?.version, status, reason: '离岗' });
  };
  await move('disabled');
  try {
    await saysWhy(other, '账号已停用，请联系管理员');
  } finally {
    await move('active');
  }
  await other.context().close();
});

test('R40: a role that loses a screen takes it from whoever is looking at it, and gives it back, without leaving the page', async ({
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await enter(other, 'bank1');
  // A screen that puts its own filters into the address.
  await other.goto('/#/anm/device/alarm');
  // It serves all systems, so the bell leads to it.
  await other.getByRole('button', { name: /^通知与待办/ }).click();
  const inMenu = other.getByRole('navigation', { name: '通知与预警的其他页面' }).getByText('预警中心');
  await expect(inMenu).toHaveCount(1);
  const security = await administrator('op_sec');
  const roles = (await security.get('sys/role/list?keyword=bank_manager')) as unknown as { id: number }[];
  const id = roles[0]?.id as number;
  const before = await security.get(`sys/role/menus/${id}`);
  const tree = before.tree as { id: number; parentId: number | null; path: string | null }[];
  const screen = tree.find((one) => one.path === '/anm/device/alarm')?.id;
  const gone = new Set(tree.filter((one) => one.id === screen || one.parentId === screen).map((one) => one.id));
  const menuIds = before.menuIds as number[];
  const save = async (ids: number[]) => {
    const { version } = await security.get(`sys/role/menus/${id}`);
    await security.post('sys/role/saveMenus', { id, version, menuIds: ids, reason: '岗位调整' });
  };
  await save(menuIds.filter((one) => !gone.has(one)));
  try {
    await expect(other.getByText('抱歉，您没有访问该页面的权限')).toBeVisible();
    await expect(inMenu).toHaveCount(0);
    await expect(other).toHaveURL(/#\/anm\/device\/alarm(\?|$)/);
  } finally {
    await save(menuIds);
  }
  await expect(inMenu).toHaveCount(1);
  await other.context().close();
});

test('R40, R91: what a tenant’s package loses goes from the menus of its people at once', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  await enter(other, 'qh_admin');
  await openPath(other, '/tenant/commodityLibrary');
  const operator = await administrator('op_admin');
  const { itemIds } = (await operator.get('sys/tenant/authority?tenantNo=6300')) as { itemIds: number[] };
  const items = (await operator.get('sys/function/item/list?keyword=tenant/commodityLibrary')) as unknown as {
    id: number;
    itemCode: string;
  }[];
  const item = items.find((one) => one.itemCode === 'tenant/commodityLibrary')?.id;
  const save = (ids: number[]) =>
    operator.post('sys/tenant/authority', { tenantNo: 6300, itemIds: ids, reason: '套餐调整' });
  await save(itemIds.filter((one) => one !== item));
  try {
    await expect(other.getByText('抱歉，您没有访问该页面的权限')).toBeVisible();
  } finally {
    await save(itemIds);
  }
  await expect(other.getByText('抱歉，您没有访问该页面的权限')).toHaveCount(0);
  await other.context().close();
});
