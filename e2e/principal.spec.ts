import { expect, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { activeTab, arrive, dialog, openPath, settled, stored, toast, tokenKey } from './support/shell.ts';

/** Journeys with a real noun: principals, seen and changed by people with different rights. */

async function api(page: import('@playwright/test').Page, method: 'get' | 'post', path: string, data?: object) {
  const token = (await stored(page, 'session', tokenKey)) ?? '';
  const answer = await page.request[method](`/api/${path}`, {
    headers: { Authorization: token },
    ...(data ? { data: { ...data, clientType: 'web' } } : {}),
  });
  return answer.json();
}

const unique = () => `旅程户${Date.now().toString(36)}`;

test('a station adds a household, finds it by pinyin, edits it, and sees its number masked', async ({ page }) => {
  await arrive(page, 'kzzq_station');
  await openPath(page, '/pri/principal/add');
  const name = unique();
  await page.getByRole('combobox', { name: '主体类型' }).click();
  await page.locator('.ant-select-dropdown').getByTitle('养殖户', { exact: true }).click();
  await page.getByRole('textbox', { name: '主体名称' }).fill(name);
  await page.getByRole('textbox', { name: '联系人' }).fill('旅程');
  await page.getByRole('textbox', { name: '联系电话' }).fill('13847512345');
  await page.getByRole('textbox', { name: '身份证号' }).fill('152322199001011233');
  await page.getByRole('textbox', { name: '身份证号' }).blur();
  await expect(page.getByText('格式不正确')).toBeVisible();
  await page.getByRole('textbox', { name: '身份证号' }).fill(idCard());
  await page.getByRole('combobox', { name: '所属区域' }).click();
  await page.getByRole('menuitemcheckbox', { name: '宝龙山镇' }).click();
  await page.getByRole('menuitemcheckbox', { name: '前玛尼吐嘎查' }).click();
  await page.getByRole('combobox', { name: '养殖畜种' }).click();
  await page.locator('.ant-select-dropdown').getByTitle('牛', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(toast(page, '保存成功')).toBeVisible();

  await openPath(page, '/pri/principal/info');
  await page.getByRole('textbox', { name: '关键字' }).fill(name);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('138****2345');
  await row.getByText('编辑', { exact: true }).click();
  await settled(page);
  await page.getByRole('textbox', { name: '联系人' }).fill('旅程二');
  await page.keyboard.press('Control+s');
  await expect(toast(page, '保存成功')).toBeVisible();
});

/** A made-up person with a right check character, another one every time: a village has each person once. */
function idCard(): string {
  const body = `1523221990${String(1 + (Date.now() % 12)).padStart(2, '0')}${String(1 + (Date.now() % 28)).padStart(2, '0')}${String(Date.now() % 1000).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return body + '10X98765432'[weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0) % 11];
}

test('a transition from the wrong state is not offered, and refused by the server with state and verb', async ({
  page,
}) => {
  await arrive(page, 'tl_region');
  const list = await api(page, 'get', 'pri/principal/info/list?status=active&principalUnitType=farm&pageSize=1');
  const [row] = list.data;
  expect(row._can).toContain('suspend');
  expect(row._can).not.toContain('approve');
  const refused = await api(page, 'post', 'pri/principal/info/transition', {
    id: row.id,
    version: row.version,
    name: 'approve',
  });
  expect(refused).toMatchObject({ code: 409 });
  expect(refused.msg).toContain('「正常」');
});

test('suspending asks for a reason, moves the state and is in the row at once', async ({ page }) => {
  await arrive(page, 'tl_region');
  const list = await api(page, 'get', 'pri/principal/info/list?status=active&principalUnitType=household&pageSize=1');
  const name: string = list.data[0].principalUnitName;
  await openPath(page, `/pri/principal/info?keyword=${name}&status=active`);
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  const asked = page.getByRole('dialog').last();
  await asked.getByRole('button', { name: /停\s*用/ }).click();
  await expect(asked).toBeVisible();
  await asked.getByRole('textbox', { name: '说明' }).fill('旅程中停用');
  await asked.getByRole('button', { name: /停\s*用/ }).click();
  await expect(toast(page, '操作成功')).toBeVisible();
});

test('rows of another region and screens without permission stay out of reach', async ({ page }) => {
  await arrive(page, 'kzzq_worker1');
  const mine = await api(page, 'get', 'pri/principal/info/list?pageSize=500');
  expect(new Set(mine.data.map((row: { regionCode: number }) => Math.floor(row.regionCode / 1e6)))).toEqual(
    new Set([150521]),
  );
  const foreign = await page.request.post('/api/sys/auth/login', {
    data: { username: 'tl_region', password: account('tl_region').password, portalId: 'tongl', clientType: 'web' },
  });
  const token = (await foreign.json()).data.token as string;
  const other = await page.request.get('/api/pri/principal/info/list?regionCode=150522000000&pageSize=1', {
    headers: { Authorization: token },
  });
  const { id } = (await other.json()).data[0];
  expect(await api(page, 'get', `pri/principal/info/${id}`)).toMatchObject({ code: 404 });
  await openPath(page, '/system/dictType');
  await expect(activeTab(page)).toBeVisible();
  await expect(page.getByText('抱歉，您没有访问该页面的权限')).toBeVisible();
  await expect(dialog(page, '系统提示')).toHaveCount(0);
});
