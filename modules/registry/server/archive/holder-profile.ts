import type { Tx } from '#kit/server/db/database.ts';

/** A kind and age of animals in one month: how many at its end (or today), and what came and went. */
export interface HolderMonth {
  readonly month: string;
  readonly species: string;
  readonly stage: string;
  readonly closing: number;
  readonly born: number;
  readonly bought: number;
  readonly transferIn: number;
  readonly transferOut: number;
  readonly sold: number;
  readonly slaughtered: number;
  readonly died: number;
  readonly culled: number;
  readonly missing: number;
}

/** What stands there today: how many were ever weighed, and what they weigh. */
export interface HolderWeights {
  readonly species: string;
  readonly stage: string;
  readonly head: number;
  readonly weighed: number;
  readonly meanKg: number | null;
  readonly latestOn: string | null;
  readonly insured: number;
  readonly pledged: number;
}

export interface HolderProfile {
  readonly months: readonly HolderMonth[];
  readonly weights: readonly HolderWeights[];
}

/**
 * How a holder's herd went over the last months, this one among them, and what it weighs: sums, no animal. Read past the row rules by a module that
 * has proved its ground; without one it is empty.
 *
 * @example
 * const { months, weights } = await holderProfile(tx, { ground: 'bank.consent:5', principalId, months: 12 });
 */
export async function holderProfile(
  tx: Tx,
  { ground, principalId, months }: { readonly ground: string; readonly principalId: number; readonly months: number },
): Promise<HolderProfile> {
  return {
    months: await tx.query<HolderMonth>('select * from registry.holder_months($1, $2, $3)', [
      ground,
      principalId,
      months,
    ]),
    weights: await tx.query<HolderWeights>('select * from registry.holder_weights($1, $2)', [ground, principalId]),
  };
}
