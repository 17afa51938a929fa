import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ExtractInput, ExtractRow } from './register-extract.ts';

export interface EnrolRow extends ExtractRow {
  readonly animalId: number;
  readonly principalId: number;
  readonly ownerId: number;
  readonly regionCode: number;
  readonly birthDate: string;
  readonly weight: number | null;
  readonly weightOn: string | null;
  readonly insured: boolean;
  readonly pledged: boolean;
  readonly quarantined: boolean;
  readonly changePending: boolean;
  /** Masked. */
  readonly holderPhone: string | null;
}

/**
 * `registerExtract` for a module that builds a list of its own from it: with ids and flags, which stay on the server. No ground, no rows.
 *
 * @example
 * const herd = await enrolExtract(tx, { ground: 'insurance.area:12', regionCode: 150521101000, day: '2026-11-01' });
 */
export async function enrolExtract(
  tx: Tx,
  { ground, regionCode, principalIds, day }: ExtractInput,
): Promise<EnrolRow[]> {
  const [lo, hi] = regionCode === undefined ? [null, null] : rangeOf(regionCode);
  return tx.query<EnrolRow>('select * from registry.enrol_extract($1, $2, $3, $4, $5)', [
    ground,
    lo,
    hi,
    principalIds ?? null,
    day,
  ]);
}
