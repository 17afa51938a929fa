// One test per built screen of the catalogue: it opens for somebody who may, with living data and in English; it is refused to somebody who may not.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, expect, type Page, type Response, request, test } from '@playwright/test';
import { readPageKeys } from '#tools/built-pages.ts';
import { readCatalogue, type Screen } from '#tools/catalogue.ts';
import { Tree } from '#tools/tree.ts';
import { accounts } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { settled, tabBar, tokenKey } from './support/shell.ts';

interface Visitor {
  readonly username: string;
  readonly token: string;
  readonly tenantNo: number;
  readonly actions: readonly string[];
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
  '/pri/duplicate/merge': {
    list: '/api/pri/duplicate/list?status=open',
    query: (row) => `kind=${row.kind}&leftId=${row.leftId}&rightId=${row.rightId}`,
  },
  '/pri/animal/detail': { list: '/api/pri/animal/info/list', query: (row) => `id=${row.id}` },
  '/pri/animal/changeAdd': {
    list: '/api/pri/animal/info/list?status=inStock&changePending=false',
    query: (row) => `type=saleOut&ids=${row.id}`,
  },
  '/tenant/tenantInfo/authority': { list: '/api/sys/tenant/info/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/tenant/tenantInfo/details': { list: '/api/sys/tenant/info/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/tenant/tenantInfo/systemSettings': {
    list: '/api/sys/tenant/info/list',
    query: (row) => `tenantNo=${row.tenantNo}`,
  },
  '/system/user/details': { list: '/api/sys/user/list', query: (row) => `id=${row.id}` },
  '/system/dictData': { list: '/api/sys/dictType/list', query: (row) => `dictCode=${row.dictCode}` },
};

test.beforeAll(async () => {
  // Kept for the run: a test that fails is tried again by a new worker, and a second round of logins is what a burglar does.
  const kept = join(test.info().project.outputDir, 'visitors.json');
  visitors = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : await meetAll();
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(visitors), { mode: 0o600 });
  expect(visitors.length, 'accounts that can log in').toBeGreaterThan(10);
});

async function meetAll(): Promise<Visitor[]> {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const met: Visitor[] = [];
  for (const account of accounts()) {
    const token = await openSession(api, account);
    if (!token) continue;
    const ask = async (path: string) =>
      (await (await api.get(path, { headers: { authorization: token } })).json()).data;
    const { actions, nickname, tenantNo } = await ask('/api/sys/user/getUserInfo');
    const config = await ask(`/api/sys/tenant/principal/configList?tenantNo=${tenantNo}`);
    const title = config.find((one: { configCode: string }) => one.configCode === 'sys_title')?.configValue;
    met.push({ username: account.username, token, tenantNo, actions, names: [nickname, title].filter(Boolean) });
  }
  await api.dispose();
  // The operator's own tenant keeps no house: whoever works in a living one goes first.
  return met.sort((a, b) => Number(b.tenantNo === 1505) - Number(a.tenantNo === 1505));
}

const pages = new Map<string, Page>();

/** One page per visitor and language: the second screen finds the program in the browser's cache. */
async function pageOf(browser: Browser, visitor: Visitor, language: string): Promise<Page> {
  const key = `${visitor.username} ${language}`;
  const known = pages.get(key);
  if (known) return known;
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(
    ([name, token, lang]) => {
      if (location.protocol === 'about:') return;
      sessionStorage.clear();
      sessionStorage.setItem(name, token);
      localStorage.setItem('i18n-lang', lang);
    },
    [tokenKey, visitor.token, language] as const,
  );
  pages.set(key, page);
  return page;
}

/** As if its address had been typed: nothing of the screen before is left. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/#${path}`);
  await settled(page);
}

const common = '/user/profile';
/** As if a link had been followed; the first time the program is loaded. */
async function go(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return open(page, path);
  await page.evaluate((to) => {
    location.hash = to;
  }, path);
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
    const may = visitors.find((one) => one.actions.includes(permission));
    const mayNot = visitors.find((one) => !one.actions.includes(permission));
    expect(may, `somebody of the demo holds ${permission}`).toBeDefined();
    // What belongs to every role cannot be refused to anybody.
    const isCommon = everyRole.has(permission);
    if (!isCommon) expect(mayNot, `somebody of the demo lacks ${permission}`).toBeDefined();

    const english = await pageOf(browser, may as Visitor, 'en');
    const faults: string[] = [];
    const onError = (error: Error) => faults.push(String(error));
    const onAnswer = (answer: Response) => {
      if (answer.url().includes('/api/') && answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
    };
    english.on('pageerror', onError).on('response', onAnswer);
    const path = `${screen.path}${await queryOf(english, screen, (may as Visitor).token)}`;
    await open(english, path);
    await expect(english.getByRole('tablist', { name: 'Tabs' }).or(english.locator('main')).first()).toBeVisible();
    if (screen.kind === 'list' || screen.kind === 'ledger')
      await expect(english.locator('[data-row-key], .ant-list-item, .ant-card').first(), 'living data').toBeVisible();
    await expect(english.getByText('Sorry,', { exact: false })).toHaveCount(0);
    expect.soft(await leftInChinese(english, (may as Visitor).names), 'text left in Chinese').toEqual([]);
    english.off('pageerror', onError).off('response', onAnswer);
    expect(faults).toEqual([]);

    if (isCommon) return;
    const refused = await pageOf(browser, mayNot as Visitor, 'zh_CN');
    // Inside the running program, from a page everybody has: what shows the refusal is drawn for this screen.
    const words = refused.getByText('抱歉，您没有访问该页面的权限').filter({ visible: true });
    await go(refused, common);
    await expect(words).toHaveCount(0);
    await go(refused, screen.path);
    await expect(tabBar(refused)).toBeVisible();
    await expect(words).toBeVisible();
  });
}
