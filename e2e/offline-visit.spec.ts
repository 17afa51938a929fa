// A worker records with the network cut: nothing is lost, nothing is sent twice, what is refused comes back for correction, and after logout the device knows nothing.
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test';
import { judgeShot } from '#modules/prevention/contract/visit/judge.ts';
import type { Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive } from './support/shell.ts';

// What is there without a network is kept by the service worker.
test.use({ serviceWorkers: 'allow' });

const path = '/#/ant/preventionMange/immuneVisit';
const photo = (n: number) => ({
  name: `door-${n}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
    'base64',
  ),
});

interface Household {
  readonly principalId: number;
  readonly name: string;
  readonly due: number;
  readonly done: number;
}

async function asked<T>(api: APIRequestContext, address: string, token: string): Promise<T> {
  return (await (await api.get(address, { headers: { authorization: token } })).json()).data as T;
}

async function record(page: Page, at: number, vaccine?: string): Promise<void> {
  await page.locator('.ml-visit-holders > button').nth(at).click();
  await expect(page.locator('.ml-visit-bar')).toBeVisible();
  if (vaccine) {
    await page.getByRole('combobox', { name: '添加疫苗' }).click();
    await page.getByTitle(vaccine).click();
  } else {
    await page.locator('.ml-visit').getByText('拒免', { exact: true }).click();
    await page.locator('.ml-visit textarea').first().fill('户主不同意');
  }
  await page.locator('input[type=file]').first().setInputFiles(photo(at));
  await expect(page.getByRole('button', { name: `door-${at}.png` })).toBeVisible();
  await page
    .locator('.ml-visit-bar')
    .getByRole('button', { name: /提\s*交/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '确认登记' });
  await expect(dialog.getByText('没有网络：按本机数据核对，联网后上传')).toBeVisible();
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await expect(dialog).toBeHidden();
}

/** Whether somebody's cattle that are due may also have the second vaccine: one that no head may have takes no dose, and its lot is not asked for. */
function takesSecond({ animals, vaccines, programmes, held }: Prepared): boolean {
  const on = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const may = (animal: Prepared['animals'][number], code: string) => {
    const vaccine = vaccines.find((one) => one.vaccineCode === code);
    const programmeOf = (disease: string) =>
      programmes.find(
        (one) => one.diseaseCode === disease && one.species === animal.species && one.stage === animal.stage,
      );
    const visit = { on, emergency: false, otherLive: false };
    return vaccine !== undefined && judgeShot(animal, vaccine, programmeOf, visit) === null;
  };
  const codes = held.map((one) => one.vaccineCode);
  const isDue = (animal: Prepared['animals'][number]) =>
    codes.some(
      (code) =>
        may(animal, code) &&
        vaccines.some((one) => one.vaccineCode === code && one.diseaseCodes.some((disease) => disease in animal.due)),
    );
  return codes.includes('lsd') && animals.some((animal) => isDue(animal) && may(animal, 'lsd'));
}

interface Round {
  readonly username: string;
  readonly token: string;
  readonly left: readonly Household[];
  readonly herds: readonly Prepared[];
  /** The smallest such herd: what is in the box has to last for it. */
  readonly third: number;
}

/** A worker who still has such cattle to do; how many are left depends on the day. */
async function roundOf(api: APIRequestContext): Promise<Round> {
  for (const username of ['kzzq_worker1', 'kzzq_worker2']) {
    const token = (await openSession(api, account(username))) ?? '';
    const left = (await asked<Household[]>(api, '/api/ant/visit/households?limit=500', token)).filter(
      (one) => one.due > one.done,
    );
    const herds = await Promise.all(
      left.map((one) => asked<Prepared>(api, `/api/ant/visit/prepare?principalId=${one.principalId}`, token)),
    );
    const size = (at: number) => herds[at]?.animals.length ?? 0;
    const [third] = herds
      .flatMap((one, at) => (takesSecond(one) ? [at] : []))
      .sort((one, other) => size(one) - size(other));
    if (third !== undefined && left.length > 2) return { username, token, left, herds, third };
  }
  throw new Error('no worker has cattle left that may have the second vaccine');
}

test('Must show 5: three visits without a network, a reload, then each on the server once and in order', async ({
  page,
  context,
}) => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const keeper = (await openSession(api, account('tl_region'))) ?? '';
  const { username, token: worker, left, herds, third } = await roundOf(api);
  const [first = 0, second = 0] = left.flatMap((_, at) => (at === third ? [] : [at]));
  const { nickname } = await asked<{ nickname: string }>(api, '/api/sys/user/getUserInfo', worker);
  const before = await asked<{ docNo: string }[]>(
    api,
    '/api/ant/visit/list?mine=true&sort=docNo:desc&pageSize=1',
    worker,
  );

  await arrive(page, username);
  await page.goto(path);
  await expect(page.getByText(/离线数据已备好/)).toBeVisible({ timeout: 90_000 });
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('当前离线')).toBeVisible();
  await record(page, first);
  await record(page, second);
  // Of a lot that is stopped before the worker is back.
  const herd = herds[third] as Prepared;
  const lot = herd.held.find((one) => one.vaccineCode === 'lsd')?.lots[0];
  expect(lot, 'a lot of the second vaccine in the box').toBeDefined();
  await record(page, third, '牛结节性皮肤病灭活疫苗');
  await expect(page.getByText('待上传 3')).toBeVisible();

  await page.reload();
  await expect(page.getByText('待上传 3')).toBeVisible();

  const hold = (address: string) =>
    api.post(`/api/pri/depot/lot/${address}`, {
      headers: { authorization: keeper },
      data: { lotId: lot?.lotId, reason: '离线试验' },
    });
  const held = await (await hold('hold')).json();
  expect(held.code, held.msg).toBe(200);
  try {
    await context.setOffline(false);
    await expect(page.locator('[data-state=sent]')).toHaveCount(2);
    await expect(page.locator('[data-state=refused]')).toHaveCount(1);
    await expect(page.locator('[data-state=refused]').getByText('批次已停用')).toBeVisible();
    const rows = await asked<{ docNo: string; principalIdName: string }[]>(
      api,
      '/api/ant/visit/list?mine=true&sort=docNo:desc&pageSize=10',
      worker,
    );
    const made = rows.filter((row) => row.docNo > (before[0]?.docNo ?? ''));
    expect(made.map((row) => row.principalIdName)).toEqual([left[second]?.name, left[first]?.name]);

    // The one that came back opens as it was written, and goes through with another bottle.
    await page.getByRole('button', { name: /更\s*正/ }).click();
    await expect(page.locator('.ml-visit-bar')).toBeVisible();
    await page.getByRole('button', { name: '移除疫苗' }).last().click();
    await page
      .locator('.ml-visit-bar')
      .getByRole('button', { name: /提\s*交/ })
      .click();
    const dialog = page.getByRole('dialog', { name: '确认登记' });
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
    await expect(page.getByText(/已登记 IM/)).toBeVisible();
  } finally {
    await hold('release');
  }

  await page.getByRole('button', { name: new RegExp(nickname) }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect
    .poll(() => page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].join()))
    .not.toContain('vault');
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name)))
    .not.toContain('vault');
});

test('a sheet that waits outlives the session and the tab, is nobody else’s, and asks before it is given up', async ({
  page,
  context,
}) => {
  const add = '**/api/ant/visit/add';
  await context.route(add, (route) => route.abort());
  await arrive(page, 'kzzq_worker1');
  await page.goto(path);
  await expect(page.getByText(/离线数据已备好/)).toBeVisible({ timeout: 90_000 });
  await page.locator('.ml-visit-holders > button').first().click();
  const bar = page.locator('.ml-visit-bar');
  await expect(bar).toBeVisible();
  await page.locator('.ml-visit').getByText('拒免', { exact: true }).click();
  await page.locator('.ml-visit textarea').first().fill('户主不同意');
  await page.locator('input[type=file]').first().setInputFiles(photo(1));
  await expect(page.getByRole('button', { name: 'door-1.png' })).toBeVisible();
  await bar.getByRole('button', { name: /提\s*交/ }).click();
  await page.getByRole('dialog', { name: '确认登记' }).locator('.ant-modal-footer .ant-btn-primary').click();
  await expect(page.getByText('待上传 1')).toBeVisible();

  // Leaving is asked about.
  await page.getByRole('button', { name: /白志强/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByText('还有 1 条现场记录没有上传')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /取\s*消/ })
    .click();

  // The session runs out in a second tab: neither it nor the first drops anything.
  const [second] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('#/ant/preventionMange/visit', '_blank')),
  ]);
  await expect(second.getByRole('tablist', { name: '页签' })).toBeVisible();
  const token = await page.evaluate(() => sessionStorage.getItem('access_token') ?? '');
  await page.request.post('/api/sys/auth/logout', { headers: { authorization: token }, data: {} });
  await second.reload();
  await second.getByRole('button', { name: '重新登录' }).click();
  await expect(second.getByLabel('用户名或手机号')).toBeVisible();
  await expect(page.getByLabel('用户名或手机号')).toBeVisible();
  await second.close();
  await page.close();

  // Another worker on the same device sees none of it, and sends none of it.
  const other = await context.newPage();
  await arrive(other, 'kzzq_worker2');
  await other.goto(path);
  await expect(other.locator('.ml-visit-holders > button').first()).toBeVisible();
  await expect(other.getByText(/待上传/)).toHaveCount(0);
  await other.close();

  // The one who wrote it finds it, and it goes out by itself.
  await context.unroute(add);
  const again = await context.newPage();
  await arrive(again, 'kzzq_worker1');
  await again.goto(path);
  await expect(again.locator('[data-state=sent]')).toHaveCount(1);
});
