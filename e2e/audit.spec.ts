import { execFileSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSessionAgain } from './support/sessions.ts';
import { settled, toast, tokenKey } from './support/shell.ts';

/** Acceptance 20: can the records be trusted, and is it seen when they cannot? */

const tamper = (...words: string[]) =>
  execFileSync('node', ['demo/tamper.ts', ...words], { encoding: 'utf8' }).split('\n')[0] ?? '';

test.beforeAll(() => void tamper('--undo'));
test.afterAll(() => void tamper('--undo'));

/** Past the doors, which have journeys of their own. */
async function enterAsAuditor(page: Page): Promise<void> {
  const token = await openSessionAgain(page.request, account('tl_audit'));
  await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [tokenKey, token] as const);
}

test('a check runs green; one row changed in the database turns its day red and is named', async ({ page }) => {
  await enterAsAuditor(page);
  await page.goto('/#/system/auditIntegrity');
  await settled(page);
  const start = page.getByRole('button', { name: '开始校验' });
  await start.click();
  await expect(toast(page, '全部完整')).toBeVisible();
  await expect(page.locator('[data-state="broken"]')).toHaveCount(0);

  const { rowId, sealId, day } = JSON.parse(tamper()) as { rowId: number; sealId: number; day: string };
  await expect(page.locator(`[data-day="${day}"]`)).toHaveAttribute('data-state', 'ok');
  await start.click();
  await expect(toast(page, '发现 1 处异常')).toBeVisible();
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
