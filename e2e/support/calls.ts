import { expect, type Page, type Request } from '@playwright/test';

const isCall = (one: Request) => one.url().includes('/api/') && !one.url().includes('/api/sys/push/stream');

/** The API calls of a page from now on. The returned function waits until all are answered and what they brought is drawn. */
export function watchCalls(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  const end = (one: Request) => void pending.delete(one);
  page.on('request', (one) => isCall(one) && pending.add(one));
  page.on('requestfinished', end).on('requestfailed', end);
  const unanswered = () => [...pending].map((one) => one.url());
  return async () => {
    // An answer may cause the next call, which is under way two frames later.
    do {
      await expect.poll(unanswered, { message: 'calls without an answer', intervals: [20, 50, 100] }).toEqual([]);
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      );
    } while (pending.size > 0);
  };
}
