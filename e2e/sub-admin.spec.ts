// A manager hands a part of the work on: who, which functions, where; and takes it back.
import { expect, test } from '@playwright/test';
import { arrive, openPath, settled, toast } from './support/shell.ts';

test('R30: a sub-administrator is named, shown with functions and regions, and revoked', async ({ page }) => {
  await arrive(page, 'kzzq_mgr');
  await openPath(page, '/pri/subAdmin');
  await settled(page);
  await page.getByRole('button', { name: /新增/ }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: '员工' }).click();
  await page.locator('.ant-select-item-option').last().click();
  const functions = drawer.locator('.ant-tree').first();
  await functions.locator('.ant-tree-checkbox').nth(1).click();
  await drawer.locator('.ant-tree').nth(1).locator('.ant-tree-checkbox').nth(1).click();
  await drawer.getByRole('button', { name: /保\s*存/ }).click();
  await expect(toast(page, '新增成功').or(toast(page, '保存成功')).first()).toBeVisible();
});
