import { readToken } from '#kit/web/api/token.ts';
import { keptNames, owedPrefix } from '#kit/web/offline/vault.ts';

/** As much of an outbox as it takes to empty it from any screen. */
interface Sender {
  read(): Promise<void>;
  sendAll(): Promise<void>;
}
interface Entry {
  /** The page where its sheets are written and corrected. */
  readonly path: string;
  load(): Promise<Sender>;
}

const entries = new Map<string, Entry>();
/** After the page's own calls. */
const afterStart = 8_000;
let tell: (path: string, why: string) => void = () => {};

/**
 * Sheets that wait under this name go out from whichever screen is open when there is a network.
 *
 * @example
 * registerOutbox('survey', '/insuranceMgt/surveyForm', () => import('./claim/survey-outbox.ts').then((m) => m.surveyOutbox));
 */
export function registerOutbox(name: string, path: string, load: () => Promise<Sender>): void {
  entries.set(name, { path, load });
}

/** A sheet came back and its own page is not open: somebody has to hear of it all the same. */
export function tellRefused(name: string, why: string): void {
  const entry = entries.get(name);
  if (entry) tell(entry.path, why);
}

/** Sends what waits of every kind that has something here. */
export async function sendWhatWaits(): Promise<void> {
  if (readToken() === null) return;
  const waiting = new Set((await keptNames(owedPrefix)).map((one) => one.slice(owedPrefix.length).split(':')[0] ?? ''));
  for (const name of waiting) {
    const outbox = await entries.get(name)?.load();
    await outbox?.read();
    await outbox?.sendAll();
  }
}

/** Called once by the application, which knows the names of its pages. */
export function startSending(onRefused: (path: string, why: string) => void): void {
  tell = onRefused;
  const send = () => void sendWhatWaits().catch(() => {});
  setTimeout(send, afterStart);
  addEventListener('online', send);
}
