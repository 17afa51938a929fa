// A label in a buyer's hand: what it tells, and the proof the phone computes by itself, without a network and with a wrong clock.
import { expect, type Page, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';

test.use({ viewport: { width: 390, height: 844 } });

const verdict = (page: Page) => page.locator('[data-proof]');

test('a pack’s code shows where it comes from; its proof is computed again offline, and a changed record is named', async ({
  page,
  context,
}) => {
  const token = (await openSession(page.request, account('trace_pref1'))) ?? '';
  const codes = await page.request.get('/api/trace/code/list?status=active', { headers: { authorization: token } });
  const [label] = (await codes.json()).data as { code: string; targetName: string }[];
  // A phone whose clock stands years ahead: only what was signed counts.
  await page.clock.setFixedTime(new Date('2031-01-01T00:00:00Z'));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', (one) => {
    bytes += one.encodedDataLength;
  });
  await page.goto(`/t?c=${label?.code}`);
  await expect(verdict(page)).toHaveAttribute('data-proof', 'ok');
  // All of it, with the answer and its proof: a lot has no pictures.
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(80_000);
  await expect(page.getByText('来源', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await context.setOffline(true);
  await page.getByText('如何核验').click();
  await page.getByRole('button', { name: '重新核验' }).click();
  await expect(verdict(page)).toHaveAttribute('data-proof', 'ok');
  await expect(page.getByText('存证签名有效')).toBeVisible();
  await context.setOffline(false);

  // One letter of the second record on its way here.
  await page.route('**/api/public/trace/code?*', async (route) => {
    const answer = await route.fetch();
    const told = await answer.json();
    told.data.proof.events[1].pub.value.month = '1999-01';
    await route.fulfill({ response: answer, json: told });
  });
  await page.reload();
  await expect(verdict(page)).toHaveAttribute('data-proof', 'broken');
  await expect(page.getByText('第 2 条记录与存证不符')).toBeVisible();
});

test('an animal of the pack opens with its own life and proof, in English', async ({ page }) => {
  const token = (await openSession(page.request, account('trace_pref1'))) ?? '';
  const codes = await page.request.get('/api/trace/code/list?status=active', { headers: { authorization: token } });
  const [label] = (await codes.json()).data as { code: string }[];
  await page.goto(`/t?c=${label?.code}`);
  await page
    .getByText(/^\d{15}$/)
    .first()
    .click();
  await expect(verdict(page)).toHaveAttribute('data-proof', 'ok');
  await page.getByText('EN', { exact: true }).click();
  await expect(page.getByText(/each chained to the one before/)).toBeVisible();
});
