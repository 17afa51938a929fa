import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface ExtractInput {
  /** Why past the row rules: the paper that gives the right, named. */
  readonly ground: string;
  readonly regionCode?: number | undefined;
  readonly principalIds?: readonly number[] | undefined;
  readonly day: string;
}

export interface ExtractRow {
  readonly tag: string;
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly stage: string;
  readonly ageMonths: number;
  readonly holderName: string;
  readonly village: string | null;
}

/**
 * The animals of an area or of some holders on a day, read past the row rules by a module that has proved its ground: what is listed here and
 * nothing else. No ground, no rows.
 *
 * @example
 * const rows = await registerExtract(tx, { ground: 'insurance.areaQuote:31', regionCode: 150521101000, day: '2026-11-01' });
 */
export async function registerExtract(
  tx: Tx,
  { ground, regionCode, principalIds, day }: ExtractInput,
): Promise<ExtractRow[]> {
  const [lo, hi] = regionCode === undefined ? [null, null] : rangeOf(regionCode);
  return tx.query<ExtractRow>('select * from registry.register_extract($1, $2, $3, $4, $5)', [
    ground,
    lo,
    hi,
    principalIds ?? null,
    day,
  ]);
}
