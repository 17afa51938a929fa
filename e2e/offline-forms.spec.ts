// Whoever opened a form of the field with a network finds it again without one, after a reload and with its choices.
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive, openPath } from './support/shell.ts';

// What is there without a network is kept by the service worker.
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

async function first<T>(api: APIRequestContext, address: string, token: string): Promise<T> {
  const answer = await (await api.get(address, { headers: { authorization: token } })).json();
  expect(answer.code, answer.msg).toBe(200);
  expect(answer.data.length, address).toBeGreaterThan(0);
  return answer.data[0] as T;
}

test('a treatment, a weighing and an unloading open again without a network', async ({ page, context }) => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const token = (await openSession(api, account('farm1'))) ?? '';
  const weighing = await first<{ id: number; docNo: string; principalId: number; principalIdName: string }>(
    api,
    '/api/anm/device/weighing/list?pageSize=1',
    token,
  );
  const road = await first<{ id: number }>(api, '/api/trace/movement/list?pageSize=1', token);
  const forms = [
    `/cure/treatment/add?principalId=${weighing.principalId}`,
    `/anm/device/weighing/session?id=${weighing.id}`,
    `/traceability/livestockRegistration/movement?arrive=${road.id}`,
  ];
  // A page of another tab is still there, and hidden.
  const seen = (what: string) => page.locator(what).filter({ visible: true });
  const sees = [
    async () => {
      // The words of a reference and of a dictionary, and the herd.
      for (const word of [weighing.principalIdName, '疾病'])
        await expect(seen('.ant-select').filter({ hasText: word }).first()).toBeVisible();
      await expect(seen('.ant-table-row').first()).toBeVisible();
    },
    () => expect(page.getByText(weighing.docNo).filter({ visible: true }).first()).toBeVisible(),
    () => expect(page.getByRole('dialog').locator('.ant-table-row').first()).toBeVisible(),
  ];
  await arrive(page, 'farm1');
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  for (const [at, path] of forms.entries()) {
    await openPath(page, path);
    await sees[at]?.();
  }
  await context.setOffline(true);
  for (const [at, path] of forms.entries()) {
    await page.goto(`/#${path}`);
    await page.reload();
    await sees[at]?.();
  }
});
