import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { remindCounts, remindItem, remindLead } from '#modules/farm/contract/remind/remind.ts';
import { eachTenant, notify } from '#modules/platform/server/index.ts';
import { dayNow } from '../common/sql.ts';
import { dueSql } from './due.ts';

/** Work found due is reminded of once; work that is not due any more was done. Farms' own rules shorten or stop a kind. */
export async function buildReminders(tx: Tx): Promise<number> {
  let added = 0;
  for (const [kind, sql] of Object.entries(dueSql)) {
    const lead = remindLead[kind]?.leadDays ?? 7;
    const rows = await tx.query<{
      id: number;
      principalId: number;
      head: number;
      penId: number | null;
      fresh: boolean;
    }>(
      `with due as (${sql}), wanted as (
         select d.*, u.region_code from due d join farm.unit_seen u on u.id = d.farm
           left join farm.remind_rule r on r.tenant_no = kit.tenant() and r.principal_id = d.farm and r.kind = $2
         where u.type in ('farm', 'cooperative') and coalesce(r.status, 'enabled') = 'enabled'
           and d.due <= ${dayNow} + coalesce(r.lead_days, $1)
       ), put as (
         insert into farm.remind_item as i (tenant_no, region_code, principal_id, kind, ref, due_on, head, text, pen_id,
           animal_id)
         select kit.tenant(), w.region_code, w.farm, $2, w.ref, w.due, w.head, coalesce(w.what, ''), w.pen, w.animal
         from wanted w
         on conflict (tenant_no, principal_id, kind, ref, due_on) do update set head = excluded.head,
           text = excluded.text
           where i.status = 'open' and (i.head, i.text) is distinct from (excluded.head, excluded.text)
         returning i.id, i.principal_id, i.head, i.pen_id, i.version = 0 and i.created_at >= now() as fresh
       ), gone as (
         update farm.remind_item i set status = 'done', done_on = ${dayNow}, version = i.version + 1, updated_at = now()
         where i.tenant_no = kit.tenant() and i.kind = $2 and i.status = 'open' and not exists (select 1 from wanted w
           where w.farm = i.principal_id and w.ref = i.ref and w.due = i.due_on)
       )
       select id, principal_id as "principalId", head, pen_id as "penId", fresh from put where fresh`,
      [lead, kind],
    );
    added += rows.length;
    for (const [farmId, items] of Map.groupBy(rows, (row) => row.principalId)) await tellDue(tx, kind, farmId, items);
  }
  return added;
}

/** R39: one notice per person, day and kind, whatever the number of animals. */
async function tellDue(tx: Tx, kind: string, farmId: number, items: readonly { head: number }[]): Promise<void> {
  const jobs = remindLead[kind]?.jobs ?? ['farmManager'];
  const people = await tx.query<{ id: number }>(
    `select distinct s.user_id as id from farm.staff_seen s left join farm.remind_rule r on r.tenant_no = kit.tenant()
       and r.principal_id = s.principal_id and r.kind = $3
     where s.tenant_no = kit.tenant() and s.principal_id = $1 and s.status = 'active' and s.user_id is not null
       and s.job = any (coalesce(r.jobs, $2))`,
    [farmId, jobs, kind],
  );
  if (people.length === 0) return;
  await notify(tx, {
    userIds: people.map((one) => one.id),
    farmId,
    type: 'reminder',
    title: {
      key: 'farm.remindItem.notice',
      args: { kind: `@remind_kind.${kind}`, n: items.reduce((sum, one) => sum + Math.max(1, one.head), 0) },
    },
    content: '',
    linkPath: `/anm/warning/business?kind=${kind}&principalId=${farmId}`,
  });
}

export const remindNight = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    await database.transaction(systemScope(tenantNo, 'farm.remind'), (tx) => buildReminders(tx));
  });

const state = `case when t.due_on < ${dayNow} then 'overdue' when t.due_on = ${dayNow} then 'due' else 'coming' end`;

export const remindRoutes = (): Route[] => [
  ...serveResource(remindItem)({
    expressions: {
      state,
      jobs: `(select string_agg(j, ',') from farm.remind_rule r cross
        join unnest(r.jobs) j where r.tenant_no = t.tenant_no
        and r.principal_id = t.principal_id and r.kind = t.kind)`,
    },
    before: {
      transition: async (call, move) => ({
        doneBy: call.actor.userId,
        doneOn: today(),
        ...(move.name === 'skip' && { skipReason: move.remark }),
      }),
    },
  }),
  serve('farm', remindCounts, async (call) => {
    const [[row]] = await call.database.read<[{ overdue: number; today: number; week: number; all: number }]>(
      call.actor.scope,
      {
        text: `select count(*) filter (where due_on < ${dayNow})::int as overdue,
            count(*) filter (where due_on = ${dayNow})::int as today,
            count(*) filter (where due_on between ${dayNow} and ${dayNow} + 7)::int as week, count(*)::int as all
          from farm.remind_item where status = 'open' and ($1::bigint is null or principal_id = $1)`,
        values: [call.query.farmId ?? null],
      },
    );
    return row ?? { overdue: 0, today: 0, week: 0, all: 0 };
  }),
];
