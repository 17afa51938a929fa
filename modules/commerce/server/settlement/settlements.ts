import type { DataOf } from '#kit/contract/endpoint.ts';
import { forbidden, invalid, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import * as contract from '#modules/commerce/contract/settlement/settlement.ts';
import { doerOf, record } from '../catalogue/operating-record.ts';
import { askUnit, asTenant, name, tellUnit } from '../common.ts';
import { makeFor } from './make.ts';
import { drawSums, type SettlementRow, setStatus, settlementOf, sumsOf } from './settlement.ts';
import { disputeLine } from './settlement-line.ts';

export const receiptDue = 'commerce.settlementReceipt';
const expressions = { supplier: name('t.supplier_id'), payer: name('t.payer_id') };
const payerPath = '/selectionLib/settlement?keyword=';
const supplierPath = '/suppliers/settlement?keyword=';

const filesIn = (move: Move, name: string): number[] => (move.form?.[name] as number[] | undefined) ?? [];

const noted = (all: Tx, call: Pick<Call, 'actor'>, row: SettlementRow, action: string, remark?: string | null) =>
  record(all, doerOf(call), {
    objectType: 'settlement',
    objectId: row.id,
    objectName: row.docNo,
    supplierId: row.supplierId,
    principalId: row.kind === 'monthly' ? row.payerId : null,
    action,
    changes: { status: [null, row.status] },
    remark: remark ?? null,
  });

/** R26, R27: the sum once more, by people of whom none is the supplier's and no two are one. */
async function beforePayer(call: Call, move: Move) {
  const row = await settlementOf(call.tx, move.id);
  const { principals } = call.actor.scope;
  if (principals.includes(row.supplierId)) throw refusal('samePerson', 'commerce.refusal.samePerson');
  if (!principals.includes(row.payerId)) throw forbidden();
  if (move.name === 'approve') {
    const { sums } = await sumsOf(call.tx, row);
    if (sums.total !== row.total) throw refusal('totalDiffers', 'commerce.refusal.totalDiffers');
    return { approvedBy: call.actor.userId };
  }
  if (move.name === 'pay') {
    if (row.approvedBy === call.actor.userId) throw refusal('samePerson', 'commerce.refusal.samePerson');
    return { paidBy: call.actor.userId };
  }
  return undefined;
}

async function beforeSupplier(call: Call, move: Move) {
  const row = await settlementOf(call.tx, move.id);
  if (!call.actor.scope.principals.includes(row.supplierId)) throw forbidden();
  return move.name === 'confirm' ? { confirmedBy: call.actor.userId } : undefined;
}

async function afterPayer(call: Call, move: Move): Promise<void> {
  const row = await settlementOf(call.tx, move.id);
  await asTenant(call, 'settlement', async (all) => {
    const action = move.name === 'redrawOwn' ? 'redraw' : move.name;
    await noted(all, call, row, action, move.remark);
    if (action === 'redraw') await drawSums(all, row);
    if (move.name === 'pay')
      await linkFiles(call.tx, filesIn(move, 'voucherFile'), 'commerce.supplierSettlement', row.id);
    if (move.name === 'pay') await setDue(all, receiptDue, String(row.id), new Date(Date.now() + 15 * 86_400_000));
    const title = { key: `commerce.settlement.told_${action}`, args: { docNo: row.docNo } };
    await tellUnit(all, row.supplierId, title, `${supplierPath}${row.docNo}`);
  });
}

async function afterSupplier(call: Call, move: Move): Promise<void> {
  const row = await settlementOf(call.tx, move.id);
  await asTenant(call, 'settlement', async (all) => {
    await noted(all, call, row, move.name, move.remark);
    if (move.name === 'confirm') await linkFiles(call.tx, filesIn(move, 'invoiceFiles'), 'commerce.settlement', row.id);
    if (move.name === 'receive') await dropDue(all, receiptDue, String(row.id));
    if (move.name === 'confirm')
      await askUnit(all, {
        entity: 'commerce.settlement',
        entityId: row.id,
        key: 'commerce.settlement.task_approve',
        args: { docNo: row.docNo },
        linkPath: `${payerPath}${row.docNo}`,
        permission: 'settlement:bill:approve',
        principalId: row.payerId,
      });
    if (move.name === 'dispute')
      await tellUnit(
        all,
        row.payerId,
        { key: 'commerce.settlement.told_dispute', args: { docNo: row.docNo } },
        `${payerPath}${row.docNo}`,
      );
  });
}

/** Fifteen days after it was paid, nobody asks any more. */
export async function closeByClock(all: Tx, id: number): Promise<void> {
  const row = await settlementOf(all, id, true);
  if (row.status === 'paid') await setStatus(all, id, 'closed');
}

export const settlementRoutes = (): Route[] => [
  ...serveResource(contract.settlement)({
    expressions,
    // What a buyer pays itself its own people draw anew, the rest the operators.
    can: (row, verb, actor) =>
      verb === 'detail' ||
      (actor.scope.principals.includes(row.payerId) &&
        (verb === 'redraw' ? row.kind === 'subsidy' : verb !== 'redrawOwn' || row.kind === 'monthly')),
    before: { transition: beforePayer },
    after: { transition: afterPayer },
  }),
  ...serveResource(contract.supplierSettlement)({
    table: 'commerce.settlement',
    expressions,
    listed: 't.supplier_id = any (commerce.my_units())',
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.supplierId),
    before: { transition: beforeSupplier },
    after: { transition: afterSupplier },
  }),
  serve('commerce', contract.settlementLines, async (call) => {
    const [heads, lines] = await call.database.read<[{ id: number }, DataOf<typeof contract.settlementLines>[number]]>(
      call.actor.scope,
      { text: 'select id from commerce.settlement where id = $1', values: [call.query.id] },
      {
        text: `select id, order_id as "orderId", order_no as "orderNo", buyer,
            to_char(done_on, 'YYYY-MM-DD') as "doneOn",
            goods, freight, subsidy, refund, net, disputed_reason as "disputedReason"
          from commerce.settlement_line where parent_id = $1 order by line_no, id`,
        values: [call.query.id],
      },
    );
    if (heads.length === 0) throw notFound();
    return lines;
  }),
  serve('commerce', contract.makeSettlements, (call) => {
    const { kind, period, supplierId } = call.body;
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    if (period > month) throw invalid([{ field: 'period', key: 'commerce.settlement.future' }]);
    return asTenant(call, 'settlement', async (all) => ({
      made: await makeFor(all, { kind, period, supplierId: supplierId ?? null, by: doerOf(call) }),
    }));
  }),
  serve('commerce', contract.disputeLines, async (call) => {
    const { id, version, lines } = call.body;
    const row = await settlementOf(call.tx, id, true);
    if (!call.actor.scope.principals.includes(row.supplierId)) throw forbidden();
    if (row.version !== version) throw staleVersion();
    if (!['draft', 'confirmed'].includes(row.status))
      throw wrongState(row.status, 'commerce.supplierSettlement._dispute');
    return asTenant(call, 'settlement', async (all) => {
      for (const one of lines)
        if (!(await disputeLine(all, id, one.id, one.reason)))
          throw invalid([{ field: 'lines', key: 'error.field.ref' }]);
      await setStatus(
        all,
        id,
        'disputed',
        lines
          .map((one) => one.reason)
          .join('; ')
          .slice(0, 500),
      );
      await noted(all, call, { ...row, status: 'disputed' }, 'dispute');
      const title = { key: 'commerce.settlement.told_dispute', args: { docNo: row.docNo } };
      await tellUnit(all, row.payerId, title, `${payerPath}${row.docNo}`);
      return { status: 'disputed' };
    });
  }),
];
