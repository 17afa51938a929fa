// One steer from the straw to the shop: every module's page tells the same of it, to somebody who works there.
import { expect, type Locator, type Page, request, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive, openPath } from './support/shell.ts';

test.describe.configure({ mode: 'parallel' });

const tag = '215052100009018';
const mother = '215052100000901';
const [toFarm, toPlant] = ['15050000901801', '15050000901802'];
const farm = '东宝龙山肉牛养殖场';
/** The day the demo was loaded for: in China it may have ended since. */
let today = '';
const bornDaysAgo = 450;
test.beforeAll(async () => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const token = (await openSession(api, account('tl_region'))) ?? '';
  const answer = await api.get(`/api/pri/animal/info/list?earTag=${tag}`, { headers: { authorization: token } });
  const [{ birthDate }] = (await answer.json()).data;
  today = new Date(Date.parse(birthDate) + bornDaysAgo * 86_400_000).toISOString().slice(0, 10);
  await api.dispose();
});
const day = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
const compact = (ago: number) => day(ago).replaceAll('-', '');
const row = (page: Page, ...words: readonly string[]): Locator =>
  words.reduce(
    (found, text) => found.filter({ hasText: text }),
    page.locator('.ant-table-tbody .ant-table-row:visible'),
  );

test('breeding, marks and the register: served, born, tagged out of a traced bag', async ({ page }) => {
  await arrive(page, 'breed1', `/ant/breed/breeding?earTag=${mother}`);
  await expect(row(page, mother)).toContainText(day(733));
  await openPath(page, `/ant/breed/calving?earTag=${mother}`);
  await expect(row(page, mother)).toContainText(day(450));
  await arrive(page, 'sign1', `/sign/tagTrace?code=${tag}`);
  await expect(page.getByText(day(440)).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('白志强').filter({ visible: true }).first()).toBeVisible();
  await arrive(page, 'tl_region', `/pri/animal/detail?tag=${tag}`);
  for (const ago of [450, 440, 360, 275, 225, 8]) await expect(page.getByText(day(ago)).first()).toBeVisible();
  for (const kg of [196, 308, 392, 486]) await expect(page.getByText(`${kg} kg`).first()).toBeVisible();
});

test('insurer and bank: covered while it was fattened, pledged and released', async ({ page }) => {
  await arrive(page, 'ins1', `/insuranceMgt/insuredAnimals?earTag=${tag}`);
  await expect(row(page, tag)).toContainText(farm);
  await expect(row(page, tag)).toContainText(day(265));
  await arrive(page, 'bank1', `/bank/animals?earTag=${tag}`);
  await expect(row(page, tag)).toContainText(farm);
});

test('shop, clinic and scale: the drug that was bought is the one it was given', async ({ page }) => {
  await arrive(page, 'farm1', `/selectionLib/orderCenter?keyword=MO${compact(123)}-0901`);
  await expect(row(page, `MO${compact(123)}-0901`)).toHaveCount(1);
  await arrive(page, 'vet1', `/cure/treatment/list?treatedOnFrom=${day(121)}&treatedOnTo=${day(119)}`);
  await expect(row(page, `L${compact(143)}`)).toHaveCount(3);
  await arrive(page, 'farm_dev1', `/anm/device/weighing?startedAtFrom=${day(30)}&startedAtTo=${day(30)}`);
  await expect(row(page, '486')).toHaveCount(1);
});

test('certificates, farm and plant: moved to the farm, weighed off for slaughter', async ({ page }) => {
  for (const [no, from, to] of [
    [toFarm, '包海山', farm],
    [toPlant, farm, '示范屠宰一厂'],
  ] as const) {
    await arrive(page, 'trace1', `/traceability/livestockRegistration/movement?officialNo=${no}`);
    await expect(row(page, no)).toContainText(from);
    await expect(row(page, no)).toContainText(to);
  }
  for (const username of ['farm1', 'plant1']) {
    await arrive(page, username, `/anm/animal/slaughter?sentOnFrom=${day(8)}&sentOnTo=${day(8)}`);
    await expect(row(page, day(8))).toContainText('486');
    await expect(row(page, day(8))).toContainText('282');
  }
});

test('everybody: the label of its pack is proved and names it', async ({ page }) => {
  const token = (await openSession(page.request, account('trace_pref1'))) ?? '';
  const ask = async (path: string) =>
    (await (await page.request.get(`/api/${path}`, { headers: { authorization: token } })).json()).data;
  const lots = (await ask('trace/lot/list?kind=pack&pageSize=50')) as { docNo: string; madeOn: string }[];
  const labels = (await ask('trace/code/list?pageSize=50')) as { code: string; targetName: string }[];
  const own = new Set(lots.filter((one) => one.madeOn === day(6)).map((one) => one.docNo));
  const tells = async () => {
    for (const { code } of labels.filter((one) => own.has(one.targetName))) {
      await page.goto(`/t?c=${code}`);
      await expect(page.locator('[data-proof]')).toHaveAttribute('data-proof', 'ok');
      if ((await page.getByText(tag).count()) > 0) return true;
    }
    return false;
  };
  expect(await tells()).toBe(true);
});
