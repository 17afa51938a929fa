import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';

export interface Choice {
  readonly lotId: number;
  readonly lotNo: string;
  readonly manufacturer: string;
  readonly expireOn: string | null;
  readonly qty: number;
}

export interface Picked {
  readonly lots: readonly Choice[];
  /** What could not be found. */
  readonly missing: number;
}

interface Free extends Choice {
  readonly free: number;
}

/**
 * R12: what may be taken on that day, in the order it should be; `lock` keeps others away from it until the transaction ends.
 * `any` takes what is unfit as well.
 */
export async function freeLots(
  tx: Tx,
  ask: { depotId: number; materialId: number; date: string; lock?: boolean; any?: boolean },
): Promise<Free[]> {
  return tx
    .query<Free>(
      `select l.id as "lotId", l.lot_no as "lotNo", l.manufacturer, to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", b.qty, b.qty - b.reserved as free
     from depot.stock_balance b join depot.lot l on l.id = b.lot_id
     where b.depot_id = $1 and b.material_id = $2 and b.qty > b.reserved and l.cut_at is null
       and ($4 or (not b.hold and l.quality = 'ok' and (l.expire_on is null or l.expire_on >= $3)))
     order by ${ask.lock ? 'b.lot_id for update of b' : 'l.expire_on nulls last, b.first_in_at, l.lot_no'}`,
      [ask.depotId, ask.materialId, ask.date, ask.any ?? false],
    )
    .then((rows) => (ask.lock ? inOrder(tx, ask, rows) : rows));
}

/** Locked in the order of all postings, then put into the order of taking. */
async function inOrder(tx: Tx, ask: { depotId: number }, rows: readonly Free[]): Promise<Free[]> {
  const order = await tx.query<{ id: number }>(
    `select b.lot_id as id from depot.stock_balance b join depot.lot l on l.id = b.lot_id where b.depot_id = $1 and b.lot_id = any ($2)
     order by l.expire_on nulls last, b.first_in_at, l.lot_no`,
    [ask.depotId, rows.map((row) => row.lotId)],
  );
  return order.flatMap(({ id }) => rows.find((row) => row.lotId === id) ?? []);
}

export function takeInOrder(lots: readonly Free[], qty: number): Picked {
  let rest = toMilli(qty);
  const taken: Choice[] = [];
  for (const { free, ...lot } of lots) {
    if (rest === 0) break;
    const part = Math.min(rest, toMilli(free));
    if (part <= 0) continue;
    taken.push({ ...lot, qty: fromMilli(part) });
    rest -= part;
  }
  return { lots: taken, missing: fromMilli(rest) };
}

/**
 * FEFO: which lots to take, without locking anything. The caller must be allowed to see the store.
 *
 * @example
 * const { lots, missing } = await pick(tx, depotId, vaccineId, 500, '2026-11-15');
 */
export const pick = (tx: Tx, depotId: number, materialId: number, qty: number, date: string): Promise<Picked> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) =>
    takeInOrder(await freeLots(sys, { depotId, materialId, date }), qty),
  );
