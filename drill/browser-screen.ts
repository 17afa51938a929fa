import { type Browser, chromium, type Page } from '@playwright/test';

/** A big screen in a real browser that draws with the processor alone, as on a machine without a graphics card. */
export async function openBrowserScreen(
  url: string,
  token: string,
  /** Goes from place to place by itself. */
  tours: boolean,
): Promise<{ browser: Browser; page: Page; errors: string[] }> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--js-flags=--expose-gc'],
  });
  const page = await browser.newPage({
    baseURL: url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1920, height: 1080 },
  });
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(`sessionStorage.setItem('access_token', ${JSON.stringify(token)})`);
  await page.addInitScript(listen);
  await page.goto(`/#/ant/screen/index${tours ? '?kiosk=1' : ''}`);
  await page.locator('[data-testid=lamp][data-state=live]').waitFor({ timeout: 60_000 });
  return { browser, page, errors };
}

/** When the page heard of which visit, in milliseconds since 1970. */
export const heardBy = async (page: Page) => new Map(await page.evaluate<[number, number][]>('[...window.heard]'));

/** The figure the page shows, where it shows it. */
export async function shownBy(page: Page, figure: string): Promise<number | null> {
  const value = await page.locator(`[data-figure="${figure}"]`).first().getAttribute('data-value');
  return value ? Number(value) : null;
}

/** Runs in the page: reads along what its own stream brings. */
const listen = `
  window.heard = new Map();
  const ask = window.fetch;
  window.fetch = async (...args) => {
    const answer = await ask(...args);
    if (!String(args[0]).includes('push/stream') || !answer.body) return answer;
    const [kept, read] = answer.body.tee();
    (async () => {
      let rest = '';
      const reader = read.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const blocks = (rest + value).split('\\n\\n');
        rest = blocks.pop();
        for (const block of blocks) {
          const text = /^data: (.*)$/m.exec(block)?.[1];
          const data = text ? JSON.parse(text) : {};
          if (data.kind === 'visit') window.heard.set(data.data.id, Date.now());
        }
      }
    })().catch(() => {});
    return new Response(kept, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
`;
