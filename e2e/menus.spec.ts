// Every menu entry of every role, opened by one person of that role: `MULIAN_LANGUAGES=zh_CN,en,zh_TW npm run e2e -- --project menus`.
// It takes an hour, so CI walks each screen once instead (screens.spec.ts).
// With `MULIAN_ENOUGH=3` a third of that: an entry is left out for whom the same role of another tenant, or three other roles,
// opened it without a fault. The page a person starts on is opened always.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { accounts } from './support/accounts.ts';
import { rawCodes } from './support/looked-at.ts';
import { Walker } from './support/walker.ts';

test.describe.configure({ mode: 'parallel', retries: 0, timeout: 1_800_000 });

const languages = (process.env.MULIAN_LANGUAGES ?? 'zh_CN').split(',');
const people = [...new Map(accounts().map((one) => [`${one.tenantNo} ${one.role}`, one])).values()];
const enough = Number(process.env.MULIAN_ENOUGH ?? Number.POSITIVE_INFINITY);

/** Which roles opened an entry without a fault in this run. In a file: a worker ends with the first test that fails in it. */
class Opened {
  readonly #file: string;
  readonly #roles = new Map<string, Set<string>>();

  constructor(folder: string, language: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `opened-${language}.txt`);
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) this.#take(line);
  }

  #take(line: string): void {
    const [path, role] = line.split(' ');
    if (path && role) this.#roles.set(path, (this.#roles.get(path) ?? new Set()).add(role));
  }

  add(path: string, role: string): void {
    this.#take(`${path} ${role}`);
    appendFileSync(this.#file, `${path} ${role}\n`);
  }

  isEnough(path: string, role: string): boolean {
    const roles = this.#roles.get(path);
    return enough < Number.POSITIVE_INFINITY && roles !== undefined && (roles.has(role) || roles.size >= enough);
  }
}

/** Pages about codes. */
const showsCodes = new Set(['/system/config/info']);
/** Shows today unless asked, and nobody may have done anything yet. */
const startsEmpty = new Set(['/system/operationLog']);

for (const language of languages)
  for (const who of people)
    test(`${who.username} (${who.role}) opens every entry of the menu in ${language}`, async ({ browser }) => {
      const walker = await Walker.start(browser, who, language);
      const { page, token } = walker;
      const answer = await page.request.get('/api/sys/user/getUserInfo', { headers: { authorization: token } });
      const { pages } = (await answer.json()).data as UserInfo;
      const entries = pages.filter((one) => one.menuType === 3 && one.visible === 1 && one.path && one.linkType === 0);
      expect(entries.length, 'entries of the menu').toBeGreaterThan(0);
      const refused: string[] = [];
      // A page asks only for what its reader may see: a refusal shows as an error where data should be.
      page.on('response', (one) => {
        if (one.url().includes('/api/') && one.status() >= 400 && one.status() < 500)
          refused.push(`${one.status()} ${one.request().method()} ${one.url().slice(one.url().indexOf('/api/'))}`);
      });
      const found: string[] = [];
      const empty: string[] = [];
      const first = await walker.home();
      const begins = pages.filter((one) => one.path === first);
      expect(begins.length, `${first} is granted`).toBe(1);
      const opened = new Opened(test.info().project.outputDir, language);
      let walked = 0;
      for (const { path, kind } of [...begins, ...entries.filter((one) => one.path !== first)]) {
        if (!path || (path !== first && opened.isEnough(path, who.role))) continue;
        walked += 1;
        const known = found.length;
        if (path !== first) {
          refused.length = 0;
          await walker.go(path).catch((error: Error) => found.push(`${path}: ${error.message.slice(0, 200)}`));
        }
        found.push(...walker.faults.map((fault) => `${path}: ${fault}`));
        found.push(...refused.map((fault) => `${path}: ${fault}`));
        if (
          await page
            .getByText(/Sorry,|抱歉，/)
            .filter({ visible: true })
            .count()
        )
          found.push(`${path}: refused`);
        if (!showsCodes.has(path)) found.push(...(await rawCodes(page)).map((code) => `${path}: raw ${code}`));
        const rows = page
          .locator('main')
          .locator('[data-row-key], .ant-list-item, .ant-card')
          .filter({ visible: true });
        if ((kind === 'list' || kind === 'ledger') && (await rows.count()) === 0) empty.push(path);
        if (found.length === known) opened.add(path, who.role);
      }
      test.info().annotations.push({ type: 'entries', description: `${walked} of ${entries.length}` });
      test.info().annotations.push({ type: 'empty lists', description: empty.join(' ') });
      console.log(`${who.username}: ${walked} of ${entries.length} entries, empty lists: ${empty.join(' ') || 'none'}`);
      await page.context().close();
      expect(found).toEqual([]);
      if (!startsEmpty.has(first)) expect(empty, 'the first page is not empty').not.toContain(first);
    });
