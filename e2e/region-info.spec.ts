// Regions: found by initials in the tree, listed below the one chosen, and abolished only in favour of a successor (platform R113).
import { expect, test } from '@playwright/test';
import { arrive, openPath } from './support/shell.ts';

test('the operator finds a banner by its initials and looks at a village that was abolished', async ({ page }) => {
  await arrive(page, 'op_admin');
  await openPath(page, '/system/regionInfo');
  const tree = page.getByRole('navigation', { name: '区划树' });
  await expect(tree.getByText('内蒙古自治区')).toBeVisible();
  await page.getByRole('searchbox', { name: '名称、首字母或代码' }).fill('kzzq');
  await tree.getByText('科尔沁左翼中旗', { exact: true }).click();
  const table = page.getByRole('table', { name: '区域' });
  await expect(table.getByRole('button', { name: '保康镇' })).toBeVisible();
  await page.goto('/#/system/regionInfo?status=abolished');
  await page.reload();
  const gone = page.locator('[data-row-key]').first();
  await expect(gone.getByText('已撤销')).toBeVisible();
  await gone.getByRole('button', { name: '详情' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('接续区域')).toBeVisible();
  await expect(drawer.getByText('2026-04-01')).toBeVisible();
});
