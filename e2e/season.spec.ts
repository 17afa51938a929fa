// A campaign in the browser: a season is planned and published, coverage opens down to the animals, and it moves while it is looked at.
import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive, choose, enter, openPath, settled, stored, tabs, tokenKey } from './support/shell.ts';

const name = `试验专项${Date.now() % 1_000_000}`;

test('a special season is made, published with its plan, reported and called off', async ({ page }) => {
  await enter(page, 'ant_pref1');
  await openPath(page, '/ant/preventionMange/antiEpidemicSeason');
  await page.getByRole('button', { name: '新建防疫季' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('名称').fill(name);
  await choose(page, form.getByLabel('类型'), '专项');
  // Not today: a season begins with the clock's next tick, and one that has begun is not called off.
  await form.getByLabel('开始日期').fill(new Date(Date.now() + (24 * 7 + 8) * 3_600_000).toISOString().slice(0, 10));
  await form.getByLabel('开始日期').press('Enter');
  await form.getByRole('checkbox', { name: '牛' }).first().check();
  await form.getByRole('button', { name: '保存草稿' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('草稿');

  await act(page, row, '发布');
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(/已生成\d+户免疫计划/)).toBeVisible();
  await expect(row).toContainText('已发布');
  await act(page, row, '总结报告');
  await expect(page.getByRole('dialog').getByRole('table', { name: '最终统计表' })).toBeVisible();
  await page.keyboard.press('Escape');

  await act(page, row, '撤销');
  const asked = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await asked.getByRole('textbox').fill('试验结束');
  await asked.getByRole('button', { name: '撤销' }).click();
  await expect(row).toContainText('已取消');
});

test('every percentage opens what it is made of, and moves by itself after a visit', async ({ page }) => {
  await enter(page, 'kzzq_station');
  await openPath(page, '/ant/preventionMange/coverage');
  await settled(page);
  const table = page.getByRole('table').first();
  await table.getByRole('button', { name: /%$/ }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(/实免 [\d,]+ ÷ 应免 [\d,]+/)).toBeVisible();
  await drawer.getByRole('tab', { name: '养殖户' }).click();
  await expect(drawer.getByRole('table', { name: '养殖户' }).last()).toBeVisible();
  await page.keyboard.press('Escape');

  const today = page.locator('text=/^今日$/').first().locator('xpath=following-sibling::*');
  const before = Number(((await today.textContent()) ?? '').replaceAll(',', ''));
  const visit = await visitByWorker(page);
  await expect(async () => {
    expect(Number(((await today.textContent()) ?? '').replaceAll(',', ''))).toBeGreaterThan(before);
  }).toPass();
  await visit.takeBack();
  await expect(today).toHaveText(String(before));
});

test('R17: a number nobody knows is registered from the sheet, and is on it when the worker comes back', async ({
  page,
}) => {
  await arrive(page, 'kzzq_worker1');
  const headers = { authorization: (await stored(page, 'session', tokenKey)) ?? '' };
  const houses = await (await page.request.get('/api/ant/visit/households', { headers })).json();
  const tag = `2150521${90_000_000 + (Date.now() % 9_000_000)}`;
  await openPath(page, `/ant/preventionMange/immuneVisit?principalId=${houses.data[0].principalId}`);
  await page.getByLabel('扫描耳标').fill(tag);
  await page.getByLabel('扫描耳标').press('Enter');
  await expect(page.getByText(`${tag} 耳标未登记`)).toBeVisible();
  await page.getByRole('button', { name: '登记这头' }).click();
  await expect(page.locator('#animal-add-tag')).toHaveValue(tag);
  await page.getByRole('button', { name: '保存并登记下一头' }).click();
  await expect(page.getByText(`已登记 ${tag}`)).toBeVisible();
  await tabs(page).filter({ hasText: '免疫登记' }).click();
  await expect(page.getByText(`${tag} 耳标未登记`)).toBeHidden();
  await expect(page.locator('.ml-visit').getByText(tag).first()).toBeVisible();
});

async function act(page: Page, row: ReturnType<Page['getByRole']>, label: string): Promise<void> {
  const direct = row.getByRole('button', { name: label, exact: true });
  if ((await direct.count()) > 0) return direct.click();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

/** What is due at one household, by call, as a worker's phone would send it. */
async function visitByWorker(page: Page) {
  for (const name of ['kzzq_worker2', 'kzzq_worker1']) {
    const visit = await visitBy(page, name);
    if (visit) return visit;
  }
  throw new Error('nothing is due where a worker has vaccine');
}

async function visitBy(page: Page, username: string) {
  const api = page.request;
  const token = (await openSession(api, account(username))) ?? '';
  const headers = { authorization: token };
  const get = async (path: string) => (await (await api.get(`/api/${path}`, { headers })).json()).data;
  const post = async (path: string, data: object) => (await api.post(`/api/${path}`, { headers, data })).json();
  for (const house of await get('ant/visit/households?mode=season')) {
    const ready = await get(`ant/visit/prepare?principalId=${house.principalId}&mode=season`);
    const held = ready.held.find((one: { vaccineCode: string }) => one.vaccineCode === 'fmdOA');
    // A few, so that the box has enough of it.
    const due = ready.animals.filter((one: { due: Record<string, string> }) => one.due.fmd !== undefined).slice(0, 5);
    if (!held || due.length === 0) continue;
    const photo = await api.post('/api/sys/file/upload', {
      headers,
      multipart: {
        bizType: 'prevention.immunisationVisit',
        file: { name: 'p.png', mimeType: 'image/png', buffer: picture },
      },
    });
    const answer = await post('ant/visit/add', {
      clientKey: randomUUID(),
      mode: 'season',
      principalId: house.principalId,
      visitedOn: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date()),
      result: 'partial',
      photos: [(await photo.json()).data.fileId],
      lines: [{ vaccineCode: 'fmdOA', materialId: held.materialId, lotId: held.lots[0].lotId }],
      animals: due.map((one: { animalId: number }) => ({ animalId: one.animalId, result: 'done' })),
      skipRefused: true,
      clientType: 'web',
    });
    // Due this season, but each of them too young today.
    if (answer.data?.refused?.length === due.length) continue;
    expect(answer.code, answer.msg).toBe(200);
    const { id } = answer.data;
    return {
      takeBack: async () => {
        const { version } = await get(`ant/visit/${id}`);
        await post('ant/visit/transition', { id, version, name: 'takeBack', remark: '试验', clientType: 'web' });
      },
    };
  }
  return null;
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
