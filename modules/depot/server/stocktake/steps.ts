import { refusal } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import type { Stocktake } from '#modules/depot/contract/stocktake/stocktake.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { postMoves } from '../stock/ledger/post.ts';
import { mustKeep, setCounting } from '../store/depot.ts';
import { sumStocktake } from './stocktake.ts';
import { freezeLines } from './stocktake-line.ts';

const entity = 'depot.stocktake';

/** What each step does to the store and the ledger, before the paper itself moves on. */
export async function act(call: Call, move: Move, row: Stocktake): Promise<Record<string, unknown> | undefined> {
  switch (move.name) {
    case 'start':
      return start(call, row);
    case 'finish':
      return finish(call, row);
    case 'approve':
      return approve(call, row);
    case 'cancel':
      await setCounting(call.tx, row.depotId, false);
      return undefined;
    default:
      return undefined;
  }
}

/** R25: from here on nothing in its scope moves. Postings under way are waited for by the lock on the store's row. */
async function start(call: Call, row: Stocktake) {
  await mustKeep(call, row.depotId);
  await setCounting(call.tx, row.depotId, true);
  const lineCount = await freezeLines(call.tx, row.id);
  if (lineCount === 0) throw refusal('nothingToCount', 'depot.stocktake.nothing');
  const [last] = await call.tx.query<{ id: number | null }>('select max(id) as id from depot.stock_move');
  return { lineCount, snapshotMoveId: last?.id ?? null, startedAt: new Date().toISOString(), countOn: today() };
}

async function finish(call: Call, row: Stocktake) {
  const sums = await sumStocktake(call.tx, row.id);
  if (sums.counted < sums.total)
    throw refusal('uncounted', 'depot.stocktake.uncounted', { n: sums.total - sums.counted });
  return { finishedAt: new Date().toISOString() };
}

interface Difference {
  readonly id: number;
  readonly lotId: number;
  readonly materialId: number;
  readonly name: string;
  readonly book: number;
  readonly found: number;
  readonly recount: number | null;
  readonly reason: string | null;
  readonly cost: number | null;
}

/** R22: nobody who counted says that it was counted right. R28: nobody from above does it for the unit. */
async function refuseCounters(call: Call, row: Stocktake): Promise<void> {
  const [own] = await call.tx.query<{ counts: boolean }>(
    `select exists (select 1 from depot.stocktake_line l where l.stocktake_id = s.id and l.counted_by = $2)
         or exists (select 1 from registry.staff p where p.user_id = $2 and s.counter_ids @> to_jsonb(p.id)) as counts
     from depot.stocktake s where s.id = $1`,
    [row.id, call.actor.userId],
  );
  if (own?.counts || row.isCounter) throw refusal('samePerson', 'depot.ledger.samePerson');
}

async function approve(call: Call, row: Stocktake) {
  await refuseCounters(call, row);
  const differences = await call.tx.query<Difference>(
    `select l.id, l.lot_id as "lotId", l.material_id as "materialId", m.name, l.book_qty as book, coalesce(l.recount_qty, l.counted_qty) as found, l.recount_qty as recount,
       l.reason, (select c.unit_cost from depot.stock_balance b join depot.stock_cost c on c.about = 'balance' and c.about_id = b.id
                  where b.depot_id = $2 and b.lot_id = l.lot_id) as cost
     from depot.stocktake_line l join depot.material m on m.id = l.material_id
     where l.stocktake_id = $1 and coalesce(l.recount_qty, l.counted_qty) <> l.book_qty order by l.lot_id`,
    [row.id, row.depotId],
  );
  const open = differences.filter((one) => one.recount === null || !one.reason);
  if (open.length > 0) throw refusal('recount', 'depot.stocktake.recountFirst', { n: open.length });
  await postMoves(
    call.tx,
    differences.map((one) => {
      const gain = toMilli(one.found) - toMilli(one.book);
      const depot = { kind: 'depot', id: row.depotId } as const;
      const adjust = { kind: 'adjust' } as const;
      return {
        moveKind: 'adjust',
        materialId: one.materialId,
        lotId: one.lotId,
        from: gain > 0 ? adjust : depot,
        to: gain > 0 ? depot : adjust,
        qty: fromMilli(Math.abs(gain)),
        bizDate: today(),
        docType: 'stocktake',
        docId: row.id,
        docNo: row.docNo,
        lineId: one.id,
        reason: one.reason,
        // What is found is worth what its like is: finding things makes none of them cheaper.
        unitCost: one.cost ?? 0,
      };
    }),
  );
  await setCounting(call.tx, row.depotId, false);
  return { checkedBy: call.actor.userId };
}

export async function tell(call: Call, move: Move): Promise<void> {
  const [row] = await call.tx.query<{
    docNo: string;
    name: string;
    regionCode: number;
    principalId: number;
    createdBy: number | null;
    diffs: number;
  }>(
    `select s.doc_no as "docNo", d.name, s.region_code as "regionCode", s.principal_id as "principalId", s.created_by as "createdBy", s.diff_count as diffs
     from depot.stocktake s join depot.depot d on d.id = s.depot_id where s.id = $1`,
    [move.id],
  );
  if (!row) return;
  const linkPath = `/pri/depot/inventory?open=detail:${move.id}`;
  await closeTask(call.tx, entity, move.id);
  if (move.name === 'finish') {
    await openTask(call.tx, {
      taskType: 'approve',
      taskName: { key: 'depot.stocktake.taskApprove', args: { name: row.name, n: row.diffs } },
      entity,
      entityId: move.id,
      linkPath,
      permission: 'depot:count:approve',
      regionCode: row.regionCode,
      principalId: row.principalId,
    });
    return;
  }
  if (move.name !== 'start' && row.createdBy !== null)
    await notify(call.tx, {
      userIds: [row.createdBy],
      type: 'notice',
      title: { key: `depot.stocktake.notice_${move.name}`, args: { docNo: row.docNo, name: row.name } },
      content: { key: 'depot.requisition.noticeText', args: { reason: move.remark ?? '-' } },
      linkPath,
    });
}
