import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { MoveInput, Place } from '../../stock/ledger/move.ts';
import { postMoves } from '../../stock/ledger/post.ts';
import { bookLot } from '../../stock/lot.ts';
import { costsOf } from '../../stock/stock-cost.ts';
import { refuseDate } from '../dates.ts';
import { reverse } from '../reverse.ts';
import { aboutDoc, type Step } from '../step.ts';
import type { StockDoc } from '../stock-doc.ts';
import { linesOf, patchLine } from '../stock-doc-line.ts';
import { keepersOf, tell } from '../tell.ts';

/** Opening stock is told once, before anything else of that material moves here. */
async function refuseOpened(tx: Tx, depotId: number, materialIds: readonly number[]): Promise<void> {
  const [moved] = await tx.query<{ name: string }>(
    `select g.name from depot.material g where g.id = any ($2) and exists (
       select 1 from depot.stock_move m where m.material_id = g.id and m.move_kind <> 'reversal' and coalesce(m.reason, '') <> 'opening'
         and ((m.from_kind = 'depot' and m.from_id = $1) or (m.to_kind = 'depot' and m.to_id = $1))) limit 1`,
    [depotId, materialIds],
  );
  if (moved) throw refusal('opened', 'depot.ledger.opened', { material: moved.name });
}

const sourceOf = (doc: StockDoc): Place => {
  if (doc.reason === 'staffReturn') return { kind: 'depot', id: doc.toDepotId };
  return doc.reason === 'donated' ? { kind: 'holder', id: doc.holderId } : { kind: 'adjust' };
};

const post: Step = async (tx, doc, { powers }) => {
  refuseDate(doc.bizDate, powers.back);
  const lines = await linesOf(tx, doc.id);
  if (doc.reason === 'opening')
    await refuseOpened(
      tx,
      doc.depotId,
      lines.map((line) => line.materialId),
    );
  const costs = await costsOf(
    tx,
    'line',
    lines.map((line) => line.id),
  );
  const isReturn = doc.reason === 'staffReturn';
  const moves: MoveInput[] = [];
  for (const line of lines) {
    const lotId = isReturn && line.lotId ? line.lotId : (await bookLot(tx, line)).id;
    await patchLine(tx, line.id, { lotId, acceptedQty: line.qty });
    moves.push({
      ...aboutDoc(doc, line, doc.bizDate),
      moveKind: isReturn ? 'transfer' : 'in',
      lotId,
      from: sourceOf(doc),
      to: { kind: 'depot', id: doc.depotId },
      qty: line.qty,
      unitCost: costs.get(line.id) ?? null,
    });
  }
  await postMoves(tx, moves);
  if (isReturn && doc.toDepotId) await tell(tx, doc, powers, 'takenBack', await keepersOf(tx, doc.toDepotId));
  return {};
};

export const otherInSteps: Readonly<Record<string, Step>> = { post, reverse };
