// A supervisor counts a pledged herd where there is no network: the sheet stands once however often it is sent, and a head that was not seen is explained.
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive } from './support/shell.ts';

interface Site {
  readonly id: number;
  readonly book: number;
  readonly status: string;
  readonly location: { longitude: number; latitude: number };
}
interface Sheet {
  readonly id: number;
  readonly site: string;
  readonly sample: readonly string[];
  readonly book: readonly { animalId: number; earTag: string; inSample: boolean }[];
}

const api = (): Promise<APIRequestContext> => request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
async function asked<T>(context: APIRequestContext, address: string, token: string): Promise<T> {
  const answer = await (await context.get(address, { headers: { authorization: token } })).json();
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as T;
}

// What is there without a network is kept by the service worker.
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, permissions: ['geolocation'] });

test('R36: a herd counted without a network, sent three times, stands once; one head is explained', async ({
  page,
  context,
}) => {
  const calls = await api();
  const supervisor = (await openSession(calls, account('sup_pt1'))) ?? '';
  const sites = await asked<Site[]>(calls, '/api/bank/site/list?status=inUse&pageSize=100', supervisor);
  const site = sites.filter((one) => one.book >= 6).toSorted((a, b) => a.book - b.book)[0];
  expect(site, 'a site with a herd').toBeDefined();
  if (!site) return;
  await context.setGeolocation({ ...site.location, accuracy: 10 });
  const started = await (
    await calls.post('/api/bank/count/start', {
      headers: { authorization: supervisor, 'idempotency-key': crypto.randomUUID() },
      data: { siteId: site.id },
    })
  ).json();
  expect(started.code, started.msg).toBe(200);
  const sheet = started.data as Sheet;
  const lost = sheet.book.find((one) => !one.inSample);
  const seen = sheet.book.filter((one) => one !== lost);

  await arrive(page, 'sup_pt1');
  await page.goto(`/#/bank/stocktake/count?countId=${sheet.id}`);
  await expect(page.getByText(sheet.site)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('当前离线')).toBeVisible();

  const scan = page.getByRole('textbox', { name: '扫描或输入耳标' });
  for (const { earTag } of seen) {
    await scan.fill(earTag);
    await scan.press('Enter');
    await expect(page.locator('[data-heard=found]')).toContainText(earTag.slice(-6));
  }
  // Read again it is green no more, and nobody in the book is amber.
  await scan.fill(seen[0]?.earTag ?? '');
  await scan.press('Enter');
  await expect(page.locator('[data-heard=again]')).toBeVisible();
  await scan.fill('150521999999999');
  await scan.press('Enter');
  await expect(page.locator('[data-heard=other]')).toBeVisible();
  await scan.fill('12345');
  await scan.press('Enter');
  await expect(page.locator('[data-heard=unknown]')).toBeVisible();

  // The drawn ones are photographed; each picture is another one.
  for (let n = 0; n < sheet.sample.length; n += 1) {
    const drawn = page.locator('[data-sample]').first();
    const tag = await drawn.getAttribute('data-sample');
    await drawn
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: `${tag}.png`,
        mimeType: 'image/png',
        buffer: await page
          .evaluate(
            async (seed) => {
              const canvas = document.createElement('canvas');
              canvas.width = canvas.height = 64;
              const pen = canvas.getContext('2d');
              for (let at = 0; pen && at < 64; at += 1) {
                pen.fillStyle = `hsl(${(seed * 47 + at * 11) % 360} 80% ${(seed * 13 + at * 7) % 100}%)`;
                pen.fillRect((at % 8) * 8, Math.floor(at / 8) * 8, 8, 8);
              }
              const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
              return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
            },
            n + 1 + (Date.now() % 1000),
          )
          .then((bytes) => Buffer.from(bytes)),
      });
    await expect(page.locator(`[data-sample="${tag}"]`)).toHaveCount(0);
  }
  await page
    .locator(`[data-unseen="${lost?.earTag}"]`)
    .getByRole('button', { name: /说\s*明/ })
    .click();
  await page.getByRole('radio', { name: '无说明' }).click();
  await page.getByRole('button', { name: '保存说明' }).click();
  await expect(page.locator('[data-unseen]')).toHaveCount(0);

  // The telephone is switched off and on again: what was read is still there.
  await page.waitForTimeout(1_200);
  await page.reload();
  await expect(page.getByText(`${seen.length + 2} 条未提交`).first()).toBeVisible();
  await page.getByRole('button', { name: '完成并提交' }).click();
  await expect(page.getByText('待上传 1')).toBeVisible();

  // The answer is lost twice on its way back: the server has taken the sheet each time.
  let lostAnswers = 0;
  await context.route('**/api/bank/count/scan', async (route) => {
    const answer = await route.fetch();
    if (lostAnswers < 2) {
      lostAnswers += 1;
      return route.abort();
    }
    return route.fulfill({ response: answer });
  });
  await context.setOffline(false);
  await expect(page.locator('[data-state=sent]')).toHaveCount(1, { timeout: 60_000 });
  expect(lostAnswers).toBe(2);
  const row = await asked<{ status: string; found: number; missing: number; extra: number; bookHeads: number }>(
    calls,
    `/api/bank/count/${sheet.id}`,
    supervisor,
  );
  expect(row).toMatchObject({
    status: 'counted',
    bookHeads: sheet.book.length,
    found: seen.length,
    missing: 1,
    extra: 1,
  });
});
