// The big screens as a wall shows them: whole, still, alive, and every step down leads back up.
import { expect, type Page, test } from '@playwright/test';
import { screenPaths } from '#modules/prevention/contract/screens/screen.ts';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { tokenKey } from './support/shell.ts';

test.describe.configure({ mode: 'parallel' });

const walls = Object.values(screenPaths);

const tokens = new Map<string, string>();

/** A wall of one user, as large as asked. */
async function wall(page: Page, username: string, path: string, size = { width: 1920, height: 1080 }): Promise<void> {
  await page.setViewportSize(size);
  const token = tokens.get(username) ?? (await openSession(page.request, account(username))) ?? '';
  tokens.set(username, token);
  await page.addInitScript(([name, value]) => sessionStorage.setItem(name, value), [tokenKey, token] as const);
  await page.goto(`/#${path}`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
}

interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly isEmpty: boolean;
}

/** Panels in pixels of the canvas, whatever the window. */
const panels = (page: Page): Promise<Box[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-panel]')].map((one) => ({
      id: one.dataset.panel ?? '',
      x: one.offsetLeft,
      y: one.offsetTop,
      // As it is laid out: the ground screen begins with a flight.
      w: one.offsetWidth,
      h: one.offsetHeight,
      isEmpty: one.dataset.empty !== undefined,
    })),
  );

const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

for (const path of walls)
  test(`acceptance 1: ${path} stands whole, without scroll bars, overlaps or empty panels, and is the same picture at every size`, async ({
    page,
  }) => {
    await wall(page, 'tl_leader', path);
    const empty = async () => (await panels(page)).filter((one) => one.isEmpty).map((one) => one.id);
    await expect.poll(empty).toEqual([]);
    const first = await panels(page);
    expect(first.length).toBeGreaterThan(3);
    // On the ground screen the map lies below everything else.
    const beside = first.filter((one) => !(path.endsWith('indexNew') && one.id === 'M'));
    for (const [at, one] of beside.entries()) {
      expect(one.x >= 0 && one.y >= 88 && one.x + one.w <= 1920 && one.y + one.h <= 1080, one.id).toBe(true);
      for (const other of beside.slice(at + 1)) expect(overlap(one, other), `${one.id} over ${other.id}`).toBe(false);
    }
    for (const size of [
      { width: 1366, height: 768 },
      { width: 3840, height: 2160 },
      { width: 5760, height: 1080 },
    ]) {
      await page.setViewportSize(size);
      const scrolls = () =>
        page.evaluate(() => {
          const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
          return scrollWidth > clientWidth || scrollHeight > clientHeight;
        });
      await expect.poll(scrolls).toBe(false);
      const scale = Math.min(size.width / 1920, size.height / 1080);
      await expect
        .poll(async () => Math.round((await page.getByTestId('canvas').boundingBox())?.width ?? 0))
        .toBe(Math.round(1920 * scale));
      const place = ({ id, x, y, w, h }: Box) => ({ id, x, y, w, h });
      expect((await panels(page)).map(place)).toEqual(first.map(place));
    }
  });

