import { forbidden, invalid, refusal, staleVersion } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import * as contract from '#modules/commerce/contract/complaint/after-sale.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { moveStock } from '../catalogue/commodity-sku.ts';
import { doerOf, record } from '../catalogue/operating-record.ts';
import { askUnit, asTenant, name, sideOf, tellUnit } from '../common.ts';
import { type OrderRow, orderOf } from '../order/trade-order.ts';
import { type LineRow, linesOf, paidFor, toPay } from '../order/trade-order-line.ts';
import { moneyOf } from '../order/trade-order-money.ts';
import { giveBack } from './after-sale.finish.ts';
import { type AfterSaleRow, afterSaleOf, insertAfterSale, openComplaint, patchAfterSale } from './after-sale.ts';
import { complaintLines, insertComplaintLines } from './after-sale-line.ts';
import { outOfDepot } from './return-stock.ts';

export const answerDue = 'commerce.afterSaleAnswer';
export const answerSoon = 'commerce.afterSaleSoon';
const days = (n: number) => new Date(Date.now() + n * 86_400_000);
const buyerPath = '/selectionLib/afterSale?keyword=';
const supplierPath = '/suppliers/afterSale?keyword=';

/** What is sent again is not paid back as well. */
const isRefund = (kind: string) => kind === 'refundOnly' || kind === 'returnRefund';
const stopAnswer = async (all: Tx, id: number): Promise<void> => {
  for (const kind of [answerDue, answerSoon]) await dropDue(all, kind, String(id));
};

/** D5: the authority learns an amount when the buyer brings the matter before it. */
const seen = (column: string) => `(case when t.escalated_at is not null or t.principal_id = any (commerce.my_units())
  or t.supplier_id = any (commerce.my_units()) then t.${column} end)`;
const expressions = {
  buyer: name('t.principal_id'),
  supplier: name('t.supplier_id'),
  orderNo: '(select o.order_no from commerce.trade_order o where o.id = t.order_id)',
  summary: `coalesce(${seen('summary')}, regexp_replace(t.summary, ' × [0-9]+', '', 'g'))`,
  askAmount: seen('ask_amount'),
  agreedAmount: seen('agreed_amount'),
};

const noted = (tx: Tx, call: Pick<Call, 'actor'>, row: AfterSaleRow, action: string, remark?: string | null) =>
  record(tx, doerOf(call), {
    objectType: 'afterSale',
    objectId: row.id,
    objectName: row.docNo,
    principalId: row.principalId,
    supplierId: row.supplierId,
    regionCode: row.regionCode,
    action,
    changes: { status: [null, row.status] },
    remark: remark ?? null,
  });

/** Of the order's other complaints: what was promised, and what the units that were refunded had cost. */
const othersSql = `select
    (select coalesce(sum(a.agreed_amount), 0)::bigint from commerce.after_sale a where a.order_id = $1 and a.id <> $2
      and a.status in ('agreed', 'decided', 'returning', 'returned')) as promised,
    (select coalesce(sum(x.qty * l.sale_price - x.subsidised_qty * l.subsidy_per_unit), 0)::bigint
      from commerce.after_sale a join commerce.after_sale_line x on x.after_sale_id = a.id
      join commerce.trade_order_line l on l.id = x.order_line_id
      where a.order_id = $1 and a.status = 'finished' and a.kind in ('refundOnly', 'returnRefund')) as worth`;

/** R24: what was paid for these units, the freight once, and never more than is left of the order. */
export async function mostOf(
  all: Tx,
  row: Pick<AfterSaleRow, 'id' | 'orderId'>,
  lines: readonly { line: LineRow; qty: number }[],
) {
  const money = await moneyOf(all, row.orderId);
  const [others] = await all.query<{ promised: number; worth: number }>(othersSql, [row.orderId, row.id]);
  const { promised, worth } = others ?? { promised: 0, worth: 0 };
  const freight = Math.max(0, money.freight - Math.max(0, money.refunded - worth));
  const units = sumCents(lines.map(({ line, qty }) => paidFor(line, qty)));
  const left = toPay(await linesOf(all, row.orderId), money.payable) - money.refunded - promised;
  return { units, most: Math.max(0, Math.min(sumCents([units, freight]), left)) };
}
async function linesWithRows(all: Tx, row: Pick<AfterSaleRow, 'id' | 'orderId'>) {
  const own = await linesOf(all, row.orderId);
  return (await complaintLines(all, row.id)).flatMap((one) => {
    const line = own.find((other) => other.id === one.orderLineId);
    return line ? [{ line, qty: one.qty }] : [];
  });
}
async function refuseAbove(all: Tx, row: AfterSaleRow, amount: number): Promise<void> {
  const { most } = await mostOf(all, row, await linesWithRows(all, row));
  if (amount > most) throw refusal('overRefund', 'commerce.refusal.overRefund');
}

