// A surveyor looks at a dead cow where there is no network: what was written down arrives once, however often it is sent.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive } from './support/shell.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

/** A picture no other test has taken: a proof is used once. */
function picture(name: string) {
  const size = 32;
  const rows = Buffer.concat(Array.from({ length: size }, () => Buffer.concat([Buffer.of(0), randomBytes(size * 3)])));
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'ascii'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const buffer = Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name: `${name}.png`, mimeType: 'image/png', buffer };
}

interface Sheet {
  readonly docNo: string;
  readonly offer: string | null;
  readonly status: string;
  readonly angles: readonly string[];
  readonly animals: readonly { readonly earTag: string }[];
}
async function asked<T>(api: APIRequestContext, address: string, token: string): Promise<T> {
  const answer = await (await api.get(address, { headers: { authorization: token } })).json();
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as T;
}

test('Must show 10: a survey of a dead cow written down without a network and sent three times stands once', async ({
  page,
  context,
}) => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const token = (await openSession(api, account('ins_sv1'))) ?? '';
  const open = await asked<readonly { id: number }[]>(
    api,
    '/api/insuranceMgt/claim/list?pageSize=100&status=dispatched',
    token,
  );
  let found: { readonly id: number; readonly sheet: Sheet } | undefined;
  for (const { id } of open) {
    const sheet = await asked<Sheet>(api, `/api/insuranceMgt/survey/sheet?claimId=${id}`, token);
    if (sheet.offer === 'accepted' && sheet.animals.length === 1) found ??= { id, sheet };
  }
  expect(found, 'a claim of one animal that this surveyor has accepted').toBeDefined();
  const { id, sheet } = found as NonNullable<typeof found>;
  const surveys = async () =>
    (await asked<readonly unknown[]>(api, `/api/insuranceMgt/survey/list?claimId=${id}`, token)).length;
  expect(await surveys()).toBe(0);

  await arrive(page, 'ins_sv1');
  await page.goto(`/#/insuranceMgt/surveyForm?claimId=${id}`);
  await expect(page.getByText(sheet.animals[0]?.earTag ?? '').first()).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('当前离线')).toHaveCount(1);
  await page.getByText('见死亡畜', { exact: true }).click();
  for (const angle of sheet.angles) {
    const frame = page.locator('.ml-frame[data-next=true]');
    await frame.locator('input[type=file]').setInputFiles(picture(angle));
    await expect(page.locator('.ml-frame img')).toHaveCount(sheet.angles.indexOf(angle) + 1);
  }
  // The head count on the spot, and how many of them are insured.
  const numbers = page.locator('.ant-input-number-input');
  await numbers.nth((await numbers.count()) - 2).fill('8');
  await numbers.last().fill('8');
  await page.getByRole('textbox', { name: '查勘意见' }).fill('耳标与承保信息一致,难产死亡。');
  const pad = page.locator('canvas[aria-label=农户签字]');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('nowhere to sign');
  await page.mouse.move(box.x + 30, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 80, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByText('已签字')).toBeVisible();
  await page.getByRole('button', { name: '提交查勘' }).click();
  await expect(page.getByText('待上传 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText('待上传 1')).toBeVisible();

  // The answer is lost twice on its way back: the server has taken the survey each time.
  let lost = 0;
  const told = new Set<number>();
  await context.route('**/api/insuranceMgt/survey/submit', async (route) => {
    const answer = await route.fetch();
    told.add(Number((await answer.json()).data?.surveyId));
    if (lost < 2) {
      lost += 1;
      return route.abort();
    }
    return route.fulfill({ response: answer });
  });
  await context.setOffline(false);
  await expect(page.locator('[data-state=sent]')).toHaveCount(1, { timeout: 60_000 });
  expect(lost).toBe(2);
  expect(told.size).toBe(1);
  expect(await surveys()).toBe(1);
  const [claim] = await asked<readonly { status: string }[]>(
    api,
    `/api/insuranceMgt/claim/list?docNo=${sheet.docNo}`,
    token,
  );
  expect(claim?.status).toBe('surveyed');
});
