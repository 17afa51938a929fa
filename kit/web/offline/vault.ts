/**
 * What a device keeps of the session for the time without a network: in IndexedDB, and sealed. The key lies where the token
 * lies and ends with it; without the key nobody reads what is left, whether or not the store could be emptied in time.
 */
import { tokenKey } from '#kit/web/api/token.ts';

const keyName = 'vaultKey';
const dbName = 'vault';
const table = 'sealed';

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** Browsers give neither sealed keys nor workers to a site without TLS: there nothing is kept. */
export const canKeep = (): boolean => typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined;

let opened: Promise<IDBDatabase> | null = null;
let sealing: { raw: string; key: Promise<CryptoKey> } | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(dbName, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(table);
    asked.onsuccess = () => {
      asked.result.onversionchange = () => {
        asked.result.close();
        opened = null;
      };
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

function ask<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return open().then(
    (db) =>
      new Promise<T>((resolve, reject) => {
        const asked = work(db.transaction(table, mode).objectStore(table));
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      }),
  );
}

const storage = () => (sessionStorage.getItem(tokenKey) === null ? localStorage : sessionStorage);
const stored = () => sessionStorage.getItem(keyName) ?? localStorage.getItem(keyName);

/** The session's key; made when the first thing is kept, and nowhere while nobody is logged in. */
function keyOf(make: boolean): Promise<CryptoKey> | null {
  let raw = stored();
  if (!raw) {
    if (!make || storage().getItem(tokenKey) === null) return null;
    raw = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
    storage().setItem(keyName, raw);
  }
  if (sealing?.raw !== raw) {
    const bytes = Uint8Array.from(atob(raw), (one) => one.charCodeAt(0));
    sealing = { raw, key: crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) };
  }
  return sealing.key;
}

/** Keeps bytes under a name; quietly nothing where nothing can be kept. */
export async function keepBytes(name: string, bytes: ArrayBuffer): Promise<boolean> {
  const key = canKeep() ? await keyOf(true) : null;
  if (!key) return false;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed: Sealed = { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
  await ask('readwrite', (store) => store.put(sealed, name));
  return true;
}

export async function keptBytes(name: string): Promise<ArrayBuffer | null> {
  const key = canKeep() ? await keyOf(false) : null;
  if (!key) return null;
  const sealed = await ask<Sealed | undefined>('readonly', (store) => store.get(name));
  if (!sealed) return null;
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes);
  } catch {
    // Of a session before this one.
    return null;
  }
}

/**
 * Keeps a value sealed on the device.
 *
 * @example
 * await keep('session', { user, menus });
 * const last = await kept<{ user: UserInfo }>('session');
 */
export const keep = (name: string, value: unknown): Promise<boolean> =>
  keepBytes(name, new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer).catch(() => false);

export async function kept<T>(name: string): Promise<T | null> {
  const bytes = await keptBytes(name).catch(() => null);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T);
}

/** Names of what is kept that begin so, in order. */
export async function keptNames(prefix: string): Promise<string[]> {
  if (!canKeep() || !stored()) return [];
  const names = await ask('readonly', (store) => store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`))).catch(
    () => [],
  );
  return names.map(String);
}

export async function forget(name: string): Promise<void> {
  if (canKeep()) await ask('readwrite', (store) => store.delete(name)).catch(() => {});
}

/** The session is over: the key goes at once, what it sealed as soon as the browser lets go of it. */
export function wipe(): void {
  sessionStorage.removeItem(keyName);
  localStorage.removeItem(keyName);
  sealing = null;
  if (typeof indexedDB === 'undefined') return;
  void opened?.then((db) => db.close()).catch(() => {});
  opened = null;
  try {
    indexedDB.deleteDatabase(dbName);
  } catch {
    // Without the key it is noise.
  }
}
