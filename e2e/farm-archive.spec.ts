// A farm's own papers: its archive on A4, and its animals inside the pages of those it allows.
import { expect, type Page, test } from '@playwright/test';
import { administrator } from './support/administrator.ts';
import { arrive, openPath } from './support/shell.ts';

test('acceptance 21: the farm archive is printed for a year, nine parts in the order of the law', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await arrive(page, 'farm1');
  await openPath(page, '/pri/mainFile');
  await page.getByRole('button', { name: '打印养殖档案' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '打印养殖档案' }).click();
  const paper = page.locator('article.ml-print');
  await expect(paper.locator('h2')).toHaveText([
    '一、场区布局',
    '二、免疫程序',
    '三、生产记录',
    '四、饲料、饲料添加剂和兽药使用记录',
    '五、消毒记录',
    '六、免疫记录',
    '七、诊疗记录',
    '八、防疫监测记录',
    '九、病死畜无害化处理记录',
  ]);
  const book = paper.locator('section').nth(2);
  const closing = await book.locator('tbody tr').last().locator('td').nth(6).textContent();
  const heads = page.locator('.ant-statistic-content-value');
  const stock = (await heads.allTextContents())
    .slice(0, 3)
    .reduce((sum, one) => sum + Number(one.replace(/\D/g, '')), 0);
  expect(Number(closing)).toBe(stock);
  await expect(paper.locator('section').nth(4)).toContainText('喷洒');
  if (process.env.MULIAN_SHOTS)
    await page.pdf({ path: `${process.env.MULIAN_SHOTS}/archive.pdf`, preferCSSPageSize: true });
});

// Pages of others stand in the open, ours on this machine: what keeps the first from the second is the browser's guard, not ours.
test.use({
  launchOptions: {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'],
  },
});

/** A page of somebody else that shows ours in a frame. */
async function frameAt(page: Page, origin: string, inside: string): Promise<void> {
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${inside}" width="420" height="700"></iframe>` }),
  );
  await page.goto(`${origin}/`);
}

test('acceptance 15: the embedded animal shows at a listed origin and is refused at any other', async ({
  page,
  baseURL,
}) => {
  const farm = await administrator('farm1');
  // Animals of others it looks after stand in its list as well: their frames are for their holders to allow.
  const { principalId } = await farm.get('sys/user/getUserInfo');
  const [one] = (await farm.get(
    `pri/animal/info/list?pageSize=1&status=inStock&principalId=${principalId}`,
  )) as unknown as { earTag: string }[];
  await farm.post('pri/principal/info/saveOrUpdatePriConfig', {
    configs: [{ configCode: 'iframe_allowed_origins', configValue: 'https://listed.example' }],
  });
  const inside = `${baseURL}/iframe/animal?tag=${one?.earTag}`;
  await frameAt(page, 'https://listed.example', inside);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: one?.earTag ?? '' })).toBeVisible();
  const refused = page.waitForEvent('console', (said) => said.text().includes('frame-ancestors'));
  await frameAt(page, 'https://elsewhere.example', inside);
  await refused;
  await expect(frame.getByRole('heading')).toHaveCount(0);
});
