import { snake } from '#kit/contract/naming.ts';
import type { Tx } from '#kit/server/db/database.ts';

/** A line as it was checked, with its quantity in base units. */
export interface Line {
  readonly materialId: number;
  readonly lotId: number | null;
  readonly lotNo: string | null;
  readonly manufacturer: string | null;
  readonly producedOn: string | null;
  readonly expireOn: string | null;
  readonly unit: string;
  readonly unitQty: number;
  readonly factor: number;
  readonly qty: number;
  readonly segFrom: number | null;
  readonly segTo: number | null;
  readonly shortLifeReason: string | null;
  readonly fefoReason: string | null;
  readonly tempReason: string | null;
  readonly temperature: number | null;
  readonly remark: string | null;
}

export interface LineRow extends Line {
  readonly id: number;
  readonly lineNo: number;
  readonly acceptedQty: number | null;
  readonly receivedQty: number | null;
  readonly returnedQty: number;
  readonly lostQty: number;
}

const names = [
  'materialId',
  'lotId',
  'lotNo',
  'manufacturer',
  'producedOn',
  'expireOn',
  'unit',
  'unitQty',
  'factor',
  'qty',
  'segFrom',
  'segTo',
  'shortLifeReason',
  'fefoReason',
  'tempReason',
  'temperature',
  'remark',
] as const;

/** Writes the lines of a paper anew, numbered from one; answers their ids in that order. */
export async function writeLines(
  tx: Tx,
  docId: number,
  lines: readonly Line[],
  actor: number | null,
): Promise<number[]> {
  await tx.query('delete from depot.stock_doc_line where doc_id = $1', [docId]);
  const made: number[] = [];
  for (const [at, line] of lines.entries()) made.push(await addLine(tx, docId, at + 1, line, actor));
  return made;
}

export async function addLine(
  tx: Tx,
  docId: number,
  lineNo: number,
  line: Line,
  actor: number | null,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into depot.stock_doc_line (tenant_no, doc_id, line_no, created_by, ${names.map(snake).join(', ')})
     values ($1, $2, $3, $4, ${names.map((_, index) => `$${index + 5}`).join(', ')}) returning id`,
    [tx.scope.tenantNo, docId, lineNo, actor, ...names.map((name) => line[name])],
  );
  return row?.id ?? 0;
}

export const linesOf = (tx: Tx, docId: number): Promise<LineRow[]> =>
  tx.query<LineRow>(
    `select id, line_no as "lineNo", accepted_qty as "acceptedQty", received_qty as "receivedQty", returned_qty as "returnedQty", lost_qty as "lostQty",
       ${names.map((name) => `${snake(name)} as "${name}"`).join(', ')}
     from depot.stock_doc_line where doc_id = $1 order by line_no`,
    [docId],
  );

type Patch = Partial<Omit<LineRow, 'id' | 'lineNo'>> & {
  readonly rejectReason?: string | null;
  readonly diffReason?: string | null;
};

export async function patchLine(tx: Tx, id: number, values: Patch): Promise<void> {
  const all = Object.entries(values);
  await tx.query(
    `update depot.stock_doc_line set ${all.map(([name], at) => `${snake(name)} = $${at + 2}`).join(', ')} where id = $1`,
    [id, ...all.map(([, value]) => value)],
  );
}
