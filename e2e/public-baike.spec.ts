// The encyclopedia for readers without a login: found by a word, read by its own address, in three languages.
import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 390, height: 844 } });

test('a reader without an account finds an article, passes its address on and opens it from there', async ({
  page,
}) => {
  await page.goto('/#/knowledge/baike');
  const cards = page.locator('main a[data-record]');
  await expect(cards).toHaveCount(12);
  const title = (await cards.first().getByRole('heading').textContent()) ?? '';
  await page.getByRole('searchbox', { name: '搜索文章' }).fill(title);
  await page.getByRole('searchbox', { name: '搜索文章' }).press('Enter');
  await expect(cards).toHaveCount(1);
  await cards.first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: '分享' }).click();
  const link =
    (await page
      .getByRole('dialog')
      .getByText(/#\/knowledge\/baike\?id=\d+$/)
      .textContent()) ?? '';
  await page.goto('about:blank');
  await page.goto(link.trim());
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByText('EN', { exact: true }).click();
  await expect(page.getByRole('link', { name: 'All articles' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
