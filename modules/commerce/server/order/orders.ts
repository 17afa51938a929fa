import { forbidden, refusal } from '#kit/contract/errors.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { supplierOrder, tradeOrder, tradeOrderMoney } from '#modules/commerce/contract/order/trade-order.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { doerOf, record } from '../catalogue/operating-record.ts';
import { asTenant, name, sideOf, tellUnit } from '../common.ts';
import { openComplaint } from '../complaint/after-sale.ts';
import { clocks, dueOf, freeRest, stopClocks } from './free.ts';
import { passOn } from './place.ts';
import { type OrderRow, orderOf } from './trade-order.ts';

const money = (column: string) => `coalesce((select m.${column} from commerce.trade_order_money m
  where m.order_id = t.id), (select s.${column} from commerce.trade_order_subsidy s where s.order_id = t.id))`;
const own = (column: string) => `(select m.${column} from commerce.trade_order_money m where m.order_id = t.id)`;
const day = `(now() at time zone 'Asia/Shanghai')::date`;
const expressions = {
  buyer: name('t.principal_id'),
  supplier: name('t.supplier_id'),
  /** D5: how many it was would tell what it cost. */
  summary: `(case when t.subsidised or t.principal_id = any (commerce.my_units())
    or t.supplier_id = any (commerce.my_units()) then t.summary
    else regexp_replace(t.summary, ' × [0-9]+', '', 'g') end)`,
  goods: money('goods'),
  freight: money('freight'),
  subsidy: money('subsidy'),
  payable: money('payable'),
  paid: own('paid'),
  refunded: own('refunded'),
  deliverTo: '(select d.name from commerce.store_seen d where d.id = t.deliver_to_depot_id)',
  isLate: `(t.status in ('pendingShip', 'shipping') and coalesce(t.promised_on < ${day}, false))`,
  inDispute: `exists (select 1 from commerce.after_sale a where a.order_id = t.id and ${openComplaint})`,
  unrated: `(t.status in ('received', 'completed') and exists (select 1 from commerce.trade_order_line l
    where l.order_id = t.id and l.received_qty > 0 and l.rating is null))`,
};

const noted = (call: Call, row: OrderRow, action: string, remark?: string | null) =>
  record(call.tx, doerOf(call), {
    objectType: 'order',
    objectId: row.id,
    objectName: row.orderNo,
    principalId: row.principalId,
    supplierId: row.supplierId,
    regionCode: row.regionCode,
    action,
    changes: { status: [null, row.status] },
    remark: remark ?? null,
  });

/** R22: not while somebody complains. */
export async function refuseOpenComplaint(call: Pick<Call, 'tx'>, orderId: number): Promise<void> {
  const [open] = await call.tx.query<{ docNo: string }>(
    `select a.doc_no as "docNo" from commerce.after_sale a where a.order_id = $1 and ${openComplaint} limit 1`,
    [orderId],
  );
  if (open) throw refusal('openAfterSale', 'commerce.refusal.openAfterSale', { no: open.docNo });
}

async function beforeBuyer(call: Call, move: Move) {
  const row = await orderOf(call.tx, move.id);
  if (sideOf(call, row) !== 'buyer') throw forbidden();
  if (['approve', 'decline'].includes(move.name) && row.placedBy === call.actor.userId)
    throw refusal('samePerson', 'commerce.refusal.samePerson');
  if (move.name === 'approve') return { released: true };
  if (move.name === 'complete') {
    await refuseOpenComplaint(call, row.id);
    return { completedAt: new Date().toISOString() };
  }
  return { cancelReason: move.remark?.slice(0, 300) ?? null };
}

async function afterBuyer(call: Call, move: Move): Promise<void> {
  const row = await orderOf(call.tx, move.id);
  await noted(call, row, move.name, move.remark);
  await asTenant(call, 'order', async (all) => {
    await closeTask(all, 'commerce.tradeOrder', row.id);
    if (move.name === 'approve') {
      await dropDue(all, dueOf('approveEnds'), String(row.id));
      await passOn(all, row, 'pendingAccept');
    }
    if (move.name === 'decline' || move.name === 'cancel') {
      await freeRest(all, row.id, call.actor.userId);
      await stopClocks(all, row.id);
      await closeTask(all, 'commerce.supplierOrder', row.id);
    }
    if (move.name === 'complete') await stopClocks(all, row.id);
    if (move.name === 'askCancel' || move.name === 'cancel')
      await tellUnit(
        all,
        row.supplierId,
        { key: `commerce.supplierOrder.told_${move.name}`, args: { orderNo: row.orderNo } },
        `/suppliers/order/detail?id=${row.id}`,
        move.remark ?? '',
      );
  });
}

