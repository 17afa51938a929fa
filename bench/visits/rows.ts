import type { Client } from 'pg';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * What one transaction of the product wrote, row by row, laid beside tables of the same columns, checks and indexes without rules or triggers:
 * the script writes every one of those rows again, with one statement for each table and nothing asked.
 */
export async function bareScript(
  db: Client,
  visitId: number,
): Promise<{ script: string; rows: number; tables: number }> {
  const { rows: found } = await db.query<{ xid: string }>(
    'select xmin::text as xid from prevention.immunisation_visit where id = $1',
    [visitId],
  );
  const xid = found[0]?.xid;
  const { rows: tables } = await db.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in (select schema_name from information_schema.schemata where schema_name !~ '^(pg_|bare$|written$|information_schema)') order by 1, 2`,
  );
  await db.query(
    'drop schema if exists bare cascade; drop schema if exists written cascade; create schema bare; create schema written',
  );
  const inserts: string[] = [];
  let rows = 0;
  for (const { schema, name } of tables) {
    const table = `${quoted(schema)}.${quoted(name)}`;
    const { rows: counted } = await db.query<{ n: number }>(
      `select count(*)::int as n from only ${table} where xmin::text = $1`,
      [xid],
    );
    const n = counted[0]?.n ?? 0;
    if (n === 0) continue;
    rows += n;
    const copy = quoted(`${schema}_${name}`);
    await db.query(`create table written.${copy} as select * from only ${table} where xmin::text = '${xid}'`);
    await db.query(`create table bare.${copy} (like ${table} including constraints including storage)`);
    const { rows: indexes } = await db.query<{ text: string }>(
      'select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = $1::regclass',
      [table],
    );
    // The same rows many times: what was unique is kept in the same order, but not refused.
    for (const { text } of indexes)
      await db.query(text.replace(/^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+/, `CREATE INDEX ON bare.${copy}`));
    inserts.push(`insert into bare.${copy} select * from written.${copy};`);
  }
  await db.query('analyze');
  return { script: ['begin;', ...inserts, 'commit;', ''].join('\n'), rows, tables: inserts.length };
}
