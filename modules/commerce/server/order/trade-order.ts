import { notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';

export interface OrderRow {
  readonly id: number;
  readonly version: number;
  readonly orderNo: string;
  readonly regionCode: number;
  readonly principalId: number;
  readonly supplierId: number;
  readonly placedBy: number | null;
  readonly payMode: string;
  readonly summary: string;
  readonly coldChain: boolean;
  readonly subsidised: boolean;
  readonly afterSaleDays: number;
  readonly depotId: number | null;
  readonly promisedOn: string | null;
  readonly acceptedAt: string | null;
  readonly receivedAt: string | null;
  readonly completedAt: string | null;
  readonly restAsked: string | null;
  readonly phoneEnc: string | null;
  readonly invoiceKind: string;
  readonly status: string;
}
const columns = `id, version, order_no as "orderNo", region_code as "regionCode", principal_id as "principalId",
  supplier_id as "supplierId", placed_by as "placedBy", pay_mode as "payMode", summary, cold_chain as "coldChain",
  subsidised, after_sale_days as "afterSaleDays", deliver_to_depot_id as "depotId",
  to_char(promised_on, 'YYYY-MM-DD') as "promisedOn", accepted_at as "acceptedAt", received_at as "receivedAt",
  completed_at as "completedAt", rest_asked ->> 'reason' as "restAsked", receiver_phone_enc as "phoneEnc",
  invoice_kind as "invoiceKind", status`;

export async function orderOf(tx: Tx, id: number, lock = false): Promise<OrderRow> {
  const [row] = await tx.query<OrderRow>(
    `select ${columns} from commerce.trade_order where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
/** Locked, in the version its reader saw and in one of these states. */
export async function holdOrder(all: Tx, id: number, version: number | null, states: readonly string[], verb: string) {
  const row = await orderOf(all, id, true);
  if (version !== null && row.version !== version) throw staleVersion();
  if (!states.includes(row.status)) throw wrongState(row.status, verb);
  return row;
}

export const ordersOfRequest = (all: Tx, requestId: string, principalId: number) =>
  all.query<{ orderId: number; orderNo: string; status: string; payable: number }>(
    `select o.id as "orderId", o.order_no as "orderNo", o.status, m.payable from commerce.trade_order o
     join commerce.trade_order_money m on m.order_id = o.id
     where o.tenant_no = kit.tenant() and o.request_id = $1 and o.principal_id = $2 order by o.id`,
    [requestId, principalId],
  );

export interface NewOrder {
  readonly regionCode: number;
  readonly principalId: number;
  readonly supplierId: number;
  readonly placedBy: number;
  readonly receiverName: string;
  readonly receiverPhone: string;
  readonly address: string;
  readonly depotId: number | null;
  readonly payMode: string;
  readonly invoiceKind: string;
  readonly invoiceTitle: string | null;
  readonly invoiceTaxNo: string | null;
  readonly remark: string | null;
  readonly summary: string;
  readonly lineCount: number;
  readonly subsidised: boolean;
  readonly coldChain: boolean;
  readonly afterSaleDays: number;
  readonly status: 'pendingApproval' | 'pendingAccept';
  readonly requestId: string;
}
export async function insertOrder(all: Tx, one: NewOrder): Promise<{ id: number; orderNo: string }> {
  const values: [string, unknown][] = [
    ['region_code', one.regionCode],
    ['principal_id', one.principalId],
    ['supplier_id', one.supplierId],
    ['placed_by', one.placedBy],
    ['created_by', one.placedBy],
    ['receiver_name', one.receiverName],
    ...piiColumns('receiver_phone', 'phone', one.receiverPhone, all.scope.tenantNo),
    ['address', one.address],
    ['deliver_to_depot_id', one.depotId],
    ['pay_mode', one.payMode],
    ['invoice_kind', one.invoiceKind],
    ['invoice_title', one.invoiceTitle],
    ['invoice_tax_no', one.invoiceTaxNo],
    ['buyer_remark', one.remark],
    ['summary', one.summary.slice(0, 200)],
    ['line_count', one.lineCount],
    ['subsidised', one.subsidised],
    ['cold_chain', one.coldChain],
    ['after_sale_days', one.afterSaleDays],
    ['released', one.status !== 'pendingApproval'],
    ['status', one.status],
    ['request_id', one.requestId],
  ];
  const [row] = await all.query<{ id: number; orderNo: string }>(
    `insert into commerce.trade_order (tenant_no, order_no, ${values.map(([column]) => column).join(', ')})
     values (kit.tenant(), kit.doc_no('MO'), ${values.map((_, at) => `$${at + 1}`).join(', ')})
     returning id, order_no as "orderNo"`,
    values.map(([, value]) => value),
  );
  if (!row) throw notFound();
  return row;
}

type Patch = Partial<{
  status: string;
  released: boolean;
  cancelReason: string | null;
  restAsked: string | null;
  shippedAt: string;
  paidAt: string;
  receivedAt: string;
  completedAt: string;
}>;
const names: Readonly<Record<keyof Patch, string>> = {
  status: 'status',
  released: 'released',
  cancelReason: 'cancel_reason',
  restAsked: 'rest_asked',
  shippedAt: 'shipped_at',
  paidAt: 'paid_at',
  receivedAt: 'received_at',
  completedAt: 'completed_at',
};
export async function patchOrder(all: Tx, id: number, patch: Patch): Promise<void> {
  const entries = Object.entries(patch) as [keyof Patch, unknown][];
  const place = (key: keyof Patch, at: number) =>
    key === 'restAsked' ? `jsonb_build_object('reason', $${at + 2}::text)` : `$${at + 2}`;
  await all.query(
    `update commerce.trade_order set ${entries.map(([key], at) => `${names[key]} = ${place(key, at)}`).join(', ')},
       version = version + 1, updated_at = now() where id = $1`,
    [id, ...entries.map(([, value]) => value)],
  );
}

/** Of a buyer that is merged into another unit: what is not over yet. The supplier's work goes on under its own name. */
export async function reassignOrders(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update commerce.trade_order set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1
       and status not in ('completed', 'cancelled', 'closed') and supplier_id <> $2`,
    [from, to],
  );
}
