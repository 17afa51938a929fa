import { expect, test } from '@playwright/test';
import { activeTab, arrive, dialog, openPath, settled, stored, tabAct, tabs, toast } from './support/shell.ts';

const home = '/pri/base';
const list = '/pri/principal/info';
const form = '/pri/principal/add';
const profile = '/user/profile';

test.describe('page-tab bar', () => {
  test('R68, acceptance 13: the home tab cannot be closed: "current tab cannot be closed"', async ({ page }) => {
    await arrive(page, 'tl_region');
    await expect(tabs(page)).toHaveText(['单位概况']);
    await tabAct(page, '关闭');
    await expect(toast(page, '当前标签页不可关闭')).toBeVisible();
    await expect(tabs(page)).toHaveCount(1);
  });

  test('R70: close left, right, others and all, with their messages where there is nothing to close', async ({
    page,
  }) => {
    await arrive(page, 'tl_region');
    await tabAct(page, '关闭左侧');
    await expect(toast(page, '左侧没有可关闭的标签页')).toBeVisible();
    await tabAct(page, '关闭右侧');
    await expect(toast(page, '右侧没有可关闭的标签页')).toBeVisible();
    await tabAct(page, '关闭其他');
    await expect(toast(page, '没有可关闭的标签页').last()).toBeVisible();

    await openPath(page, form);
    await openPath(page, profile);
    await expect(tabs(page)).toHaveText(['单位概况', '新增主体', '个人中心']);
    await tabAct(page, '关闭左侧');
    await expect(tabs(page)).toHaveText(['单位概况', '个人中心']);
    await openPath(page, form);
    await openPath(page, profile);
    await expect(activeTab(page)).toHaveText('个人中心');
    await tabAct(page, '关闭右侧');
    await expect(tabs(page)).toHaveText(['单位概况', '个人中心']);
    await openPath(page, form);
    await expect(activeTab(page)).toHaveText('新增主体');
    await tabAct(page, '关闭其他');
    await expect(tabs(page)).toHaveText(['单位概况', '新增主体']);
    await tabAct(page, '全部关闭');
    await expect(tabs(page)).toHaveText(['单位概况']);
    await expect(page).toHaveURL(new RegExp(`#${home}`));
  });

  test('R69: closing the active tab moves to the previous tab; closing another moves nothing', async ({ page }) => {
    await arrive(page, 'tl_region');
    await openPath(page, form);
    await openPath(page, profile);
    await tabs(page).filter({ hasText: '新增主体' }).click({ button: 'middle' });
    await expect(tabs(page)).toHaveText(['单位概况', '个人中心']);
    await expect(activeTab(page)).toHaveText('个人中心');
    await activeTab(page).press('Delete');
    await expect(activeTab(page)).toHaveText('单位概况');
    await expect(page).toHaveURL(new RegExp(`#${home}`));
  });

  test('right-click offers the same acts on the tab pointed at', async ({ page }) => {
    await arrive(page, 'tl_region');
    await openPath(page, form);
    await openPath(page, profile);
    await tabs(page).filter({ hasText: '新增主体' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭', exact: true }).click();
    await expect(tabs(page)).toHaveText(['单位概况', '个人中心']);
  });

  test('R67: adding an existing key replaces it if the path changed', async ({ page }) => {
    await arrive(page, 'tl_region');
    await openPath(page, list);
    await openPath(page, `${list}?keyword=站`);
    await expect(tabs(page)).toHaveText(['单位概况', '主体管理']);
    await openPath(page, profile);
    await tabs(page).filter({ hasText: '主体管理' }).click();
    await expect(page).toHaveURL(/#\/pri\/principal\/info\?keyword=/);
  });

  test('R57, R58: reload passes /redirect/{path} with no loading bar and keeps the tab in its place', async ({
    page,
  }) => {
    await arrive(page, 'tl_region');
    await openPath(page, profile);
    await openPath(page, form);
    await openPath(page, profile);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).hash));
    await tabAct(page, '刷新');
    await expect.poll(() => visited).toContain(`#/redirect${profile}`);
    await expect(page).toHaveURL(new RegExp(`#${profile}$`));
    await expect(tabs(page)).toHaveText(['单位概况', '个人中心', '新增主体']);
  });

  test('R62: a page keeps its state behind other tabs', async ({ page }) => {
    await arrive(page, 'tl_region');
    await openPath(page, list);
    const box = page.getByRole('main').getByRole('textbox').first();
    await box.fill('还没查询');
    await openPath(page, '/no/such/page');
    await expect(box).toBeHidden();
    await tabs(page).filter({ hasText: '主体管理' }).click();
    await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('还没查询');
  });

  test('R73: tabs survive a reload of the browser', async ({ page }) => {
    await arrive(page, 'tl_region');
    await openPath(page, form);
    await openPath(page, profile);
    await page.reload();
    await expect(tabs(page)).toHaveText(['单位概况', '新增主体', '个人中心']);
    await expect(activeTab(page)).toHaveText('个人中心');
  });
});

