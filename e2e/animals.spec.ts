// A worker's morning: tags of a roll are registered, one is found by its last digits, its life is read, and it is sold.
import { expect, test } from '@playwright/test';
import { enter, openPath, settled } from './support/shell.ts';

/** Numbers nobody wears yet, however often the journey is made in one world. */
const serial = 60_000_000 + (Math.floor(Date.now() / 1000) % 9_000_000);
const tagOf = (index: number) => `2150521${String(serial + index)}`;

test('animals are registered by segment, found by their last digits, read, and sold', async ({ page }) => {
  await enter(page, 'kzzq_worker1');
  await openPath(page, '/pri/animal/batchAdd');
  await page.getByRole('combobox', { name: '养殖主体' }).click();
  await page.getByRole('combobox', { name: '养殖主体' }).fill('包海山');
  await page.locator('.ant-select-item-option').filter({ hasText: '包海山' }).first().click();
  await page.getByRole('button', { name: '下一步' }).click();

  // Five numbers less one.
  await page.getByLabel('耳标号段').fill(`${tagOf(1)}+5\n-${tagOf(3)}`);
  await expect(page.getByText('共 4 枚')).toBeVisible();
  await page.getByRole('button', { name: '核对', exact: true }).click();
  await expect(page.getByText('通过 4')).toBeVisible();
  await page.getByRole('button', { name: '登记 4 头' }).click();
  await expect(page.getByText('已登记 4 头')).toBeVisible();
  await expect(page.getByText(/RE\d{8}-\d{4}/)).toBeVisible();

  await openPath(page, '/pri/animal/info?status=inStock');
  const search = page.getByRole('textbox', { name: '耳标号' });
  await search.fill(tagOf(2).slice(-6));
  await page.getByRole('button', { name: '查询' }).click();
  await settled(page);
  await page.getByRole('button', { name: tagOf(2) }).click();
  await expect(page.getByText('3 条记录，校验通过')).toBeVisible();
  await expect(page.getByText('佩戴耳标')).toBeVisible();

  await page.getByRole('button', { name: '销售出栏' }).click();
  await expect(page.getByText('可以办理')).toBeVisible();
  await page.getByLabel('买方').fill('沈阳客商');
  await page.getByRole('button', { name: '提交（1 头）' }).click();
  await expect(page.getByText('变动已生效')).toBeVisible();

  await openPath(page, `/pri/animal/detail?tag=${tagOf(2)}`);
  await expect(page.getByText('4 条记录，校验通过')).toBeVisible();
  await expect(page.getByText('已销售').or(page.getByText('已出售')).first()).toBeVisible();
});

test('whoever scans a tag reads what everybody may know, without a login', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/t?tag=215050200000101');
  await expect(page.getByRole('heading', { name: '215050200000101' })).toBeVisible();
  await expect(page.getByText(/条记录，校验通过/)).toBeVisible();
  await expect(page.getByText('白音那')).toHaveCount(0);
  await page.goto('/#/t?tag=215050299999999');
  await expect(page.getByText('未查询到该编码的信息')).toBeVisible();
});
