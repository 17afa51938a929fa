import type { Tx } from '#kit/server/db/database.ts';

/**
 * The places later modules put their functions into: prevention calls nobody above it. What is registered here runs in the
 * transaction that asks.
 */

export interface BanFact {
  readonly animalId: number;
  /** Dictionary `ban_on`: lateGestation, underTreatment, sick. */
  readonly fact: string;
}
type BanSource = (tx: Tx, animalIds: readonly number[], on: string) => Promise<readonly BanFact[]>;

/** What speaks against a shot: told by the modules that know of gestation and treatment. */
class BanFacts {
  readonly #all = new Map<string, BanSource>();
  register(module: string, source: BanSource): void {
    this.#all.set(module, source);
  }
  async ask(tx: Tx, animalIds: readonly number[], on: string): Promise<BanFact[]> {
    const found: BanFact[] = [];
    for (const source of this.#all.values()) found.push(...(await source(tx, animalIds, on)));
    return found;
  }
}
export const banFacts = new BanFacts();
