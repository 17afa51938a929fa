// A bag of tags is reported lost: one screen names who held it and until when, and which of its numbers turned up since.
import { expect, test } from '@playwright/test';
import { arrive } from './support/shell.ts';

test('Must show 7: a lost bag on one screen', async ({ page }) => {
  await arrive(page, 'ant_pref1', '/signIn/scrap?kind=lost');
  const approved = page.getByRole('row').filter({ hasText: '已批准' }).first();
  await approved.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '追查' }).click();
  await expect(page.getByText(/报失 \d+ 枚（EX/)).toBeVisible();
  await expect(page.getByText(/报失后已上畜 \d+ 枚，被拒绝使用 \d+ 枚/)).toBeVisible();
  const hands = page.locator('.ant-card', { hasText: '经手' });
  await expect(hands.locator('.ant-timeline-item')).not.toHaveCount(0);
  // Each hand with its days.
  await expect(hands.getByText(/\d{4}-\d{2}-\d{2}/).first()).toBeVisible();
});
