import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { lotBooked } from './published.ts';

/** A lot as it comes: from the pack, or known already. */
export interface NewLot {
  readonly materialId: number;
  readonly lotNo?: string | null | undefined;
  readonly manufacturer?: string | null | undefined;
  readonly producedOn?: string | null | undefined;
  readonly expireOn?: string | null | undefined;
  readonly segFrom?: number | null | undefined;
  readonly segTo?: number | null | undefined;
  readonly purveyorId?: number | null | undefined;
}

export interface Lot {
  readonly id: number;
  readonly materialId: number;
  readonly lotNo: string;
  readonly manufacturer: string;
  readonly expireOn: string | null;
  readonly segFrom: number | null;
  readonly segTo: number | null;
  readonly quality: string;
}

const columns = `l.id, l.material_id as "materialId", l.lot_no as "lotNo", l.manufacturer, to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn",
  l.seg_from as "segFrom", l.seg_to as "segTo", l.quality`;

/**
 * R11: the lot these words mean, made when it is new. The same number of the same maker with another date is refused: one of
 * the two packs was read wrong. Runs under the tenant's own sight; others may have booked the lot before.
 */
export async function bookLot(tx: Tx, one: NewLot): Promise<Lot & { isNew: boolean }> {
  const [material] = await tx.query<{ tracking: string; hasExpiry: boolean; manufacturer: string | null }>(
    'select tracking, has_expiry as "hasExpiry", manufacturer from depot.material where id = $1',
    [one.materialId],
  );
  if (!material) throw notFound();
  const lotNo = material.tracking === 'none' ? '-' : (one.lotNo ?? '').trim();
  const maker = (one.manufacturer ?? material.manufacturer ?? '').trim();
  if (material.tracking === 'segment') return bookSegment(tx, one, maker);
  if (!lotNo) throw invalid([{ field: 'lotNo', key: 'error.field.required' }]);
  if (material.hasExpiry && !one.expireOn) throw invalid([{ field: 'expireOn', key: 'error.field.required' }]);
  const made = await insertLot(tx, { ...one, lotNo, manufacturer: maker });
  if (made) {
    await lotBooked.tell(tx, made);
    return { ...made, isNew: true };
  }
  const [known] = await tx.query<Lot>(
    `select ${columns} from depot.lot l where l.material_id = $1 and l.lot_no = $2 and l.manufacturer = $3 and l.seg_from is null`,
    [one.materialId, lotNo, maker],
  );
  if (!known) throw notFound();
  if (known.expireOn !== (one.expireOn ?? null) && material.hasExpiry)
    throw refusal('lotMismatch', 'depot.ledger.lotMismatch', { lot: lotNo, day: known.expireOn ?? '' });
  return { ...known, isNew: false };
}

async function insertLot(tx: Tx, one: NewLot & { lotNo: string; manufacturer: string }): Promise<Lot | null> {
  const [row] = await tx.query<Lot>(
    `insert into depot.lot as l (tenant_no, material_id, lot_no, manufacturer, produced_on, expire_on, seg_from, seg_to, purveyor_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_no, material_id, lot_no, manufacturer) where seg_from is null do nothing returning ${columns}`,
    [
      tx.scope.tenantNo,
      one.materialId,
      one.lotNo,
      one.manufacturer,
      one.producedOn ?? null,
      one.expireOn ?? null,
      one.segFrom ?? null,
      one.segTo ?? null,
      one.purveyorId ?? null,
      tx.scope.userId,
    ],
  );
  return row ?? null;
}

export const segmentName = (from: number, to: number): string => `${from}–${to}`;

async function bookSegment(tx: Tx, one: NewLot, manufacturer: string): Promise<Lot & { isNew: boolean }> {
  const { segFrom: from, segTo: to } = one;
  if (!from || !to || to < from) throw invalid([{ field: 'segFrom', key: 'error.field.required' }]);
  const [clash] = await tx.query<{ from: number; to: number }>(
    `select seg_from as from, seg_to as to from depot.lot where material_id = $1 and cut_at is null and seg_from <= $3 and seg_to >= $2 limit 1`,
    [one.materialId, from, to],
  );
  if (clash) throw refusal('segmentTaken', 'depot.ledger.segmentTaken', clash);
  const made = await insertLot(tx, { ...one, lotNo: segmentName(from, to), manufacturer });
  if (!made) throw notFound();
  await lotBooked.tell(tx, made);
  return { ...made, isNew: true };
}

/** A piece ends; the parts it was cut into stand for its numbers. Written by `cutSegment` alone. */
export async function cutLot(
  tx: Tx,
  lotId: number,
  parts: readonly { readonly from: number; readonly to: number }[],
): Promise<Lot[]> {
  const [old] = await tx.query<{ id: number }>(
    'update depot.lot set cut_at = now(), version = version + 1, updated_at = now() where id = $1 and cut_at is null returning id',
    [lotId],
  );
  if (!old) throw notFound();
  const made: Lot[] = [];
  for (const { from, to } of parts) {
    const [row] = await tx.query<Lot>(
      `insert into depot.lot as l (tenant_no, material_id, lot_no, manufacturer, produced_on, expire_on, seg_from, seg_to, parent_lot_id, purveyor_id, quality, quality_reason, created_by)
       select o.tenant_no, o.material_id, $2, o.manufacturer, o.produced_on, o.expire_on, $3, $4, o.id, o.purveyor_id, o.quality, o.quality_reason, $5
       from depot.lot o where o.id = $1 returning ${columns}`,
      [lotId, segmentName(from, to), from, to, tx.scope.userId],
    );
    if (row) made.push(row);
  }
  return made;
}

/** ok ⇄ hold; ok, hold → recalled, and that is final. Answers what it was. */
export async function setQuality(
  tx: Tx,
  lotId: number,
  to: 'ok' | 'hold' | 'recalled',
  reason: string | null,
): Promise<string> {
  const [lot] = await tx.query<{ quality: string; lotNo: string }>(
    'select quality, lot_no as "lotNo" from depot.lot where id = $1 for update',
    [lotId],
  );
  if (!lot) throw notFound();
  if (lot.quality === 'recalled') throw refusal('recalled', 'depot.ledger.recalled', { lot: lot.lotNo });
  await tx.query(
    'update depot.lot set quality = $2, quality_reason = $3, version = version + 1, updated_at = now(), updated_by = $4 where id = $1',
    [lotId, to, reason, tx.scope.userId],
  );
  return lot.quality;
}
