import { expect, type Locator, type Page } from '@playwright/test';
import { account } from './accounts.ts';
import { openSession } from './sessions.ts';

export const tokenKey = 'access_token';

export async function fillLogin(page: Page, username: string, password = account(username).password): Promise<void> {
  await page.getByLabel('用户名或手机号').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
}

export async function submitLogin(page: Page): Promise<void> {
  // By its kind: while it waits, its name tells that it is busy.
  await page.locator('form button[type="submit"]').click();
}

/** Attempts that fail on purpose come from an address of their own: nobody else is then asked for a captcha. */
export async function fromElsewhere(page: Page): Promise<void> {
  const part = () => Math.floor(Math.random() * 250) + 1;
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${part()}.${part()}.${part()}` });
}

/** Logs in at the account's own door and waits for the shell. */
export async function enter(page: Page, username: string, path = account(username).portal): Promise<void> {
  await page.goto(`/#${path}`);
  await fillLogin(page, username);
  await submitLogin(page);
  await expect(tabBar(page)).toBeVisible();
  await settled(page);
}

const tokens = new Map<string, string>();

/** Inside without the door, for journeys that are not about it: a session is opened once and used while it lives. */
export async function arrive(page: Page, username: string, path = '/'): Promise<void> {
  const isAlive = async (token: string) =>
    (await (await page.request.get('/api/sys/user/getUserInfo', { headers: { authorization: token } })).json()).code ===
    200;
  let token = tokens.get(username);
  if (!token || !(await isAlive(token))) token = await openSession(page.request, account(username));
  if (!token) throw new Error(`${username} cannot log in`);
  tokens.set(username, token);
  // Any file of ours will do: storage belongs to the address, not to the page.
  await page.goto('/logo.svg');
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [tokenKey, token] as const);
  await page.goto(`/#${path}`);
  await expect(tabBar(page)).toBeVisible();
  await settled(page);
}

/** The page in front has been drawn. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-navigating]')).toHaveCount(0);
}

export const tabBar = (page: Page): Locator => page.getByRole('tablist', { name: '页签' });
export const tabs = (page: Page): Locator => tabBar(page).getByRole('tab');
export const activeTab = (page: Page): Locator => tabBar(page).getByRole('tab', { selected: true });
/** Toasts on the screen. */
export const toast = (page: Page, text: string): Locator => page.locator('.ant-message').getByText(text);
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog').filter({ hasText: title });

export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, path);
  // A second address before the first has its tab would overtake it. A list may have added its usual filters by then.
  const there = `"fullPath":"${encodeURI(path)}`;
  await expect
    .poll(async () => {
      const tabs = (await stored(page, 'session', 'tabs')) ?? '';
      return ['"', '?', '&'].some((end) => tabs.includes(there + end));
    })
    .toBe(true);
  await settled(page);
}

/** Opens a box of choices and takes one: a drawer that is still coming in takes the focus, and the list closes once more. */
export async function choose(page: Page, box: Locator, text: string): Promise<void> {
  const option = page.locator('.ant-select-item-option').filter({ hasText: text }).filter({ visible: true }).first();
  await expect(async () => {
    if (!(await option.isVisible())) await box.click({ timeout: 3_000 });
    await option.click({ timeout: 3_000 });
  }).toPass();
}

/** One of the six acts of the tab bar's drop-down, on the active tab. */
export async function tabAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '页签操作' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export const stored = (page: Page, area: 'local' | 'session', key: string): Promise<string | null> =>
  page.evaluate(([where, name]) => (where === 'local' ? localStorage : sessionStorage).getItem(name), [
    area,
    key,
  ] as const);

/** Waits until the server refuses the page's token: a process may remember a session for some seconds. */
export async function sessionEnded(page: Page): Promise<void> {
  const headers = { authorization: (await stored(page, 'session', tokenKey)) ?? '' };
  const code = async () => (await (await page.request.get('/api/sys/user/getUserInfo', { headers })).json()).code;
  await expect.poll(code).toBe(401);
}

/** Ends the page's session on the server, behind its back. */
export async function endSessionElsewhere(page: Page): Promise<void> {
  const token = (await stored(page, 'session', tokenKey)) ?? (await stored(page, 'local', tokenKey)) ?? '';
  const answer = await page.request.post('/api/sys/auth/logout', {
    headers: { Authorization: token },
    data: { clientType: 'web' },
  });
  expect((await answer.json()).code).toBe(200);
}