/** R23: until so many days after it was signed for; what is wrong with it may show later. */
async function refuseLate(all: Tx, order: OrderRow, reason: string): Promise<void> {
  const [row] = await all.query<{ inTime: boolean }>(
    `select max(signed_at) > now() - make_interval(days => $2) as "inTime" from commerce.shipment
     where order_id = $1 and signed_at is not null`,
    [order.id, reason === 'quality' ? Math.max(30, order.afterSaleDays) : order.afterSaleDays],
  );
  if (!row?.inTime) throw refusal('afterSaleLate', 'commerce.refusal.afterSaleLate');
}

/** Units that were refunded or are being complained about, those that never came apart from those that did. */
async function takenOf(all: Tx, orderId: number, isShort: boolean): Promise<ReadonlyMap<number, number>> {
  const rows = await all.query<{ id: number; qty: number }>(
    `select l.order_line_id as id, sum(l.qty)::int as qty from commerce.after_sale_line l
     join commerce.after_sale a on a.id = l.after_sale_id
     where a.order_id = $1 and (a.reason = 'short') = $2
       and (${openComplaint} or (a.status = 'finished' and a.kind in ('refundOnly', 'returnRefund'))) group by 1`,
    [orderId, isShort],
  );
  return new Map(rows.map((one) => [one.id, one.qty]));
}

async function apply(call: Call<typeof contract.applyAfterSale>) {
  const { body } = call;
  const order = await orderOf(call.tx, body.orderId);
  if (sideOf(call, order) !== 'buyer') throw forbidden();
  if (!lookups().dictHas('after_sale_reason', body.reason, call.actor.tenantNo))
    throw invalid([{ field: 'reason', key: 'error.field.dict' }]);
  return asTenant(call, 'afterSale', async (all) => {
    await orderOf(all, order.id, true);
    if (['cancelled', 'closed'].includes(order.status))
      throw refusal('afterSaleLate', 'commerce.refusal.afterSaleLate');
    await refuseLate(all, order, body.reason);
    const lines = await linesOf(all, order.id, true);
    const taken = await takenOf(all, order.id, body.reason === 'short');
    const asked = body.lines.map((one, at) => {
      const line = lines.find((own) => own.id === one.orderLineId);
      if (!line) throw invalid([{ field: `lines.${at}.orderLineId`, key: 'error.field.ref' }]);
      const cap = body.reason === 'short' ? line.shippedQty - line.receivedQty : line.receivedQty;
      const most = Math.max(0, cap - (taken.get(line.id) ?? 0));
      if (one.qty > most) throw refusal('overReturn', 'commerce.refusal.overReturn', { title: line.title, n: most });
      if (line.coldChain && !['damaged', 'short', 'wrong', 'quality'].includes(body.reason))
        throw refusal('coldReturn', 'commerce.refusal.coldReturn', { title: line.title });
      return { line, qty: one.qty };
    });
    const { units, most } = await mostOf(all, { id: 0, orderId: order.id }, asked);
    const askAmount = isRefund(body.kind) ? (body.askAmount ?? Math.min(units, most)) : 0;
    if (askAmount > most) throw refusal('overRefund', 'commerce.refusal.overRefund');
    const made = await insertAfterSale(all, {
      orderId: order.id,
      regionCode: order.regionCode,
      principalId: order.principalId,
      supplierId: order.supplierId,
      kind: body.kind,
      reason: body.reason,
      note: body.note ?? null,
      photos: body.photos,
      summary: asked.map(({ line, qty }) => `${line.title} ${line.spec} × ${qty}`).join('; '),
      askAmount,
      by: call.actor.userId,
    });
    const kept = asked.map(({ line, qty }) => ({ orderLineId: line.id, title: line.title, qty }));
    await insertComplaintLines(all, made.id, kept);
    if (body.photos.length > 0) await linkFiles(call.tx, body.photos, 'commerce.afterSale', made.id);
    await setDue(all, answerDue, String(made.id), days(3));
    await setDue(all, answerSoon, String(made.id), days(2));
    await noted(all, call, await afterSaleOf(all, made.id), 'apply', body.note);
    await askUnit(all, {
      entity: 'commerce.supplierAfterSale',
      entityId: made.id,
      key: 'commerce.supplierAfterSale.task_answer',
      args: { docNo: made.docNo },
      linkPath: `${supplierPath}${made.docNo}`,
      permission: 'supplier:afterSale:handle',
      principalId: order.supplierId,
    });
    return { ...made, askAmount };
  });
}

