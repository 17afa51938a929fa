import { type AppError, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { MoveInput } from './move.ts';

export interface DepotFacts {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly principalId: number | null;
  readonly regionCode: number;
  readonly lastCount: string | null;
}

export interface LotFacts {
  readonly id: number;
  readonly materialId: number;
  readonly materialName: string;
  readonly materialKind: string;
  readonly baseUnit: string;
  readonly lotNo: string;
  readonly expireOn: string | null;
  readonly quality: string;
}

/** Shared by postings, so that a stocktake that begins waits for those under way and none slips in beside it. */
export async function depotFacts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, DepotFacts>> {
  const rows = await tx.query<DepotFacts>(
    `select d.id, d.name, d.kind, d.status, d.principal_id as "principalId", d.region_code as "regionCode",
       (select to_char(max(s.count_on), 'YYYY-MM-DD') from depot.stocktake s where s.depot_id = d.id and s.status = 'posted') as "lastCount"
     from depot.depot d where d.id = any ($1) order by d.id for share of d`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function lotFacts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, LotFacts>> {
  const rows = await tx.query<LotFacts>(
    `select l.id, l.material_id as "materialId", m.name as "materialName", m.kind as "materialKind", m.base_unit as "baseUnit", l.lot_no as "lotNo",
       to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", l.quality
     from depot.lot l join depot.material m on m.id = l.material_id where l.id = any ($1) order by l.id for share of l`,
    [ids],
  );
  if (rows.length < ids.length) throw notFound();
  return new Map(rows.map((row) => [row.id, row]));
}

export const short = (lot: LotFacts, free: number, wanted: number): AppError =>
  refusal(
    'short',
    'depot.ledger.short',
    { material: lot.materialName, lot: lot.lotNo, n: free, unit: `@depot.unit.${lot.baseUnit}`, m: wanted },
    { lotId: lot.id, free, wanted },
  );

/** R15: judged by the day it was used, not by the day it was written down. */
export function refuseUnfit(lot: Pick<LotFacts, 'lotNo' | 'expireOn' | 'quality'>, hold: boolean, day: string): void {
  const args = { lot: lot.lotNo };
  if (lot.quality === 'recalled') throw refusal('recalled', 'depot.ledger.recalled', args);
  if (lot.quality === 'hold' || hold) throw refusal('held', 'depot.ledger.held', args);
  if (lot.expireOn !== null && lot.expireOn < day) throw refusal('expired', 'depot.ledger.expired', args);
}

/** R25, and R8's last line: nothing goes past a count that is under way, nor behind one that is done. */
export async function refuseCounting(
  tx: Tx,
  moves: readonly MoveInput[],
  depots: ReadonlyMap<number, DepotFacts>,
): Promise<void> {
  for (const move of moves) {
    for (const place of [move.from, move.to]) {
      const depot = place.kind === 'depot' ? depots.get(place.id ?? 0) : undefined;
      if (place.kind === 'depot' && !depot) throw notFound();
      if (!depot || move.docType === 'stocktake') continue;
      if (depot.status === 'closed') throw refusal('closed', 'depot.ledger.closed', { depot: depot.name });
      if (depot.lastCount !== null && move.bizDate < depot.lastCount && move.moveKind !== 'reversal')
        throw refusal('counted', 'depot.ledger.beforeCount', { depot: depot.name, day: depot.lastCount });
      if (depot.status === 'counting' && (await isCounted(tx, depot.id, move.materialId)))
        throw refusal('counting', 'depot.ledger.counting', { depot: depot.name });
    }
  }
}

async function isCounted(tx: Tx, depotId: number, materialId: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from depot.stocktake s join depot.material m on m.id = $2
     where s.depot_id = $1 and s.status in ('counting', 'counted')
       and (s.count_scope = 'all' or (s.count_scope = 'kinds' and m.kind = any (s.kinds)) or (s.count_scope = 'materials' and s.material_ids @> to_jsonb(m.id)))`,
    [depotId, materialId],
  );
  return rows.length > 0;
}
