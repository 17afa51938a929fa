// Pictures of the running product for README and docs: `npm run demo`, `npm start`, then `npm run pictures [-- name …]`.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { dataFolder, root } from '#db/settings.ts';

interface Account {
  username: string;
  password: string;
  portal: string;
  mfaSecret?: string;
}

interface Picture {
  readonly name: string;
  /** Nobody: the door itself. */
  readonly as?: string;
  readonly path: string;
  /** A page about one record: the list whose first row it is opened on, and what it is called by. */
  readonly about?: { readonly list: string; readonly as: string; readonly name: 'id' | 'code'; readonly key: string };
  /** A page outside the program of the office. */
  readonly isPublic?: boolean;
  readonly size?: readonly [width: number, height: number];
  readonly theme?: object;
  readonly language?: 'zh_CN' | 'en';
  /** The guided tour is kept away unless the picture is of it. */
  readonly tour?: boolean;
  readonly before?: (page: Page) => Promise<void>;
}

const mostBytes = 250_000;
const folder = join(root, 'docs/pictures');
const address = process.env.MULIAN_URL ?? `http://127.0.0.1:${process.env.MULIAN_PORT ?? 7300}`;
const accounts = JSON.parse(readFileSync(join(dataFolder, 'demo-accounts.json'), 'utf8')) as Account[];

const firstHousehold = async (page: Page) => {
  await page.locator('.ml-visit-holders > button').first().click();
  await page.locator('.ml-visit-bar').waitFor();
};
const checkLogs = async (page: Page) => {
  await page.getByRole('button', { name: '开始校验' }).click();
  await page.waitForTimeout(5000);
};
const wide = [1920, 1080] as const;
const phone = [390, 844] as const;

const pictures: readonly Picture[] = [
  { name: 'login', path: '/tonglLogin' },
  { name: 'home', as: 'tl_leader', path: '/ant/home/index' },
  { name: 'home-english', as: 'tl_leader', path: '/ant/home/index', language: 'en' },
  { name: 'list', as: 'tl_region', path: '/pri/animal/info' },
  { name: 'visit', as: 'kzzq_worker1', path: '/ant/preventionMange/immuneVisit', before: firstHousehold },
  { name: 'life-line', as: 'tl_region', path: '/pri/animal/detail?tag=215050200000101' },
  { name: 'screen-immunity', as: 'tl_leader', path: '/ant/screen/index15', size: wide },
  { name: 'screen-monitoring', as: 'tl_leader', path: '/ant/screen/index6', size: wide },
  { name: 'dark', as: 'ant_cty1', path: '/ant/preventionMange/coverage', theme: { darkMode: true } },
  { name: 'phone', as: 'kzzq_worker1', path: '/ant/home/index', size: phone },
  {
    name: 'phone-visit',
    as: 'kzzq_worker1',
    path: '/ant/preventionMange/immuneVisit',
    size: phone,
    before: firstHousehold,
  },
  { name: 'farm-board', as: 'farm1', path: '/anm/farm/board' },
  { name: 'device-map', as: 'tl_region', path: '/anm/device/locator' },
  {
    name: 'claim',
    as: 'ins1',
    path: '/insuranceMgt/claimDetail',
    about: { list: 'insuranceMgt/claim/list?status=approved', as: 'ins1', name: 'id', key: 'id' },
  },
  {
    name: 'pledge',
    as: 'bank1',
    path: '/bank/pledge/detail',
    about: { list: 'bank/pledge/list?status=active', as: 'bank1', name: 'id', key: 'id' },
  },
  { name: 'phone-shop', as: 'farm1', path: '/selectionLib/productList/commodityCenter', size: phone },
  {
    name: 'phone-code',
    path: '/t',
    isPublic: true,
    size: phone,
    about: { list: 'trace/code/list?status=active', as: 'trace_pref1', name: 'code', key: 'c' },
  },
  { name: 'tour', as: 'kzzq_worker1', path: '/ant/home/index', tour: true },
  { name: 'worker-home', as: 'kzzq_worker1', path: '/ant/home/index' },
  { name: 'worker-plan', as: 'kzzq_worker1', path: '/ant/preventionMange/household' },
  { name: 'worker-box', as: 'kzzq_worker1', path: '/pri/medicineBox' },
  { name: 'station-home', as: 'kzzq_station', path: '/ant/home/index' },
  { name: 'station-records', as: 'kzzq_station', path: '/ant/preventionMange/logs' },
  { name: 'station-depot', as: 'kzzq_depot1', path: '/pri/depot/home' },
  { name: 'county-coverage', as: 'ant_cty1', path: '/ant/preventionMange/coverage' },
  { name: 'county-deaths', as: 'ant_cty1', path: '/ant/preventionMange/stressRelatedDeaths' },
  { name: 'county-investigation', as: 'ant_pref1', path: '/ant/investigation/action' },
  { name: 'lab-samples', as: 'lab1', path: '/ant/collection/sampleList' },
  { name: 'lab-results', as: 'lab1', path: '/ant/collection/sampleResult' },
  { name: 'lab-antibody', as: 'lab1', path: '/ant/collection/antibodyStat' },
  { name: 'household-animals', as: 'house1', path: '/pri/animal/info' },
  { name: 'household-change', as: 'house1', path: '/pri/animal/change' },
  { name: 'admin-users', as: 'tl_admin', path: '/system/user' },
  { name: 'admin-roles', as: 'tl_sec', path: '/system/role' },
  { name: 'admin-logs', as: 'tl_audit', path: '/system/auditIntegrity', before: checkLogs },
];

