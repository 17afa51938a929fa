// A worker puts tags into ears where there is no network: the list stands once however often it is sent, wrong numbers come back with their reason and are corrected.
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive } from './support/shell.ts';

// What is there without a network is kept by the service worker.
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const path = '/#/sign/wear';
interface Pack {
  readonly holders: readonly { id: number; name: string; village: string }[];
  readonly ranges: readonly { from: number; to: number; category: string }[];
}

async function asked<T>(api: APIRequestContext, address: string, token: string): Promise<T> {
  const answer = await (await api.get(address, { headers: { authorization: token } })).json();
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as T;
}

test('Must show 6: fifty scanned without a network, sent three times, stand once; two wrong ones are corrected', async ({
  page,
  context,
}) => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const worker = (await openSession(api, account('kzzq_worker1'))) ?? '';
  const station = (await openSession(api, account('kzzq_station'))) ?? '';
  const pack = await asked<Pack>(api, '/api/sign/wear/pack', worker);
  const own = pack.ranges
    .filter((one) => String(one.from).startsWith('2'))
    .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  expect(own.length, 'cattle tags in hand').toBeGreaterThanOrEqual(50);
  const hands = await asked<{ codeFrom: number; staffId: number | null; holder: string }[]>(
    api,
    '/api/sign/segment/list?place=hand&pageSize=100',
    station,
  );
  const mine = new Set(own);
  const foreign = hands.find((one) => !mine.has(Number(one.codeFrom)) && String(one.codeFrom).startsWith('2150521'));
  expect(foreign, "a colleague's number").toBeDefined();
  const [animal] = await asked<{ earTag: string }[]>(
    api,
    '/api/pri/animal/info/list?species=cattle&pageSize=1',
    worker,
  );
  const wrong = [String(foreign?.codeFrom), animal?.earTag ?? ''];
  const good = own.slice(0, 48).map(String);

  await arrive(page, 'kzzq_worker1');
  await page.goto(path);
  await expect(page.getByText(/手中/)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('当前离线')).toBeVisible();

  await page.getByRole('combobox', { name: '养殖户' }).fill(pack.holders[0]?.name ?? '');
  await page.locator('.ant-select-item-option').first().click();
  const scan = page.getByRole('textbox', { name: '扫描或输入耳标' });
  for (const code of [...good, ...wrong]) {
    await scan.fill(code);
    await scan.press('Enter');
  }
  await expect(page.locator('[data-line]')).toHaveCount(50);
  await page.getByRole('button', { name: '登记 50 枚' }).click();
  await expect(page.getByText('待上传 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText('待上传 1')).toBeVisible();

  // The answer is lost twice on its way back: the server has taken the list each time.
  let lost = 0;
  const docs = new Set<string>();
  await context.route('**/api/sign/wear/send', async (route) => {
    const answer = await route.fetch();
    docs.add(String((await answer.json()).data?.docNo));
    if (lost < 2) {
      lost += 1;
      return route.abort();
    }
    return route.fulfill({ response: answer });
  });
  await context.setOffline(false);
  await expect(page.locator('[data-state=sent]')).toHaveCount(1);
  expect(lost).toBe(2);
  expect(docs.size).toBe(1);
  const back = page.locator('[data-state=refused]');
  await expect(back).toHaveCount(1);
  await expect(back.getByText(/号码不在本单位或本人名下/)).toBeVisible();

  // Corrected: the two numbers that were meant.
  await back.getByRole('button', { name: /更\s*正/ }).click();
  for (const code of wrong) await page.locator(`[data-line="${code}"]`).getByRole('button', { name: '移除' }).click();
  for (const code of own.slice(48, 50).map(String)) {
    await scan.fill(code);
    await scan.press('Enter');
  }
  await page.getByRole('button', { name: '登记 2 枚' }).click();
  await expect(page.getByText(/已登记 RE.*2 头/)).toBeVisible();

  for (const code of [...good.slice(0, 3), ...own.slice(48, 50).map(String)]) {
    const at = await asked<{ state: string }>(api, `/api/sign/locate?code=${code}`, worker);
    expect(at.state).toBe('worn');
  }
});
