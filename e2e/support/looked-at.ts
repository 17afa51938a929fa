import type { Page } from '@playwright/test';

/** Keys of texts, permissions and codes that a reader was left with instead of words. */
export const rawCodes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const key = /^[a-z][a-zA-Z]*(\.[a-zA-Z_]\w*){2,}$/;
    const permission = /^[a-z][a-zA-Z]*:[a-zA-Z]+:[a-zA-Z*]+$/;
    const code = /^[a-z]+(?:[A-Z][a-z]+)+$/;
    // Where codes are what the page is about: they are shown as such.
    const told = 'code, kbd, pre, [data-record], [data-code], svg, script, style';
    const words = 'th, label, button, .ant-tag, .ant-tabs-tab, .ant-statistic-title, .ant-descriptions-item-label';
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element || element.closest(told)) continue;
      if (key.test(text) || (permission.test(text) && !element.closest('td'))) found.add(text);
      else if (code.test(text) && element.closest(words) && !element.closest('td')) found.add(text);
    }
    return [...found];
  });

/** The title, the state and the first columns that say something of a record. */
const decisive = 4;

/** On a small notebook: headings among a list's first columns that the pinned actions cover. */
export const cutColumns = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const cut: string[] = [];
    // A tree beside the list leaves it room for the record and its state.
    const room = [...document.querySelectorAll('main .ant-tree')].some((one) => one.checkVisibility()) ? 2 : most;
    for (const head of document.querySelectorAll<HTMLElement>('main .ant-table-thead > tr:first-child')) {
      if (!head.checkVisibility()) continue;
      const cells = [...head.querySelectorAll<HTMLElement>(':scope > th')];
      const pinned = cells.find((one) => /ant-table-cell-fix-(right|end)/.test(one.className));
      // A report has no actions and is read by scrolling.
      if (!pinned) continue;
      const edge = pinned.getBoundingClientRect().left;
      const named = cells.filter((one) => one !== pinned && !one.matches('.ant-table-selection-column, [colspan]'));
      for (const one of named.slice(0, room)) {
        const { right, width } = one.getBoundingClientRect();
        if (width > 0 && right > edge + 1) cut.push(one.textContent?.trim() ?? '');
      }
    }
    return cut;
  }, decisive);
