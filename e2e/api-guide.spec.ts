import { expect, test } from '@playwright/test';
import { arrive, openPath } from './support/shell.ts';

test('an administrator finds a call and reads what it takes and answers; others are refused', async ({ page }) => {
  await arrive(page, 'tl_admin');
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '接口文档' }).click();
  await page.getByRole('searchbox', { name: '按路径、权限或模块查找' }).fill('pri/principal/info/add');
  const calls = page.getByRole('navigation', { name: '接口文档' }).getByRole('button');
  await expect(calls).toHaveCount(1);
  await calls.click();
  const guide = page.getByRole('article');
  await expect(guide.getByText('pri:principal:add')).toBeVisible();
  await expect(guide.getByRole('row', { name: /^principalUnitName string 是/ })).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 OpenAPI 文件' }).click();
  expect((await file).suggestedFilename()).toBe('mulian-openapi.json');
});

test('the guide is refused to those who may not fetch the description', async ({ page }) => {
  await arrive(page, 'kzzq_worker1');
  await openPath(page, '/user/api');
  await expect(page.getByText('抱歉，您没有访问该页面的权限')).toBeVisible();
});
