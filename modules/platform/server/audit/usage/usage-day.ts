import { inDay } from '#kit/server/audit/seal-file.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { nobody } from '../../auth/authenticator.ts';
import { eachOf } from '../../common/each-of.ts';
import { placesOfUsers, type UserPlace } from './places-of-users.ts';

const keptDays = 400;

/** What the two logs say of every user and day, between the days $2 and $3, for users whose place is known ($4, $5, $6). */
export const usageFromLogs = `
  select $1::int as tenant_no, a.day, a.user_id, p.region_code, p.principal_type, sum(a.logins)::int as logins, sum(a.failed)::int as failed,
    sum(a.writes)::int as writes, sum(a.business)::int as business_writes
  from (
    select user_id, (happened_at at time zone 'Asia/Shanghai')::date as day, count(*) filter (where result = 'ok') as logins,
      count(*) filter (where result not in ('ok', 'logout', 'kicked')) as failed, 0 as writes, 0 as business
    from platform.sys_login_log where tenant_no = $1 and ${inDay('happened_at', '$2', '$3')} group by 1, 2
    union all
    select user_id, (happened_at at time zone 'Asia/Shanghai')::date, 0, 0, count(*), count(*) filter (where module <> 'platform')
    from kit.oper_log where tenant_no = $1 and result = 'ok' and action in ('add', 'edit', 'transition', 'import') and ${inDay('happened_at', '$2', '$3')} group by 1, 2
  ) a join unnest($4::bigint[], $5::bigint[], $6::text[]) p (user_id, region_code, principal_type) using (user_id)
  group by a.day, a.user_id, p.region_code, p.principal_type`;

export const placeColumns = (places: readonly UserPlace[]) => [
  places.map((one) => one.userId),
  places.map((one) => one.regionCode),
  places.map((one) => one.principalType),
];

/** Counts these days anew from the rows: what was folded before is forgotten, so that doing it twice changes nothing. */
export async function foldUsage(tx: Tx, from: string, to: string): Promise<number> {
  const places = await placesOfUsers(tx, true);
  await tx.query('delete from platform.usage_day where tenant_no = $1 and day between $2 and $3', [
    tx.scope.tenantNo,
    from,
    to,
  ]);
  const rows = await tx.query(`insert into platform.usage_day ${usageFromLogs} returning 1`, [
    tx.scope.tenantNo,
    from,
    to,
    ...placeColumns(places),
  ]);
  return rows.length;
}

/** Every night up to yesterday, the last folded day once more for whoever committed late. */
export async function foldNightly(database: Database): Promise<void> {
  const [tenants] = await database.read<[{ tenant_no: number }]>(nobody, {
    text: 'select tenant_no from platform.sys_tenant where kit.is_here(tenant_no)',
    values: [],
  });
  await eachOf(tenants, ({ tenant_no }) =>
    database.transaction(systemScope(tenant_no, 'usage'), async (tx) => {
      await tx.query('select pg_advisory_xact_lock(7323, $1)', [tx.scope.tenantNo]);
      const [due] = await tx.query<{ from: string; to: string }>(
        `select greatest(coalesce(max(day), current_date - ${keptDays}), current_date - ${keptDays})::date as from, (now() at time zone 'Asia/Shanghai')::date - 1 as to
         from platform.usage_day where tenant_no = $1`,
        [tx.scope.tenantNo],
      );
      if (due && due.from <= due.to) await foldUsage(tx, due.from, due.to);
    }),
  );
}
