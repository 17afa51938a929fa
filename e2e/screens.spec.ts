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
  // Shows today unless asked, and nobody may have done anything yet.
  '/system/operationLog': {
    list: '/api/sys/operLog/list',
    query: (row) => `happenedAtFrom=${String(row.happenedAt).slice(0, 10)}`,
  },
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
  '/ant/animalProtection/animalDetail': {
    list: '/api/ant/animal/list?status=inStock',
    query: (row) => `id=${row.id}`,
  },
  '/ant/animalProtection/householdDetail': {
    list: '/api/pri/principal/info/list?principalUnitType=household',
    query: (row) => `id=${row.id}`,
  },
  '/ant/search/animalDetail': { list: '/api/pri/animal/info/list', query: (row) => `id=${row.id}` },
  '/ant/search/animalTypeName': {
    list: '/api/pri/animal/info/list',
    query: (row) => `name=${String(row.earTag).slice(-4)}`,
  },
  '/ant/search/prevention': { list: '/api/pri/principal/info/list', query: () => 'name=a' },
  '/ant/investigation/actionDetail': { list: '/api/ant/investigationAction/list', query: (row) => `id=${row.id}` },
  '/ant/censusManage/householdDetail': {
    list: '/api/ant/censusSheet/list',
    query: (row) => `principalId=${row.principalId}`,
  },
  '/ant/search/principalName': {
    list: '/api/pri/principal/info/list',
    query: () => `name=${encodeURIComponent('养殖')}`,
  },
  '/ant/preventionMange/visitDetail': { list: '/api/ant/visit/list', query: (row) => `id=${row.id}` },
  '/pri/depot/doc': { list: '/api/pri/depot/suppliesOut/list', query: (row) => `id=${row.id}` },
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
    const { actions, nickname, tenantNo, tenantName, principalName } = await ask('/api/sys/user/getUserInfo');
    const config = await ask(`/api/sys/tenant/principal/configList?tenantNo=${tenantNo}`);
    const configured = (code: string) =>
      config.find((one: { configCode: string }) => one.configCode === code)?.configValue;
    met.push({
      username: account.username,
      token,
      tenantNo,
      actions,
      names: [nickname, configured('dataV_total_title'), configured('sys_title'), tenantName, principalName].filter(
        Boolean,
      ),
    });
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
  const page = await (await browser.newContext({ serviceWorkers: 'allow' })).newPage();
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

/** What a big screen is told to show: names of places, people and goods are data, wherever they stand. */
async function told(page: Page, screen: Screen, token: string): Promise<string[]> {
  const name = screen.path.endsWith('stressRelatedDetail') ? 'stress' : screen.path.split('/').at(-1);
  const headers = { authorization: token };
  const answer = await page.request.get(`/api/ant/screen/snapshot?screen=${name}`, { headers });
  const found = new Set<string>();
  const take = (node: unknown): void => {
    if (typeof node === 'string') found.add(node);
    else if (node && typeof node === 'object') Object.values(node).forEach(take);
  };
  take((await answer.json()).data);
  return [...found].filter((text) => /\p{Script=Han}/u.test(text)).sort((a, b) => b.length - a.length);
}

for (const screen of screens) {
  const [permission = ''] = screen.permissions;
  test(`${screen.module} ${screen.path}: opens in English, refused without ${permission}`, async ({ browser }) => {
    const holds = (one: Visitor) => permission.split('|').some((each) => one.actions.includes(each));
    const may = visitors.find(holds);
    const mayNot = visitors.find((one) => !holds(one));
    expect(may, `somebody of the demo holds ${permission}`).toBeDefined();
    // What belongs to every role cannot be refused to anybody.
    const isCommon = everyRole.has(permission);
    const isWall = screen.kind === 'screen';
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
    const names = [...(may as Visitor).names, ...(isWall ? await told(english, screen, (may as Visitor).token) : [])];
    expect.soft(await leftInChinese(english, names), 'text left in Chinese').toEqual([]);
    english.off('pageerror', onError).off('response', onAnswer);
    expect(faults).toEqual([]);

    if (isCommon) return;
    const refused = await pageOf(browser, mayNot as Visitor, 'zh_CN');
    // Inside the running program, from a page everybody has: what shows the refusal is drawn for this screen.
    const words = refused.getByText('抱歉，您没有访问该页面的权限').filter({ visible: true });
    await go(refused, common);
    await expect(words).toHaveCount(0);
    await go(refused, screen.path);
    if (!isWall) await expect(tabBar(refused)).toBeVisible();
    await expect(words).toBeVisible();
  });
}
