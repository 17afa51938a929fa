import { notFound, refusal } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/depot/contract/document/stock-doc.ts';
import { fromShipment, stockIn } from '#modules/depot/contract/document/stock-in.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { shipmentSource } from '../extension-points.ts';
import { mustKeep } from '../store/depot.ts';
import { offered, only } from './expressions.ts';
import { act, keepDoc, mustBeMine } from './kinds/keep.ts';
import { mustOversee, refuseSame } from './rights.ts';
import type { StockDoc } from './stock-doc.ts';

/** R22: keepers write and take back; another accepts, who sees the store. */
async function mayTake(call: Call, doc: StockDoc, name: string): Promise<void> {
  if (name === 'post' || name === 'return') {
    await mustOversee(call.tx, doc.depotId);
    if (name === 'post') refuseSame(doc.createdBy, call.actor.userId);
    return;
  }
  await mustKeep(call, doc.depotId);
  if (name === 'postNow' && (await configOf(call.tx, doc.principalId, 'depot_in_review')) !== '0')
    throw refusal('samePerson', 'depot.ledger.reviewed');
}

export const stockInRoutes = (): Route[] => [
  ...serveResource(stockIn)({
    expressions: only('checkedByName', 'reviewed'),
    before: {
      transition: (call, move) => act(call, move, mayTake),
      remove: async (_call, row) => mustBeMine(row),
    },
    can: offered((row, verb) => {
      if (verb === 'remove') return row.mine === true;
      if (verb === 'post') return row.mine !== true;
      if (verb === 'reverse') return row.kept === true && row.reversalOf === null;
      if (verb === 'submit') return row.kept === true && row.reviewed === true;
      return verb !== 'postNow' || (row.kept === true && row.reviewed === false);
    }),
  }),
  serve('depot', contract.addStockIn, (call) =>
    keepDoc(call, 'stockIn', { docType: 'purchaseIn', ...(call.body as object) } as never),
  ),
  serve('depot', contract.editStockIn, (call) => {
    const { id, version, ...body } = call.body as { id: number; version: number };
    return keepDoc(call, 'stockIn', { docType: 'purchaseIn', ...body } as never, { id, version });
  }),
  serve('depot', fromShipment, async (call) => {
    const source = shipmentSource();
    if (!source) throw refusal('noShipments', 'depot.ledger.noShipments');
    const shipment = await source(call.tx, call.body.shipmentId);
    if (!shipment) throw notFound();
    const [purveyor] = await call.tx.query<{ id: number }>(
      `select p.id from depot.purveyor p join depot.depot d on d.principal_id = p.principal_id where d.id = $1 and p.name = $2 and p.status = 'active'`,
      [call.body.depotId, shipment.purveyorName],
    );
    if (!purveyor) throw refusal('noPurveyor', 'depot.ledger.noPurveyor', { name: shipment.purveyorName });
    return keepDoc(call, 'stockIn', {
      docType: 'purchaseIn',
      depotId: call.body.depotId,
      purveyorId: purveyor.id,
      orderId: shipment.orderId,
      bizDate: today(),
      lines: shipment.lines,
    });
  }),
];
