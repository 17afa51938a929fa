import type { Tx } from '#kit/server/db/database.ts';

export interface Herd {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly regionCode: number;
  readonly species: readonly string[];
  readonly scale: string | null;
  /** Whoever works there, if the demo knows somebody. */
  readonly userId: number | null;
  readonly pens: readonly number[];
}

export const shiftDay = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

/** Numbers are given out county by county, one after the other, as the makers deliver them. */
export class TagRolls {
  readonly #next = new Map<string, number>();

  take(species: string, regionCode: number, count: number): string[] {
    const head = `${species === 'cattle' ? 2 : 3}${Math.floor(regionCode / 1e6)}`;
    const from = this.#next.get(head) ?? 10_001;
    this.#next.set(head, from + count);
    return Array.from({ length: count }, (_, index) => head + String(from + index).padStart(8, '0'));
  }
}

/** The transaction as somebody of the demo makes it: who did it stands in every paper. */
export const as = (tx: Tx, userId: number | null): Tx => ({ ...tx, scope: { ...tx.scope, userId } });
