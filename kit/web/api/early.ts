/**
 * Calls that the entry page makes before any code has come (apps/web/early.js), and what it is told for the next time: by address
 * the calls and files of the page. Until the session ends a new window finds those of pages as they are first entered; what somebody
 * searched for is kept with the token, where the token does not outlive the tab.
 */
import { currentLanguage } from '#kit/web/i18n/language.ts';
import { readToken, tokenStorage } from './token.ts';

interface EarlyCall {
  readonly token: string | null;
  readonly language: string;
  readonly answer: Promise<Response>;
}

interface EarlyPage {
  readonly calls: readonly string[];
  readonly files: readonly string[];
}

interface Kept {
  readonly by?: string;
  readonly dictionaries?: Readonly<Record<string, string>>;
  readonly pages?: Readonly<Record<string, EarlyPage>>;
  /** Where pages lead whoever comes with an address that says nothing. */
  readonly leads?: Readonly<Record<string, string>>;
}

declare global {
  var earlyCalls: { readonly by: string; readonly calls: Map<string, EarlyCall> } | undefined;
}

const key = 'early';
/** Addresses that are remembered, the last ones; and of a page no more than a list and what stands above it. */
const most = { pages: 12, calls: 3, files: 60 };

/** The answer to a call that is already under way: given once, and only to the session and in the language that asked. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const calls = globalThis.earlyCalls?.calls;
  const found = calls?.get(url);
  if (!calls || !found) return undefined;
  calls.delete(url);
  const isOwn = found.token === null || found.token === readToken();
  return isOwn && found.language === currentLanguage() ? found.answer : undefined;
}

/** Something is written: what was asked for before does not know of it. */
export const dropEarly = (): void => globalThis.earlyCalls?.calls.clear();

const read = (store: Storage): Kept => JSON.parse(store.getItem(key) ?? '{}') as Kept;

function change(store: Storage, by: (kept: Kept) => Kept): void {
  if (!globalThis.earlyCalls) return;
  try {
    store.setItem(key, JSON.stringify(by(read(store))));
  } catch {
    // A full store: the next time nothing comes early.
  }
}

/** Nobody's any more. */
export function forgetEarly(): void {
  dropEarly();
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
}

export const rememberDictionaries = (language: string, version: string): void =>
  change(tokenStorage(), (kept) => ({ ...kept, dictionaries: { [language]: version } }));

/** The page itself leads from one to the other: nothing that anybody typed. */
export const rememberFirstAddress = (path: string, address: string): void =>
  change(localStorage, (kept) => ({ ...kept, leads: { ...kept.leads, [path]: address } }));

/** Where this address is kept: by itself, or as the page's own first one, it says nothing of anybody. */
function storeOf(address: string): Storage | null {
  const isPlain = !address.includes('?') || Object.values(read(localStorage).leads ?? {}).includes(address);
  if (isPlain) return localStorage;
  return tokenStorage() === sessionStorage ? sessionStorage : null;
}

/** What the page brought along: the router marks when the window went to it. */
function filesOfPage(): string[] {
  const since = performance.getEntriesByName('moved').at(-1)?.startTime ?? 0;
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime >= since && /\/assets\/(?!early-)[^?]+\.(js|css)$/.test(name))
    .map(({ name }) => new URL(name).pathname)
    .slice(0, most.files);
}

/** Addresses whose files this window has told of. */
const told = new Set<string>();

/** The page at this address begins with this call: the next time it is made before the page's code has come. */
export function rememberCall(url: string): void {
  const address = location.hash.slice(1);
  const store = storeOf(address);
  if (!store) return;
  // What comes after the first call stood around the rows, and need not come before them.
  const isNew = !told.has(address);
  told.add(address);
  const by = globalThis.earlyCalls?.by ?? '';
  const isSame = (one: string) => one.split('?')[0] === url.split('?')[0];
  change(store, (kept) => {
    const isCurrent = kept.by === by;
    const { [address]: before, ...others } = isCurrent ? (kept.pages ?? {}) : {};
    const known = before?.calls ?? [];
    const calls = known.some(isSame) ? known.map((one) => (isSame(one) ? url : one)) : [...known, url];
    const files = [...new Set([...(before?.files ?? []), ...(isNew ? filesOfPage() : [])])].slice(0, most.files);
    const last = Object.entries(others).slice(1 - most.pages);
    return {
      ...kept,
      by,
      pages: { ...Object.fromEntries(last), [address]: { calls: calls.slice(0, most.calls), files } },
    };
  });
}
