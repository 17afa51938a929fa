import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { requisitionMoved } from '../requisition/requisition.ts';
import { addIssued, addReceived } from '../requisition/requisition-line.ts';
import type { PlaceKind } from '../stock/ledger/move.ts';
import { postMoves } from '../stock/ledger/post.ts';
import { freeNumbers } from '../stock/segment-used.ts';
import { lockBalances } from '../stock/stock-balance.ts';
import { costsOf } from '../stock/stock-cost.ts';
import { sumDoc } from './save-doc.ts';
import type { Step } from './step.ts';
import { insertDoc, type StockDoc } from './stock-doc.ts';
import { linesOf, writeLines } from './stock-doc-line.ts';
import { tell } from './tell.ts';

interface Done {
  readonly id: number;
  readonly materialId: number;
  readonly lotId: number;
  readonly lotNo: string;
  readonly fromKind: PlaceKind;
  readonly fromId: number | null;
  readonly toKind: PlaceKind;
  readonly toId: number | null;
  readonly qty: number;
  readonly lineId: number | null;
}

/** What the paper did and nobody has taken back; cut pieces stay cut. */
const doneBy = (tx: Tx, docId: number): Promise<Done[]> =>
  tx.query<Done>(
    `select m.id, m.material_id as "materialId", m.lot_id as "lotId", l.lot_no as "lotNo", m.from_kind as "fromKind", m.from_id as "fromId", m.to_kind as "toKind", m.to_id as "toId",
       m.qty, m.line_id as "lineId"
     from depot.stock_move m join depot.lot l on l.id = m.lot_id where m.doc_id = $1 and m.move_kind not in ('cut', 'reversal')
       and not exists (select 1 from depot.stock_move r where r.lot_id = m.lot_id and r.reverses_id = m.id) order by m.id desc`,
    [docId],
  );

/** R17: what came in must still be there, all of it and free; else it is said where it went. */
async function refuseSpent(tx: Tx, moves: readonly Done[]): Promise<void> {
  const wanted = new Map<string, { depotId: number; lotId: number; lotNo: string; milli: number }>();
  for (const move of moves) {
    if (move.toKind !== 'depot' || move.toId === null) continue;
    const key = `${move.toId}:${move.lotId}`;
    const milli = (wanted.get(key)?.milli ?? 0) + toMilli(move.qty);
    wanted.set(key, { depotId: move.toId, lotId: move.lotId, lotNo: move.lotNo, milli });
  }
  for (const balance of await lockBalances(tx, [...wanted.values()])) {
    const one = wanted.get(`${balance.depotId}:${balance.lotId}`);
    if (!one || toMilli(balance.qty) - toMilli(balance.reserved) >= one.milli) continue;
    const where = await whereTo(tx, balance.depotId, balance.lotId);
    throw refusal('spent', where ? 'depot.ledger.spentTo' : 'depot.ledger.spent', { lot: one.lotNo, where }, { where });
  }
}

async function whereTo(tx: Tx, depotId: number, lotId: number): Promise<string> {
  const rows = await tx.query<{ name: string }>(
    `select distinct coalesce(t.name || coalesce(' (' || d.doc_no || ')', ''), m.doc_no, '-') as name from depot.stock_move m
       left join depot.stock_doc d on d.id = m.doc_id left join depot.depot t on t.id = case when m.to_kind = 'depot' then m.to_id else d.to_depot_id end
     where m.from_kind = 'depot' and m.from_id = $1 and m.lot_id = $2 and m.move_kind <> 'cut' limit 5`,
    [depotId, lotId],
  );
  const reserved = await tx.query<{ name: string }>(
    `select d.doc_no as name from depot.stock_doc d join depot.stock_doc_line l on l.doc_id = d.id where d.depot_id = $1 and l.lot_id = $2 and d.status = 'picked' limit 5`,
    [depotId, lotId],
  );
  return [...rows, ...reserved].map((row) => row.name).join('、');
}

/** R9: nothing posted is edited: a paper of the same kind takes it back, and both carry each other's number. */
export const reverse: Step = async (tx, doc, { remark, on, powers }) => {
  if (doc.reversalOf !== null) throw refusal('spent', 'depot.ledger.isReversal');
  const moves = await doneBy(tx, doc.id);
  await refuseSpent(tx, moves);
  const {
    id,
    docNo,
    version: _v,
    status: _s,
    shortQty: _q,
    reversalOf: _r,
    reversedBy: _b,
    createdBy: _c,
    ...head
  } = doc;
  const counter = await insertDoc(
    tx,
    { ...head, bizDate: on ?? today(), fileIds: [], remark: remark ?? null, status: 'reversed', reversalOf: id },
    { actor: powers.actor },
  );
  const lines = await linesOf(tx, id);
  const copies = await writeLines(tx, counter.id, lines, powers.actor);
  const lineOf = new Map(lines.map((line, at) => [line.id, copies[at] ?? null]));
  await sumDoc(tx, counter.id);
  const costs = await costsOf(
    tx,
    'move',
    moves.map((move) => move.id),
  );
  await postMoves(
    tx,
    moves.map((move) => ({
      moveKind: 'reversal',
      materialId: move.materialId,
      lotId: move.lotId,
      from: { kind: move.toKind, id: move.toId },
      to: { kind: move.fromKind, id: move.fromId },
      qty: move.qty,
      bizDate: on ?? today(),
      docType: doc.docType,
      docId: counter.id,
      docNo: counter.docNo,
      lineId: lineOf.get(move.lineId ?? 0) ?? null,
      reason: doc.reason,
      reversesId: move.id,
      remark: docNo,
      unitCost: costs.get(move.id) ?? null,
    })),
  );
  await freeNumbers(tx, id);
  await askedLess(tx, doc, moves);
  await tell(tx, doc, powers, 'reversed', [doc.createdBy], remark ?? null);
  return { reversedBy: counter.id, shortQty: 0 };
};

/** What a requisition had got, it has not got any more. */
async function askedLess(tx: Tx, doc: StockDoc, moves: readonly Done[]): Promise<void> {
  if (doc.requisitionId === null) return;
  const requisitionId = doc.requisitionId;
  for (const { fromKind, toKind, toId, materialId, qty } of moves) {
    if (fromKind === 'depot') await addIssued(tx, { requisitionId, materialId, qty: -qty });
    if (fromKind === 'transit' && toKind === 'depot' && toId === doc.toDepotId)
      await addReceived(tx, { requisitionId, materialId, qty: -qty });
    // What was settled had been given back to the requisition already.
    else if (fromKind === 'transit') await addIssued(tx, { requisitionId, materialId, qty });
  }
  await requisitionMoved(tx, requisitionId);
}
