// The stories planted in the demo world, each found on the screen that should show it, by somebody who works there.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { administrator } from './support/administrator.ts';
import { openSession } from './support/sessions.ts';
import { arrive, openPath, settled, tokenKey } from './support/shell.ts';

test.describe.configure({ mode: 'parallel' });

const day = (ago: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now() - ago * 86_400_000);
/** Straight there: what stands on the way is drawn for nobody. */
const see = arrive;
const row = (page: Page, ...words: readonly string[]): Locator =>
  words.reduce(
    (found, text) => found.filter({ hasText: text }),
    page.locator('.ant-table-tbody .ant-table-row:visible'),
  );
/** The figure below its name. */
const tile = (page: Page, name: string): Locator =>
  page.getByText(name, { exact: true }).filter({ visible: true }).first().locator('xpath=following-sibling::*[1]');
const statistic = (page: Page, name: string): Locator =>
  page.locator('.ant-statistic:visible').filter({ hasText: name }).locator('.ant-statistic-content');
/** Rows a list tells of below itself. */
const total = (page: Page, n: number): Locator =>
  page
    .getByText(new RegExp(`共\\s*${n}\\s*条`))
    .filter({ visible: true })
    .first();

/** A big screen, with what the server told it. */
async function wall(page: Page, username: string, path: string) {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const token = (await openSession(page.request, account(username))) ?? '';
  await page.goto('/logo.svg');
  await page.evaluate(([name, value]) => sessionStorage.setItem(name, value), [tokenKey, token] as const);
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/ant/screen/snapshot'));
  await page.goto(`/#${path}`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  return (await (await answered).json()).data as {
    region: { children: { name: string; values: Record<string, number | null> }[] };
  };
}
const figure = (page: Page, code: string): Locator => page.locator(`[data-figure="${code}"]`).first();
const told = async (page: Page, code: string) => Number(await figure(page, code).getAttribute('data-value'));
const panel = (page: Page, id: string): Locator => page.locator(`[data-panel="${id}"]`);

test('today: every county of the season stands within a point of where it should', async ({ page }) => {
  await see(page, 'ant_pref1', '/ant/preventionMange/coverage');
  const counties = {
    科尔沁区: 92,
    开鲁县: 84,
    奈曼旗: 77,
    扎鲁特旗: 73,
    科尔沁左翼中旗: 70,
    科尔沁左翼后旗: 66,
    霍林郭勒市: 58,
    库伦旗: 46,
  };
  const coverage = page.getByRole('button', { name: '免疫密度', exact: true }).first();
  const parse = async (one: Locator) => Number(/([\d.]+)%/.exec((await one.textContent()) ?? '')?.[1]);
  await expect(coverage).toContainText('%');
  expect(Math.abs((await parse(coverage)) - 71)).toBeLessThanOrEqual(1);
  await expect(tile(page, '计划进度')).toHaveText(/^68(\.\d)?%$/);
  for (const [county, share] of Object.entries(counties)) {
    await openPath(page, `/ant/preventionMange/coverage?regionCode=${codes[county as keyof typeof codes]}`);
    await expect(async () => {
      expect(Math.abs((await parse(coverage)) - share), county).toBeLessThanOrEqual(1);
    }).toPass();
  }
});

const codes = {
  科尔沁区: 150502000000,
  科尔沁左翼中旗: 150521000000,
  科尔沁左翼后旗: 150522000000,
  开鲁县: 150523000000,
  库伦旗: 150524000000,
  奈曼旗: 150525000000,
  扎鲁特旗: 150526000000,
  霍林郭勒市: 150581000000,
};

test('a county far behind plan: 库伦旗 lacks 22 points, two villages have not begun', async ({ page }) => {
  await wall(page, 'tl_leader', `/ant/screen/index15?regionCode=${codes.库伦旗}`);
  await expect.poll(() => told(page, 'imm.gap').then(Math.round)).toBe(-22);
  await expect(figure(page, 'imm.zeroVillage')).toHaveAttribute('data-value', '2');
  await expect(panel(page, 'B2')).toContainText('泊白嘎查');
  await expect(panel(page, 'B2')).toContainText('达尔登嘎查');

  await see(page, 'ant_pref1', '/ant/preventionMange/coverage?regionCode=150524104000');
  for (const village of ['泊白嘎查', '达尔登嘎查']) await expect(row(page, village)).toContainText('未启动');
  await openPath(page, '/ant/preventionMange/alert?kind=zeroVillage&isOpen=true&regionCode=150524000000');
  for (const village of ['泊白嘎查', '达尔登嘎查']) await expect(row(page, village)).toContainText('尚未开展免疫');
  await expect(row(page)).toHaveCount(2);
});

test('a vaccine batch with too many deaths: FM26-0713 of 八仙筒镇, four in six days, called back', async ({ page }) => {
  await wall(page, 'tl_leader', '/ant/preventionMange/stressRelatedDetail');
  const lot = panel(page, 'L1');
  await expect(lot).toContainText('FM26-0713');

  await see(page, 'ant_pref1', '/ant/preventionMange/stressRelatedStatistics');
  const line = page.getByRole('table', { name: '按疫苗批次' }).getByRole('row').filter({ hasText: 'FM26-0713' });
  await expect(line.getByRole('cell').nth(4)).toHaveText('4');
  await expect(line).toContainText('已召回');
  const rate = Number(/[\d.]+/.exec((await line.getByRole('cell').nth(5).textContent()) ?? '')?.[0]);
  const mean = Number(((await tile(page, '万头死亡率').textContent()) ?? '').replaceAll(',', ''));
  expect(rate).toBeGreaterThanOrEqual(3 * mean);

  await openPath(page, '/ant/preventionMange/alert?kind=batchDeaths&isOpen=false');
  await expect(row(page, 'FM26-0713')).toContainText('八仙筒镇');
  await see(page, 'ant_pref1', '/pri/depot/lotTrace?words=FM26-0713');
  await expect(page.getByText('已召回').first()).toBeVisible();
  await expect(page.getByText('接种后死亡率偏高，厂家召回')).toBeVisible();
  await expect(page.getByText(/使用记录（[1-9]\d*）/)).toBeVisible();
});

test('a worker whose records look wrong: eleven sheets too fast, four with one picture, and not paid for', async ({
  page,
}) => {
  await wall(page, 'tl_leader', `/ant/screen/index2?regionCode=${codes.科尔沁左翼后旗}`);
  expect(await told(page, 'work.flagRate')).toBeGreaterThan(0.3);
  const quality = panel(page, 'B3');
  await expect(quality).toContainText(/超量\s*11/);
  await expect(quality).toContainText(/照片重复\s*4/);

  await see(page, 'ant_pref1', '/ant/preventionMange/logs?regionCode=150522100203&cleared=false');
  await expect(row(page).filter({ hasText: '超量' })).toHaveCount(11);
  await expect(row(page).filter({ hasText: '照片重复' })).toHaveCount(4);
  await expect(row(page, '吴铁柱', '超量')).toHaveCount(11);

  await openPath(page, '/ant/person/epidemicQuarter?keyword=吴铁柱');
  await row(page, '吴铁柱').first().getByRole('button', { name: '得分依据' }).click();
  await expect(page.getByRole('dialog')).toContainText(/问题单 [1-9]/);
});

test('a village where nobody opens: 哈图塔拉嘎查, absent after three attempts', async ({ page }) => {
  await see(page, 'ant_pref1', '/ant/preventionMange/household?regionCode=150522100204&status=absent');
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText('无人');
  await expect(row(page).getByRole('cell', { name: '3', exact: true })).toBeVisible();
});

test('villages without a worker: three, on the statistics, the big screen and the grid', async ({ page }) => {
  await see(page, 'ant_pref1', '/ant/person/preventionStat');
  await expect(tile(page, '无防疫员村')).toHaveText('3');
  await tile(page, '无防疫员村').getByRole('button').click();
  const drawer = page.getByRole('dialog');
  for (const village of ['保尔斯稿嘎查', '新胜屯村', '查格达村']) await expect(drawer).toContainText(village);
  await see(page, 'tl_region', '/pri/grid');
  await expect(page.getByText(/空缺 3 村/)).toBeVisible();
  await wall(page, 'tl_leader', '/ant/screen/index2');
  await expect(panel(page, 'K')).toContainText('无防疫员村 3 个');
});

test('a positive test and its ring: 赵家铺村, three contacts, one sale traced to 开鲁县', async ({ page }) => {
  const { region } = await wall(page, 'tl_leader', '/ant/screen/index6');
  const sum = (code: string) => region.children.reduce((n, one) => n + (one.values[code] ?? 0), 0);
  expect([sum('lab.positive'), sum('inv.open')]).toEqual([2, 1]);
  await expect(page.getByText('在办流调 1', { exact: true })).toBeVisible();

  await see(page, 'ant_pref1', '/pri/animal/info?earTag=315052600000412');
  await expect(row(page, '315052600000412')).toContainText('赵家铺村');
  await openPath(page, '/ant/investigation/action?status=ongoing');
  await expect(row(page, '布鲁氏菌病')).toHaveCount(1);
  await row(page, '布鲁氏菌病').getByRole('link').first().click();
  await page.getByRole('tab', { name: /^调查点/ }).click();
  await expect(row(page, '接触场')).toHaveCount(3);
  await expect(row(page, '接触场', '开鲁县')).toHaveCount(1);
  await page.getByRole('tab', { name: '移动追溯' }).click();
  await expect(
    page
      .getByText(/小街基镇|开鲁县/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test('a county done but not protected: 霍林郭勒市, antibodies at 63 %', async ({ page }) => {
  await see(page, 'ant_pref1', '/ant/collection/antibodyStat');
  await expect(row(page, '霍林郭勒市')).toContainText(/63(\.\d)?%/);
  const { region } = await wall(page, 'tl_leader', '/ant/screen/index15');
  const place = region.children.find((one) => one.name === '霍林郭勒市')?.values ?? {};
  // Lower right on the chart of effect: half and more is done, fewer than seven of ten are protected.
  expect(place['imm.coverage']).toBeGreaterThan(0.5);
  expect(place['lab.antibodyRate']).toBeLessThan(0.7);
  await expect(panel(page, 'B3').locator('canvas')).toBeVisible();
});

test('a death after the shot that the county has to weigh: 黎明村, a cow, twenty hours', async ({ page }) => {
  await see(page, 'ant_pref1', '/ant/preventionMange/stressRelatedDeaths?regionCode=150525101200');
  // Beside it the village has one of the batch's.
  const cow = row(page).filter({ hasNotText: 'FM26-0713' });
  await expect(cow).toHaveCount(1);
  await expect(cow).toContainText('牛');
  await expect(cow).toContainText('待确认');
  await cow.getByRole('button', { name: '详情' }).click();
  const diedAfter = async () => {
    const words = (await page.getByRole('dialog').textContent()) ?? '';
    const times = words.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)?.map((one) => Date.parse(`${one}Z`)) ?? [];
    return times.some((one) => times.includes(one + 20 * 3_600_000));
  };
  await expect.poll(diedAfter).toBe(true);
  await page.keyboard.press('Escape');
  // With an insurer's claim beside it this has to be filled; insurance is not built yet, so nobody asks for it.
  await cow.getByRole('button', { name: '确认' }).click();
  await expect(page.getByRole('dialog').getByLabel('保险赔付抵扣')).toBeVisible();
});

test('census with gaps: 明升村 is through, 河日木特村 untouched, sheets that differ', async ({ page }) => {
  await see(page, 'ant_pref1', '/ant/censusManage/censusProgress?regionCode=150523106000');
  await expect(row(page, '明升村')).toContainText('100%');
  await openPath(page, '/ant/censusManage/censusProgress?regionCode=150581200000');
  await expect(row(page, '河日木特村')).toContainText('0%');
  await openPath(page, '/ant/censusManage/censusProgress');
  await expect(tile(page, '进度')).toHaveText(/^6[234](\.\d)?%$/);
  await openPath(page, '/ant/censusManage/herds?differs=true');
  await expect(row(page).first()).toContainText(/[+-]\d/);
});

test('the same household twice: eighteen pairs, one merge waiting', async ({ page }) => {
  await see(page, 'tl_region', '/pri/dataQuality');
  await expect(tile(page, '疑似重复')).toHaveText('18');
  await openPath(page, '/pri/duplicate');
  const open = async () =>
    (await page.getByRole('tab').allTextContents()).flatMap((one) => one.match(/(?<=待核查 )\d+/g) ?? []).map(Number);
  await expect.poll(async () => (await open()).reduce((sum, n) => sum + n, 0)).toBe(17);
  await expect(page.getByRole('tab', { name: /待审批 1/ })).toBeVisible();
});

test('books and pens agree with the animals, whatever the stories did to them', async ({ page }) => {
  await see(page, 'tl_region', '/pri/dataQuality');
  for (const check of ['栏位数核对', '台账核对']) await expect(tile(page, check)).toHaveText('0');
});

test('the animals stories are told of stand where they should', async ({ page }) => {
  await arrive(page, 'tl_region');
  for (const [tag, place] of [
    ['215050200000101', '西归力村'],
    ['215052200000207', '东宝龙山嘎查'],
    ['215052300000318', '东宝龙山嘎查'],
    ['315052600000412', '赵家铺村'],
    ['215050200000533', '二村'],
  ] as const) {
    await openPath(page, `/pri/animal/info?earTag=${tag}`);
    await expect(row(page, tag)).toContainText(place);
  }
});

test('a handover nobody accepted: one waits at the cooperative, one was cancelled by the clock', async ({ page }) => {
  await see(page, 'coop1', '/pri/animal/change');
  await expect(page.getByRole('tab', { name: '待我处理', selected: true })).toBeVisible();
  await expect(row(page)).toHaveCount(1);
  await expect(row(page, '包海山')).toHaveCount(1);
  await see(page, 'farm1', '/pri/animal/change?tab=all&status=cancelled');
  await expect(row(page, '已取消')).toHaveCount(1);
  await expect(row(page, '已取消')).toContainText(day(16));
  await row(page, '已取消').getByRole('button', { name: '详情' }).click();
  await expect(page.getByRole('dialog')).toContainText('15 天未接收，自动取消');
  // What the household sent is not its own to accept.
  await see(page, 'house1', '/pri/animal/change');
  await expect(page.getByRole('tab', { name: '待我处理', selected: true })).toBeVisible();
  await settled(page);
  await expect(row(page)).toHaveCount(0);
});

test('a broken cold chain: the fridge of 宝龙山镇站 at twelve degrees, and goods nine days on the road', async ({
  page,
}) => {
  await see(page, 'kzzq_depot1', `/pri/depot/temperature?from=${day(20)}&to=${day(20)}`);
  await expect(statistic(page, '超温次数')).toHaveText('2');
  await expect(statistic(page, '超温时长')).toHaveText(/^2/);
  await expect(row(page, '12').filter({ hasText: '冰箱门未关严' })).toHaveCount(1);
  await openPath(page, '/pri/depot/stock?quality=hold');
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText('停用');
  await see(page, 'depot1', '/pri/depot/home');
  await expect(tile(page, '在途超过7天')).toHaveText('1');
  await see(page, 'kzzq_station', '/anm/device/alarm?kind=coldBreak&status=closed');
  await expect(row(page).first()).toContainText('宝龙山镇');
});

test('townships that do nothing: five of 扎鲁特旗 were silent last month', async ({ page }) => {
  const first = new Date(`${day(0).slice(0, 7)}-01T00:00:00Z`).getTime();
  const utc = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const last = utc(first - 86_400_000);
  await see(page, 'tl_admin', `/system/usageStats?from=${last.slice(0, 7)}-01&to=${last}`);
  const silent = page.locator('[data-silent]').getByRole('button');
  await expect(silent.filter({ hasText: '扎鲁特旗' })).toHaveCount(5);
});

test('a guessing attack: one address, two weeks ago, 46 tries', async ({ page }) => {
  await see(page, 'tl_sec', `/system/loginLog?happenedAtFrom=${day(15)}&happenedAtTo=${day(13)}&ip=203.0.113.47`);
  await expect(total(page, 46)).toBeVisible();
  await expect(row(page, '203.0.113.47').first()).toContainText('曾被限制46');
  await expect(page.getByText('失败率').first()).toBeVisible();
});

test('a notice not read: the autumn order, 91 % read, 84 % receipted', async ({ page }) => {
  const rows = (await (await administrator('tl_admin')).get('sys/notice/content/list?pageSize=50')) as unknown as {
    id: number;
    title: string;
  }[];
  const order = rows.find((one) => one.title.includes('秋季重大动物疫病集中免疫'));
  await see(page, 'tl_admin', `/anm/notice/receipts?noticeId=${order?.id}`);
  await expect(page.getByRole('heading', { name: /秋季重大动物疫病集中免疫/ })).toBeVisible();
  await expect(statistic(page, '阅读率')).toHaveText(/^9[012](\.\d)?%$/);
  await expect(statistic(page, '回执率')).toHaveText(/^8[345](\.\d)?%$/);
});
