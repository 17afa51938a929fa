import { expect, type Page, test } from '@playwright/test';
import { arrive, dialog, openPath, stored, tabs, toast } from './support/shell.ts';

const theme = async (page: Page) => JSON.parse((await stored(page, 'local', 'theme')) ?? 'null') as object | null;

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: '主题设置' }).click();
  await expect(page.getByText('整体风格')).toBeVisible();
}

const fill = (page: Page) =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--ml-fill').toUpperCase());

test('R74, acceptance 14: theme settings are saved locally under the key theme and survive a reload', async ({
  page,
}) => {
  await arrive(page, 'tl_region');
  expect(await theme(page)).toBeNull();
  await openDrawer(page);
  await page.getByRole('button', { name: '草原绿' }).click();
  await expect(toast(page, '正在加载主题')).toBeVisible();
  await expect.poll(() => fill(page)).toBe('#2F9E58');
  await page.getByRole('button', { name: '混合菜单' }).click();
  await expect.poll(() => theme(page)).toEqual({ color: '#2F9E58', layoutStyle: 'mix' });
  await page.reload();
  await expect(tabs(page)).toHaveText(['单位概况']);
  expect(await fill(page)).toBe('#2F9E58');
});

test('R74, R75: reset restores defaults and removes the saved settings', async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('set')) localStorage.setItem('theme', '{"color":"#1F6FEB","darkMode":true}');
    sessionStorage.setItem('set', '1');
  });
  await arrive(page, 'tl_region');
  expect(await fill(page)).toBe('#1F6FEB');
  await openDrawer(page);
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await expect.poll(() => theme(page)).toBeNull();
  await expect.poll(() => fill(page)).toBe('#FF8933');
});

test('R76: while fixed body is on, the fixed-header and fixed-sidebar switches are disabled', async ({ page }) => {
  await arrive(page, 'tl_region');
  await openDrawer(page);
  await expect(page.getByRole('switch', { name: '固定顶栏' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: '固定侧栏' })).toBeDisabled();
  await page.getByRole('switch', { name: '固定主体' }).click();
  await expect(page.getByRole('switch', { name: '固定顶栏' })).toBeEnabled();
  await expect(page.getByRole('switch', { name: '固定侧栏' })).toBeEnabled();
});

test('R79: every layout, header and tab style is drawn with its pages', async ({ page }) => {
  for (const settings of [
    { layoutStyle: 'top', headStyle: 'dark', tabStyle: 'card' },
    { layoutStyle: 'mix', headStyle: 'primary', tabStyle: 'dot', sideStyle: 'light' },
    { sideMenuStyle: 'mix', darkMode: true, colorfulIcon: true },
    { fixedBody: false, fixedHeader: true, showFooter: true, bodyFull: true, weakMode: true },
  ]) {
    await page.goto('/');
    await page.evaluate((stored) => {
      sessionStorage.clear();
      localStorage.setItem('theme', stored);
    }, JSON.stringify(settings));
    await page.goto('about:blank');
    await arrive(page, 'tl_region');
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
    await openPath(page, '/user/profile');
    await expect(page.getByText('管辖区域')).toBeVisible();
  }
});

test('R60: root font size is width/10 with a 16 px minimum, width capped at 1920', async ({ page }) => {
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/#/tonglLogin');
  expect(await size()).toBe('136.6px');
  await page.setViewportSize({ width: 2560, height: 1080 });
  await expect.poll(size).toBe('192px');
});

test('R80: in English every text of shell, menus and messages is English, without a reload', async ({ page }) => {
  await arrive(page, 'tl_region');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('tablist', { name: 'Page tabs' })).toContainText('My unit');
  expect(await stored(page, 'local', 'i18n-lang')).toBe('en');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(dialog(page, 'Are you sure you want to log out?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const words = await page.locator('header, nav, [role=tablist]').allInnerTexts();
  const name = (await page.getByRole('button', { name: 'User menu' }).textContent()) ?? '';
  // The tenant's own title and the user's name are data, not texts.
  const data = new RegExp(['通辽市畜牧业综合服务平台', '畜牧产业链服务平台', name, ...name].join('|'), 'g');
  expect(words.join('').replace(data, '')).not.toMatch(/\p{Script=Han}/u);
});
