import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { listWorkDays, saveWorkDays, type WorkDay } from '#modules/platform/contract/reference/work-day.ts';

/**
 * The working day so many working days after a day, or before it; nought is the day itself or the next one that is worked.
 *
 * @example
 * const dueOn = await addWorkingDays(tx, '2026-09-30', 5); // '2026-10-13', for the holidays and the make-up Saturday count
 */
export async function addWorkingDays(tx: Pick<Tx, 'query'>, from: string, days: number): Promise<string> {
  const [row] = await tx.query<{ day: string }>('select platform.add_working_days($1, $2) as day', [from, days]);
  if (!row?.day) throw new RangeError(`no working day ${days} days from ${from}`);
  return row.day;
}

async function save(call: Call<typeof saveWorkDays>): Promise<{ changed: number }> {
  const { tenantNo } = call.actor;
  const rows = await call.tx.query(
    `with asked as (select * from jsonb_to_recordset($2::jsonb) d(day date, "isWork" boolean, name text)),
       gone as (delete from platform.work_day w using asked a
         where w.tenant_no = $1 and w.day = a.day and a."isWork" is null returning 1),
       kept as (insert into platform.work_day as w (tenant_no, day, is_work, name)
         select $1, a.day, a."isWork", a.name from asked a where a."isWork" is not null
         on conflict (tenant_no, day) do update set is_work = excluded.is_work, name = excluded.name
           where (w.is_work, w.name) is distinct from (excluded.is_work, excluded.name) returning 1)
     select 1 from gone union all select 1 from kept`,
    [tenantNo, JSON.stringify(call.body.days)],
  );
  await audit(call.tx, call as unknown as Call, {
    module: 'platform',
    entity: 'workDay',
    action: 'config',
    after: { days: call.body.days },
  });
  call.answer.msg = call.say('ok.saved');
  return { changed: rows.length };
}

export const workDayRoutes = (): Route[] => [
  serve('platform', listWorkDays, async (call) => {
    const [rows] = await call.database.read<[WorkDay]>(call.actor.scope, {
      text: `select distinct on (w.day) to_char(w.day, 'YYYY-MM-DD') as day, w.is_work as "isWork", w.name,
               w.tenant_no = $2 as own
             from platform.work_day w where w.tenant_no in (0, $2) and extract(year from w.day) = $1
             order by w.day, w.tenant_no desc`,
      values: [call.query.year, call.actor.tenantNo],
    });
    return rows;
  }),
  serve('platform', saveWorkDays, save),
];
