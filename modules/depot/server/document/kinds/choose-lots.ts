import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { type MaterialFacts, materialFacts } from '../../goods/material.ts';
import { freeLots, takeInOrder } from '../../stock/ledger/pick.ts';
import { cutSegment } from '../../stock/ledger/segment.ts';
import { reserve } from '../../stock/reserve.ts';
import { sumDoc } from '../save-doc.ts';
import type { StockDoc } from '../stock-doc.ts';
import { type Line, linesOf, writeLines } from '../stock-doc-line.ts';

const shortOf = (material: MaterialFacts, free: number, wanted: number) =>
  refusal(
    'short',
    'depot.ledger.short',
    { material: material.name, lot: '', n: free, unit: `@depot.unit.${material.baseUnit}`, m: wanted },
    { free, wanted },
  );

/**
 * The lots a paper takes, put aside for it: those that were chosen, and for the rest those that run out first (R12). A lot
 * that FEFO would not have proposed wants somebody's reason (R13).
 */
export async function chooseLots(tx: Tx, doc: StockDoc, day: string, actor: number | null): Promise<void> {
  const lines = await linesOf(tx, doc.id);
  const materials = await materialFacts(
    tx,
    lines.map((line) => line.materialId),
  );
  const chosen: Line[] = [];
  for (const [materialId, group] of Map.groupBy(lines, (line) => line.materialId)) {
    const material = materials.get(materialId) as MaterialFacts;
    const pick = material.tracking === 'segment' ? numbered : measured;
    chosen.push(...(await pick(tx, doc, material, group, day)));
  }
  await writeLines(tx, doc.id, chosen, actor);
  await sumDoc(tx, doc.id);
}

/** So much of a lot, on a line like this one: in its own unit where that comes out even, else in base units. */
function lineOf(
  like: Line,
  material: MaterialFacts,
  part: { lotId: number; lotNo: string; expireOn: string | null; manufacturer: string; qty: number },
): Line {
  const isWhole = toMilli(part.qty) % toMilli(like.factor) === 0;
  return {
    ...like,
    lotId: part.lotId,
    lotNo: part.lotNo,
    manufacturer: part.manufacturer,
    expireOn: part.expireOn,
    qty: part.qty,
    unit: isWhole ? like.unit : material.baseUnit,
    unitQty: isWhole ? fromMilli(Math.round((toMilli(part.qty) / toMilli(like.factor)) * 1000)) : part.qty,
    factor: isWhole ? like.factor : 1,
  };
}

async function measured(
  tx: Tx,
  doc: StockDoc,
  material: MaterialFacts,
  lines: readonly Line[],
  day: string,
): Promise<Line[]> {
  const free = await freeLots(tx, { depotId: doc.depotId, materialId: material.id, date: day, lock: true });
  const total = fromMilli(lines.reduce((sum, line) => sum + toMilli(line.qty), 0));
  const proposal = takeInOrder(free, total);
  const told = lines.filter((line) => line.lotId !== null);
  // Says first what stands against a lot that was chosen: run out, held, recalled, too little of it.
  await reserve(
    tx,
    told.map((line) => ({ depotId: doc.depotId, lotId: line.lotId as number, qty: line.qty })),
    day,
  );
  if (proposal.missing > 0) throw shortOf(material, fromMilli(toMilli(total) - toMilli(proposal.missing)), total);
  const proposed = new Map(proposal.lots.map((lot) => [lot.lotId, toMilli(lot.qty)]));
  const left = new Map(free.map((lot) => [lot.lotId, toMilli(lot.free)]));
  const done: Line[] = [];
  for (const line of told) {
    const lotId = line.lotId as number;
    const rest = (proposed.get(lotId) ?? 0) - toMilli(line.qty);
    if (rest < 0 && !line.fefoReason)
      throw refusal('fefo', 'depot.ledger.fefo', {
        lot: proposal.lots.find((lot) => lot.lotId !== lotId)?.lotNo ?? '',
      });
    proposed.set(lotId, Math.max(rest, 0));
    left.set(lotId, (left.get(lotId) ?? 0) - toMilli(line.qty));
    const lot = free.find((one) => one.lotId === lotId);
    done.push({
      ...(lot ? lineOf(line, material, { ...lot, qty: line.qty }) : line),
      fefoReason: rest < 0 ? line.fefoReason : null,
    });
  }
  for (const line of lines.filter((one) => one.lotId === null)) {
    const now = free.map((lot) => ({ ...lot, free: fromMilli(left.get(lot.lotId) ?? 0) }));
    const { lots, missing } = takeInOrder(now, line.qty);
    if (missing > 0) throw shortOf(material, fromMilli(toMilli(line.qty) - toMilli(missing)), line.qty);
    for (const lot of lots) {
      left.set(lot.lotId, (left.get(lot.lotId) ?? 0) - toMilli(lot.qty));
      done.push({ ...lineOf(line, material, lot), fefoReason: null });
    }
    await reserve(
      tx,
      lots.map((lot) => ({ depotId: doc.depotId, lotId: lot.lotId, qty: lot.qty })),
      day,
    );
  }
  return done;
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** R19, R20: numbers that were typed are cut out of the piece that holds them; others are cut off where the oldest begins. */
async function numbered(
  tx: Tx,
  doc: StockDoc,
  material: MaterialFacts,
  lines: readonly Line[],
  day: string,
): Promise<Line[]> {
  const done: Line[] = [];
  for (const line of lines) {
    for (const { from, to } of line.segFrom !== null && line.segTo !== null
      ? [{ from: line.segFrom, to: line.segTo }]
      : await wholePieces(tx, doc, material, line.qty, day)) {
      const lotId = await cutSegment(tx, {
        depotId: doc.depotId,
        materialId: material.id,
        from,
        to,
        bizDate: doc.bizDate,
        docType: doc.docType,
        docId: doc.id,
      });
      const qty = to - from + 1;
      await reserve(tx, [{ depotId: doc.depotId, lotId, qty }], day);
      const lotNo = `${from}–${to}`;
      done.push({
        ...line,
        lotId,
        lotNo,
        segFrom: from,
        segTo: to,
        unit: material.baseUnit,
        unitQty: qty,
        factor: 1,
        qty,
      });
    }
  }
  return done;
}

/** Pieces of which nothing was used yet, the oldest first. */
async function wholePieces(tx: Tx, doc: StockDoc, material: MaterialFacts, qty: number, day: string): Promise<Piece[]> {
  const pieces = await tx.query<Piece>(
    `select l.seg_from as from, l.seg_to as to from depot.stock_balance b join depot.lot l on l.id = b.lot_id
     where b.depot_id = $1 and l.material_id = $2 and l.cut_at is null and b.reserved = 0 and b.qty = l.seg_to - l.seg_from + 1 and not b.hold and l.quality = 'ok'
       and (l.expire_on is null or l.expire_on >= $3) order by l.expire_on nulls last, b.first_in_at, l.seg_from for update of b`,
    [doc.depotId, material.id, day],
  );
  const taken: Piece[] = [];
  let rest = qty;
  for (const piece of pieces) {
    if (rest <= 0) break;
    const to = Math.min(piece.to, piece.from + rest - 1);
    taken.push({ from: piece.from, to });
    rest -= to - piece.from + 1;
  }
  if (rest > 0) throw shortOf(material, qty - rest, qty);
  return taken;
}