async function sessionOf(username: string): Promise<string> {
  const account = accounts.find((one) => one.username === username);
  if (!account) throw new Error(`the demo has no account ${username}`);
  const ask = async (path: string, body?: object) => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, clientType: 'web' }),
    };
    const answer = await fetch(`${address}/api/${path}`, init);
    return (await answer.json()) as { msg: string; data: Record<string, string> | null };
  };
  const door = await ask(`sys/auth/portal?route=${encodeURIComponent(account.portal)}`);
  const { username: name, password } = account;
  const { data, msg } = await ask('sys/auth/login', {
    username: name,
    password,
    portalId: door.data?.portalId,
  });
  const answer =
    data?.step === 'mfa' && account.mfaSecret
      ? await ask('sys/auth/mfa', {
          stepTicket: data.stepTicket,
          code: new TOTP({ secret: Secret.fromBase32(account.mfaSecret) }).generate(),
        })
      : { data, msg };
  if (!answer.data?.token) throw new Error(`${username} cannot log in: ${answer.msg || data?.step}`);
  return answer.data.token;
}

const tokens = new Map<string, Promise<string>>();
function tokenOf(username: string): Promise<string> {
  const known = tokens.get(username) ?? sessionOf(username);
  tokens.set(username, known);
  return known;
}

/** Requests under way, the stream that never ends left out. */
function watchRequests(page: Page): () => number {
  const open = new Set<unknown>();
  page.on('request', (request) => {
    if (!request.url().includes('/push/stream')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** Nothing is on its way for two seconds on end, and what moves has come to rest. */
async function settle(page: Page, underWay: () => number): Promise<void> {
  const waiting = '[data-navigating], .ant-spin-spinning, .ant-skeleton';
  const until = Date.now() + 60_000;
  for (let quiet = 0; quiet < 8; ) {
    if (Date.now() > until) throw new Error('did not come to rest within a minute');
    await page.waitForTimeout(250);
    const busy = underWay() > 0 || (await page.locator(waiting).count()) > 0;
    quiet = busy || (await page.locator('main').count()) === 0 ? 0 : quiet + 1;
  }
}

/** What names the record a picture is about. */
async function queryOf({ about, name }: Picture): Promise<string> {
  if (!about) return '';
  const headers = { authorization: await tokenOf(about.as) };
  const answer = (await (await fetch(`${address}/api/${about.list}`, { headers })).json()) as {
    data: Record<string, unknown>[];
  };
  const first = answer.data[0]?.[about.name];
  if (first === undefined) throw new Error(`${name}: ${about.list} has no row`);
  return `?${about.key}=${encodeURIComponent(String(first))}`;
}

async function take(browser: Browser, picture: Picture): Promise<string> {
  const [width, height] = picture.size ?? [1440, 900];
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    deviceScaleFactor: picture.size === phone ? 2 : 1,
  });
  const page = await context.newPage();
  const underWay = watchRequests(page);
  const token = picture.as ? await tokenOf(picture.as) : '';
  await page.goto(`${address}/logo.svg`);
  await page.evaluate(
    ([session, theme, language, seen]) => {
      if (session) sessionStorage.setItem('access_token', session);
      localStorage.setItem('theme', theme);
      localStorage.setItem('i18n-lang', language);
      if (seen) localStorage.setItem('tour-seen', seen);
    },
    [token, JSON.stringify(picture.theme ?? {}), picture.language ?? 'zh_CN', picture.tour ? '' : '*'] as const,
  );
  await page.goto(`${address}${picture.isPublic ? '' : '/#'}${picture.path}${await queryOf(picture)}`);
  await settle(page, underWay);
  if (picture.before) {
    await picture.before(page);
    await settle(page, underWay);
  }
  const file = join(folder, `${picture.name}.png`);
  const raw = await page.screenshot();
  // Fewer colours until it is small enough: screens have few to begin with.
  for (const colours of [256, 128, 64]) {
    await sharp(raw).png({ palette: true, colours, effort: 9 }).toFile(file);
    if (statSync(file).size <= mostBytes) break;
  }
  await context.close();
  const bytes = statSync(file).size;
  if (bytes > mostBytes) throw new Error(`${picture.name}.png has ${bytes} bytes, more than ${mostBytes}`);
  return `${(bytes / 1000).toFixed(0).padStart(4)} KB  docs/pictures/${picture.name}.png`;
}

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const failures: string[] = [];
for (const picture of pictures) {
  if (wanted.length > 0 && !wanted.includes(picture.name)) continue;
  try {
    console.log(await take(browser, picture));
  } catch (error) {
    failures.push(`${picture.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
await browser.close();
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;