async function beforeBuyer(call: Call, move: Move) {
  const row = await afterSaleOf(call.tx, move.id);
  if (sideOf(call, row) !== 'buyer') throw forbidden();
  if (move.name === 'escalate') {
    if (row.dueAt && Date.parse(row.dueAt) < Date.now())
      throw refusal('afterSaleLate', 'commerce.refusal.afterSaleLate');
    return { escalatedAt: new Date().toISOString(), dueAt: null };
  }
  if (move.name === 'sendBack') {
    if (row.kind === 'refundOnly' || row.kind === 'reship') throw refusal('noReturn', 'commerce.refusal.noReturn');
    const doc = await asTenant(call, 'return', (all) => outOfDepot(all, row, call.actor.userId));
    return { stockDocId: doc?.id ?? null, stockDocNo: doc?.docNo ?? null };
  }
  if (move.name === 'confirmRefund') {
    const isReturned = row.kind !== 'returnRefund' || row.status === 'returned';
    if (row.kind === 'exchange' || row.kind === 'reship' || !row.hasProof || !isReturned)
      throw refusal('noProof', 'commerce.refusal.noProof');
  }
  return undefined;
}

async function afterBuyer(call: Call, move: Move): Promise<void> {
  await asTenant(call, 'afterSale', async (all) => {
    const row = await afterSaleOf(all, move.id);
    await noted(all, call, row, move.name, move.remark);
    if (move.name === 'withdraw') {
      await stopAnswer(all, row.id);
      await closeTask(all, 'commerce.supplierAfterSale', row.id);
    }
    if (move.name === 'confirmRefund') await giveBack(all, row);
    if (move.name === 'escalate')
      await openTask(all, {
        taskType: 'handle',
        taskName: { key: 'commerce.afterSale.task_decide', args: { docNo: row.docNo } },
        entity: 'commerce.afterSale',
        entityId: row.id,
        linkPath: `${buyerPath}${row.docNo}`,
        permission: 'selection:order:arbitrate',
        regionCode: row.regionCode,
        principalId: row.principalId,
      });
    if (move.name !== 'escalate')
      await tellUnit(
        all,
        row.supplierId,
        { key: `commerce.supplierAfterSale.told_${move.name}`, args: { docNo: row.docNo } },
        `${supplierPath}${row.docNo}`,
      );
  });
}

