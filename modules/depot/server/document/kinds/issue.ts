import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { isCold } from '#modules/depot/contract/document/stock-doc.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { materialFacts } from '../../goods/material.ts';
import { requisitionMoved } from '../../requisition/requisition.ts';
import { addIssued, addReceived } from '../../requisition/requisition-line.ts';
import type { MoveInput, Place } from '../../stock/ledger/move.ts';
import { postMoves } from '../../stock/ledger/post.ts';
import { lotFacts, refuseUnfit } from '../../stock/ledger/refuse.ts';
import { release } from '../../stock/reserve.ts';
import { holdBalance } from '../../stock/stock-balance.ts';
import { refuseDate } from '../dates.ts';
import { reverse } from '../reverse.ts';
import { aboutDoc, now, type Step, type StepInput, toldOf } from '../step.ts';
import type { StockDoc } from '../stock-doc.ts';
import { type LineRow, linesOf, patchLine } from '../stock-doc-line.ts';
import { asked, askNext, keepersOf, tell } from '../tell.ts';
import { chooseLots } from './choose-lots.ts';

const sums = (lines: readonly { materialId: number; qty: number }[]): Map<number, number> => {
  const all = new Map<number, number>();
  for (const { materialId, qty } of lines) all.set(materialId, (all.get(materialId) ?? 0) + toMilli(qty));
  return all;
};

/** R36: never more than was approved and is not under way yet. */
async function refuseOver(tx: Tx, doc: StockDoc): Promise<void> {
  if (doc.requisitionId === null) return;
  const [paper] = await tx.query<{ status: string; askDepotId: number }>(
    'select status, ask_depot_id as "askDepotId" from depot.requisition where id = $1',
    [doc.requisitionId],
  );
  if (!paper || !['approved', 'issuing'].includes(paper.status) || paper.askDepotId !== doc.toDepotId)
    throw refusal('overApproved', 'depot.ledger.notApproved');
  const asked = await tx.query<{ materialId: number; rest: number }>(
    'select material_id as "materialId", coalesce(approved, 0) - issued as rest from depot.requisition_line where requisition_id = $1',
    [doc.requisitionId],
  );
  const rest = new Map(asked.map((line) => [line.materialId, toMilli(line.rest)]));
  for (const [materialId, milli] of sums(await linesOf(tx, doc.id)))
    if (milli > (rest.get(materialId) ?? 0)) throw refusal('overApproved', 'depot.ledger.overApproved');
}

const pick: Step = async (tx, doc, { on, powers }) => {
  refuseDate(doc.bizDate, powers.back);
  await refuseOver(tx, doc);
  await chooseLots(tx, doc, on ?? today(), powers.actor);
  return {};
};

const letGo = async (tx: Tx, doc: StockDoc): Promise<void> => {
  if (doc.status !== 'picked') return;
  await release(
    tx,
    (await linesOf(tx, doc.id)).flatMap(({ lotId, qty }) => (lotId ? [{ depotId: doc.depotId, lotId, qty }] : [])),
  );
};

const unpick: Step = async (tx, doc) => {
  await letGo(tx, doc);
  return {};
};

const cancel: Step = async (tx, doc) => {
  await letGo(tx, doc);
  return {};
};

const along = (doc: StockDoc, lines: readonly { line: LineRow; qty: number }[], from: Place, to: Place, day: string) =>
  lines
    .filter(({ qty }) => qty > 0)
    .map(
      ({ line, qty }): MoveInput => ({
        ...aboutDoc(doc, line, day),
        moveKind: to.kind === 'loss' ? 'loss' : 'transfer',
        lotId: line.lotId as number,
        from,
        to,
        qty,
        fefoSkipped: line.fefoReason !== null,
        ...(line.fefoReason !== null && { remark: line.fefoReason }),
      }),
    );

const whole = (lines: readonly LineRow[]) => lines.map((line) => ({ line, qty: line.qty }));

/** The goods leave: they lie in no store until somebody says they came. */
const dispatch: Step = async (tx, doc, input) => {
  refuseDate(doc.bizDate, input.powers.back);
  const lines = await linesOf(tx, doc.id);
  const temperature = coldness(await hasCold(tx, lines), input);
  // An issue is no use: it is judged by the day it goes, whatever day is written on it.
  if (!input.powers.quiet)
    for (const lot of (await lotFacts(tx, lines.map((line) => line.lotId as number).filter(unique))).values())
      refuseUnfit(lot, false, today());
  await postMoves(
    tx,
    along(doc, whole(lines), { kind: 'depot', id: doc.depotId }, { kind: 'transit', id: doc.id }, doc.bizDate).map(
      (move) => ({ ...move, fromReserved: true, fit: true }),
    ),
  );
  if (doc.requisitionId !== null) {
    for (const [materialId, milli] of sums(lines))
      await addIssued(tx, { requisitionId: doc.requisitionId, materialId, qty: fromMilli(milli) });
    await requisitionMoved(tx, doc.requisitionId);
  }
  await tellReceiver(tx, doc, input);
  const carrier = input.form?.carrier;
  return { dispatchedAt: now(), temperature, ...(typeof carrier === 'string' && { carrier }) };
};

const unique = (one: number, at: number, all: readonly number[]) => all.indexOf(one) === at;

async function hasCold(tx: Tx, lines: readonly LineRow[]): Promise<boolean> {
  const materials = await materialFacts(
    tx,
    lines.map((line) => line.materialId),
  );
  return [...materials.values()].some(isCold);
}

