import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { watchCalls } from './support/calls.ts';
import { arrive, openPath, settled } from './support/shell.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds serious or critical on the page as it stands. */
async function faults(page: Page): Promise<string[]> {
  // Colours in the middle of a fade are nobody's colours.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

// The check is brought in by the test, which the product's own policy would refuse.
test.use({ bypassCSP: true });

for (const mode of ['light', 'dark', 'weak'] as const) {
  test.describe(`R81: every text has contrast 4.5:1 and everything has a name, ${mode}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(
        (settings) => localStorage.setItem('theme', settings),
        {
          light: '{}',
          dark: '{"darkMode":true}',
          weak: '{"weakMode":true}',
        }[mode],
      );
    });

    test('login pages', async ({ page }) => {
      for (const path of ['/tonglLogin', '/nav', '/t']) {
        await page.goto(`/#${path}`);
        await page.waitForLoadState('networkidle');
        expect.soft(await faults(page), path).toEqual([]);
      }
    });

    test('the shell with its pages, bell and theme drawer', async ({ page }) => {
      const drawn = watchCalls(page);
      await arrive(page, 'tl_region');
      await drawn();
      expect.soft(await faults(page), 'list').toEqual([]);
      for (const path of ['/user/profile', '/system/dictType', '/no/such/page', '/pri/animal/entry', '/pri/grid']) {
        await openPath(page, path);
        await drawn();
        expect.soft(await faults(page), path).toEqual([]);
      }
      await page.getByRole('button', { name: '通知与待办' }).click();
      await expect(page.getByRole('tab', { name: /^待办/ })).toBeVisible();
      expect.soft(await faults(page), 'bell').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '主题设置' }).click();
      await expect(page.getByText('整体风格')).toBeVisible();
      expect.soft(await faults(page), 'theme drawer').toEqual([]);
    });
  });
}

test('R81: a form drawer with a fault in it and a detail drawer', async ({ page }) => {
  await arrive(page, 'tl_admin');
  await openPath(page, '/system/postInfo');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
  expect.soft(await faults(page), 'form drawer').toEqual([]);
  await openPath(page, '/system/dictType');
  await page.getByRole('button', { name: '详情' }).first().click();
  await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible();
  expect.soft(await faults(page), 'detail drawer').toEqual([]);
});

test('choices open in sight for whoever asked their machine for stillness', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await arrive(page, 'kzzq_station');
  await page.goto('/#/pri/grid');
  await settled(page);
  await page.getByRole('combobox', { name: '岗位' }).click();
  await expect(page.getByTitle('防疫员').last()).toBeInViewport();
});
