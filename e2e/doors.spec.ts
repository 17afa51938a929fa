import { expect, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { activeTab, dialog, enter, fillLogin, stored, submitLogin, tabBar, toast, tokenKey } from './support/shell.ts';

test.describe('access rule', () => {
  test('an unauthenticated visit to any other path redirects to /allLogin, carrying the original path in a from query', async ({
    page,
  }) => {
    await page.goto('/#/pri/principal/info?keyword=站');
    await expect(page).toHaveURL(/#\/allLogin\?from=%2Fpri%2Fprincipal%2Finfo%3Fkeyword%3D/);
    await fillLogin(page, 'tl_region');
    await submitLogin(page);
    await expect(page).toHaveURL(/#\/pri\/principal\/info\?keyword=/);
    await expect(activeTab(page)).toHaveText('主体管理');
  });

  test('unless it is the root path', async ({ page }) => {
    await page.goto('/#/');
    await expect(page).toHaveURL(/#\/allLogin$/);
  });

  test('a from that leaves the site or leads to a login is ignored', async ({ page }) => {
    await page.goto('/#/allLogin?from=%2F%2Fevil.example');
    await fillLogin(page, 'tl_region');
    await submitLogin(page);
    await expect(tabBar(page)).toBeVisible();
    await expect(page).toHaveURL(/^http:\/\/[^/]+\/#\/pri\/principal\/info$/);
  });

  test('public routes never lead to login', async ({ page }) => {
    for (const path of ['/cure/invite', '/t', '/simple', '/knowledge/baike']) {
      await page.goto(`/#${path}`);
      await expect(page.getByText('抱歉，页面不存在')).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`#${path}$`));
    }
  });
});

test.describe('login pages', () => {
  test('all public login routes show the face of their portal', async ({ page }) => {
    for (const [route, title] of [
      ['/allLogin', '畜牧产业链服务平台'],
      ['/bankLogin', '金融服务登录'],
      ['/tonglLogin', '通辽市畜牧业综合服务平台'],
    ] as const) {
      await page.evaluate(() => localStorage.clear()).catch(() => {});
      await page.goto(`/#${route}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
    }
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  });

  test('a disabled portal says so and has no form', async ({ page }) => {
    await page.goto('/#/hfLogin');
    await expect(page.getByText('该登录入口已停用')).toBeVisible();
    await expect(page.getByLabel('密码', { exact: true })).toHaveCount(0);
  });

  test('the login page id is stored under loginId in local storage and chooses the face of /allLogin', async ({
    page,
  }) => {
    await page.goto('/#/tonglLogin');
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(await stored(page, 'local', 'loginId')).toBe('tongl');
    await page.goto('/#/allLogin');
    await expect(page.getByRole('heading', { level: 1, name: '通辽市畜牧业综合服务平台' })).toBeAttached();
    await page.goto('/#/allLogin?loginId=bank');
    await expect(page.getByRole('heading', { level: 1, name: '金融服务登录' })).toBeAttached();
    expect(await stored(page, 'local', 'loginId')).toBe('bank');
  });

  test('/nav shows a card for every open login page', async ({ page }) => {
    await page.goto('/#/nav');
    await page.getByRole('link', { name: '保险服务登录' }).click();
    await expect(page).toHaveURL(/#\/insureLogin$/);
  });

  test('a wrong password tells how many attempts are left, the same for a name nobody has', async ({ page }) => {
    await page.goto('/#/tonglLogin');
    await fillLogin(page, `nobody_${Date.now()}`, 'wrong-Password-1');
    await submitLogin(page);
    await expect(toast(page, '用户名或密码错误，还可尝试 4 次')).toBeVisible();
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('');
  });

  test('a right password at the wrong door names the right one with a link, and opens no session', async ({ page }) => {
    await page.goto('/#/bankLogin');
    await fillLogin(page, 'ins1');
    await submitLogin(page);
    await expect(dialog(page, '该账号请从「保险服务登录」登录')).toBeVisible();
    expect(await stored(page, 'session', tokenKey)).toBeNull();
    await page.getByRole('button', { name: '前往登录' }).click();
    await expect(page).toHaveURL(/#\/insureLogin$/);
  });

  test('the language is offered in Simplified Chinese (default), Traditional Chinese and English', async ({ page }) => {
    await page.goto('/#/tonglLogin');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Tongliao livestock services' })).toBeAttached();
    expect(await stored(page, 'local', 'i18n-lang')).toBe('en');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.getByRole('button', { name: '简体中文' }).click();
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  });

  test('an account without any function is told so', async ({ page }) => {
    await page.goto(`/#${account('ins1').portal}`);
    await fillLogin(page, 'ins1');
    await submitLogin(page);
    await expect(page).toHaveURL(/#\/exception\/403$/);
    await expect(page.getByText('账号尚未分配任何功能，请联系管理员')).toBeVisible();
  });
});

test.describe('token storage', () => {
  test('key access_token: session storage if not remembered', async ({ page }) => {
    await enter(page, 'tl_region');
    expect(await stored(page, 'session', tokenKey)).toBeTruthy();
    expect(await stored(page, 'local', tokenKey)).toBeNull();
  });

  test('key access_token: local storage if remembered', async ({ page, context }) => {
    await page.goto('/#/tonglLogin');
    await fillLogin(page, 'tl_region');
    await page.getByLabel('记住我').check();
    await submitLogin(page);
    await expect(tabBar(page)).toBeVisible();
    expect(await stored(page, 'local', tokenKey)).toBeTruthy();
    expect(await stored(page, 'session', tokenKey)).toBeNull();
    // With a session, any login route goes straight on.
    const another = await context.newPage();
    await another.goto('/#/tonglLogin');
    await expect(tabBar(another)).toBeVisible();
  });
});