test('acceptance 3: from the prefecture to the households of a village and back by path and key', async ({ page }) => {
  await wall(page, 'tl_leader', '/ant/screen/index');
  const path = page.getByTestId('path');
  for (const [code, name] of [
    [150521000000, '科尔沁左翼中旗'],
    [150521101000, '宝龙山镇'],
    [150521101200, '前玛尼吐嘎查'],
  ] as const) {
    await page.locator(`[data-place="${code}"]`).click({ force: true });
    await expect(path).toContainText(name);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  }
  const sheet = page.getByTestId('holders');
  await expect(sheet.locator('tbody tr').first()).toBeVisible();
  await expect(sheet.locator('tbody tr td').first()).toContainText('*');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('宝龙山镇');
  await path.getByRole('button', { name: '通辽市' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('通辽市');
});

test('acceptance 4: a county is the root of its own wall', async ({ page }) => {
  await wall(page, 'ant_cty1', '/ant/screen/index');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('科尔沁左翼中旗');
  await expect(page.getByTestId('path')).not.toContainText('通辽市');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('科尔沁左翼中旗');
});

test('acceptance 6: without the stream the lamp says so and figures go on by asking; with it again it is live', async ({
  page,
}) => {
  await wall(page, 'tl_leader', '/ant/screen/index');
  const lamp = page.getByTestId('lamp');
  await expect(lamp).toHaveAttribute('data-state', 'live');
  await page.route('**/api/sys/push/stream*', (route) => route.abort());
  await page.reload();
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await expect(lamp).toHaveAttribute('data-state', 'polling');
  await page.unroute('**/api/sys/push/stream*');
  await expect(lamp).toHaveAttribute('data-state', 'live');
});

test('keys turn to the next screen one may open, and a figure leads to its list', async ({ page, context }) => {
  await wall(page, 'tl_leader', '/ant/screen/index');
  const opened = context.waitForEvent('page');
  await page.locator('[data-drill]').first().click();
  await expect(await opened).toHaveURL(/#\/ant\/preventionMange\//);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#\/ant\/screen\/index15/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('防疫密度与进度');
  // The heading is drawn a moment before the keys are listened to.
  await expect(async () => {
    if (page.url().includes('index15')) await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/#\/ant\/screen\/index(\?|$)/, { timeout: 2_000 });
  }).toPass();
});

test('a figure that stands in a tile or a row opens its rows', async ({ page }) => {
  // Computed on the wall itself, from figures that open theirs.
  const alone = ['risk', 'work.median', 'stock.baseShare'];
  for (const path of walls) {
    // Otherwise the figures of the screen before would count as this one's.
    await page.goto('about:blank');
    await wall(page, 'tl_leader', path);
    const closed = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-figure]')]
        .filter((one) => !one.closest('[data-drill]') && !one.querySelector('[data-drill]'))
        .map((one) => one.dataset.figure ?? ''),
    );
    expect(
      closed.filter((one) => one !== '' && !alone.includes(one)),
      path,
    ).toEqual([]);
  }
});

test('acceptance 5: with the sheep alone the overview is their panel in the whole column', async ({ page }) => {
  await page.route('**/api/ant/screen/snapshot*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, permits: ['R3', 'stock'] } } });
  });
  await page.route('**/api/sys/push/**', (route) => route.abort());
  await wall(page, 'tl_leader', '/ant/screen/index6');
  const shown = await panels(page);
  expect(shown.map((one) => one.id).toSorted()).toEqual(['K', 'M', 'R3']);
  expect(shown.find((one) => one.id === 'R3')).toMatchObject({ x: 1448, y: 104, w: 448, h: 952 });
  expect(shown.find((one) => one.id === 'M')).toMatchObject({ y: 240, h: 816 });
});

test('whoever has no screens is refused the page', async ({ page }) => {
  const token = (await openSession(page.request, account('kzzq_worker1'))) ?? '';
  await page.addInitScript(([name, value]) => sessionStorage.setItem(name, value), [tokenKey, token] as const);
  await page.goto('/#/ant/screen/index');
  await expect(page.getByText('403')).toBeVisible();
});

test('a holder without a jurisdiction is told so, and not asked to try again', async ({ page }) => {
  const token = (await openSession(page.request, account('house1'))) ?? '';
  await page.addInitScript(([name, value]) => sessionStorage.setItem(name, value), [tokenKey, token] as const);
  await page.goto('/#/ant/preventionMange/stressRelatedDetail');
  const told = page.getByRole('alert');
  await expect(told).toContainText('没有所辖区域');
  await expect(told.getByRole('button')).toHaveText(['关闭']);
});

test('where the next place does not answer, the last figures stay and the lamp says so', async ({ page }) => {
  await wall(page, 'tl_leader', '/ant/screen/index');
  const figure = page.locator('[data-figure="imm.coverage"]');
  const before = await figure.getAttribute('data-value');
  await page.route('**/api/ant/screen/snapshot*', (route) => route.abort());
  await page.route('**/api/sys/push/**', (route) => route.abort());
  await page.locator('[data-place="150521000000"]').click({ force: true });
  await expect(page.getByTestId('lamp')).toHaveAttribute('data-state', 'offline');
  await expect(figure).toHaveAttribute('data-value', before ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('通辽市');
});

test('a key pressed while the next screen loads counts from that one', async ({ page }) => {
  await wall(page, 'tl_leader', '/ant/screen/index');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#\/ant\/screen\/index2(\?|$)/);
});
