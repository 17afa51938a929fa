import type { Tx } from '#kit/server/db/database.ts';
import type { MoveInput } from './ledger/move.ts';

export interface MoveRow extends MoveInput {
  readonly regionCode: number;
  readonly principalId: number | null;
  readonly otherPrincipalId: number | null;
  readonly balanceFrom: number | null;
  readonly balanceTo: number | null;
}

const columns: readonly [column: string, type: string, value: (row: MoveRow) => unknown][] = [
  ['region_code', 'bigint', (row) => row.regionCode],
  ['principal_id', 'bigint', (row) => row.principalId],
  ['other_principal_id', 'bigint', (row) => row.otherPrincipalId],
  ['move_kind', 'text', (row) => row.moveKind],
  ['material_id', 'bigint', (row) => row.materialId],
  ['lot_id', 'bigint', (row) => row.lotId],
  ['from_kind', 'text', (row) => row.from.kind],
  ['from_id', 'bigint', (row) => row.from.id ?? null],
  ['to_kind', 'text', (row) => row.to.kind],
  ['to_id', 'bigint', (row) => row.to.id ?? null],
  ['qty', 'numeric', (row) => row.qty],
  ['balance_from', 'numeric', (row) => row.balanceFrom],
  ['balance_to', 'numeric', (row) => row.balanceTo],
  ['biz_date', 'date', (row) => row.bizDate],
  ['doc_type', 'text', (row) => row.docType],
  ['doc_id', 'bigint', (row) => row.docId ?? null],
  ['doc_no', 'text', (row) => row.docNo ?? null],
  ['line_id', 'bigint', (row) => row.lineId ?? null],
  ['reason', 'text', (row) => row.reason ?? null],
  ['source_type', 'text', (row) => row.sourceType ?? null],
  ['source_id', 'bigint', (row) => row.sourceId ?? null],
  ['head_served', 'int', (row) => row.headServed ?? null],
  ['staff_id', 'bigint', (row) => row.staffId ?? null],
  ['fefo_skipped', 'boolean', (row) => row.fefoSkipped ?? false],
  ['reverses_id', 'bigint', (row) => row.reversesId ?? null],
  ['remark', 'text', (row) => row.remark ?? null],
];
const names = columns.map(([name]) => name).join(', ');
const arrays = columns.map(([, type], at) => `$${at + 3}::${type}[]`).join(', ');

/** Appends to the ledger, in the order given; nothing in it is ever changed. Only the ledger's `postMoves` calls this, while it holds the balances. */
export async function insertMoves(tx: Tx, rows: readonly MoveRow[], actor: number | null): Promise<number[]> {
  const made = await tx.query<{ id: number }>(
    `insert into depot.stock_move (tenant_no, created_by, material_kind, ${names})
     select $1, $2, (select g.kind from depot.material g where g.id = x.material_id), ${names} from unnest(${arrays}) with ordinality x(${names}, n) order by n returning id`,
    [tx.scope.tenantNo, actor, ...columns.map(([, , value]) => rows.map(value))],
  );
  // Identity values are drawn in the order of the rows.
  return made.map((row) => row.id).sort((a, b) => a - b);
}
