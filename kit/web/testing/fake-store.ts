import { vi } from 'vitest';

type Range = { from: string; to: string };
const isRange = (key: string | Range): key is Range => typeof key !== 'string';

// One for the file: whoever opened it before still holds it.
const kept = { all: new Map<string, unknown>(), isFull: false };

/** Stands in for the browser's own database, with one table of names and values; `isFull` makes every write fail. */
export function fakeStore(): typeof kept {
  kept.all.clear();
  kept.isFull = false;
  const answer = <T>(work: () => T) => {
    const asked = { result: undefined as T, error: null as unknown, onsuccess: () => {}, onerror: () => {} };
    queueMicrotask(() => {
      try {
        asked.result = work();
        asked.onsuccess();
      } catch (error) {
        asked.error = error;
        asked.onerror();
      }
    });
    return asked;
  };
  const within = (key: string | Range) =>
    [...kept.all.keys()].filter((one) => (isRange(key) ? one >= key.from && one <= key.to : one === key)).toSorted();
  const store = {
    put: (value: unknown, key: string) =>
      answer(() => {
        if (kept.isFull) throw new Error('full');
        kept.all.set(key, value);
      }),
    get: (key: string) => answer(() => kept.all.get(key)),
    delete: (key: string | Range) =>
      answer(() => {
        for (const one of within(key)) kept.all.delete(one);
      }),
    getAllKeys: (range?: Range) => answer(() => (range ? within(range) : [...kept.all.keys()])),
    count: () => answer(() => kept.all.size),
  };
  const db = { transaction: () => ({ objectStore: () => store }), createObjectStore: () => {}, close: () => {} };
  vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string): Range => ({ from, to }) });
  vi.stubGlobal('indexedDB', {
    open: () => answer(() => db),
    deleteDatabase: () => kept.all.clear(),
  });
  return kept;
}
