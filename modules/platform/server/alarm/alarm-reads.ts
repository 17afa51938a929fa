import { notFound } from '#kit/contract/errors.ts';
import { fullName } from '#kit/contract/resource.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { alarm, alarmCounts, alarmPeople } from '#modules/platform/contract/alarm/alarm.ts';
import { type Person, peopleSql } from './alarm-people.ts';

const levels = ['info', 'warn', 'urgent'] as const;
const states = ['open', 'acked', 'handled', 'closed'] as const;
const none: Statement<{ n: number }> = { text: 'select 0 as n', values: [] };

const paceSql = `select percentile_cont(0.5) within group (order by extract(epoch from ack_at - opened_at) / 60) as minutes
  from platform.alarm where ack_at >= date_trunc('day', now()) and tenant_no = $1`;
const falseSql = `select count(*) filter (where close_reason = 'falseAlarm')::float / nullif(count(*), 0) as rate
  from platform.alarm where tenant_no = $1 and handled_by is not null and status = 'closed' and closed_at > now() - interval '30 days'`;

export const alarmReadRoutes = (): Route[] => [
  serve('platform', alarmCounts, async (call) => {
    const { scope, tenantNo } = call.actor;
    const map = mapOf(fullName(alarm));
    if (!map) throw notFound();
    // The list's own plan with one filter changed: a number and the list it opens cannot differ.
    const count = (change: Record<string, unknown>): Statement<{ n: number }> =>
      planList(map, { ...(call.query as unknown as ListInput), ...change }, scope)?.count ?? none;
    const asked = [
      ...levels.map((level) => count({ level: [level] })),
      ...states.map((status) => count({ status: [status] })),
      count({ overdue: true }),
    ];
    const pace: Statement = { text: paceSql, values: [tenantNo] };
    const wrong: Statement = { text: falseSql, values: [tenantNo] };
    const answers = (await call.database.read(scope, ...asked, pace, wrong)) as Record<string, number | null>[][];
    const n = (at: number) => answers[at]?.[0]?.n ?? 0;
    const minutes = answers[asked.length]?.[0]?.minutes ?? null;
    return {
      level: { info: n(0), warn: n(1), urgent: n(2) },
      status: { open: n(3), acked: n(4), handled: n(5), closed: n(6) },
      overdue: n(7),
      ackMinutes: minutes === null ? null : Math.round(Number(minutes)),
      falseRate: answers[asked.length + 1]?.[0]?.rate ?? null,
    };
  }),
  serve('platform', alarmPeople, async (call) => {
    const [rows] = await call.database.read<[Person]>(call.actor.scope, {
      text: peopleSql,
      values: [call.query.alarmId],
    });
    return rows;
  }),
];
