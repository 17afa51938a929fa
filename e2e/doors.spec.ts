import { expect, test } from '@playwright/test';
import { account, codeOf } from './support/accounts.ts';
import { administrator } from './support/administrator.ts';
import {
  activeTab,
  dialog,
  enter,
  fillLogin,
  fromElsewhere,
  stored,
  submitLogin,
  tabBar,
  toast,
  tokenKey,
} from './support/shell.ts';

const portalForm = [
  ...['route', 'titleZhCn', 'titleZhTw', 'titleEn', 'subtitleZhCn', 'subtitleZhTw', 'subtitleEn', 'forTenant'],
  ...['principalTypes', 'layout', 'color', 'logo', 'background', 'homePath', 'showInNav', 'navGroup'],
  ...['rememberAllowed', 'hostNames', 'orderNum'],
];

const pick = ({ id, version }: { id: number; version: number }) => ({ id, version });

test.describe('access rule', () => {
  test('R43, acceptance 1: an unauthenticated visit to any other path redirects to /allLogin, carrying the original path in a from query', async ({
    page,
  }) => {
    await page.goto('/#/pri/principal/info?keyword=站');
    await expect(page).toHaveURL(/#\/allLogin\?from=%2Fpri%2Fprincipal%2Finfo%3Fkeyword%3D/);
    await fillLogin(page, 'tl_region');
    await submitLogin(page);
    await expect(page).toHaveURL(/#\/pri\/principal\/info\?keyword=/);
    await expect(activeTab(page)).toHaveText('主体管理');
  });

  test('R43: unless it is the root path', async ({ page }) => {
    await page.goto('/#/');
    await expect(page).toHaveURL(/#\/allLogin$/);
  });

  test('R8, R9: a from that leaves the site or leads to a login is ignored', async ({ page }) => {
    await page.goto('/#/allLogin?from=%2F%2Fevil.example');
    await fillLogin(page, 'tl_region');
    await submitLogin(page);
    await expect(tabBar(page)).toBeVisible();
    await expect(page).toHaveURL(/^http:\/\/[^/]+\/#\/pri\/base$/);
  });

  test('R47: public routes never lead to login, and every one of them has its page', async ({ page }) => {
    for (const path of ['/t', '/iframe/animal']) {
      await page.goto(`/#${path}`);
      await expect(page.getByRole('textbox').first().or(page.getByText('未查询到该编码的信息'))).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`#${path}$`));
    }
    for (const path of ['/cure/invite', '/cure/expertInvite', '/bank/playVedio', '/simple', '/knowledge/baike']) {
      await page.goto(`/#${path}`);
      await expect(page.locator('#root')).not.toBeEmpty();
      await expect(page.getByRole('heading', { name: '该页面尚未开放' })).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`#${path}$`));
    }
  });

  test('R44, R45: reloading a deep link never flashes 404 or 403 while menus load', async ({ page }) => {
    await enter(page, 'tl_region');
    await page.goto('/#/pri/principal/info?keyword=站');
    // Menus take their time: whatever is drawn meanwhile is written down.
    await page.route('**/api/sys/user/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const text = document.body?.textContent ?? '';
        for (const wrong of ['页面不存在', '没有访问该页面的权限', '出错了'])
          if (text.includes(wrong)) seen.push(wrong);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.reload();
    await expect(activeTab(page)).toHaveText('主体管理');
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  });
});

test.describe('login pages', () => {
  test('R1: all public login routes show the face of their portal', async ({ page }) => {
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

  test('R2: a disabled portal says so and has no form', async ({ page }) => {
    const operator = await administrator('op_admin');
    const row = async () => {
      const [found] = (await operator.get('sys/portal/list?keyword=hfLogin')) as unknown as [
        { id: number; version: number },
      ];
      return found;
    };
    await operator.post('sys/portal/transition', { ...pick(await row()), name: 'disable', remark: '停用试验' });
    try {
      await page.goto('/#/hfLogin');
      await expect(page.getByText('该登录入口已停用')).toBeVisible();
      await expect(page.getByLabel('密码', { exact: true })).toHaveCount(0);
    } finally {
      await operator.post('sys/portal/transition', { ...pick(await row()), name: 'enable' });
    }
  });

  for (const [username, title] of [
    ['hf_mgr', '合肥市畜牧业综合服务平台'],
    ['plhn_mgr', '平凉市畜牧业综合服务平台'],
    ['scgxzz_mgr', '高县畜牧业综合服务平台'],
    ['gzymzz_mgr', '毕节市畜牧业综合服务平台'],
  ] as const) {
    test(`R1, R6: ${title} lists its own account and lets it in`, async ({ page }) => {
      await page.goto(`/#${account(username).portal}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
      await expect(page.getByRole('region', { name: '演示账号' }).getByRole('button')).toHaveCount(1);
      await fillLogin(page, username);
      await submitLogin(page);
      await expect(tabBar(page)).toBeVisible();
    });
  }

  test('R3, R4: the login page id is stored under loginId in local storage and chooses the face of /allLogin', async ({
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

  test('R5: /nav shows a card for every open login page, the last used one marked', async ({ page }) => {
    await page.goto('/#/bankLogin');
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.goto('/#/nav');
    await expect(page.getByRole('link', { name: /综合服务平台/ })).toHaveCount(8);
    const names = await page.getByRole('link').locator('strong').allTextContents();
    expect(new Set(names).size).toBe(names.length);
    await expect(page.getByRole('link', { name: '金融服务登录' })).toContainText('上次使用');
    await page.getByRole('link', { name: '保险服务登录' }).click();
    await expect(page).toHaveURL(/#\/insureLogin$/);
  });

  test('R115: a tenant’s background, icon and numbers stand at its door, its icon inside; the operator’s title on /nav', async ({
    page,
  }) => {
    const operator = await administrator('op_admin');
    const picture = await page.screenshot();
    const { fileId, url } = await operator.upload('sys/file/uploadMenu', 'door.png', picture);
    const set = (tenantNo: number, values: Record<string, string | null>) =>
      operator.post('sys/tenant/principal/setConfig', {
        tenantNo,
        configs: Object.entries(values).map(([configCode, configValue]) => ({ configCode, configValue })),
      });
    const icon = page.locator('link[rel="icon"]');
    const ownTitle = (
      (await operator.get('sys/tenant/principal/configList?tenantNo=0')) as unknown as Record<string, string>[]
    ).find((one) => one.configCode === 'sys_title')?.configValue;
    await set(1505, { login_background: String(fileId), sys_favicon: String(fileId), icp_no: '蒙ICP备2026000001号' });
    await set(0, { sys_title: '牧链运营中心', icp_no: '蒙ICP备2026000002号' });
    try {
      await page.goto('/#/tonglLogin');
      await expect(page.locator(`img[src="${url}"]`)).toBeVisible();
      await expect(icon).toHaveAttribute('href', String(url));
      await expect(page.getByRole('link', { name: '蒙ICP备2026000001号' })).toBeVisible();
      await page.goto('/#/bankLogin');
      await expect(page.locator(`img[src="${url}"]`)).toHaveCount(0);
      await expect(icon).toHaveAttribute('href', /logo\.svg$/);
      await enter(page, 'tl_region');
      await expect(icon).toHaveAttribute('href', String(url));
      await page.goto('/#/nav');
      await expect(page.getByText('牧链运营中心')).toBeVisible();
      await expect(page.getByRole('link', { name: '蒙ICP备2026000002号' })).toBeVisible();
    } finally {
      await set(1505, { login_background: null, sys_favicon: null, icp_no: null });
      await set(0, { sys_title: ownTitle ?? null, icp_no: null });
    }
  });

  test('a door that offers the apps shows the code of their page', async ({ page }) => {
    const operator = await administrator('op_admin');
    const [row] = (await operator.get('sys/portal/list?keyword=tonglLogin')) as unknown as [
      Record<string, unknown> & { id: number },
    ];
    const show = async (showDownload: boolean) => {
      const { version, ...now } = await operator.get(`sys/portal/${row.id}`);
      const form = Object.fromEntries(portalForm.map((name) => [name, now[name] ?? null]));
      await operator.post('sys/portal/edit', { ...form, id: row.id, version, showDownload });
    };
    await show(true);
    try {
      await page.goto('/#/tonglLogin');
      const code = page.getByRole('link', { name: '扫码下载手机应用' });
      await expect(code.locator('svg')).toBeVisible();
      await code.click();
      await expect(page.getByRole('heading', { name: '防疫员端' })).toBeVisible();
    } finally {
      await show(row.showDownload === true);
    }
  });

  test('R14, R15, R17: a wrong password tells how many attempts are left; from the third try on the browser works, or somebody reads a picture', async ({
    page,
  }) => {
    await fromElsewhere(page);
    await page.goto('/#/tonglLogin');
    const again = async (name: string) => {
      await fillLogin(page, name, 'wrong-Password-1');
      await submitLogin(page);
    };
    await again(`nobody_${Date.now()}`);
    await expect(toast(page, '用户名或密码错误，还可尝试 4 次')).toBeVisible();
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('');
    await expect(page.getByText('登录时自动进行安全验证')).toHaveCount(0);
    await again(`nobody_${Date.now()}`);
    await expect(page.getByText('登录时自动进行安全验证')).toBeVisible();
    // The work is done while the form is sent: nothing is typed, and the password is looked at.
    const sent = page.waitForRequest('**/api/sys/auth/login');
    await again(`nobody_${Date.now()}_x`);
    expect((await sent).postDataJSON()).toMatchObject({ work: expect.any(String), device: expect.anything() });
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('');
    await page.getByRole('button', { name: '改用图片验证码' }).click();
    const picture = page.getByAltText('验证码图片，四个字母或数字');
    await expect(picture).toBeVisible();
    const first = await picture.getAttribute('src');
    await page.getByTitle('换一张').click();
    await expect.poll(() => picture.getAttribute('src').catch(() => first)).not.toBe(first);
    await page.getByLabel('密码', { exact: true }).fill('wrong-Password-1');
    await page.getByLabel('验证码', { exact: true }).fill('0000');
    await submitLogin(page);
    await expect(page.getByText('验证未通过或已过期，请重试')).toBeVisible();
    await page.getByRole('button', { name: '改为自动验证' }).click();
    await expect(page.getByText('登录时自动进行安全验证')).toBeVisible();
  });

  test('R6, acceptance 3: a right password at the wrong door names the right one with a link, and opens no session', async ({
    page,
  }) => {
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

  test('R8: an account without any function is told so', async ({ page }) => {
    // Every role of the demo opens something: what is taken away here is what a user without a role would not be given.
    await page.route('**/api/sys/user/getUserInfo', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({
        json: { ...body, data: { ...body.data, actions: [], menus: [], firstMenus: [], pages: [] } },
      });
    });
    await page.goto(`/#${account('ins1').portal}`);
    await fillLogin(page, 'ins1');
    await submitLogin(page);
    await expect(page).toHaveURL(/#\/exception\/403$/);
    await expect(page.getByText('账号尚未分配任何功能，请联系管理员')).toBeVisible();
  });
});

test.describe('token storage', () => {
  test('R12, acceptance 5: key access_token: session storage if not remembered', async ({ page }) => {
    await enter(page, 'tl_region');
    expect(await stored(page, 'session', tokenKey)).toBeTruthy();
    expect(await stored(page, 'local', tokenKey)).toBeNull();
  });

  test('R11, R12, acceptance 5: key access_token: local storage if remembered', async ({ page, context }) => {
    await page.goto('/#/tonglLogin');
    await fillLogin(page, 'tl_region');
    await page.getByLabel('记住我').check();
    await submitLogin(page);
    await expect(tabBar(page)).toBeVisible();
    expect(await stored(page, 'local', tokenKey)).toBeTruthy();
    expect(await stored(page, 'session', tokenKey)).toBeNull();
    // The browser registered its key: without it the session would be a short one.
    const authorization = (await stored(page, 'local', tokenKey)) ?? '';
    const mine = async () =>
      (await (await page.request.get('/api/sys/device/mine', { headers: { authorization } })).json()).data;
    const [device] = await mine();
    expect(device).toMatchObject({ isCurrent: true, clientType: 'web' });
    // With a session, any login route goes straight on.
    const another = await context.newPage();
    await another.goto('/#/tonglLogin');
    await expect(tabBar(another)).toBeVisible();
  });
});

test.describe('further steps and other ways in', () => {
  test('R28: a second factor asks for a code, offers recovery codes, and opens the shell', async ({ page }) => {
    await page.goto(`/#${account('tl_audit').portal}`);
    await fillLogin(page, 'tl_audit');
    await submitLogin(page);
    await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible();
    await page.getByRole('button', { name: '使用恢复码' }).click();
    await expect(page.getByLabel('恢复码')).toBeVisible();
    await page.getByRole('button', { name: '使用动态码' }).click();
    await page.getByLabel('动态码').fill(codeOf(account('tl_audit').mfaSecret ?? ''));
    await submitLogin(page);
    await expect(tabBar(page)).toBeVisible();
  });

  test('R10, R11, acceptance 22: a fresh ticket opens the shell where it says; the same link again goes to the login', async ({
    page,
    context,
  }) => {
    await enter(page, 'tl_region');
    const token = (await stored(page, 'session', tokenKey)) ?? '';
    const answer = await page.request.post('/api/sys/auth/ticket/issue', {
      headers: { Authorization: token },
      data: { clientType: 'web' },
    });
    const { ticket } = (await answer.json()).data;
    const other = await context.newPage();
    const link = `/#/login/indexCheck?ticket=${ticket}&to=${encodeURIComponent('/user/profile')}`;
    await other.goto(link);
    await expect(other).toHaveURL(/#\/user\/profile$/);
    await expect(tabBar(other)).toBeVisible();
    expect(await stored(other, 'session', tokenKey)).not.toBe(token);
    const third = await context.newPage();
    await third.goto(link);
    await expect(third.getByText('登录凭证无效或已使用')).toBeVisible();
    await expect(third).toHaveURL(/#\/allLogin/);
  });

  test('R13: the app’s login has no art and hands the token to its container', async ({ page }) => {
    await page.addInitScript(() => {
      const sent: string[] = [];
      Object.assign(window, { sent, mulianNative: { postMessage: (text: string) => sent.push(text) } });
    });
    await page.goto('/#/appLogin');
    await fillLogin(page, 'tl_region');
    await expect(page.locator('svg[viewBox="0 0 1200 1080"]')).toHaveCount(0);
    await submitLogin(page);
    await expect(tabBar(page)).toBeVisible();
    const sent = await page.evaluate(() => (window as unknown as { sent: string[] }).sent);
    expect(JSON.parse(sent[0] ?? '{}')).toEqual({ type: 'login', token: await stored(page, 'session', tokenKey) });
  });
});