test('R72: a tab with unsaved input asks before closing, and log out names it', async ({ page }) => {
  await arrive(page, 'tl_region');
  await openPath(page, form);
  await page.getByRole('textbox', { name: '主体名称' }).fill('未保存的主体');
  await expect(activeTab(page)).toHaveText('* 新增主体');
  await tabAct(page, '关闭');
  await expect(dialog(page, '有未保存的内容')).toContainText('新增主体');
  await dialog(page, '有未保存的内容').getByRole('button', { name: '取消' }).click();
  await expect(tabs(page)).toHaveCount(2);

  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(dialog(page, '确定要退出登录吗？')).toContainText('新增主体');
  await dialog(page, '确定要退出登录吗？').getByRole('button', { name: '取消' }).click();

  // Closing the tab for /pri/principal/add clears a keep flag.
  await expect.poll(() => stored(page, 'session', 'principalAddKeep')).not.toBeNull();
  await tabAct(page, '关闭');
  await dialog(page, '有未保存的内容').getByRole('button', { name: '仍要关闭' }).click();
  await expect(tabs(page)).toHaveText(['单位概况']);
  expect(await stored(page, 'session', 'principalAddKeep')).toBeNull();
});

test.describe('pages built from the menu tree', () => {
  test('R45, R123: a screen that is not granted shows 403 inside the shell and names the missing permission', async ({
    page,
  }) => {
    await arrive(page, 'tl_region');
    await openPath(page, '/system/dictType');
    await expect(page.getByText('抱歉，您没有访问该页面的权限')).toBeVisible();
    await expect(page.getByText('sys:dict:list')).toBeVisible();
    await expect(tabs(page)).toHaveCount(2);
  });

  test('R45: a path that is no screen shows 404', async ({ page }) => {
    await arrive(page, 'tl_region');
    await openPath(page, '/no/such/page');
    await expect(page.getByText('抱歉，页面不存在')).toBeVisible();
    await page.getByRole('button', { name: '返回首页' }).click();
    await expect(page).toHaveURL(new RegExp(`#${home}`));
  });

  test('R64: document.title is the tab title and the title of the tenant', async ({ page }) => {
    await arrive(page, 'tl_region');
    await expect(page).toHaveTitle(/^单位概况 - .+/);
    await openPath(page, profile);
    await expect(page).toHaveTitle(/^个人中心 - .+/);
  });

  test('R49, R50, R51: a menu leads to its page, and the first-level menu switcher reloads the menus', async ({
    page,
  }) => {
    await arrive(page, 'tl_admin');
    const side = page.getByRole('navigation', { name: '主菜单' });
    await expect(side.getByRole('menuitem', { name: '字典类型' })).toHaveCount(0);
    await page.getByRole('button', { name: '切换系统' }).click();
    await page.locator('.ant-dropdown').getByRole('menuitem', { name: '系统管理' }).click();
    await expect.poll(() => stored(page, 'local', 'firstMenuId')).toBeTruthy();
    await side.getByRole('menuitem', { name: '系统管理' }).first().click();
    await side.getByRole('menuitem', { name: '字典类型' }).click();
    await expect(activeTab(page)).toHaveText('字典类型');
    await page.reload();
    await expect(side.getByRole('menuitem', { name: '字典类型' })).toBeVisible();
  });

  test('a link into another system leaves the chosen menu alone; the page stays open behind the system that is chosen by hand', async ({
    page,
  }) => {
    await arrive(page, 'ant_pref1');
    const systems = page.getByRole('button', { name: /^切换系统/ });
    await expect(systems).toHaveAccessibleName(/动物防疫/);
    await openPath(page, '/pri/depot/stock');
    await expect(systems).toHaveAccessibleName(/动物防疫/);
    const search = page.locator('main').getByRole('textbox').filter({ visible: true }).first();
    await search.fill('half typed');
    const choose = async (name: string) => {
      await systems.click();
      await page.getByRole('menuitem', { name }).click();
      await expect(systems).toHaveAccessibleName(new RegExp(name));
    };
    // Chosen for its menu, a system comes with the page that was last open in it, as it was left.
    await choose('主体与仓储');
    await expect(page).toHaveURL(/#\/pri\/depot\/stock/);
    await expect(search).toHaveValue('half typed');
    await openPath(page, '/ant/home/index');
    await choose('动物防疫');
    await choose('主体与仓储');
    await expect(search).toHaveValue('half typed');
    await page.reload();
    await expect(activeTab(page)).toBeVisible();
    await expect(systems).toHaveAccessibleName(/主体与仓储/);
  });
});

test.describe('header', () => {
  test('R52, R53, acceptance 15: search controls and dashboard icons are hidden without their permissions', async ({
    page,
  }) => {
    await arrive(page, 'tl_region');
    await expect(page.getByRole('banner').getByRole('search')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /监测分析/ })).toHaveCount(0);
  });

  test('R52: the search box is drawn for who may search, with the types whose screens are built', async ({ page }) => {
    await arrive(page, 'ant_pref1');
    const box = page.getByRole('banner').getByRole('search');
    await expect(box).toBeVisible();
    await box.getByRole('combobox').click();
    for (const name of ['防疫员', '户主', '动物'])
      await expect(page.locator('.ant-select-item-option').getByText(name, { exact: true })).toBeVisible();
  });

  test('R55: the notice popover is 400 wide, with notice and task tabs and their empty states', async ({ page }) => {
    await arrive(page, 'cf_mgr');
    await page.getByRole('button', { name: '通知与待办' }).click();
    const popover = page.locator('.ant-popover');
    // A login from a new place leaves a notice behind.
    const clear = popover.getByRole('button', { name: '清空' });
    await expect(clear).toBeVisible();
    if (await clear.isEnabled()) await clear.click();
    await expect(popover.getByText('通知已全部查看')).toBeVisible();
    await expect.poll(async () => Math.round((await popover.boundingBox())?.width ?? 0)).toBe(400);
    await popover.getByRole('tab', { name: '待办' }).click();
    await expect(popover.getByText('暂无待办任务')).toBeVisible();
  });

  test('R83: clear-all marks all listed notices read: "all read"', async ({ page }) => {
    await arrive(page, 'farm1');
    await page.getByRole('button', { name: /^通知与待办，/ }).click();
    const [request] = await Promise.all([
      page.waitForRequest('**/api/sys/notice/info/update'),
      page.getByRole('button', { name: '清空' }).click(),
    ]);
    const { idArr, clientType } = request.postDataJSON();
    expect(clientType).toBe('web');
    expect(idArr.length).toBeGreaterThan(3);
    await expect(toast(page, '全部已读')).toBeVisible();
    await expect(page.getByText('通知已全部查看')).toBeVisible();
  });

  test('R122: fullscreen unsupported: "your browser does not support fullscreen mode"', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await arrive(page, 'tl_region');
    await page.getByRole('button', { name: '全屏', exact: true }).click();
    await expect(toast(page, '您的浏览器不支持全屏模式')).toBeVisible();
  });

  test('R56: user dropdown: profile at /user/profile shows the own account, its roles and jurisdiction', async ({
    page,
  }) => {
    await arrive(page, 'kzzq_mgr');
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('menuitem', { name: '个人中心' }).click();
    await settled(page);
    await expect(page).toHaveURL(/#\/user\/profile$/);
    await expect(page.getByText('kzzq_mgr')).toBeVisible();
    await expect(page.getByRole('main').getByText('科尔沁左翼中旗', { exact: true })).toBeVisible();
  });
});

