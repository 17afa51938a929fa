/**
 * The key pair of this browser. The private key cannot be exported and stays in IndexedDB also after a logout: it names the
 * browser, not a person.
 */

const [dbName, table, keyName] = ['device', 'keys', 'login'];

/** Browsers give no keys to a site without TLS. */
export const canSign = (): boolean => typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined;

function inTable<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open(dbName, 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore(table);
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const asked = work(opened.result.transaction(table, mode).objectStore(table));
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        opened.result.close();
        resolve(asked.result);
      };
    };
  });
}

const usage = { name: 'ECDSA', namedCurve: 'P-256' } as const;

async function ownKeys(): Promise<CryptoKeyPair> {
  const kept = await inTable<CryptoKeyPair | undefined>('readonly', (store) => store.get(keyName));
  if (kept) return kept;
  const made = await crypto.subtle.generateKey(usage, false, ['sign', 'verify']);
  // Another tab may have made one meanwhile: the first one is kept.
  await inTable('readwrite', (store) => store.add(made, keyName)).catch(() => {});
  return inTable<CryptoKeyPair>('readonly', (store) => store.get(keyName));
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Signs a text with the browser's key; null where there is none, as in a private window that stores nothing. */
export async function signByDevice(text: string): Promise<{ publicKey: string; signature: string } | null> {
  if (!canSign()) return null;
  try {
    const { publicKey, privateKey } = await ownKeys();
    const signed = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(text),
    );
    return { publicKey: base64url(await crypto.subtle.exportKey('spki', publicKey)), signature: base64url(signed) };
  } catch {
    return null;
  }
}