async function beforeSupplier(call: Call, move: Move) {
  const row = await orderOf(call.tx, move.id);
  if (sideOf(call, row) !== 'supplier') throw forbidden();
  if (move.name === 'accept' || move.name === 'acceptPrepaid') {
    const promisedOn = (move.form?.promisedOn as string | null | undefined) ?? (await usualDay(call, row.id));
    if (promisedOn < today()) throw refusal('past', 'commerce.refusal.past');
    return { acceptedAt: new Date().toISOString(), promisedOn };
  }
  if (move.name === 'refuse') return { cancelReason: move.remark?.slice(0, 300) ?? null };
  return undefined;
}
/** As soon as the slowest of its goods is usually sent. */
async function usualDay(call: Call, orderId: number): Promise<string> {
  const [row] = await call.tx.query<{ on: string }>(
    `select to_char(${day} + coalesce(max((p.content ->> 'shipWithinDays')::int), 3), 'YYYY-MM-DD') as on
     from commerce.trade_order_line l join commerce.product p on p.id = l.product_id where l.order_id = $1`,
    [orderId],
  );
  return row?.on ?? today();
}

async function afterSupplier(call: Call, move: Move): Promise<void> {
  const row = await orderOf(call.tx, move.id);
  await noted(call, row, move.name === 'acceptPrepaid' ? 'accept' : move.name, move.remark);
  await asTenant(call, 'order', async (all) => {
    await closeTask(all, 'commerce.supplierOrder', row.id);
    for (const one of clocks.slice(0, 2)) await dropDue(all, dueOf(one), String(row.id));
    if (move.name === 'acceptPrepaid')
      await setDue(all, dueOf('payEnds'), String(row.id), new Date(Date.now() + 7 * 86_400_000));
    // From the end of the promised day on, in China.
    if (move.name.startsWith('accept') && row.promisedOn)
      await setDue(all, dueOf('shipLate'), String(row.id), new Date(`${row.promisedOn}T24:00:00+08:00`));
    if (move.name === 'refuse' || move.name === 'agreeCancel') {
      await freeRest(all, row.id, call.actor.userId);
      await stopClocks(all, row.id);
    }
    const told = move.name === 'acceptPrepaid' ? 'accept' : move.name;
    await tellUnit(
      all,
      row.principalId,
      { key: `commerce.tradeOrder.told_${told}`, args: { orderNo: row.orderNo } },
      `/selectionLib/orderCenter/detail?id=${row.id}`,
      move.remark ?? '',
    );
  });
}

/** What is paid first waits for its payment. */
const isOpen = (verb: string, isPrepaid: boolean) =>
  verb === 'accept' ? !isPrepaid : verb === 'acceptPrepaid' ? isPrepaid : true;

export const orderRoutes = (): Route[] => [
  ...serveResource(tradeOrder)({
    expressions,
    can: (row, verb, actor) =>
      verb === 'detail' ||
      (actor.scope.principals.includes(row.principalId) &&
        !(['approve', 'decline'].includes(verb) && row.placedBy === actor.userId)),
    before: { transition: beforeBuyer },
    after: { transition: afterBuyer },
  }),
  ...serveResource(supplierOrder)({
    expressions: {
      ...expressions,
      clockEnds: `(case t.status when 'pendingAccept' then t.placed_at + interval '5 days'
        when 'pendingPay' then t.accepted_at + interval '7 days' end)`,
    },
    listed: 't.supplier_id = any (commerce.my_units())',
    can: (row, verb, actor) =>
      verb === 'detail' || (actor.scope.principals.includes(row.supplierId) && isOpen(verb, row.payMode === 'prepaid')),
    before: { transition: beforeSupplier },
    after: { transition: afterSupplier },
  }),
  ...serveResource(tradeOrderMoney)(),
];
