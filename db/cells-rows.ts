import { Client } from 'pg';
import { type DatabaseSettings, superuserLogin } from './settings.ts';

/** Rows of a tenant that stay behind: events are sent from where they happened, streams end with their process. */
const staying = ['kit.outbox', 'kit.push_stream', 'kit.tenant_cell'];

export async function onDatabase<T>(settings: DatabaseSettings, work: (db: Client) => Promise<T>): Promise<T> {
  const db = new Client({ ...superuserLogin(settings), application_name: 'mulian cells' });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

export interface Table {
  readonly name: string;
  /** A row that changes is told apart by a key that says whose it is, or whole. */
  readonly told: boolean;
  /** The key of tenant and id, where the table's first one is the id alone: the same in every cell. */
  readonly otherKey: string | null;
  readonly hasTenant: boolean;
  readonly scopeClass: string;
  readonly common: boolean;
}

export async function tablesOf(db: Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select s.table_name as name, s.scope_class as "scopeClass", coalesce((s.options ->> 'common')::boolean, false) as common,
       a.attnum is not null as "hasTenant", coalesce(a.attnum = any (i.indkey), false) or c.relreplident in ('f', 'i') as told,
       (select k.indexrelid::regclass::text from pg_index k where k.indrelid = c.oid and k.indisunique and k.indimmediate and k.indpred is null
          and k.indexprs is null and k.indnkeyatts = 2 and (select array_agg(n.attname::text order by n.attname) from pg_attribute n
            where n.attrelid = c.oid and n.attnum = any (k.indkey) and n.attnotnull) = array['id', 'tenant_no'] order by 1 limit 1) as "otherKey"
     from kit.table_scope s join pg_class c on c.oid = s.table_name::regclass and c.relkind in ('r', 'p')
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_no' and not a.attisdropped order by 1`,
  );
  return rows;
}

export const tenantTables = (tables: readonly Table[]): Table[] =>
  tables.filter((one) => one.hasTenant && !staying.includes(one.name));

/** Home keeps the tenant's own row, for the operator's list. */
export const isKept = ({ cell }: DatabaseSettings, name: string): boolean =>
  cell === 0 && name === 'platform.sys_tenant';

/** Past rules that guard what is written and sums that are kept: the rows live on elsewhere. */
export async function remove(
  db: Client,
  at: DatabaseSettings,
  tables: readonly Table[],
  tenantNo: number,
): Promise<number> {
  let removed = 0;
  await db.query("set session_replication_role = 'replica'");
  for (const { name } of tables) {
    if (isKept(at, name)) continue;
    removed += (await db.query(`delete from ${name} where tenant_no = $1`, [tenantNo])).rowCount ?? 0;
  }
  await db.query("set session_replication_role = 'origin'");
  return removed;
}

export const mark = (db: Client, tenantNo: number, cell: number, state: 'moving' | 'elsewhere') =>
  db.query(
    `insert into kit.tenant_cell (tenant_no, cell, state) values ($1, $2, $3)
     on conflict (tenant_no) do update set cell = excluded.cell, state = excluded.state, changed_at = clock_timestamp()`,
    [tenantNo, cell, state],
  );
