// One test per built screen of the catalogue: it opens for somebody who may, with living data and in English. One per module: it is refused to somebody who may not.
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Screen } from '#tools/catalogue.ts';
import { type Account, account } from './support/accounts.ts';
import { cutColumns, rawCodes } from './support/looked-at.ts';
import { modules, planWalk, refusedTo } from './support/screen-plan.ts';
import { tabBar } from './support/shell.ts';
import { Walker } from './support/walker.ts';

// Modules may be walked by different workers; the screens of one module share their programs.
test.describe.configure({ mode: 'parallel' });

const walkers = new Map<string, Promise<Walker>>();

/** One running program per account and language, kept for all screens this worker walks. */
function walkerOf(browser: Browser, who: Account, language: string): Promise<Walker> {
  const key = `${who.username} ${language}`;
  const known = walkers.get(key) ?? Walker.start(browser, who, language);
  walkers.set(key, known);
  return known;
}

/** Screens that are about codes, and show them in their rows. */
const showsCodes = new Set(['/system/config/info']);

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
  // One hit would open at once, and the list is what is walked to.
  '/ant/search/animalTypeName': { list: '/api/pri/animal/info/list', query: () => 'name=0101' },
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
  '/ant/breed/seedAnimalDetail': { list: '/api/ant/breed/sire/list', query: (row) => `id=${row.id}` },
  '/ant/breed/subsidyDetail': { list: '/api/ant/breed/subsidy/list', query: (row) => `id=${row.id}` },
  '/improve/base/animalDetail': { list: '/api/improve/animal/list', query: (row) => `id=${row.id}` },
  '/improve/base/householdDetail': { list: '/api/improve/household/list', query: (row) => `id=${row.id}` },
  '/ant/preventionMange/visitDetail': { list: '/api/ant/visit/list', query: (row) => `id=${row.id}` },
  '/cure/prescription/detail': { list: '/api/cure/prescription/list', query: (row) => `id=${row.id}` },
  '/cure/consult/detail': { list: '/api/cure/consult/list', query: (row) => `id=${row.id}` },
  '/pri/depot/doc': { list: '/api/pri/depot/suppliesOut/list', query: (row) => `id=${row.id}` },
  '/anm/animal/detail': { list: '/api/anm/animal/list?status=live', query: (row) => `id=${row.animalId}` },
  '/anm/device/detail': { list: '/api/anm/device/info/list', query: (row) => `id=${row.id}` },
  '/anm/device/weighing/session': {
    list: '/api/anm/device/weighing/list?status=weighing',
    query: (row) => `id=${row.id}`,
  },
  '/tenant/tenantInfo/authority': { list: '/api/sys/tenant/info/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/tenant/tenantInfo/details': { list: '/api/sys/tenant/info/list', query: (row) => `tenantNo=${row.tenantNo}` },
  '/tenant/tenantInfo/systemSettings': {
    list: '/api/sys/tenant/info/list',
    query: (row) => `tenantNo=${row.tenantNo}`,
  },
  '/system/user/details': { list: '/api/sys/user/list', query: (row) => `id=${row.id}` },
  '/signIn/procurement/detail': { list: '/api/signIn/procurement/list', query: (row) => `id=${row.id}` },
  '/signIn/procurement/reject': {
    list: '/api/signIn/procurement/list?status=submitted',
    query: (row) => `id=${row.id}`,
  },
  '/signIn/scrap/edit': { list: '/api/signIn/scrap/list?status=draft', query: (row) => `id=${row.id}` },
  '/traceability/livestockRegistration/quarantineManagement/detail': {
    list: '/api/trace/quarantine/list',
    query: (row) => `id=${row.id}`,
  },
  '/traceability/subjectRegistration/subjectDetail': {
    list: '/api/trace/subject/breeding/list',
    query: (row) => `id=${row.id}`,
  },
  '/traceability/traceabilityIdentification/traceDetail': {
    list: '/api/trace/animal/list',
    query: (row) => `animalId=${row.animalId}`,
  },
  '/traceability/traceabilityManagement/lotDetail': { list: '/api/trace/lot/list', query: (row) => `id=${row.id}` },
  '/suppliers/commodity/detail': { list: '/api/suppliers/commodity/list', query: (row) => `id=${row.id}` },
  '/suppliers/order/detail': { list: '/api/suppliers/order/list', query: (row) => `id=${row.id}` },
  '/selectionLib/productList/detail': { list: '/api/selectionLib/shop/list', query: (row) => `id=${row.productId}` },
  '/selectionLib/orderCenter/detail': { list: '/api/selectionLib/order/list', query: (row) => `id=${row.id}` },
  '/insuranceMgt/insuranceDefinitionVersion': {
    list: '/api/insuranceMgt/product/list',
    query: (row) => `productId=${row.id}`,
  },
  '/insuranceMgt/collectiveInsuranceDetail': {
    list: '/api/insuranceMgt/enrolment/list',
    query: (row) => `id=${row.id}`,
  },
  '/insuranceMgt/tagCheck': { list: '/api/insuranceMgt/checkTask/list', query: (row) => `taskId=${row.id}` },
  '/insuranceMgt/policyDetail': { list: '/api/insuranceMgt/policy/list', query: (row) => `id=${row.id}` },
  '/insuranceMgt/claimDetail': { list: '/api/insuranceMgt/claim/list', query: (row) => `id=${row.id}` },
  '/insuranceMgt/surveyForm': { list: '/api/insuranceMgt/claim/list', query: (row) => `claimId=${row.id}` },
  '/bank/clients/detail': { list: '/api/bank/client/list', query: (row) => `id=${row.id}` },
  '/bank/credit/detail': { list: '/api/bank/credit/list?status=effective', query: (row) => `id=${row.id}` },
  '/bank/pledge/detail': { list: '/api/bank/pledge/list?status=active', query: (row) => `id=${row.id}` },
  '/bank/animals/detail': { list: '/api/bank/animals/list', query: (row) => `id=${row.id}` },
  '/bank/warehouse/detail': { list: '/api/bank/site/list', query: (row) => `id=${row.id}` },
  '/system/dictData': { list: '/api/sys/dictType/list', query: (row) => `dictCode=${row.dictCode}` },
};

