import { invalid, refusal } from '#kit/contract/errors.ts';
import { isCold } from '#modules/depot/contract/document/stock-doc.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { materialFacts } from '../../goods/material.ts';
import type { MoveInput } from '../../stock/ledger/move.ts';
import { postMoves } from '../../stock/ledger/post.ts';
import { bookLot } from '../../stock/lot.ts';
import { costsOf } from '../../stock/stock-cost.ts';
import { refuseDate } from '../dates.ts';
import { reverse } from '../reverse.ts';
import { aboutDoc, now, type Step, toldOf } from '../step.ts';
import { linesOf, patchLine } from '../stock-doc-line.ts';
import { asked, askNext, tell } from '../tell.ts';

/** Counted and ready: what came cold was measured, what came with a paper has it. */
const submit: Step = async (tx, doc, { powers }) => {
  const materials = await materialFacts(
    tx,
    (await linesOf(tx, doc.id)).map((line) => line.materialId),
  );
  if (doc.temperature === null && [...materials.values()].some(isCold) && !powers.quiet)
    throw refusal('temperature', 'depot.ledger.arrivalTemperature');
  if (doc.fileIds.length === 0 && !powers.quiet) throw refusal('deliveryNote', 'depot.ledger.deliveryNote');
  await askNext(tx, doc, powers, { key: 'in', permission: 'depot:in:approve' });
  return {};
};

/** What was accepted comes in: lots are made or matched (R11), balances rise. */
const post: Step = async (tx, doc, { form, powers }) => {
  refuseDate(doc.bizDate, powers.back);
  const told = toldOf(await linesOf(tx, doc.id), form?.accepted, 'accepted');
  if (told.every(({ qty }) => qty === 0)) throw invalid([{ field: 'accepted', key: 'depot.ledger.quantity' }]);
  const materials = await materialFacts(
    tx,
    told.map(({ line }) => line.materialId),
  );
  const costs = await costsOf(
    tx,
    'line',
    told.map(({ line }) => line.id),
  );
  const moves: MoveInput[] = [];
  for (const { line, qty, reason } of told) {
    const material = materials.get(line.materialId);
    const step = 10 ** (3 - (material?.decimals ?? 0));
    if (toMilli(qty) % step !== 0 || (line.segFrom !== null && qty > 0 && qty < line.qty))
      throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${material?.baseUnit}` });
    if (line.expireOn && line.expireOn < doc.bizDate)
      throw refusal('expired', 'depot.ledger.expired', { lot: line.lotNo ?? '' });
    const lot = qty > 0 ? await bookLot(tx, { ...line, purveyorId: doc.purveyorId }) : null;
    await patchLine(tx, line.id, {
      acceptedQty: fromMilli(toMilli(qty)),
      rejectReason: reason,
      lotId: lot?.id ?? null,
    });
    if (lot)
      moves.push({
        ...aboutDoc(doc, line, doc.bizDate),
        moveKind: 'in',
        lotId: lot.id,
        from: { kind: 'purveyor', id: doc.purveyorId },
        to: { kind: 'depot', id: doc.depotId },
        qty,
        unitCost: costs.get(line.id) ?? null,
      });
  }
  await postMoves(tx, moves);
  await asked(tx, doc);
  await tell(tx, doc, powers, 'posted', [doc.createdBy]);
  return { checkedBy: powers.actor, checkedAt: now() };
};

const sendBack: Step = async (tx, doc, { remark, powers }) => {
  await asked(tx, doc);
  await tell(tx, doc, powers, 'returned', [doc.createdBy], remark ?? null);
  return {};
};

export const receiptSteps: Readonly<Record<string, Step>> = { submit, postNow: post, post, return: sendBack, reverse };
