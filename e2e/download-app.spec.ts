// The page a printed code leads to: nobody is logged in, three languages, and nothing promised that is not released (platform acceptance 22, R47, R116).
import { expect, test } from '@playwright/test';

test('a scanned code offers the released version, its package and its code', async ({ page, request }) => {
  // Printed addresses carry no hash.
  await page.goto('/iframe/downloadApp?app=worker');
  await expect(page.getByRole('heading', { name: '防疫员端' })).toBeVisible();
  await expect(page.getByText('版本 1.4.2')).toBeVisible();
  await expect(page.locator('.ant-qrcode svg')).toBeVisible();
  const link = page.getByRole('link', { name: '立即下载' });
  const address = (await link.getAttribute('href')) ?? '';
  const fetched = await request.get(address);
  expect(fetched.status()).toBe(200);
  expect(fetched.headers()['content-type']).toContain('android.package');
  await page.getByText('EN', { exact: true }).click();
  await expect(page.getByText('Version 1.4.2')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
});

test('what is not released is not offered', async ({ page }) => {
  await page.goto('/#/iframe/downloadApp?app=insurer');
  await expect(page.getByText('暂未发布')).toBeVisible();
  await expect(page.getByRole('link', { name: '立即下载' })).toHaveCount(0);
});

test('inside WeChat the visitor is told to open a browser', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50' });
  const page = await context.newPage();
  await page.goto('/#/iframe/downloadApp?app=worker');
  await expect(page.getByText('在浏览器打开')).toBeVisible();
  await expect(page.getByRole('link', { name: '立即下载' })).toHaveCount(0);
  await context.close();
});
