import type { Tx } from '#kit/server/db/database.ts';
import type { Posted } from './move.ts';

/** Told in the same transaction, under the tenant's own sight, after balances and ledger were written: limits, shortages that settle themselves. */
type Listener = (tx: Tx, moves: readonly Posted[]) => Promise<void>;
const listeners = new Map<string, Listener>();

export const onPosted = (name: string, listener: Listener): void => {
  listeners.set(name, listener);
};

export async function tellPosted(tx: Tx, moves: readonly Posted[]): Promise<void> {
  for (const listener of listeners.values()) await listener(tx, moves);
}
