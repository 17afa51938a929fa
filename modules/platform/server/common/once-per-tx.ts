import type { Tx } from '#kit/server/db/database.ts';

const kept = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/** What does not change within a transaction is asked once in it: an import of thousands asks the same for every row. */
export function oncePerTx<T>(tx: Tx, key: string, ask: () => Promise<T>): Promise<T> {
  const answers = kept.get(tx) ?? new Map<string, Promise<unknown>>();
  kept.set(tx, answers);
  if (!answers.has(key)) answers.set(key, ask());
  return answers.get(key) as Promise<T>;
}
