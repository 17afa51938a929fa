// A technician serves a cow where there is no network: the record stands once however often it is sent, and one straw is gone.
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive } from './support/shell.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

interface Packed {
  readonly cow: { animalId: number; earTag: string; cycleStatus: string };
  readonly straws: readonly { lotId: number; left: number; refused: string | null; sireCode: string }[];
}
async function asked<T>(api: APIRequestContext, address: string, token: string): Promise<T> {
  const answer = await (await api.get(address, { headers: { authorization: token } })).json();
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as T;
}

test('Must show 7: a service recorded without a network and sent three times stands once', async ({
  page,
  context,
}) => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const token = (await openSession(api, account('breed1'))) ?? '';
  const pack = await asked<{ items: readonly Packed[] }>(api, '/api/ant/breed/service/pack?most=150', token);
  const one = pack.items.find(
    ({ cow, straws }) => cow.cycleStatus === 'open' && straws.some((straw) => !straw.refused && straw.left > 1),
  );
  expect(one, 'an open cow with a straw that fits her').toBeDefined();
  const cow = (one as Packed).cow;
  const total = async () => {
    const rows = await asked<readonly { id: number }[]>(
      api,
      `/api/ant/breed/service/list?animalId=${cow.animalId}`,
      token,
    );
    return rows.length;
  };
  const before = await total();

  await arrive(page, 'breed1');
  await page.goto('/#/ant/breed/serviceAdd');
  const kept = page.waitForResponse((answer) => answer.url().includes('service/pack') && answer.ok());
  await page.getByRole('button', { name: '下乡离线包' }).click();
  await kept;
  await expect(page.getByText(/已带上/)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('当前离线')).toHaveCount(1);
  const scan = page.getByRole('textbox', { name: '扫描或输入耳标' });
  await scan.fill(cow.earTag);
  await scan.press('Enter');
  await page.locator('.ant-radio-wrapper:not(.ant-radio-wrapper-disabled)').first().click();
  await page.getByRole('checkbox', { name: '已观察到发情' }).check();
  for (const box of await page.locator('.ant-alert-warning .ant-checkbox-input').all()) await box.check();
  await page.getByRole('button', { name: '提交配种记录' }).click();
  await expect(page.getByText('待上传 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText('待上传 1')).toBeVisible();

  // The answer is lost twice on its way back: the server has taken the record each time.
  let lost = 0;
  const docs = new Set<string>();
  await context.route('**/api/ant/breed/service/add', async (route) => {
    const answer = await route.fetch();
    docs.add(String((await answer.json()).data?.saved?.[0]?.docNo));
    if (lost < 2) {
      lost += 1;
      return route.abort();
    }
    return route.fulfill({ response: answer });
  });
  await context.setOffline(false);
  await expect(page.locator('[data-state=sent]')).toHaveCount(1);
  expect(lost).toBe(2);
  expect([...docs].join()).toMatch(/^BS/);
  expect(await total()).toBe(before + 1);
});
