import type { Tx } from '#kit/server/db/database.ts';

/** Where later modules are told of a treatment, in the transaction that records it. */
export interface TreatmentNews {
  readonly treatmentId: number;
  readonly principalId: number;
}
type Listener = (tx: Tx, news: TreatmentNews) => Promise<void>;
const listeners = new Map<string, Listener>();

export const onTreatment = {
  register(module: string, listener: Listener): void {
    listeners.set(module, listener);
  },
};
export async function tellTreatment(tx: Tx, news: TreatmentNews): Promise<void> {
  for (const listener of listeners.values()) await listener(tx, news);
}
