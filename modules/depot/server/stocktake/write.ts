import { notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { baseQty } from '#modules/depot/contract/goods/quantity.ts';
import {
  type addCountedLot,
  type Stocktake,
  type saveCounts,
  type saveRecounts,
  stocktake,
} from '#modules/depot/contract/stocktake/stocktake.ts';
import { materialFacts } from '../goods/material.ts';
import { bookLot } from '../stock/lot.ts';
import { lockBalances } from '../stock/stock-balance.ts';
import { mustKeep } from '../store/depot.ts';
import { sumStocktake } from './stocktake.ts';
import { addLine, countLines, recountLines } from './stocktake-line.ts';

/** The sheet, locked, and open to the caller: a counter named on it, or a keeper of the store. */
async function sheetFor(call: Call, id: number, status: 'counting' | 'counted'): Promise<Stocktake> {
  const row = await findRow(call, stocktake, id, true);
  if (!row.isCounter) await mustKeep(call, row.depotId);
  if (row.status !== status)
    throw wrongState(
      lookups().dictLabel('stocktake_status', row.status, call.actor.tenantNo, call.language) ?? row.status,
      'depot.stocktakePage.count',
    );
  return row;
}

/** R4: nothing is counted in parts of what cannot be parted. */
async function refuseFractions(call: Call, lines: readonly { lotId: number; qty: number | null }[], id: number) {
  const rows = await call.tx.query<{ lotId: number; baseUnit: string; decimals: number }>(
    `select l.lot_id as "lotId", m.base_unit as "baseUnit", m.decimals from depot.stocktake_line l join depot.material m on m.id = l.material_id
     where l.stocktake_id = $1 and l.lot_id = any ($2)`,
    [id, lines.map((one) => one.lotId)],
  );
  for (const { lotId, qty } of lines) {
    const found = rows.find((row) => row.lotId === lotId);
    if (!found) throw notFound();
    if (qty && baseQty({ ...found, packs: [] }, found.baseUnit, qty) === null)
      throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${found.baseUnit}` });
  }
}

const note = (call: Call, row: Stocktake, after: object) =>
  audit(call.tx, call, {
    module: 'depot',
    entity: 'stocktake',
    entityId: row.id,
    entityName: row.docNo,
    action: 'count',
    after: after as Record<string, unknown>,
  });

export async function count(asked: Call<typeof saveCounts>) {
  const call = asked as unknown as Call;
  const { id, lines } = asked.body;
  const row = await sheetFor(call, id, 'counting');
  await refuseFractions(
    call,
    lines.map(({ lotId, countedQty }) => ({ lotId, qty: countedQty })),
    id,
  );
  await countLines(call.tx, id, lines);
  const { version, total, counted } = await sumStocktake(call.tx, id);
  await note(call, row, { lines });
  return { version, total, counted };
}

export async function addLot(asked: Call<typeof addCountedLot>) {
  const call = asked as unknown as Call;
  const { id, countedQty, ...words } = asked.body;
  const row = await sheetFor(call, id, 'counting');
  const material = (await materialFacts(call.tx, [words.materialId])).get(words.materialId);
  if (!material) throw notFound();
  if (material.kind === 'earTag') throw refusal('useSign', 'depot.ledger.useSign');
  if (!isInScope(row, material)) throw refusal('outOfScope', 'depot.stocktake.outOfScope');
  if (baseQty(material, material.baseUnit, countedQty) === null)
    throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${material.baseUnit}` });
  const lotId = await inTenant(call.tx, call.actor.tenantNo, 'stock', async (sys) => {
    const lot = await bookLot({ ...sys, scope: { ...sys.scope, userId: call.actor.userId } }, words);
    // An empty balance: who has or had some of a lot sees it.
    await lockBalances(sys, [{ depotId: row.depotId, lotId: lot.id }]);
    return lot.id;
  });
  const isNew = await addLine(call.tx, { stocktakeId: id, lotId, materialId: words.materialId, countedQty });
  if (!isNew) throw refusal('onSheet', 'depot.stocktake.onSheet');
  const { version, total, counted } = await sumStocktake(call.tx, id);
  await note(call, row, { lotId, countedQty });
  return { version, total, counted };
}

function isInScope(row: Stocktake, material: { id: number; kind: string }): boolean {
  if (row.countScope === 'kinds') return (row.kinds ?? []).includes(material.kind);
  return row.countScope !== 'materials' || ((row.materialIds ?? []) as number[]).includes(material.id);
}

export async function recount(asked: Call<typeof saveRecounts>) {
  const call = asked as unknown as Call;
  const { id, lines } = asked.body;
  const row = await sheetFor(call, id, 'counted');
  await refuseFractions(
    call,
    lines.map(({ lotId, recountQty }) => ({ lotId, qty: recountQty })),
    id,
  );
  for (const { reason } of lines)
    if (reason && !lookups().dictHas('count_diff_reason', reason, call.actor.tenantNo)) throw notFound();
  await recountLines(call.tx, id, lines);
  const { version, diffs } = await sumStocktake(call.tx, id);
  await note(call, row, { lines });
  return { version, diffCount: diffs };
}