function coldness(isNeeded: boolean, { form, powers }: StepInput): number | null {
  const temperature = typeof form?.temperature === 'number' ? form.temperature : null;
  if (isNeeded && temperature === null && !powers.quiet)
    throw invalid([{ field: 'temperature', key: 'depot.ledger.coldBox' }]);
  return temperature;
}

async function tellReceiver(tx: Tx, doc: StockDoc, { powers }: StepInput): Promise<void> {
  if (!doc.toDepotId || powers.quiet) return;
  const [to] = await tx.query<{ principalId: number; regionCode: number; kind: string }>(
    'select principal_id as "principalId", region_code as "regionCode", kind from depot.depot where id = $1',
    [doc.toDepotId],
  );
  const users = await keepersOf(tx, doc.toDepotId);
  if (to)
    await askNext(tx, doc, powers, {
      key: 'receive',
      permission: 'depot:issue:receive',
      regionCode: to.regionCode,
      principalId: to.principalId,
      assigneeId: to.kind === 'box' ? (users[0] ?? null) : null,
    });
  await tell(tx, doc, powers, 'dispatched', users);
}

/** They came; what did not is still on the way, until the giver says what became of it (R14). */
const receive: Step = async (tx, doc, { form, on, powers }) => {
  const told = toldOf(await linesOf(tx, doc.id), form?.received, 'received');
  const short = told.reduce((sum, { line, qty }) => sum + toMilli(line.qty) - toMilli(qty), 0);
  await postMoves(
    tx,
    along(doc, told, { kind: 'transit', id: doc.id }, { kind: 'depot', id: doc.toDepotId }, on ?? today()),
  );
  for (const { line, qty, reason } of told) await patchLine(tx, line.id, { receivedQty: qty, diffReason: reason });
  if (doc.requisitionId !== null) {
    for (const [materialId, milli] of sums(told.map(({ line, qty }) => ({ materialId: line.materialId, qty }))))
      await addReceived(tx, { requisitionId: doc.requisitionId, materialId, qty: fromMilli(milli) });
    await requisitionMoved(tx, doc.requisitionId);
  }
  await asked(tx, doc);
  await tell(tx, doc, powers, short > 0 ? 'receivedShort' : 'received', [doc.createdBy]);
  if (short > 0) await askNext(tx, doc, powers, { key: 'short', permission: 'depot:issue:edit' });
  return { receivedBy: powers.actor, receivedAt: now(), shortQty: fromMilli(short) };
};

const refuse: Step = async (tx, doc, { remark, powers }) => {
  await asked(tx, doc);
  await tell(tx, doc, powers, 'refused', [doc.createdBy], remark ?? null);
  await askNext(tx, doc, powers, { key: 'takeBack', permission: 'depot:issue:edit' });
  return {};
};

/** What was refused comes home, and is held until somebody has looked at it. */
const takeBack: Step = async (tx, doc, { on, remark, powers }) => {
  const lines = await linesOf(tx, doc.id);
  await postMoves(
    tx,
    along(doc, whole(lines), { kind: 'transit', id: doc.id }, { kind: 'depot', id: doc.depotId }, on ?? today()),
  );
  for (const line of lines)
    await holdBalance(tx, { depotId: doc.depotId, lotId: line.lotId as number }, remark || doc.docNo);
  await giveBack(tx, doc, whole(lines));
  await asked(tx, doc);
  await tell(tx, doc, powers, 'takenHome', [doc.createdBy]);
  return {};
};

/** The requisition may get it again. */
async function giveBack(tx: Tx, doc: StockDoc, lines: readonly { line: LineRow; qty: number }[]): Promise<void> {
  if (doc.requisitionId === null) return;
  for (const [materialId, milli] of sums(lines.map(({ line, qty }) => ({ materialId: line.materialId, qty }))))
    if (milli > 0) await addIssued(tx, { requisitionId: doc.requisitionId, materialId, qty: -fromMilli(milli) });
  await requisitionMoved(tx, doc.requisitionId);
}

/** R14: the short part leaves transit, back to the giver or as a loss on the way. */
export async function settle(tx: Tx, doc: StockDoc, way: 'back' | 'loss', input: StepInput): Promise<void> {
  const short = (await linesOf(tx, doc.id)).map((line) => ({
    line,
    qty: fromMilli(
      toMilli(line.qty) - toMilli(line.receivedQty ?? line.qty) - toMilli(line.returnedQty) - toMilli(line.lostQty),
    ),
  }));
  if (doc.status !== 'received' || short.every(({ qty }) => qty === 0))
    throw refusal('noShort', 'depot.ledger.noShort');
  const to: Place = way === 'back' ? { kind: 'depot', id: doc.depotId } : { kind: 'loss' };
  await postMoves(
    tx,
    along(doc, short, { kind: 'transit', id: doc.id }, to, input.on ?? today()).map((move) => ({
      ...move,
      remark: input.remark ?? null,
    })),
  );
  for (const { line, qty } of short)
    if (qty > 0)
      await patchLine(
        tx,
        line.id,
        way === 'back' ? { returnedQty: line.returnedQty + qty } : { lostQty: line.lostQty + qty },
      );
  await giveBack(tx, doc, short);
  await asked(tx, doc);
}

export const issueSteps: Readonly<Record<string, Step>> = {
  pick,
  unpick,
  dispatch,
  receive,
  refuse,
  takeBack,
  cancel,
  reverse,
};
