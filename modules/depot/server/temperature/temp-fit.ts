import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface KeptAt {
  readonly storeTempMin: number | null;
  readonly storeTempMax: number | null;
}
export interface KeepsAt {
  readonly tempMin: number | null;
  readonly tempMax: number | null;
}

/** What a store that promises nothing may become: the pharmacopoeia's ordinary temperature. */
const ordinary = { tempMin: 10, tempMax: 30 } as const;

/** R23: everything the store may become lies inside what the material bears. */
export function fitsTemp(material: KeptAt, depot: KeepsAt): boolean {
  const low = depot.tempMin ?? (depot.tempMax === null ? ordinary.tempMin : Number.NEGATIVE_INFINITY);
  const high = depot.tempMax ?? (depot.tempMin === null ? ordinary.tempMax : Number.POSITIVE_INFINITY);
  return (
    low >= (material.storeTempMin ?? Number.NEGATIVE_INFINITY) &&
    high <= (material.storeTempMax ?? Number.POSITIVE_INFINITY)
  );
}

/**
 * R23: refuses goods the store would spoil. Whoever holds depot:temp:override may put them there with a reason (a transport
 * box with ice). Answers whether the reason was needed, so that it is kept beside the line.
 *
 * @example
 * const isOverride = refuseTemp(material, await depotTemp(tx, depotId), line.tempReason, call.actor.actions.has('depot:temp:override'));
 */
export function refuseTemp(material: KeptAt, depot: KeepsAt, reason?: string | null, mayOverride = false): boolean {
  if (fitsTemp(material, depot)) return false;
  if (mayOverride && reason?.trim()) return true;
  throw refusal('tempMismatch', 'depot.ledger.tempMismatch');
}

export async function depotTemp(tx: Tx, depotId: number): Promise<KeepsAt> {
  const [row] = await tx.query<KeepsAt>(
    'select temp_min::float8 as "tempMin", temp_max::float8 as "tempMax" from depot.depot where id = $1',
    [depotId],
  );
  if (!row) throw notFound();
  return row;
}