async function queryOf({ page, token }: Walker, screen: Screen): Promise<string> {
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
      'td, [data-record], [class*="ant-notification"][class*="description"], .ant-tree-title, .ant-tree-node-content-wrapper, .ant-descriptions-item-content, .ant-watermark, .ant-select-content, .ant-select-selection-item, .ant-avatar, .ant-timeline-item-content, svg, canvas, script, style';
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
async function told({ page, token }: Walker, screen: Screen): Promise<string[]> {
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

const plan = [...planWalk()];

for (const module of modules)
  test.describe(module, () => {
    test.describe.configure({ mode: 'default' });
    for (const [who, opened] of plan)
      for (const screen of opened.filter((one) => one.module === module))
        test(`${screen.path} opens in English for ${who.username}`, async ({ browser }) => {
          const walker = await walkerOf(browser, who, 'en');
          const { page } = walker;
          await walker.go(`${screen.path}${await queryOf(walker, screen)}`);
          const isWall = screen.kind === 'screen';
          // An embedded page has no shell around it either.
          const isBare = isWall || screen.path.startsWith('/iframe/');
          await expect(isBare ? page.locator('main') : page.getByRole('tablist', { name: 'Tabs' })).toBeVisible();
          if (screen.kind === 'list' || screen.kind === 'ledger') {
            const data = page.locator('main').locator('[data-row-key], .ant-list-item, .ant-card');
            await expect(data.filter({ visible: true }).first(), 'living data').toBeVisible();
          }
          await expect(page.getByText('Sorry,', { exact: false })).toHaveCount(0);
          // A big screen may show what was told a moment before or after this question.
          const left = async () =>
            leftInChinese(page, [...walker.names, ...(isWall ? await told(walker, screen) : [])]);
          if (isWall) await expect.poll(left, 'text left in Chinese').toEqual([]);
          else expect.soft(await left(), 'text left in Chinese').toEqual([]);
          if (!showsCodes.has(screen.path))
            expect.soft(await rawCodes(page), 'keys and codes instead of words').toEqual([]);
          if (!isWall) expect.soft(await cutColumns(page), 'decisive columns cut at 1366').toEqual([]);
          expect(walker.faults).toEqual([]);
        });
  });

// By the API every screen is refused to everybody who may not: apps/server/tests/screens-refused.test.ts.
test.describe('refused', () => {
  test.describe.configure({ mode: 'default' });
  const stranger = account('ins1');
  for (const screen of refusedTo(stranger))
    test(`${screen.module}: ${screen.path} is refused to ${stranger.username}`, async ({ browser }) => {
      const walker = await walkerOf(browser, stranger, 'zh_CN');
      const words = walker.page.getByText('抱歉，您没有访问该页面的权限').filter({ visible: true });
      // From a page everybody has: what shows the refusal is drawn for this screen.
      await walker.go('/user/profile');
      await expect(words).toHaveCount(0);
      await walker.go(screen.path);
      await expect(tabBar(walker.page)).toBeVisible();
      await expect(words).toBeVisible();
    });
});
