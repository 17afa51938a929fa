/**
 * Where the session's token lives: local storage if the user asked to be remembered, else session storage, and the
 * same in every tab of the session.
 */
export const tokenKey = 'access_token';

type AuthMessage = { type: 'renewed'; from: string; token: string } | { type: 'ended'; token: string };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('auth');
// Two tabs may renew the same token at the same moment: a tab recognises its session by any token it has had.
const had = new Set<string>();
let whenEnded: () => void = () => {};

export function readToken(): string | null {
  const token = sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);
  if (token) had.add(token);
  return token;
}

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

export function clearToken(tellOthers = true): void {
  const token = readToken();
  sessionStorage.removeItem(tokenKey);
  localStorage.removeItem(tokenKey);
  if (token && tellOthers) channel?.postMessage({ type: 'ended', token } satisfies AuthMessage);
  had.clear();
}

/** Called when another tab of the same session has logged out. */
export function onSessionEnded(listener: () => void): void {
  whenEnded = listener;
}

channel?.addEventListener('message', ({ data }: MessageEvent<AuthMessage>) => {
  readToken();
  if (data.type === 'renewed' && had.has(data.from)) {
    if (sessionStorage.getItem(tokenKey) === null) had.add(data.token);
    else replace(data.token);
  }
  if (data.type === 'ended' && had.has(data.token)) whenEnded();
});

/** Opens one of our own paths in a new tab; without `noopener`, so that it inherits an un-remembered session. */
export function openInNewTab(path: string): void {
  window.open(`#${path}`, '_blank');
}
