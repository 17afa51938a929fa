import { execFileSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { account, codeOf } from './support/accounts.ts';
import { settled, toast, tokenKey } from './support/shell.ts';

/** Acceptance 20: can the records be trusted, and is it seen when they cannot? */

const tamper = (...words: string[]) =>
  execFileSync('node', ['demo/tamper.ts', ...words], { encoding: 'utf8' }).split('\n')[0] ?? '';

test.beforeAll(() => void tamper('--undo'));
test.afterAll(() => void tamper('--undo'));

/** Past the doors, which have journeys of their own; a one-time code is good once, so the next one may have to be waited for. */
async function enterAsAuditor(page: Page): Promise<void> {
  const { username, password, mfaSecret = '' } = account('tl_audit');
  let token: string | undefined;
  await expect(async () => {
    const login = await page.request.post('/api/sys/auth/login', { data: { username, password, portalId: 'tongl' } });
    const { data } = await login.json();
    const step = await page.request.post('/api/sys/auth/mfa', {
      data: { stepTicket: data.stepTicket, code: codeOf(mfaSecret) },
    });
    token = (await step.json()).data?.token;
    expect(token).toBeTruthy();
  }).toPass({ intervals: [10_000], timeout: 60_000 });
  await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [tokenKey, token ?? ''] as const);
}

test('a check runs green; one row changed in the database turns its day red and is named', async ({ page }) => {
  test.setTimeout(180_000);
  await enterAsAuditor(page);
  await page.goto('/#/system/auditIntegrity');
  await settled(page);
  const start = page.getByRole('button', { name: '开始校验' });
  await start.click();
  await expect(toast(page, '全部完整')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-state="broken"]')).toHaveCount(0);

  const { rowId, sealId, day } = JSON.parse(tamper()) as { rowId: number; sealId: number; day: string };
  await expect(page.locator(`[data-day="${day}"]`)).toHaveAttribute('data-state', 'ok');
  await start.click();
  await expect(toast(page, '发现 1 处异常')).toBeVisible({ timeout: 60_000 });
  const cell = page.locator(`[data-day="${day}"]`);
  await expect(cell).toHaveAttribute('data-state', 'broken');
  // In words, not by colour alone.
  await expect(cell).toContainText('异常');
  await cell.click();
  const found = page.getByRole('row').filter({ hasText: '被修改' }).first();
  await expect(found).toContainText(String(sealId));
  await expect(found).toContainText('操作日志');

  // The row opens in its log, with what was changed and the seal that covers it.
  await found.getByRole('link', { name: String(rowId) }).click();
  await expect(page.getByText('行校验值')).toBeVisible();
  await expect(page.getByText(`第 ${sealId} 号封存`)).toBeVisible();
});