async function beforeSupplier(call: Call, move: Move) {
  const row = await afterSaleOf(call.tx, move.id);
  if (sideOf(call, row) !== 'supplier') throw forbidden();
  if (move.name === 'agree') {
    const asked = (move.form?.agreedAmount as number | null | undefined) ?? row.askAmount;
    const agreedAmount = isRefund(row.kind) ? asked : 0;
    await asTenant(call, 'afterSale', (all) => refuseAbove(all, row, agreedAmount));
    return { agreedAmount, dueAt: null };
  }
  if (move.name === 'refuse') return { decision: move.remark?.slice(0, 300) ?? null, dueAt: days(7).toISOString() };
  return undefined;
}
async function afterSupplier(call: Call, move: Move): Promise<void> {
  await asTenant(call, 'afterSale', async (all) => {
    const row = await afterSaleOf(all, move.id);
    const action = move.name.startsWith('giveProof') ? 'giveProof' : move.name;
    await noted(all, call, row, action, move.remark);
    await closeTask(all, 'commerce.supplierAfterSale', row.id);
    await stopAnswer(all, row.id);
    // It hangs on the noun of who has to look at it.
    if (action === 'giveProof')
      await linkFiles(call.tx, (move.form?.refundProof as number[] | undefined) ?? [], 'commerce.afterSale', row.id);
    if (move.name === 'signReturn') {
      const lines = await linesWithRows(all, row);
      for (const { line, qty } of lines.toSorted((a, b) => a.line.skuId - b.line.skuId))
        await moveStock(all, call.actor.userId, {
          skuId: line.skuId,
          stock: qty,
          locked: 0,
          kind: 'returnIn',
          orderId: row.orderId,
        });
    }
    await tellUnit(
      all,
      row.principalId,
      { key: `commerce.afterSale.told_${action}`, args: { docNo: row.docNo } },
      `${buyerPath}${row.docNo}`,
      move.remark ?? '',
    );
  });
}

/** A day before silence is taken for a yes. */
export async function remindSupplier(all: Tx, id: number): Promise<void> {
  const row = await afterSaleOf(all, id);
  if (row.status !== 'applied') return;
  const title = { key: 'commerce.supplierAfterSale.told_waiting', args: { docNo: row.docNo } };
  await tellUnit(all, row.supplierId, title, `${supplierPath}${row.docNo}`);
}

/** Three days without an answer are one. */
export async function agreeByClock(all: Tx, id: number): Promise<void> {
  const row = await afterSaleOf(all, id, true);
  if (row.status !== 'applied') return;
  await patchAfterSale(all, id, { status: 'agreed', agreedAmount: row.askAmount, dueAt: null });
  await closeTask(all, 'commerce.supplierAfterSale', id);
  await record(
    all,
    { userId: null, name: null },
    {
      objectType: 'afterSale',
      objectId: id,
      objectName: row.docNo,
      principalId: row.principalId,
      supplierId: row.supplierId,
      regionCode: row.regionCode,
      action: 'agree',
      changes: { status: ['applied', 'agreed'] },
    },
  );
}

async function decide(call: Call<typeof contract.decideAfterSale>) {
  const { body } = call;
  const row = await afterSaleOf(call.tx, body.id, true);
  if (row.version !== body.version) throw staleVersion();
  if (sideOf(call, row) !== 'none') throw refusal('samePerson', 'commerce.refusal.samePerson');
  if (row.status !== 'escalated') throw refusal('notEscalated', 'commerce.refusal.notEscalated');
  return asTenant(call, 'decide', async (all) => {
    const amount = isRefund(body.kind) ? body.amount : 0;
    await refuseAbove(all, row, amount);
    await patchAfterSale(all, row.id, {
      status: 'decided',
      kind: body.kind,
      agreedAmount: amount,
      freightBy: body.freightBy,
      decision: body.decision,
      decidedBy: call.actor.userId,
    });
    await noted(all, call, { ...row, status: 'decided' }, 'decide', body.decision);
    await closeTask(all, 'commerce.afterSale', row.id);
    const title = { key: 'commerce.afterSale.told_decide', args: { docNo: row.docNo } };
    await tellUnit(all, row.principalId, title, `${buyerPath}${row.docNo}`, body.decision);
    await tellUnit(all, row.supplierId, title, `${supplierPath}${row.docNo}`, body.decision);
    return { status: 'decided' };
  });
}

export const afterSaleRoutes = (): Route[] => [
  ...serveResource(contract.afterSale)({
    expressions,
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.principalId),
    before: { transition: beforeBuyer },
    after: { transition: afterBuyer },
  }),
  ...serveResource(contract.supplierAfterSale)({
    table: 'commerce.after_sale',
    expressions,
    listed: 't.supplier_id = any (commerce.my_units())',
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.supplierId),
    before: { transition: beforeSupplier },
    after: { transition: afterSupplier },
  }),
  serve('commerce', contract.applyAfterSale, apply),
  serve('commerce', contract.decideAfterSale, decide),
];
