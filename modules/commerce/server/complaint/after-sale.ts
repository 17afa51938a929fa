import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface AfterSaleRow {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly orderId: number;
  readonly regionCode: number;
  readonly principalId: number;
  readonly supplierId: number;
  readonly kind: string;
  readonly reason: string;
  readonly askAmount: number;
  readonly agreedAmount: number | null;
  readonly dueAt: string | null;
  readonly hasProof: boolean;
  readonly status: string;
}
const columns = `id, version, doc_no as "docNo", order_id as "orderId", region_code as "regionCode",
  principal_id as "principalId", supplier_id as "supplierId", kind, reason, ask_amount as "askAmount",
  agreed_amount as "agreedAmount", due_at as "dueAt", coalesce(cardinality(refund_proof), 0) > 0 as "hasProof", status`;

export async function afterSaleOf(tx: Tx, id: number, lock = false): Promise<AfterSaleRow> {
  const [row] = await tx.query<AfterSaleRow>(
    `select ${columns} from commerce.after_sale where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** Over the row `a`: somebody still has to do something; what was refused and never brought before the authority is over. */
export const openComplaint = `(a.status not in ('finished', 'withdrawn')
  and not (a.status = 'refused' and a.due_at < now()))`;

export interface NewAfterSale {
  readonly orderId: number;
  readonly regionCode: number;
  readonly principalId: number;
  readonly supplierId: number;
  readonly kind: string;
  readonly reason: string;
  readonly note: string | null;
  readonly photos: readonly number[];
  readonly summary: string;
  readonly askAmount: number;
  readonly by: number;
}
export async function insertAfterSale(all: Tx, one: NewAfterSale): Promise<{ id: number; docNo: string }> {
  const [row] = await all.query<{ id: number; docNo: string }>(
    `insert into commerce.after_sale (tenant_no, doc_no, order_id, region_code, principal_id, supplier_id, kind, reason,
       note, photos, summary, ask_amount, due_at, created_by)
     values (kit.tenant(), kit.doc_no('MA'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + interval '3 days', $11)
     returning id, doc_no as "docNo"`,
    [
      one.orderId,
      one.regionCode,
      one.principalId,
      one.supplierId,
      one.kind,
      one.reason,
      one.note,
      one.photos,
      one.summary.slice(0, 200),
      one.askAmount,
      one.by,
    ],
  );
  if (!row) throw notFound();
  return row;
}

type Patch = Partial<{
  status: string;
  kind: string;
  agreedAmount: number;
  freightBy: string;
  decision: string;
  decidedBy: number;
  stockDocId: number | null;
  stockDocNo: string | null;
  replacementShipmentId: number;
  atFault: boolean;
  finishedAt: string;
  dueAt: string | null;
}>;
const names: Readonly<Record<keyof Patch, string>> = {
  status: 'status',
  kind: 'kind',
  agreedAmount: 'agreed_amount',
  freightBy: 'freight_by',
  decision: 'decision',
  decidedBy: 'decided_by',
  stockDocId: 'stock_doc_id',
  stockDocNo: 'stock_doc_no',
  replacementShipmentId: 'replacement_shipment_id',
  atFault: 'at_fault',
  finishedAt: 'finished_at',
  dueAt: 'due_at',
};
export async function patchAfterSale(all: Tx, id: number, patch: Patch): Promise<void> {
  const entries = Object.entries(patch) as [keyof Patch, unknown][];
  await all.query(
    `update commerce.after_sale set ${entries.map(([key], at) => `${names[key]} = $${at + 2}`).join(', ')},
       version = version + 1, updated_at = now() where id = $1`,
    [id, ...entries.map(([, value]) => value)],
  );
}

/** Of a buyer that is merged into another unit: what is not over yet. */
export async function reassignComplaints(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update commerce.after_sale set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1
       and status not in ('finished', 'withdrawn')`,
    [from, to],
  );
}
