/**
 * What a device keeps for its user for the time without a network: in IndexedDB, sealed, under the user's number. The key lies
 * where the token lies and ends with it, except while something is owed to the server: then it outlives the tab, and the same
 * user finds it at the next login. Without the key nobody reads what is left, whether or not the store could be emptied in time.
 */
import { tokenKey } from '#kit/web/api/token.ts';

const ownerName = 'vaultOwner';
/** What is kept under such a name has not reached the server. */
export const owedPrefix = 'owed:';
const dbName = 'vault';
const table = 'sealed';

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** Browsers give neither sealed keys nor workers to a site without TLS: there nothing is kept. */
export const canKeep = (): boolean => typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined;

let opened: Promise<IDBDatabase> | null = null;
const imported = new Map<string, Promise<CryptoKey>>();
/** Owed, and only in this page: nothing could be kept. */
const near = new Set<string>();

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
const ownerOf = () => sessionStorage.getItem(ownerName) ?? localStorage.getItem(ownerName);
const keyName = () => `vaultKey:${ownerOf()}`;
const placeOf = (name: string) => `${ownerOf()}/${name}`;
/** The page's own key first; those of the user's other tabs can be read as long as something is owed. */
function keys(): string[] {
  const all = [sessionStorage.getItem(keyName()), ...(localStorage.getItem(keyName())?.split(',') ?? [])];
  return [...new Set(all.filter((one) => one !== null))];
}

/** Whose things these are from now on. What others left unsent stays theirs; what nobody can read any more goes. */
export function openVault(userId: number): void {
  const owner = String(userId);
  if (ownerOf() !== owner) {
    sessionStorage.removeItem(ownerName);
    localStorage.removeItem(ownerName);
    near.clear();
  }
  storage().setItem(ownerName, owner);
  if (canKeep()) void dropUnreadable(owner).catch(() => {});
}

/** Somebody logs in: until it is known who, nothing of anybody is read. */
export function closeVault(): void {
  sessionStorage.removeItem(ownerName);
  localStorage.removeItem(ownerName);
}

async function dropUnreadable(owner: string): Promise<void> {
  for (const place of await ask('readonly', (store) => store.getAllKeys())) {
    const [whose = ''] = String(place).split('/');
    if (whose !== owner && localStorage.getItem(`vaultKey:${whose}`) === null)
      await ask('readwrite', (store) => store.delete(place));
  }
}

/** The session's key; made when the first thing is kept, and nowhere while nobody is logged in. */
function ownKey(): Promise<CryptoKey> | null {
  let [raw] = keys();
  if (!raw) {
    if (ownerOf() === null || storage().getItem(tokenKey) === null) return null;
    raw = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
    storage().setItem(keyName(), raw);
  }
  return imports(raw);
}

function imports(raw: string): Promise<CryptoKey> {
  const known = imported.get(raw);
  if (known) return known;
  const bytes = Uint8Array.from(atob(raw), (one) => one.charCodeAt(0));
  const key = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  imported.set(raw, key);
  return key;
}

/** The tab may be closed and the session run out: what is owed must be readable afterwards, and the key no longer than that. */
function outlive(isOwed: boolean): void {
  const all = keys();
  // A session that is remembered has its key there anyway.
  if (storage() === localStorage || !all[0]) return;
  if (isOwed) localStorage.setItem(keyName(), all.join(','));
  else {
    sessionStorage.setItem(keyName(), all[0]);
    localStorage.removeItem(keyName());
  }
}

/** Keeps bytes under a name; quietly nothing where nothing can be kept. */
export async function keepBytes(name: string, bytes: ArrayBuffer): Promise<boolean> {
  const key = canKeep() ? await ownKey() : null;
  if (!key) return false;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed: Sealed = { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
  await ask('readwrite', (store) => store.put(sealed, placeOf(name)));
  return true;
}

export async function keptBytes(name: string): Promise<ArrayBuffer | null> {
  if (!canKeep() || keys().length === 0) return null;
  const sealed = await ask<Sealed | undefined>('readonly', (store) => store.get(placeOf(name)));
  if (!sealed) return null;
  for (const raw of keys()) {
    try {
      return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, await imports(raw), sealed.bytes);
    } catch {
      // Sealed in another tab, or in a session before this one.
    }
  }
  return null;
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

const under = (prefix: string) => IDBKeyRange.bound(placeOf(prefix), `${placeOf(prefix)}\uffff`);

/** Names of what is kept that begin so, in order. */
export async function keptNames(prefix: string): Promise<string[]> {
  if (!canKeep() || keys().length === 0) return [];
  const places = await ask('readonly', (store) => store.getAllKeys(under(prefix))).catch(() => []);
  return places.map((one) => String(one).slice(placeOf('').length));
}

export async function forget(name: string): Promise<void> {
  if (canKeep()) await ask('readwrite', (store) => store.delete(placeOf(name))).catch(() => {});
}

/** Keeps what the server has not got yet; where it cannot be kept it is told, and lives as long as the page. */
export async function owe(name: string, value: unknown): Promise<boolean> {
  const isKept = await keep(owedPrefix + name, value);
  if (isKept) {
    near.delete(name);
    outlive(true);
  } else near.add(name);
  return isKept;
}

/** The server has it, or its user gave it up. */
export async function settle(name: string): Promise<void> {
  near.delete(name);
  await forget(owedPrefix + name);
  if ((await keptNames(owedPrefix)).length === 0) outlive(false);
}

/** How much would be lost with this device. */
export const countOwed = async (): Promise<number> => (await keptNames(owedPrefix)).length + near.size;

// What lives as long as the page is not closed away by mistake.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (near.size > 0) event.preventDefault();
});

/** The user leaves: the key goes at once, what it sealed as soon as the browser lets go of it. */
export function wipe(): void {
  const mine = ownerOf() === null ? null : placeOf('');
  sessionStorage.removeItem(keyName());
  localStorage.removeItem(keyName());
  closeVault();
  imported.clear();
  near.clear();
  if (mine === null || typeof indexedDB === 'undefined') return;
  // Without the key it is noise; the database itself goes when nobody else has anything in it.
  void ask('readwrite', (store) => store.delete(IDBKeyRange.bound(mine, `${mine}\uffff`)))
    .then(() => ask('readonly', (store) => store.count()))
    .then(async (left) => {
      if (left > 0) return;
      (await opened)?.close();
      opened = null;
      indexedDB.deleteDatabase(dbName);
    })
    .catch(() => {});
}
