import { expect, test } from '@playwright/test';
import { activeTab, arrive, settled, toast } from './support/shell.ts';

test.describe('the header search', () => {
  test('R52: an empty box stays, a name leads to its page, what matched is marked', async ({ page }) => {
    await arrive(page, 'ant_cty1');
    const box = page.getByRole('banner').getByRole('search');
    const input = box.getByRole('textbox');
    await input.press('Enter');
    await expect(toast(page, '请输入')).toBeVisible();

    await box.getByRole('combobox').click();
    await page.getByTitle('动物', { exact: true }).click();
    await input.fill(' 0101 ');
    await input.press('Enter');
    await expect(activeTab(page)).toHaveText(/搜索动物/);
    await settled(page);
    expect(new URL(page.url()).hash).toContain('/ant/search/animalTypeName?name=0101');
    await expect(page.locator('mark').first()).toHaveText('0101');
  });

  test('one hit opens at once; nothing found says so', async ({ page }) => {
    await arrive(page, 'ant_cty1');
    await page.goto('/#/ant/search/animalTypeName?name=0101');
    const tag = (await page.locator('.ant-list-item strong').first().textContent()) ?? '';
    expect(tag).toMatch(/^\d{15}$/);
    await page.goto(`/#/ant/search/animalTypeName?name=${tag}`);
    await expect(activeTab(page)).toHaveText(/动物详情/);
    await expect(page.getByText('免疫情况')).toBeVisible();

    await page.goto('/#/ant/search/principalName?name=无此人姓名');
    await expect(page.getByText('在您的辖区内未找到')).toBeVisible();
  });
});
