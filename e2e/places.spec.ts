import { expect, test } from '@playwright/test';
import { arrive, settled } from './support/shell.ts';

test('the map shows what the list shows, and its legend filters both', async ({ page }) => {
  await arrive(page, 'kzzq_mgr');
  await page.goto('/#/pri/principal/info');
  await settled(page);
  await page.getByRole('button', { name: '地图' }).click();
  const map = page.locator('[data-map=ready]');
  await expect(map).toBeVisible({ timeout: 30_000 });
  const total = async () => Number(/共 ([\d,]+) 个/.exec((await map.textContent()) ?? '')?.[1]?.replace(',', ''));
  const listed = page.getByText(/^共 [\d,]+ 条/).filter({ visible: true });
  await expect(listed).toHaveText(`共 ${await total()} 条`);
  // The legend is a filter of the list, and the map follows the list.
  await map.getByRole('button', { name: /养殖场/ }).click();
  await expect.poll(async () => (await listed.textContent()) === `共 ${await total()} 条`).toBe(true);
  await expect(page).toHaveURL(/principalUnitType=farm/);
  await page.locator('canvas').focus();
  for (const key of ['+', 'ArrowLeft', '-', '0']) await page.keyboard.press(key);
  await expect(map).toBeVisible();
});

test('the palette finds an animal by the last digits of its tag, and a unit by pinyin', async ({ page }) => {
  await arrive(page, 'tl_region');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: '快速前往' });
  await field.fill('000101');
  const animal = page.getByRole('option').filter({ hasText: '畜只' }).first();
  await expect(animal).toContainText('000101');
  await field.fill('baohaishan');
  await expect(page.getByRole('option').filter({ hasText: '主体' }).first()).toContainText('包海山');
  await field.fill('0001');
  await page.getByRole('option').filter({ hasText: '畜只' }).first().click();
  await expect(page).toHaveURL(/\/pri\/animal\/detail\?id=\d+/);
});
