import type { Tx } from '#kit/server/db/database.ts';

export interface OpenClaim {
  readonly no: string;
  readonly insurer: string | null;
  /** Null until the insurer has settled an amount. */
  readonly amountCents: number | null;
}
type ClaimSource = (tx: Tx, animalId: number) => Promise<OpenClaim | null>;

/** R33: insurance says whether it has a claim for an animal that is neither rejected nor withdrawn. */
class OpenClaims {
  readonly #all = new Map<string, ClaimSource>();
  register(module: string, source: ClaimSource): void {
    this.#all.set(module, source);
  }
  async ask(tx: Tx, animalId: number | null): Promise<OpenClaim | null> {
    if (animalId === null) return null;
    for (const source of this.#all.values()) {
      const claim = await source(tx, animalId);
      if (claim) return claim;
    }
    return null;
  }
}
export const openClaim = new OpenClaims();
