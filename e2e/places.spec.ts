import { expect, test } from '@playwright/test';
import { arrive, settled } from './support/shell.ts';

test('the map shows what the list shows, and its legend filters both', async ({ page }) => {
  await arrive(page, 'kzzq_mgr');
  await page.goto('/#/pri/principal/info');
  await settled(page);
  await page.getByRole('button', { name: '地图' }).click();
  const map = page.locator('[data-map=ready]');
  await expect(map).toBeVisible();
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

test('the map of animals shows the heads of the list; two fingers bring it nearer', async ({ page }) => {
  await arrive(page, 'kzzq_mgr');
  const zooms: number[] = [];
  page.on('request', (one) => {
    const zoom = new URL(one.url()).searchParams.get('zoom');
    if (one.url().includes('/pri/animal/info/map') && zoom) zooms.push(Number(zoom));
  });
  await page.goto('/#/pri/animal/info?status=inStock&map=1');
  await settled(page);
  const map = page.locator('[data-map=ready]');
  await expect(map).toBeVisible();
  const total = /共 ([\d,]+) 头/.exec((await map.textContent()) ?? '')?.[1]?.replace(',', '');
  await expect(page.getByText(/^共 [\d,]+ 条/).filter({ visible: true })).toHaveText(`共 ${total} 条`);

  const box = await map.locator('canvas').boundingBox();
  if (!box) throw new Error('the map is not in sight');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const first = zooms.at(-1) as number;
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ],
    });
  await touch('touchStart', 20);
  for (const apart of [30, 50, 80]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  // Four times as far apart is two steps nearer.
  await expect.poll(() => (zooms.at(-1) as number) - first).toBeCloseTo(2, 1);
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
