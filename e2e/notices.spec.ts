import { expect, test } from '@playwright/test';
import { arrive, openPath, settled, toast } from './support/shell.ts';

/** From the author's words to the reader's receipt, in two browsers. */

test('an author publishes, the receiver’s bell rings, the receipt shows on the board (R84, acceptance 17)', async ({
  page,
  browser,
}) => {
  const title = `旅程通知${Date.now().toString(36)}`;
  const other = await browser.newContext();
  const reader = await other.newPage();
  await arrive(reader, 'kzzq_station');
  await openPath(reader, '/pri/principal/info');
  const before = await reader.locator('button[data-push]').getAttribute('aria-label');

  await arrive(page, 'tl_admin');
  await openPath(page, '/anm/notice/edit');
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.type('请各站');
  await page.getByRole('button', { name: '加粗' }).click();
  await page.keyboard.type('立即');
  await page.getByRole('button', { name: '加粗' }).click();
  await page.keyboard.type('核对库存');
  await page.getByRole('combobox', { name: '人员' }).click();
  await page.getByRole('combobox', { name: '人员' }).fill('kzzq_station');
  await page
    .getByTitle(/席永胜 · 宝龙山镇/)
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('将送达 1 人，涉及 1 个单位')).toBeVisible();
  await page.getByRole('switch', { name: '需要回执' }).click();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '操作成功')).toBeVisible();

  // Nobody touched this browser.
  const bell = reader.locator('button[data-push]');
  await expect.poll(() => bell.getAttribute('aria-label')).not.toBe(before);
  await bell.click();
  await reader.getByRole('button', { name: new RegExp(title) }).click();
  await settled(reader);
  const article = reader.getByRole('article');
  await expect(article.getByRole('heading', { name: title })).toBeVisible();
  await expect(article.locator('strong', { hasText: '立即' })).toBeVisible();
  await article.getByRole('textbox').fill('已核对');
  await article.getByRole('button', { name: /回\s*执/ }).click();
  await expect(article.getByText(/已于 .* 回执/)).toBeVisible();
  // Off the bell at last; the inbox keeps it.
  await expect.poll(() => bell.getAttribute('aria-label')).toBe(before);

  await openPath(page, '/anm/notice/content');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('已发布');
  await row.getByRole('link', { name: '100.0%' }).first().click();
  await expect(page.getByText('全部完成')).toBeVisible();
  await other.close();
});

test('a task is given by hand, finished with a result, and leaves the list (R87)', async ({ page, browser }) => {
  const name = `旅程任务${Date.now().toString(36)}`;
  await arrive(page, 'tl_admin');
  await openPath(page, '/anm/task/manage');
  await page.getByRole('button', { name: '新建任务' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '任务名称' }).fill(name);
  const people = page.getByRole('dialog').locator('[id$="-people"]');
  await people.click();
  await people.fill('白志强');
  await page.getByTitle(/白志强 · 宝龙山镇/).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await expect(toast(page, '已派发 1 个任务')).toBeVisible();

  const other = await browser.newContext();
  const worker = await other.newPage();
  await arrive(worker, 'kzzq_worker1');
  await openPath(worker, '/anm/task/manage');
  const row = worker.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: '办结' }).click();
  await worker.getByRole('dialog').getByRole('textbox').fill('已完成');
  await worker
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(worker, '操作成功')).toBeVisible();
  await expect(row).toHaveCount(0);
  await other.close();
});
