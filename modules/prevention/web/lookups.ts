import { readToken } from '#kit/web/api/token.ts';
import { countOwed } from '#kit/web/offline/vault.ts';

/** After the page's own calls. */
const afterStart = 8_000;

async function sendWhatWaits(): Promise<void> {
  if (readToken() === null || (await countOwed()) === 0) return;
  const { outbox } = await import('./visit/offline/outbox.ts');
  await outbox.read();
  await outbox.sendAll();
}

/** Sheets written without a network go out from whichever screen is open when there is one again. */
export function connectLookups(): void {
  setTimeout(() => void sendWhatWaits().catch(() => {}), afterStart);
  addEventListener('online', () => void sendWhatWaits().catch(() => {}));
}
