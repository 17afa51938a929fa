import { notFound } from '#kit/contract/errors.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { settle, settlementCalc } from './settlement-calc.ts';

export interface SettlementRow {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly supplierId: number;
  readonly payerId: number;
  readonly kind: 'subsidy' | 'monthly';
  readonly period: string;
  readonly total: number;
  readonly carriedIn: number;
  readonly approvedBy: number | null;
  readonly status: string;
}
const columns = `id, version, doc_no as "docNo", supplier_id as "supplierId", payer_id as "payerId", kind, period, total,
  carried_in as "carriedIn", approved_by as "approvedBy", status`;

export async function settlementOf(tx: Tx, id: number, lock = false): Promise<SettlementRow> {
  const [row] = await tx.query<SettlementRow>(
    `select ${columns} from commerce.settlement where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** The bill of a month that can still take lines: the one there is, while it is a draft, or a new one. */
export async function openSettlement(
  all: Tx,
  one: Pick<SettlementRow, 'supplierId' | 'payerId' | 'kind' | 'period'>,
): Promise<{ row: SettlementRow; isNew: boolean } | null> {
  const key = [one.supplierId, one.payerId, one.kind, one.period];
  const [known] = await all.query<SettlementRow>(
    `select ${columns} from commerce.settlement where tenant_no = kit.tenant() and supplier_id = $1 and payer_id = $2
       and kind = $3 and period = $4 for update`,
    key,
  );
  if (known) return known.status === 'draft' ? { row: known, isNew: false } : null;
  const [before] = await all.query<{ left: number }>(
    `select carried_over as left from commerce.settlement where tenant_no = kit.tenant() and supplier_id = $1
       and payer_id = $2 and kind = $3 and period < $4 order by period desc limit 1`,
    key,
  );
  const left = before?.left ?? 0;
  const [row] = await all.query<SettlementRow>(
    `insert into commerce.settlement (tenant_no, doc_no, supplier_id, payer_id, kind, period, carried_in, carried_over)
     values (kit.tenant(), kit.doc_no('MB'), $1, $2, $3, $4, $5, $5) returning ${columns}`,
    [...key, left],
  );
  return row ? { row, isNew: true } : null;
}

interface Sums {
  readonly net: number;
  readonly total: number;
  readonly carriedOver: number;
}
export async function sumsOf(all: Tx, row: SettlementRow) {
  const nets = await all.query<{ no: string; cents: number }>(
    'select order_no as no, net as cents from commerce.settlement_line where parent_id = $1 order by line_no, id',
    [row.id],
  );
  const inputs = { nets, carriedInCents: row.carriedIn };
  return { inputs, sums: settle(inputs) satisfies Sums };
}
/** What the lines come to, stored and written down. */
export async function drawSums(all: Tx, row: SettlementRow): Promise<number> {
  const { inputs, sums } = await sumsOf(all, row);
  await all.query(
    `update commerce.settlement set net = $2, total = $3, carried_over = $4, order_count = (
         select count(distinct l.order_id)::int from commerce.settlement_line l where l.parent_id = $1),
       version = version + 1, updated_at = now() where id = $1`,
    [row.id, sums.net, sums.total, sums.carriedOver],
  );
  await recordCalc(all, {
    kind: settlementCalc,
    id: row.id,
    rule: { ref: `commerce.settlement:${row.id}`, content: { kind: row.kind, period: row.period } },
    inputs: { nets: inputs.nets.map((one) => ({ ...one })), carriedInCents: inputs.carriedInCents },
  });
  return sums.total;
}

export const setStatus = (all: Tx, id: number, status: string, disputeText: string | null = null): Promise<unknown> =>
  all.query(
    `update commerce.settlement set status = $2, dispute_text = coalesce($3, dispute_text), version = version + 1,
       updated_at = now() where id = $1`,
    [id, status, disputeText],
  );
