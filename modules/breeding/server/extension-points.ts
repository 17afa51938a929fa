import type { Tx } from '#kit/server/db/database.ts';

/** Where later modules are told of breeding, in the transaction of the record. */
export interface BreedingNews {
  readonly kind: 'service' | 'check' | 'calving';
  readonly animalId: number;
  readonly recordId: number;
  readonly on: string;
  readonly voided: boolean;
}
type Listener = (tx: Tx, news: BreedingNews) => Promise<void>;
const listeners = new Map<string, Listener>();

export const onBreedingRecord = {
  register(module: string, listener: Listener): void {
    listeners.set(module, listener);
  },
};
export async function tellBreeding(tx: Tx, news: BreedingNews): Promise<void> {
  for (const listener of listeners.values()) await listener(tx, news);
}
