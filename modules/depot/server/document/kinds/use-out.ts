import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { materialFacts } from '../../goods/material.ts';
import type { MoveInput, Place } from '../../stock/ledger/move.ts';
import { postMoves } from '../../stock/ledger/post.ts';
import { pieceAt } from '../../stock/ledger/segment.ts';
import { useNumbers as takeNumbers } from '../../stock/segment-used.ts';
import { refuseDate } from '../dates.ts';
import { reverse } from '../reverse.ts';
import { refuseSame } from '../rights.ts';
import { aboutDoc, now, type Step } from '../step.ts';
import type { StockDoc } from '../stock-doc.ts';
import { type LineRow, linesOf, patchLine } from '../stock-doc-line.ts';
import { asked, askNext, tell } from '../tell.ts';

const targetOf = (doc: StockDoc): Place => {
  switch (doc.reason) {
    case 'use':
      return { kind: 'use' };
    case 'toHolder':
      return { kind: 'holder', id: doc.holderId };
    case 'purveyorReturn':
      return { kind: 'purveyor', id: doc.purveyorId };
    default:
      return { kind: 'loss' };
  }
};

/** R21: numbers inside a piece are used one by one, each of them once. */
async function lotOf(tx: Tx, doc: StockDoc, line: LineRow, isNumbered: boolean): Promise<number> {
  if (!isNumbered) return line.lotId as number;
  const { segFrom: from, segTo: to } = line;
  if (from === null || to === null)
    throw invalid([{ field: `lines.${line.lineNo - 1}.segFrom`, key: 'error.field.required' }]);
  const piece = await pieceAt(tx, doc.depotId, line.materialId, from, to);
  await takeNumbers(tx, { materialId: line.materialId, lotId: piece.id, docId: doc.id, from, to });
  return piece.id;
}

async function take(tx: Tx, doc: StockDoc): Promise<void> {
  const lines = await linesOf(tx, doc.id);
  const materials = await materialFacts(
    tx,
    lines.map((line) => line.materialId),
  );
  const to = targetOf(doc);
  // R15: what has run out, is held or recalled may be sent back or destroyed, never used.
  const fit = doc.reason === 'use' || doc.reason === 'toHolder';
  const moves: MoveInput[] = [];
  for (const line of lines) {
    const lotId = await lotOf(tx, doc, line, materials.get(line.materialId)?.tracking === 'segment');
    if (lotId !== line.lotId) await patchLine(tx, line.id, { lotId });
    moves.push({
      ...aboutDoc(doc, line, doc.bizDate),
      moveKind: to.kind === 'loss' ? 'loss' : 'out',
      lotId,
      from: { kind: 'depot', id: doc.depotId },
      to,
      qty: line.qty,
      fit,
      remark: line.remark,
    });
  }
  await postMoves(tx, moves);
}

const post: Step = async (tx, doc, { powers }) => {
  refuseDate(doc.bizDate, powers.back);
  if (doc.reason === 'destroy' && !powers.quiet) throw refusal('samePerson', 'depot.ledger.secondPerson');
  await take(tx, doc);
  return {};
};

/** Destruction is seen by two and allowed by a third pair of eyes, with pictures. */
const submit: Step = async (tx, doc, { powers }) => {
  if (doc.reason !== 'destroy') throw refusal('notDestroy', 'depot.ledger.notDestroy');
  if (doc.fileIds.length === 0) throw refusal('photos', 'depot.ledger.photos');
  if (new Set(doc.witnessIds).size < 2) throw refusal('witnesses', 'depot.ledger.witnesses');
  await askNext(tx, doc, powers, { key: 'destroy', permission: 'depot:out:approve' });
  return {};
};

const approve: Step = async (tx, doc, { powers }) => {
  refuseDate(doc.bizDate, powers.back);
  refuseSame(doc.createdBy, powers.actor);
  await take(tx, doc);
  await asked(tx, doc);
  await tell(tx, doc, powers, 'posted', [doc.createdBy]);
  return { checkedBy: powers.actor, checkedAt: now() };
};

const sendBack: Step = async (tx, doc, { remark, powers }) => {
  await asked(tx, doc);
  await tell(tx, doc, powers, 'returned', [doc.createdBy], remark ?? null);
  return {};
};

export const useOutSteps: Readonly<Record<string, Step>> = { post, submit, approve, return: sendBack, reverse };
