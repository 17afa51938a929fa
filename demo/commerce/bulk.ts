import type { Tx } from '#kit/server/db/database.ts';

/** Ids of rows that will be saved later, so that rows that hang on them can name them. */
export async function newIds(tx: Tx, table: string, n: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
    [table, n],
  );
  return rows.map((row) => Number(row.id));
}

/** Rows with the names of their columns; all of them have the same. */
export async function saveRows(
  tx: Tx,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = ['tenant_no', ...Object.keys(rows[0] ?? {})];
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500).map((row) => ({ tenant_no: tx.scope.tenantNo, ...row }));
    await tx.query(
      `insert into ${table} (${columns.join(', ')})
       select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(some)],
    );
  }
}

/** A paper's number, counted by its day. */
export function numbering(prefix: string, after = 0): (day: string) => string {
  const last = new Map<string, number>();
  return (day) => {
    const n = (last.get(day) ?? after) + 1;
    last.set(day, n);
    return `${prefix}${day.replaceAll('-', '')}-${String(n).padStart(4, '0')}`;
  };
}
export const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
