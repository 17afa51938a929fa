import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { auditSystem } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { lotBooked } from '../extension-points.ts';

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
  readonly producedOn: string | null;
  readonly expireOn: string | null;
  readonly segFrom: number | null;
  readonly segTo: number | null;
  readonly quality: string;
}

const columns = `l.id, l.material_id as "materialId", l.lot_no as "lotNo", l.manufacturer, to_char(l.produced_on, 'YYYY-MM-DD') as "producedOn",
  to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", l.seg_from as "segFrom", l.seg_to as "segTo", l.quality`;

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
  const known = await matchLot(tx, one, [one.materialId, lotNo, maker]);
  if (known.expireOn !== (one.expireOn ?? null) && material.hasExpiry)
    throw refusal('lotMismatch', 'depot.ledger.lotMismatch', { lot: lotNo, day: known.expireOn ?? '' });
  return { ...known, isNew: false };
}

/** A day of making that nobody told says nothing against the one that is known. */
const differs = (lot: Lot, one: NewLot): boolean =>
  lot.expireOn !== (one.expireOn ?? null) || (!!one.producedOn && lot.producedOn !== one.producedOn);

/** The lot that has this name already: locked, so that its dates stay; or with the dates of this receipt, where nothing stands on the old ones. */
async function matchLot(tx: Tx, one: NewLot, name: readonly unknown[]): Promise<Lot> {
  const known = `select ${columns} from depot.lot l where l.material_id = $1 and l.lot_no = $2 and l.manufacturer = $3 and l.seg_from is null`;
  const [seen] = await tx.query<Lot>(known, name);
  const isFree = seen !== undefined && differs(seen, one) && (await isTakenBack(tx, seen.id));
  const [lot] = await tx.query<Lot>(`${known} ${isFree ? 'for update' : 'for share'}`, name);
  if (!lot) throw notFound();
  // Asked again: another receipt may have come first.
  return isFree && differs(lot, one) && (await isTakenBack(tx, lot.id)) ? redate(tx, lot, one) : lot;
}

/** None of it is here, all that came from outside or went there was reversed, and no paper or count that is not over names it. */
const takenBack = (id: string): string => `
  not exists (select 1 from depot.stock_balance b where b.lot_id = ${id} and b.qty > 0)
  and not exists (select 1 from depot.stock_move m where m.lot_id = ${id} and m.move_kind <> 'reversal'
    and (m.from_kind not in ('depot', 'transit') or m.to_kind not in ('depot', 'transit'))
    and not exists (select 1 from depot.stock_move r where r.lot_id = m.lot_id and r.reverses_id = m.id))
  and not exists (select 1 from depot.stock_doc_line n join depot.stock_doc d on d.id = n.doc_id
    where n.lot_id = ${id} and d.status not in ('reversed', 'returned', 'cancelled', 'removed'))
  and not exists (select 1 from depot.stocktake_line n join depot.stocktake s on s.id = n.stocktake_id
    where n.lot_id = ${id} and s.status in ('counting', 'counted'))`;

export async function isTakenBack(tx: Tx, lotId: number): Promise<boolean> {
  const rows = await tx.query(`select 1 where ${takenBack('$1::bigint')}`, [lotId]);
  return rows.length > 0;
}

/** R9: the receipt of a date that was read wrong is reversed, and the date read anew. Papers keep what was written on them. */
async function redate(tx: Tx, lot: Lot, one: NewLot): Promise<Lot> {
  const [row] = await tx.query<Lot>(
    `update depot.lot as l set produced_on = $2, expire_on = $3, version = version + 1, updated_at = now(), updated_by = $4 where id = $1 returning ${columns}`,
    [lot.id, one.producedOn ?? null, one.expireOn ?? null, tx.scope.userId],
  );
  if (!row) throw notFound();
  const dates = ({ producedOn, expireOn }: Lot) => ({ producedOn, expireOn });
  await auditSystem(
    tx,
    { traceId: `lot-${lot.id}` },
    {
      module: 'depot',
      entity: 'lot',
      entityId: lot.id,
      entityName: lot.lotNo,
      action: 'edit',
      before: dates(lot),
      after: dates(row),
    },
  );
  return row;
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
  await freePieces(tx, one.materialId, from, to);
  const made = await insertLot(tx, { ...one, lotNo: segmentName(from, to), manufacturer });
  if (!made) throw notFound();
  await lotBooked.tell(tx, made);
  return { ...made, isNew: true };
}

/** Numbers are registered once, unless their receipt was reversed: such a piece ends without parts, and its numbers are free. */
async function freePieces(tx: Tx, materialId: number, from: number, to: number): Promise<void> {
  const within = 'l.material_id = $1 and l.cut_at is null and l.seg_from <= $3 and l.seg_to >= $2';
  const [clash] = await tx.query<{ from: number; to: number }>(
    `select l.seg_from as from, l.seg_to as to from depot.lot l where ${within} and not (${takenBack('l.id')}) order by l.seg_from limit 1`,
    [materialId, from, to],
  );
  if (clash) throw refusal('segmentTaken', 'depot.ledger.segmentTaken', clash);
  await tx.query(
    `update depot.lot l set cut_at = now(), version = version + 1, updated_at = now(), updated_by = $4 where ${within}`,
    [materialId, from, to, tx.scope.userId],
  );
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
