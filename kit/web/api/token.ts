/**
 * Where the session's token lives: local storage if the user asked to be remembered, else session storage, and the
 * same in every tab of the session.
 */
export const tokenKey = 'access_token';

/** Whether somebody left, or the session merely ran out under their hands. */
export type Ending = 'left' | 'ranOut';
type AuthMessage = { type: 'renewed'; from: string; token: string } | { type: 'ended'; token: string; how: Ending };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('auth');
// Two tabs may renew the same token at the same moment: a tab recognises its session by any token it has had.
const had = new Set<string>();
let whenEnded: (how: Ending) => void = () => {};

export function readToken(): string | null {
  const token = sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);
  if (token) had.add(token);
  return token;
}

/** Where it lies, and what else belongs to the session alone. */
export const tokenStorage = (): Storage => (sessionStorage.getItem(tokenKey) === null ? localStorage : sessionStorage);

export function storeToken(token: string, remember: boolean): void {
  had.clear();
  had.add(token);
  const [store, other] = remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  other.removeItem(tokenKey);
  store.setItem(tokenKey, token);
}

function replace(token: string): void {
  had.add(token);
  const store = sessionStorage.getItem(tokenKey) === null ? localStorage : sessionStorage;
  store.setItem(tokenKey, token);
}

/** Puts a renewed token where the old one was, here and in the session's other tabs. */
export function renewToken(token: string): void {
  const from = readToken();
  if (from === null || from === token) return;
  replace(token);
  channel?.postMessage({ type: 'renewed', from, token } satisfies AuthMessage);
}

export function clearToken(how: Ending): void {
  const token = readToken();
  sessionStorage.removeItem(tokenKey);
  localStorage.removeItem(tokenKey);
  if (token) channel?.postMessage({ type: 'ended', token, how } satisfies AuthMessage);
  had.clear();
}

/** Called when the session has ended in another tab. */
export function onSessionEnded(listener: (how: Ending) => void): void {
  whenEnded = listener;
}

channel?.addEventListener('message', ({ data }: MessageEvent<AuthMessage>) => {
  readToken();
  if (data.type === 'renewed' && had.has(data.from)) {
    if (sessionStorage.getItem(tokenKey) === null) had.add(data.token);
    else replace(data.token);
  }
  if (data.type === 'ended' && had.has(data.token)) whenEnded(data.how);
});

/** Opens one of our own paths in a new tab; without `noopener`, so that it inherits an un-remembered session. */
export function openInNewTab(path: string): void {
  window.open(`#${path}`, '_blank');
}
