import { type Browser, chromium, type Page } from '@playwright/test';
import { pause } from './program.ts';

interface Login {
  port: number;
  username: string;
  password: string;
  /** Route of the login page. */
  portal: string;
}

/** A clerk at a real browser exports a whole list and saves the file when it is ready. */
export async function exportInBrowser(login: Login, path: string, saveAs: string): Promise<{ percents: number[] }> {
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({
      baseURL: `http://127.0.0.1:${login.port}`,
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
    });
    await page.goto(`/#${login.portal}`);
    await page.getByLabel('用户名或手机号').fill(login.username);
    await page.getByLabel('密码', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('tablist', { name: '页签' }).waitFor({ timeout: 60_000 });
    await page.goto(`/#${path}`);
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const percents = await watchRing(page);
    await ring(page).click();
    const waiting = page.waitForEvent('download', { timeout: 120_000 });
    await page.getByRole('button', { name: '下载结果' }).first().click();
    await (await waiting).saveAs(saveAs);
    return { percents };
  } finally {
    await browser.close();
  }
}

const ring = (page: Page) => page.getByRole('button', { name: /^后台任务/ });

/** Every percent the ring in the header showed, until it stopped running. */
async function watchRing(page: Page): Promise<number[]> {
  const seen: number[] = [];
  const ends = Date.now() + 10 * 60_000;
  while (Date.now() < ends) {
    const label = (await ring(page).count()) > 0 ? await ring(page).getAttribute('aria-label') : null;
    const percent = /(\d+)%/.exec(label ?? '')?.[1];
    if (percent !== undefined && seen.at(-1) !== Number(percent)) seen.push(Number(percent));
    if (percent === undefined && seen.length > 0) return seen;
    await pause(100);
  }
  throw new Error('the ring never ended');
}
