import type { Tx } from '#kit/server/db/database.ts';

export interface DisposalNews {
  readonly recordId: number;
  readonly docNo: string;
  readonly certNo: string;
  readonly animalIds: readonly number[];
}

/** Told in the transaction of the confirmation; one that throws undoes it. */
class Listeners<News> {
  readonly #all = new Map<string, (tx: Tx, news: News) => Promise<void>>();
  register(module: string, listener: (tx: Tx, news: News) => Promise<void>): void {
    this.#all.set(module, listener);
  }
  async tell(tx: Tx, news: News): Promise<void> {
    for (const listener of this.#all.values()) await listener(tx, news);
  }
}
/** A carcass was disposed of for good: for whoever pays by it. */
export const onDisposal = new Listeners<DisposalNews>();
