// Every menu entry of every role, opened by one person of that role: `MULIAN_LANGUAGES=zh_CN,en,zh_TW npm run e2e -- --project menus`.
// It takes an hour, so CI walks each screen once instead (screens.spec.ts).
import { expect, test } from '@playwright/test';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { accounts } from './support/accounts.ts';
import { rawCodes } from './support/looked-at.ts';
import { Walker } from './support/walker.ts';

test.describe.configure({ mode: 'parallel', retries: 0, timeout: 1_800_000 });

const languages = (process.env.MULIAN_LANGUAGES ?? 'zh_CN').split(',');
const people = [...new Map(accounts().map((one) => [`${one.tenantNo} ${one.role}`, one])).values()];
/** Pages about codes. */
const showsCodes = new Set(['/system/config/info']);

for (const language of languages)
  for (const who of people)
    test(`${who.username} (${who.role}) opens every entry of the menu in ${language}`, async ({ browser }) => {
      const walker = await Walker.start(browser, who, language);
      const { page, token } = walker;
      const answer = await page.request.get('/api/sys/user/getUserInfo', { headers: { authorization: token } });
      const { pages, homePath } = (await answer.json()).data as UserInfo;
      const entries = pages.filter((one) => one.menuType === 3 && one.visible === 1 && one.path && one.linkType === 0);
      expect(entries.length, 'entries of the menu').toBeGreaterThan(0);
      const found: string[] = [];
      const empty: string[] = [];
      const first = homePath ?? entries[0]?.path;
      for (const { path, kind } of entries) {
        if (!path) continue;
        await walker.go(path).catch((error: Error) => found.push(`${path}: ${error.message.slice(0, 200)}`));
        found.push(...walker.faults.map((fault) => `${path}: ${fault}`));
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
      }
      test.info().annotations.push({ type: 'entries', description: String(entries.length) });
      test.info().annotations.push({ type: 'empty lists', description: empty.join(' ') });
      if (empty.length > 0) console.log(`${who.username}: ${entries.length} entries, empty lists: ${empty.join(' ')}`);
      await page.context().close();
      expect(found).toEqual([]);
      expect(empty, 'the first page is not empty').not.toContain(first);
    });
