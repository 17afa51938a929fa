import type { Browser, Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { watchCalls } from './calls.ts';
import { openSessionAgain } from './sessions.ts';
import { tokenKey } from './shell.ts';

/** What the browser shows of the page in front, once it is all there. */
const isDrawn = (path: string): boolean => {
  const bar = document.querySelector('[role="tablist"]:has(> [data-key])');
  const front = bar?.querySelector<HTMLElement>('[data-key][data-active="true"]')?.dataset.key?.split('?')[0];
  // A page that fills the window has no tabs.
  const isThere = bar ? front === path : document.querySelector('main') !== null;
  const waiting = document.querySelectorAll('[data-navigating], .ant-skeleton-active');
  const isLoading = [...waiting].some((one) => one.checkVisibility());
  return isThere && !isLoading && location.hash.slice(1).split('?')[0] === path;
};

/** The screens of most offices: what is decisive must be in sight on them. */
const smallNotebook = { width: 1366, height: 768 };

/** One account in one running program, going from screen to screen by the address, as a link does. */
export class Walker {
  readonly page: Page;
  readonly token: string;
  /** Text in the shell that is data: names of the user, the unit and the tenant. */
  readonly names: readonly string[];
  /** Errors in the page and answers of 5xx since `go`. */
  faults: string[] = [];
  readonly #answered: () => Promise<void>;
  #isLoaded = false;

  private constructor(page: Page, token: string, names: readonly string[]) {
    this.page = page;
    this.token = token;
    this.names = names;
    this.#answered = watchCalls(page);
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('response', (answer) => {
      if (answer.url().includes('/api/') && answer.status() >= 500)
        this.faults.push(`${answer.status()} ${answer.url()}`);
    });
  }

  static async start(browser: Browser, account: Account, language: string): Promise<Walker> {
    const page = await (
      await browser.newContext({ serviceWorkers: 'allow', viewport: smallNotebook, reducedMotion: 'reduce' })
    ).newPage();
    const token = await openSessionAgain(page.request, account);
    await page.addInitScript(
      ([name, value, lang]) => {
        sessionStorage.setItem(name, value);
        localStorage.setItem('i18n-lang', lang);
      },
      [tokenKey, token, language] as const,
    );
    return new Walker(page, token, await namesOf(page, token));
  }

  /** Opens the program without an address, and tells where that led. */
  async home(): Promise<string> {
    this.faults = [];
    await this.page.goto('/');
    this.#isLoaded = true;
    const led = await this.page.waitForFunction(() => location.hash.slice(1).split('?')[0]?.replace(/^\/$/, ''));
    const path = (await led.jsonValue()) ?? '';
    await this.#arrive(path);
    return path;
  }

  /** Opens the screen and waits until its calls are answered and it is drawn. No other page stays alive behind it but home. */
  async go(path: string): Promise<void> {
    this.faults = [];
    if (this.#isLoaded)
      await this.page.evaluate((to) => {
        location.hash = to;
      }, path);
    else await this.page.goto(`/#${path}`);
    this.#isLoaded = true;
    await this.#arrive(path.split('?')[0] ?? path);
  }

  async #arrive(path: string): Promise<void> {
    await this.page.waitForFunction(isDrawn, path);
    await this.page.evaluate(() => {
      const others = '[role="tablist"] > [data-key]:not([data-active="true"]) > button:not([role="tab"])';
      for (const button of document.querySelectorAll<HTMLElement>(others)) button.click();
    });
    await this.#answered();
  }
}

async function namesOf(page: Page, token: string): Promise<string[]> {
  const ask = async (path: string) =>
    (await (await page.request.get(path, { headers: { authorization: token } })).json()).data;
  const { nickname, tenantNo, tenantName, principalName } = await ask('/api/sys/user/getUserInfo');
  const config = (await ask(`/api/sys/tenant/principal/configList?tenantNo=${tenantNo}`)) as {
    configCode: string;
    configValue: string;
  }[];
  const configured = (code: string) => config.find((one) => one.configCode === code)?.configValue;
  return [nickname, configured('dataV_total_title'), configured('sys_title'), tenantName, principalName].filter(
    Boolean,
  );
}
