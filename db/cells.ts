import {
  isCopied,
  moving,
  type Published,
  publish,
  refuseWithoutLogical,
  subscribe,
  tellApart,
  unpublish,
  until,
} from './cells-publish.ts';
import { isKept, onDatabase, remove, type Table, tablesOf, tenantTables } from './cells-rows.ts';
import { prepare } from './migrate.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * Tenants of one installation in several databases. Home, cell 0, has the directory and the reference rows everybody reads;
 * the others get those from it as they change. A tenant is moved by PostgreSQL's own replication of its rows, and is away
 * only for the moment between the last change here and the first one there.
 */

const reference = 'mulian_reference';
/** Of the tables everybody shares, those that say something about their own database, or are written by every process at its start. */
const local = [
  ...['kit.audit_archive', 'kit.event_cursor', 'kit.migration', 'kit.reference_file', 'kit.table_scope'],
  ...['kit.tenant_cell', 'platform.alarm_kind', 'platform.sys_backup', 'platform.sys_captcha'],
  ...['platform.sys_login_pace', 'kit.public_visit'],
];

/** Schema by the same migrations; reference rows from home, now and whenever they change there. */
export async function addCell(home: DatabaseSettings, cell: DatabaseSettings): Promise<void> {
  if (cell.cell < 1) throw new Error('a cell beside home has a number from 1 on');
  await prepare(cell);
  await onDatabase(home, async (db) => {
    await refuseWithoutLogical(db);
    await publish(db, reference, referenceTables(await tablesOf(db)));
  });
  await onDatabase(cell, async (db) => {
    const { rows } = await db.query('select 1 from platform.sys_user limit 1');
    if (rows.length > 0) throw new Error('a new cell is empty: this one has users');
    await db.query("set session_replication_role = 'replica'");
    const names = referenceTables(await tablesOf(db)).map((one) => one.name);
    await db.query(`truncate ${names.join(', ')} cascade`);
    await subscribe(db, reference, { from: home, to: cell, copied: false });
    await until('the reference rows are there', 600, 300, () => isCopied(db, reference));
    await tellApart(db);
    await db.query('analyze');
  });
}

function referenceTables(tables: readonly Table[]): Published[] {
  return tables
    .filter((one) => (one.scopeClass === 'global' || one.common) && !local.includes(one.name))
    .filter((one) => !['platform.sys_ticket', 'platform.sys_tenant_usage'].includes(one.name))
    .map((one) => ({ name: one.name, tenantNo: one.hasTenant ? 0 : null }));
}

/** What a tenant that is elsewhere left behind; the rows beside it are not touched. */
export function cleanTenant(cell: DatabaseSettings, tenantNo: number): Promise<number> {
  return onDatabase(cell, async (db) => {
    const { rows } = await db.query(`select 1 from kit.tenant_cell where tenant_no = $1 and state = 'elsewhere'`, [
      tenantNo,
    ]);
    if (rows.length === 0) throw new Error(`tenant ${tenantNo} is here`);
    // Whatever followed its rows, had the move died at its end, must not hear that they are gone.
    await unpublish(db, moving(tenantNo));
    return remove(db, cell, tenantTables(await tablesOf(db)), tenantNo);
  });
}

/** What lies in a cell of a tenant, table by table, with a sum over all of it; its line in the operator's list at home is not its own. */
export function rowsOf(
  cell: DatabaseSettings,
  tenantNo: number,
): Promise<{ name: string; rows: number; sum: string }[]> {
  return onDatabase(cell, async (db) => {
    const tables = tenantTables(await tablesOf(db)).filter(({ name }) => !isKept(cell, name));
    // The same words for a time of day in every cell.
    await db.query("set timezone = 'UTC'");
    const each = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t where tenant_no = $1`,
    );
    return (await db.query<{ name: string; rows: number; sum: string }>(each.join(' union all '), [tenantNo])).rows;
  });
}

/** Where every tenant is. */
export function placesOf(home: DatabaseSettings): Promise<{ tenantNo: number; cell: number; state: string }[]> {
  return onDatabase(home, async (db) => {
    const { rows } = await db.query<{ tenantNo: number; cell: number; state: string }>(
      `select t.tenant_no as "tenantNo", coalesce(c.cell, 0) as cell, coalesce(c.state, 'here') as state
       from platform.sys_tenant t left join kit.tenant_cell c on c.tenant_no = t.tenant_no order by 1`,
    );
    return rows;
  });
}
