import type { Client } from 'pg';
import { modules } from '#modules/index.contract.ts';

/** What the rows of the business are, table by table. */
export async function sums(db: Client): Promise<Map<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and (n.nspname = any ($1) or c.oid::regclass::text like 'platform.sys_notice%') order by 1`,
    [modules.map((one) => one.name).filter((name) => name !== 'platform')],
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await db.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 12))::bit(48)::bigint), 0) as sum from ${name} t`,
    );
    found.set(name, rows[0]?.sum ?? '');
  }
  return found;
}

export const different = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...a].filter(([name, sum]) => b.get(name) !== sum).map(([name]) => name);
