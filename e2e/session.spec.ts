import { expect, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import {
  dialog,
  endSessionElsewhere,
  enter,
  fillLogin,
  openPath,
  sessionEnded,
  stored,
  submitLogin,
  tabBar,
  toast,
  tokenKey,
} from './support/shell.ts';

test('R44: with a token but no menus loaded, user info and menus are fetched once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(/^\w+:\/\/[^/]+/, '')));
  await enter(page, 'tl_region');
  await openPath(page, '/pri/principal/add');
  await openPath(page, '/user/profile');
  expect(asked.filter((path) => path === '/api/sys/user/getUserInfo')).toHaveLength(1);
  // Of whoever never chose a system, and whose day begins in another one than the first, that one's come as well.
  const menus = asked.filter((path) => path.startsWith('/api/sys/user/getUserWebMenuByFirstMenuId'));
  expect(menus).toEqual([...new Set(menus)]);
  expect(menus.length).toBeLessThanOrEqual(2);
});

test('R35: every call carries the stored token exactly, and every body clientType web', async ({ page }) => {
  await enter(page, 'tl_region');
  const token = await stored(page, 'session', tokenKey);
  const [request] = await Promise.all([
    // The bell's; a page may list notices too.
    page.waitForRequest(
      (one) => one.url().endsWith('/api/sys/notice/info/list') && one.postDataJSON().pageSize === 1000,
    ),
    openPath(page, '/pri/principal/add'),
  ]);
  expect(request.headers().authorization).toBe(token);
  expect(request.postDataJSON()).toEqual({ page: 1, pageSize: 1000, isRead: 0, farmId: null, clientType: 'web' });
});

test('R46, acceptance 2: on a 401 an alert dialog with a re-login button appears once, then the session is cleared and the user goes to /allLogin plus the stored login id', async ({
  page,
}) => {
  await enter(page, 'tl_region');
  await endSessionElsewhere(page);
  // Several calls at once, all refused by the server.
  await openPath(page, '/pri/principal/add');
  const alert = dialog(page, '系统提示');
  await expect(alert).toHaveCount(1);
  // Further requests are blocked.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await openPath(page, '/pri/principal/info');
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);

  await alert.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/#\/allLogin\?loginId=tongl$/);
  await expect(page.getByRole('heading', { level: 1, name: '通辽市畜牧业综合服务平台' })).toBeAttached();
  expect(await stored(page, 'session', tokenKey)).toBeNull();
});

test('R46: if already on the root path, the user goes to login directly', async ({ page }) => {
  await enter(page, 'tl_region');
  await endSessionElsewhere(page);
  await page.goto('about:blank');
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/allLogin\?loginId=tongl$/);
  await expect(dialog(page, '系统提示')).toHaveCount(0);
});

test('R35, R37: a new token in a response Authorization header replaces the stored one, in every tab', async ({
  page,
  context,
}) => {
  await enter(page, 'tl_region');
  const { username, password } = account('tl_region');
  // A second, real token of the same user stands for the renewed one.
  const answer = await page.request.post('/api/sys/auth/login', {
    data: { username, password, portalId: 'tongl', remember: false, clientType: 'web' },
  });
  const renewed = (await answer.json()).data.token as string;
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('#/user/profile', '_blank')),
  ]);
  await expect(tabBar(other)).toBeVisible();

  await page.route('**/api/sys/notice/info/list', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), authorization: renewed } });
  });
  await openPath(page, '/pri/principal/add');
  await expect.poll(() => stored(page, 'session', tokenKey)).toBe(renewed);
  await expect.poll(() => stored(other, 'session', tokenKey)).toBe(renewed);
});

test('R37, acceptance 5: a page opened in a new tab from the shell is logged in also when the login was not remembered', async ({
  page,
  context,
}) => {
  await enter(page, 'tl_region');
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: '新增主体' }).click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(tabBar(other)).toBeVisible();
  await expect(other).toHaveURL(/#\/pri\/principal\/add$/);
});

test('R56: log out with confirmation', async ({ page, context }) => {
  await enter(page, 'tl_region');
  const other = await context.newPage();
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(dialog(page, '确定要退出登录吗？')).toBeVisible();
  await page
    .getByRole('button', { name: '取 消' })
    .or(page.getByRole('button', { name: '取消' }))
    .click();
  await expect(tabBar(page)).toBeVisible();

  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await dialog(page, '确定要退出登录吗？').getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/#\/allLogin\?loginId=tongl$/);
  expect(await stored(page, 'session', tokenKey)).toBeNull();
  expect(await stored(page, 'session', 'tabs')).toBeNull();
  await other.close();
});

test('R44: failure of user info other than 401 shows 500 with a retry button', async ({ page }) => {
  await enter(page, 'tl_region');
  await page.route('**/api/sys/user/getUserInfo', (route) => route.fulfill({ json: { code: 500, msg: '系统繁忙' } }));
  await page.reload();
  await expect(page.getByText('抱歉，页面出错了')).toBeVisible();
  await page.unroute('**/api/sys/user/getUserInfo');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(tabBar(page)).toBeVisible();
});

test('R121: code 500 and a lost network are told as a toast', async ({ page }) => {
  await enter(page, 'tl_region');
  await page.route('**/api/sys/notice/info/list*', (route) => route.abort());
  // A toast is gone after some seconds: it is looked for while the page opens.
  await Promise.all([
    expect(toast(page, '网络连接失败，请检查网络').first()).toBeVisible(),
    openPath(page, '/anm/warning/msg'),
  ]);
});

test('R72: what was typed when the session ran out is there again after logging in as the same user, and gone for another', async ({
  page,
}) => {
  await enter(page, 'tl_region');
  await openPath(page, '/pri/principal/add');
  await page.getByLabel('联系人', { exact: true }).fill('张三丰');
  await endSessionElsewhere(page);
  await page.getByRole('button', { name: '用户菜单' }).hover();
  await page.evaluate(() => {
    location.hash = '/pri/principal/info';
  });
  await expect(dialog(page, '系统提示')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '/pri/principal/add';
  });
  await dialog(page, '系统提示').getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/#\/allLogin\?loginId=tongl$/);
  await fillLogin(page, 'tl_region');
  await submitLogin(page);
  await expect(tabBar(page)).toBeVisible();
  await openPath(page, '/pri/principal/add');
  await expect(page.getByLabel('联系人', { exact: true })).toHaveValue('张三丰');
});

test('R42, R63, acceptance 21: the profile ends another session of one’s own, whose page then says why; every page carries its reader’s name', async ({
  page,
  browser,
}) => {
  await enter(page, 'kzzq_mgr');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enter(other, 'kzzq_mgr');
  await expect(page.locator('.ml-watermark')).toHaveAttribute('data-text', /^包文华 \d{4} \d{4}-\d\d-\d\d$/);
  await openPath(page, '/user/profile?tab=devices');
  await page.getByRole('button', { name: '下线' }).first().click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(toast(page, '已下线 1 个会话')).toBeVisible();
  await sessionEnded(other);
  await openPath(other, '/pri/principal/info').catch(() => {});
  await other.reload();
  await expect(dialog(other, '您已被管理员下线')).toBeVisible();
  await elsewhere.close();
});
