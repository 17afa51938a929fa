import type { Client } from 'pg';
import { tablesOf } from './cells-rows.ts';
import { type DatabaseSettings, superuserLogin } from './settings.ts';

/** The name under which the rows of a tenant go to another cell. */
export const moving = (tenantNo: number) => `mulian_move_${tenantNo}`;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface Published {
  readonly name: string;
  readonly tenantNo: number | null;
}

/** Once per table, while nobody moves: afterwards a move needs no table for itself. */
export async function tellApart(db: Client): Promise<void> {
  for (const one of (await tablesOf(db)).filter((table) => table.hasTenant && !table.told)) {
    const by = one.otherKey ? `using index ${one.otherKey.split('.').at(-1)}` : 'full';
    await gently(db, `alter table ${one.name} replica identity ${by}`);
  }
}

export async function publish(db: Client, publication: string, tables: readonly Published[]): Promise<void> {
  await unpublish(db, publication);
  await tellApart(db);
  const listed = tables.map((one) => one.name + (one.tenantNo === null ? '' : ` where (tenant_no = ${one.tenantNo})`));
  await db.query(
    `create publication ${publication} for table ${listed.join(', ')} with (publish_via_partition_root = true)`,
  );
}

/** It needs the table for itself for a moment: whoever works on it is not made to wait behind it for long. */
async function gently(db: Client, text: string): Promise<void> {
  await db.query("set lock_timeout = '5s'");
  await until(text, 600, 200, () =>
    db.query(text).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== '55P03') throw error;
        return false;
      },
    ),
  );
  await db.query('set lock_timeout = 0');
}

export async function unpublish(db: Client, publication: string): Promise<void> {
  await db.query(`drop publication if exists ${publication}`);
}

/** Where the changes of a publication are read from; several cells may read the same one, each has a place of its own there. */
export const slotOf = (publication: string, to: DatabaseSettings): string =>
  `${publication}_${to.database}`.replace(/\W/g, '_').slice(0, 60);

export async function subscribe(
  db: Client,
  publication: string,
  { from, to, copied }: { from: DatabaseSettings; to: DatabaseSettings; copied: boolean },
): Promise<void> {
  const { host, port, user, password, database } = superuserLogin(from);
  const word = (text: string | number) => `'${String(text).replace(/['\\]/g, '\\$&')}'`;
  const where = `host=${word(host)} port=${port} user=${word(user)} password=${word(password)} dbname=${word(database)}`;
  const how = copied ? 'create_slot = false, copy_data = false' : 'create_slot = true, copy_data = true';
  await db.query(
    `create subscription ${publication} connection ${db.escapeLiteral(where)} publication ${publication} with (slot_name = ${slotOf(publication, to)}, ${how})`,
  );
}

/** A copy that fails is tried again for ever by PostgreSQL: the first fault ends the wait here. */
export async function isCopied(db: Client, publication: string): Promise<boolean> {
  const { rows } = await db.query<{ left: number; faults: number }>(
    `select (select count(*)::int from pg_subscription_rel r where r.srsubid = s.subid and r.srsubstate <> 'r') as left,
       (s.apply_error_count + s.sync_error_count)::int as faults from pg_stat_subscription_stats s where s.subname = $1`,
    [publication],
  );
  if ((rows[0]?.faults ?? 0) > 0) throw new Error('rows cannot be copied: the log of the database they go to says why');
  return rows[0]?.left === 0;
}

export async function until(what: string, seconds: number, every: number, isSo: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > ends) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(every);
  }
}

export async function refuseWithoutLogical(db: Client): Promise<void> {
  const { rows } = await db.query<{ wal_level: string }>('show wal_level');
  if (rows[0]?.wal_level !== 'logical') throw new Error('PostgreSQL runs without wal_level = logical');
}
