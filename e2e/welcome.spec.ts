import { expect, type Page, test } from '@playwright/test';
import { account } from './support/accounts.ts';
import { activeTab, arrive, settled, tabBar } from './support/shell.ts';

const list = (page: Page) => page.getByRole('region', { name: '演示账号' });
const card = (page: Page) => page.locator('.ant-tour');

test.describe('demo accounts', () => {
  test('one click fills the form and logs in at the account’s own door', async ({ page }) => {
    await page.goto('/#/allLogin');
    await expect(list(page).getByRole('radio', { name: '主管部门' })).toBeChecked();
    await list(page).getByText('防疫一线', { exact: true }).click();
    await expect(list(page).getByRole('button', { name: /萨仁高娃/ })).toContainText('通辽市动物疫病检测室(示范)');
    await list(page)
      .getByRole('button', { name: /白志强.*防疫员/ })
      .click();
    await expect(tabBar(page)).toBeVisible();
    await settled(page);
    await expect(page.getByRole('button', { name: '用户菜单 白志强' })).toBeVisible();
  });

  test('groups and roles are in the reader’s language, and a door lists whom it admits', async ({ page }) => {
    await page.goto('/#/allLogin');
    await page.getByRole('button', { name: 'English' }).click();
    const groups = page.getByRole('region', { name: 'Demo accounts' });
    await groups.getByText('Banks', { exact: true }).click();
    await expect(groups.getByRole('button').filter({ hasText: /何立新.*Customer manager/ })).toHaveCount(1);
    await page.goto('/#/insureLogin');
    await expect(groups.getByRole('radio')).toHaveCount(0);
    await expect(groups.getByRole('button').filter({ hasText: /齐文华.*Issuing clerk/ })).toHaveCount(1);
    await expect(groups.getByRole('button').filter({ hasNotText: /保险|^Insurer: / })).toHaveCount(0);
  });

  test('a story logs its person in and goes from page to page, which stay open', async ({ page }) => {
    await page.goto('/#/allLogin');
    await list(page).getByText('银行', { exact: true }).click();
    await list(page).getByRole('button', { name: '银行：押上、看住、解押' }).click();
    for (const [path, words] of [
      ['/bank/animals', '还清后解押'],
      ['/bank/credit/value', '过线就催补'],
      ['/bank/alarms', '有人要卖抵押的牛'],
    ] as const) {
      await expect(card(page).getByText(words)).toBeVisible();
      await expect.poll(() => new URL(page.url()).hash).toContain(path);
      await card(page)
        .getByRole('button', { name: path === '/bank/alarms' ? /完\s*成/ : '下一步' })
        .click();
    }
    await expect(card(page)).toBeHidden();
    expect(new URL(page.url()).hash).toContain('/bank/alarms');
  });

  test('who needs a second factor is not in the list', async ({ page }) => {
    expect(account('tl_audit').mfaSecret).toBeTruthy();
    const answer = await (await page.request.get('/api/sys/auth/demoAccounts')).json();
    const names = answer.data.map((one: { username: string }) => one.username);
    expect(names).toContain('tl_admin');
    expect(names).not.toContain('tl_audit');
  });
});

test.describe('the guided tour', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('comes once, leads a worker through five pages and comes back from the help menu', async ({ page }) => {
    await arrive(page, 'kzzq_worker1');
    const titles = ['今天的活儿', '按户排好的计划', '一张单登记一户', '您的药箱', '消息和任务'];
    const paths = [
      '/ant/home/index',
      '/ant/preventionMange/household',
      '/ant/preventionMange/immuneVisit',
      '/pri/medicineBox',
    ];
    for (const [at, title] of titles.entries()) {
      await expect(card(page).getByText(title, { exact: true })).toBeVisible();
      const path = paths[at];
      if (path) await expect.poll(() => new URL(page.url()).hash).toContain(path);
      await card(page)
        .getByRole('button', { name: at < 4 ? '下一步' : /完\s*成/ })
        .click();
    }
    await expect(card(page)).toBeHidden();
    await page.reload();
    await expect(activeTab(page)).toBeVisible();
    await settled(page);
    await expect(page.getByRole('button', { name: '帮助' })).toBeVisible();
    await expect(card(page)).toBeHidden();
    await page.getByRole('button', { name: '帮助' }).click();
    await page.getByRole('menuitem', { name: '使用引导' }).click();
    await expect(card(page).getByText('今天的活儿')).toBeVisible();
  });

  for (const [username, title] of [
    ['kzzq_station', '本站进度'],
    ['ant_cty1', '全旗县进度'],
    ['lab1', '实验室首页'],
    ['house1', '您的首页'],
    ['tl_admin', '从这里开始'],
  ] as const) {
    test(`speaks to ${username} of their own work, in five steps`, async ({ page }) => {
      await arrive(page, username);
      await expect(card(page).getByText(title, { exact: true })).toBeVisible();
      for (let at = 1; at < 5; at++) {
        await card(page).getByRole('button', { name: '下一步' }).click();
        await expect(card(page).locator('.ant-tour-indicator').nth(at)).toHaveClass(/active/);
      }
      await card(page)
        .getByRole('button', { name: /完\s*成/ })
        .click();
      await expect(card(page)).toBeHidden();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
});
