import { notFound, staleVersion } from '#kit/contract/errors.ts';
import { snake } from '#kit/contract/naming.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { DocType } from '#modules/depot/contract/document/stock-doc.ts';

/** The papers of all kinds, for hands that are not the engine's: those of other modules, of loaders, of a reversal. */
export interface DocHead {
  readonly docType: DocType;
  readonly depotId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly toDepotId: number | null;
  readonly toPrincipalId: number | null;
  readonly purveyorId: number | null;
  readonly staffId: number | null;
  readonly holderId: number | null;
  readonly requisitionId: number | null;
  readonly orderId: number | null;
  readonly bizDate: string;
  readonly reason: string | null;
  readonly purpose: string | null;
  readonly fileIds: readonly number[];
  readonly witnessIds: readonly number[];
  readonly temperature: number | null;
  readonly remark: string | null;
}

export interface StockDoc extends DocHead {
  readonly id: number;
  readonly docNo: string;
  readonly status: string;
  readonly shortQty: number;
  readonly reversalOf: number | null;
  readonly reversedBy: number | null;
  readonly createdBy: number | null;
  readonly version: number;
}

const prefixes: Readonly<Record<DocType, string>> = { purchaseIn: 'DI', otherIn: 'DQ', useOut: 'DU', issueOut: 'DF' };

const encoded = (name: string, value: unknown): [string, unknown] => [
  snake(name),
  name === 'fileIds' || name === 'witnessIds' ? JSON.stringify(value ?? []) : value,
];

/** Under the tenant's own sight: whoever calls this has checked what the caller may do. */
export async function insertDoc(
  tx: Tx,
  head: DocHead & Partial<Pick<StockDoc, 'status' | 'reversalOf'>>,
  more: { readonly requestId?: string | null; readonly actor: number | null },
): Promise<{ id: number; docNo: string; version: number }> {
  const all: [string, unknown][] = [
    ['tenant_no', tx.scope.tenantNo],
    ['request_id', more.requestId ?? null],
    ['created_by', more.actor],
    ['updated_by', more.actor],
    ...Object.entries(head).map(([name, value]) => encoded(name, value)),
  ];
  const [row] = await tx.query<{ id: number; docNo: string; version: number }>(
    `insert into depot.stock_doc (doc_no, ${all.map(([column]) => column).join(', ')})
     values (kit.doc_no('${prefixes[head.docType]}'), ${all.map((_, at) => `$${at + 1}`).join(', ')}) returning id, doc_no as "docNo", version`,
    all.map(([, value]) => value),
  );
  if (!row) throw notFound();
  return row;
}

const columns = `id, doc_no as "docNo", doc_type as "docType", depot_id as "depotId", principal_id as "principalId", region_code as "regionCode", to_depot_id as "toDepotId",
  to_principal_id as "toPrincipalId", purveyor_id as "purveyorId", staff_id as "staffId", holder_id as "holderId", requisition_id as "requisitionId", order_id as "orderId",
  biz_date as "bizDate", reason, purpose, status, file_ids as "fileIds", witness_ids as "witnessIds", temperature, short_qty as "shortQty", reversal_of as "reversalOf",
  reversed_by as "reversedBy", remark, created_by as "createdBy", version`;

export async function docOf(tx: Tx, id: number, lock = false): Promise<StockDoc> {
  const [row] = await tx.query<StockDoc>(
    `select ${columns} from depot.stock_doc where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** R7: the paper a repeated request has made already. */
export async function docOfRequest(tx: Tx, requestId: string): Promise<StockDoc | null> {
  const [row] = await tx.query<StockDoc>(
    `select ${columns} from depot.stock_doc where tenant_no = $1 and request_id = $2`,
    [tx.scope.tenantNo, requestId],
  );
  return row ?? null;
}

/** Columns by their names on the wire; with a version, only where nobody was quicker. */
export async function patchDoc(
  tx: Tx,
  id: number,
  values: Readonly<Record<string, unknown>>,
  more: { readonly version?: number; readonly actor: number | null },
): Promise<number> {
  const all = Object.entries(values).map(([name, value]) => encoded(name, value));
  const [row] = await tx.query<{ version: number }>(
    `update depot.stock_doc set version = version + 1, updated_at = now(), updated_by = $3${all.map(([column], at) => `, ${column} = $${at + 4}`).join('')}
     where id = $1 and ($2::int is null or version = $2) returning version`,
    [id, more.version ?? null, more.actor, ...all.map(([, value]) => value)],
  );
  if (!row) throw staleVersion();
  return row.version;
}

export interface DocTotals {
  readonly lineCount: number;
  readonly totalQtyText: string;
  readonly materialKind: readonly string[];
}

/** What its lines add up to; no new version: nothing of the paper itself has changed. */
export async function setTotals(tx: Tx, id: number, totals: DocTotals): Promise<void> {
  await tx.query('update depot.stock_doc set line_count = $2, total_qty_text = $3, material_kind = $4 where id = $1', [
    id,
    totals.lineCount,
    totals.totalQtyText,
    totals.materialKind,
  ]);
}
