import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { baseQty, fromMilli, type Measured, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { costsOf } from '../stock-cost.ts';
import { dropPending, insertPending, openPending, settlePart } from '../stock-pending.ts';
import { claimSource, freeSource, type Purpose, type Source } from '../stock-source.ts';
import type { MoveInput, PlaceKind, Posted } from './move.ts';
import { freeLots, takeInOrder } from './pick.ts';
import { postMoves } from './post.ts';
import { refuseUnfit } from './refuse.ts';

export interface Consumption {
  /** From the box of this member of staff, or from this store. */
  readonly staffId?: number;
  readonly depotId?: number;
  readonly materialId: number;
  /** The bottle that was scanned; without it the one that runs out first. */
  readonly lotId?: number | null;
  readonly qty: number;
  /** The base unit unless given. */
  readonly unit?: string;
  readonly headServed?: number;
  readonly bizDate: string;
  readonly source: Source;
  /** `loss`: it was wasted, which needs no lot that is fit and is never owed. Used, unless told. */
  readonly as?: Purpose;
}

export interface Consumed {
  readonly depotId: number;
  readonly lots: readonly { readonly lotId: number; readonly lotNo: string; readonly qty: number }[];
  /** What the box lacked and owes (lenient mode). */
  readonly pending: number;
}

interface Store {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly staffId: number | null;
}

/** The store a consumption takes from: the carrier's box, or the one named. */
async function storeOf(tx: Tx, from: { staffId?: number | undefined; depotId?: number | undefined }): Promise<Store> {
  const [store] = await tx.query<Store>(
    `select id, name, kind, status, principal_id as "principalId", region_code as "regionCode", staff_id as "staffId" from depot.depot
     where ${from.depotId ? 'id = $1' : `kind = 'box' and staff_id = $1`} and status <> 'closed' order by status = 'active' desc, id limit 1`,
    [from.depotId ?? from.staffId ?? 0],
  );
  if (!store) throw refusal('noBox', 'depot.ledger.noBox');
  return store;
}

/** Ear tags are counted where they are numbered; what is not in whole units is no quantity. */
async function wantedQty(tx: Tx, want: Consumption): Promise<{ name: string; unit: string; qty: number }> {
  const [material] = await tx.query<Measured & { name: string; kind: string }>(
    'select name, kind, base_unit as "baseUnit", decimals, packs from depot.material where id = $1',
    [want.materialId],
  );
  if (!material) throw refusal('noMaterial', 'depot.ledger.noMaterial');
  if (material.kind === 'earTag') throw refusal('useSign', 'depot.ledger.useSign');
  const qty = baseQty(material, want.unit ?? material.baseUnit, want.qty);
  if (qty === null)
    throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${material.baseUnit}` });
  return { name: material.name, unit: material.baseUnit, qty };
}

/**
 * R29, R30: takes what a business record used, in that record's transaction: the lot that was told or the one that runs out
 * first. In strict mode what is lacking refuses the record; in lenient mode it is owed and settles itself.
 *
 * @example
 * const { lots } = await consume(tx, { staffId, materialId: vaccineId, qty: 60, headServed: 60, bizDate, source: { type: 'prevention.visit', id: visitId } });
 * await consume(tx, { staffId, materialId: vaccineId, qty: 2, bizDate, as: 'loss', source: { type: 'prevention.visit', id: visitId } });
 */
export async function consume(tx: Tx, want: Consumption): Promise<Consumed> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const asUser = { ...sys, scope: { ...sys.scope, userId: actor } };
    const store = await storeOf(sys, want);
    const { name, unit, qty } = await wantedQty(sys, want);
    // R7: told twice, taken once.
    if (!(await claimSource(sys, want.source, purposeOf(want)))) return takenBy(sys, store.id, want);
    const { lots, missing } = await takeFrom(sys, store.id, want, qty);
    // Nobody can waste what is not there.
    const mayOwe = store.kind === 'box' && purposeOf(want) === 'use';
    const pending = missing > 0 && mayOwe && (await isLenient(sys, store.principalId));
    if (missing > 0 && !pending)
      throw refusal(
        'short',
        'depot.ledger.boxShort',
        {
          box: store.name,
          material: name,
          n: fromMilli(toMilli(qty) - toMilli(missing)),
          unit: `@depot.unit.${unit}`,
          m: qty,
          missing,
        },
        { missing },
      );
    await postMoves(asUser, movesOf(want, store, lots));
    if (pending)
      await insertPending(sys, store, {
        materialId: want.materialId,
        qty: missing,
        bizDate: want.bizDate,
        headServed: null,
        lotNo: null,
        source: want.source,
      });
    return { depotId: store.id, lots, pending: pending ? missing : 0 };
  });
}

const purposeOf = (want: Consumption): Purpose => want.as ?? 'use';

const isLenient = async (tx: Tx, principalId: number) =>
  (await configOf(tx, principalId, 'box_check_mode')) === 'lenient';

async function takeFrom(tx: Tx, depotId: number, want: Consumption, qty: number) {
  const any = purposeOf(want) === 'loss';
  const free = await freeLots(tx, { depotId, materialId: want.materialId, date: want.bizDate, lock: true, any });
  if (!want.lotId) return takeInOrder(free, qty);
  const told = free.filter((lot) => lot.lotId === want.lotId);
  if (told.length === 0 && !any) await sayWhy(tx, depotId, want.lotId, want.bizDate);
  return takeInOrder(told, qty);
}

/** A lot that was told and cannot be taken: run out, held, recalled, or simply not there. */
async function sayWhy(tx: Tx, depotId: number, lotId: number, day: string): Promise<void> {
  const [lot] = await tx.query<{ lotNo: string; expireOn: string | null; quality: string; hold: boolean }>(
    `select l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", l.quality, coalesce(b.hold, false) as hold
     from depot.lot l left join depot.stock_balance b on b.lot_id = l.id and b.depot_id = $2 where l.id = $1`,
    [lotId, depotId],
  );
  if (lot) refuseUnfit(lot, lot.hold, day);
}

const movesOf = (want: Consumption, store: Store, lots: Consumed['lots']): MoveInput[] =>
  lots.map((lot, at) => ({
    moveKind: purposeOf(want) === 'loss' ? 'loss' : 'out',
    materialId: want.materialId,
    lotId: lot.lotId,
    from: { kind: 'depot', id: store.id },
    to: { kind: purposeOf(want) },
    qty: lot.qty,
    bizDate: want.bizDate,
    docType: 'boxUse',
    lineId: want.source.line ?? 1,
    reason: purposeOf(want) === 'loss' ? 'damage' : 'use',
    sourceType: want.source.type,
    sourceId: want.source.id,
    // Heads are told once, however many bottles they took.
    headServed: at === 0 ? (want.headServed ?? null) : null,
    staffId: store.staffId ?? want.staffId ?? null,
    fit: purposeOf(want) === 'use',
  }));

const bySource = `from depot.stock_move m join depot.lot l on l.id = m.lot_id
  where m.source_type = $1 and m.source_id = $2 and ($3::bigint is null or m.line_id = $3) and m.move_kind <> 'reversal'
    and not exists (select 1 from depot.stock_move r where r.lot_id = m.lot_id and r.reverses_id = m.id)`;

async function takenBy(tx: Tx, depotId: number, want: Consumption): Promise<Consumed> {
  const { source } = want;
  const lots = await tx.query<{ lotId: number; lotNo: string; qty: number }>(
    `select m.lot_id as "lotId", l.lot_no as "lotNo", m.qty ${bySource} and m.to_kind = $4 order by m.id`,
    [source.type, source.id, source.line ?? 1, purposeOf(want)],
  );
  const [owed] = await tx.query<{ n: number }>(
    `select coalesce(sum(open_qty), 0) as n from depot.stock_pending where source_type = $1 and source_id = $2 and line = $3 and status = 'open'`,
    [source.type, source.id, source.line ?? 1],
  );
  return { depotId, lots, pending: purposeOf(want) === 'use' ? (owed?.n ?? 0) : 0 };
}

/**
 * R32: a record that is taken back, or written anew, gives back what it took, into the same store and lot, whatever has
 * become of the lot since; where the store has been closed, into the one that takes its place. Answers how much it was.
 *
 * @example
 * await restore(tx, { type: 'prevention.visit', id: visitId });
 */
export async function restore(tx: Tx, source: Source): Promise<number> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const asUser = { ...sys, scope: { ...sys.scope, userId: actor } };
    const rows = await sys.query<{
      id: number;
      materialId: number;
      lotId: number;
      depotId: number;
      toKind: PlaceKind;
      reason: string | null;
      qty: number;
      staffId: number | null;
      head: number | null;
      line: number;
    }>(
      `select m.id, m.material_id as "materialId", m.lot_id as "lotId", m.from_id as "depotId", m.to_kind as "toKind", m.reason, m.qty, m.staff_id as "staffId", m.head_served as head, m.line_id as line
       ${bySource} and m.from_kind = 'depot' order by m.id`,
      [source.type, source.id, source.line ?? null],
    );
    const costs = await costsOf(
      sys,
      'move',
      rows.map((row) => row.id),
    );
    await postMoves(
      asUser,
      rows.map((row) => ({
        moveKind: 'reversal',
        materialId: row.materialId,
        lotId: row.lotId,
        from: { kind: row.toKind },
        to: { kind: 'depot', id: row.depotId },
        qty: row.qty,
        bizDate: today(),
        docType: 'boxUse',
        lineId: row.line,
        reason: row.reason,
        sourceType: source.type,
        sourceId: source.id,
        headServed: row.head,
        staffId: row.staffId,
        reversesId: row.id,
        unitCost: costs.get(row.id) ?? null,
      })),
    );
    await dropPending(sys, source);
    await freeSource(sys, source);
    return fromMilli(rows.reduce((sum, row) => sum + toMilli(row.qty), 0));
  });
}

/** R30: what a box owes is taken as soon as it is there again. */
export async function settlePending(tx: Tx, moves: readonly Posted[]): Promise<void> {
  const arrived = new Map<number, Set<number>>();
  for (const move of moves)
    if (move.to.kind === 'depot' && move.to.id && move.moveKind !== 'reversal')
      arrived.set(move.to.id, (arrived.get(move.to.id) ?? new Set()).add(move.materialId));
  for (const [boxId, materials] of arrived) {
    for (const owed of await openPending(tx, boxId, [...materials])) {
      const free = await freeLots(tx, { depotId: boxId, materialId: owed.materialId, date: today(), lock: true });
      const { lots, missing } = takeInOrder(free, owed.openQty);
      if (lots.length === 0) continue;
      await postMoves(
        tx,
        lots.map((lot) => ({
          moveKind: 'out',
          materialId: owed.materialId,
          lotId: lot.lotId,
          from: { kind: 'depot', id: boxId },
          to: { kind: 'use' },
          qty: lot.qty,
          bizDate: today(),
          docType: 'boxUse',
          lineId: owed.line,
          reason: 'use',
          sourceType: owed.sourceType,
          sourceId: owed.sourceId,
          fit: true,
        })),
      );
      await settlePart(tx, owed.id, missing);
    }
  }
}

/**
 * How much of a lot a member of staff has in the box, free to use.
 *
 * @example
 * if ((await boxHeld(tx, staffId, lotId)) < heads) …
 */
export const boxHeld = (tx: Tx, staffId: number, lotId: number): Promise<number> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const [row] = await sys.query<{ n: number }>(
      `select coalesce(sum(b.qty - b.reserved), 0) as n from depot.stock_balance b join depot.depot d on d.id = b.depot_id
       where d.kind = 'box' and d.staff_id = $1 and d.status <> 'closed' and b.lot_id = $2 and not b.hold`,
      [staffId, lotId],
    );
    return row?.n ?? 0;
  });

/** The same three for the caller's own box. */
export const boxConsume = (tx: Tx, want: Omit<Consumption, 'depotId'> & { staffId: number }): Promise<Consumed> =>
  consume(tx, want);
export const boxRestore = restore;
