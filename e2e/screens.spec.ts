// One test per built screen of the catalogue: it opens for somebody who may, with living data and in English; it is refused to somebody who may not.
import { expect, type Page, request, test } from '@playwright/test';
import { readPageKeys } from '#tools/built-pages.ts';
import { readCatalogue, type Screen } from '#tools/catalogue.ts';
import { Tree } from '#tools/tree.ts';
import { accounts, codeOf } from './support/accounts.ts';
import { settled, tabBar, tokenKey } from './support/shell.ts';

interface Visitor {
  readonly username: string;
  readonly token: string;
  readonly tenantNo: number;
  readonly actions: ReadonlySet<string>;
  /** What the shell says of them, which is data too. */
  readonly names: readonly string[];
}

const tree = new Tree(process.cwd());
const built = new Set(readPageKeys(tree).map((one) => one.path));
const screens = readCatalogue(tree).filter((one) => built.has(one.path) && one.permissions.length > 0);
const everyRole = new Set(/^\*\t(.*)$/m.exec(tree.read('db/reference/role-permissions.tsv'))?.[1]?.split(' '));
let visitors: Visitor[];

/** Screens about one record: the list whose first row they are opened on. */
const about: Readonly<Record<string, { list: string; query: (row: Record<string, unknown>) => string }>> = {
  '/anm/notice/receipts': {
    list: '/api/sys/notice/content/list?status=published',
    query: (row) => `noticeId=${row.id}`,
  },
  '/tenant/tenantInfo/authority': { list: '/api/sys/tenant/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/tenant/tenantInfo/details': { list: '/api/sys/tenant/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/tenant/tenantInfo/systemSettings': { list: '/api/sys/tenant/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/system/user/details': { list: '/api/sys/user/list', query: (row) => `id=${row.id}` },
  '/system/dictData': { list: '/api/sys/dictType/list', query: (row) => `dictCode=${row.dictCode}` },
};

test.beforeAll(async () => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  visitors = [];
  for (const { username, password, portal, mfaSecret } of accounts()) {
    const portals = (await (await api.get(`/api/sys/auth/portal?route=${encodeURIComponent(portal)}`)).json()).data;
    const login = await api.post('/api/sys/auth/login', { data: { username, password, portalId: portals.portalId } });
    let { data } = await login.json();
    if (data?.step === 'mfa' && mfaSecret) {
      const step = await api.post('/api/sys/auth/mfa', {
        data: { stepTicket: data.stepTicket, code: codeOf(mfaSecret) },
      });
      data = (await step.json()).data;
    }
    const token = data?.token;
    if (!token) continue;
    const info = await (await api.get('/api/sys/user/getUserInfo', { headers: { authorization: token } })).json();
    const config = await (
      await api.get(`/api/sys/tenant/principal/configList?tenantNo=${info.data.tenantNo}`, {
        headers: { authorization: token },
      })
    ).json();
    const title = config.data.find((one: { configCode: string }) => one.configCode === 'sys_title')?.configValue;
    const { actions, nickname, tenantNo } = info.data;
    visitors.push({ username, token, tenantNo, actions: new Set(actions), names: [nickname, title].filter(Boolean) });
  }
  await api.dispose();
  // The operator's own tenant keeps no house: whoever works in a living one goes first.
  visitors.sort((a, b) => Number(b.tenantNo === 1505) - Number(a.tenantNo === 1505));
  expect(visitors.length, 'accounts that can log in').toBeGreaterThan(10);
});

/** Opens a screen as somebody who is already logged in. */
async function open(page: Page, visitor: Visitor, path: string, language: string): Promise<void> {
  await page.addInitScript(
    ([key, token, lang]) => {
      sessionStorage.setItem(key, token);
      localStorage.setItem('i18n-lang', lang);
    },
    [tokenKey, visitor.token, language] as const,
  );
  await page.goto(`/#${path}`);
  await settled(page);
}

async function queryOf(page: Page, screen: Screen, token: string): Promise<string> {
  const target = about[screen.path];
  if (!target) return '';
  const answer = await page.request.get(target.list, { headers: { authorization: token } });
  const [row] = (await answer.json()).data;
  expect(row, `${target.list} has a row to open ${screen.path} on`).toBeDefined();
  return `?${target.query(row)}`;
}

/** Chinese text that is not data: what a reader of English was left with. */
const leftInChinese = (page: Page, names: readonly string[]) =>
  page.evaluate((known) => {
    const data =
      'td, [data-record], .ant-tree-title, .ant-tree-node-content-wrapper, .ant-descriptions-item-content, .ant-watermark, .ant-select-content, .ant-select-selection-item, .ant-avatar, .ant-timeline-item-content, svg, canvas, script, style';
    const chinese = (text: string) =>
      /\p{Script=Han}/u.test(known.reduce((rest, name) => rest.replaceAll(name, ''), text));
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      if (chinese(text) && !node.parentElement?.closest(data)) found.add(text);
    }
    for (const element of document.querySelectorAll('[placeholder], [aria-label], [title], [alt]'))
      for (const name of ['placeholder', 'aria-label', 'title', 'alt']) {
        const text = element.getAttribute(name) ?? '';
        if (chinese(text) && !element.closest(data)) found.add(`${name}: ${text}`);
      }
    return [...found];
  }, names);

for (const screen of screens) {
  const [permission = ''] = screen.permissions;
  test(`${screen.module} ${screen.path}: opens in English, refused without ${permission}`, async ({ browser }) => {
    const may = visitors.find((one) => one.actions.has(permission));
    const mayNot = visitors.find((one) => !one.actions.has(permission));
    expect(may, `somebody of the demo holds ${permission}`).toBeDefined();
    // What belongs to every role cannot be refused to anybody.
    const isCommon = everyRole.has(permission);
    if (!isCommon) expect(mayNot, `somebody of the demo lacks ${permission}`).toBeDefined();

    const english = await (await browser.newContext()).newPage();
    const faults: string[] = [];
    english.on('pageerror', (error) => faults.push(String(error)));
    english.on('response', (answer) => {
      if (answer.url().includes('/api/') && answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
    });
    const path = `${screen.path}${await queryOf(english, screen, (may as Visitor).token)}`;
    await open(english, may as Visitor, path, 'en');
    await expect(english.getByRole('tablist', { name: 'Tabs' }).or(english.locator('main')).first()).toBeVisible();
    if (screen.kind === 'list' || screen.kind === 'ledger')
      await expect(english.locator('[data-row-key], .ant-list-item, .ant-card').first(), 'living data').toBeVisible();
    await expect(english.getByText('Sorry,', { exact: false })).toHaveCount(0);
    expect.soft(await leftInChinese(english, (may as Visitor).names), 'text left in Chinese').toEqual([]);
    expect(faults).toEqual([]);
    await english.context().close();

    if (isCommon) return;
    const refused = await (await browser.newContext()).newPage();
    await open(refused, mayNot as Visitor, screen.path, 'zh_CN');
    await expect(tabBar(refused)).toBeVisible();
    await expect(refused.getByText('抱歉，您没有访问该页面的权限')).toBeVisible();
    await refused.context().close();
  });
}