test('R79: on a small screen the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page, 'tl_region');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('menuitem', { name: '新增主体' }).click();
  await expect(activeTab(page)).toHaveText('新增主体');
  await expect(dialog(page, '新增主体')).toHaveCount(0);
});

test('on a small screen a row says who it is, how it stands and where, without sliding sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page, 'kzzq_mgr');
  await openPath(page, `${list}?status=active`);
  const row = page.getByRole('row').filter({ hasText: '所属区域' }).first();
  await expect(row.getByText('正常')).toBeVisible();
  expect(await row.evaluate((one) => one.getBoundingClientRect().right <= window.innerWidth)).toBe(true);
});

test('R95: an expired tenant is told once at the top', async ({ page }) => {
  await arrive(page, 'lps_mgr');
  await expect(page.getByRole('alert').getByText('服务已到期，目前只能查询和导出')).toBeVisible();
});

test('programs of the pages come compressed from the program itself', async ({ page, request }) => {
  const [loaded] = await Promise.all([
    page.waitForResponse((answer) => /\/assets\/react-.*\.js$/.test(answer.url())),
    page.goto('/'),
  ]);
  for (const encoding of ['br', 'gzip']) {
    const answer = await request.get(loaded.url(), { headers: { 'accept-encoding': encoding } });
    expect(answer.headers()).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('encoding') });
  }
});
