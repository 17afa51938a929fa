import { Readable } from 'node:stream';
import { AppError, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inDay, keptSealFile, sealFileOf, textOfFile } from '#kit/server/audit/seal-file.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/audit/audit.ts';
import { checkKinds } from './audit-checks.ts';

const columns = `id, kind, log_names as "logNames", from_day as "fromDay", to_day as "toDay", scope, started_by_name as "startedBy", started_at as "startedAt",
  finished_at as "finishedAt", seals_checked as "sealsChecked", rows_checked as "rowsChecked", broken_count as "brokenCount", broken, status`;

export const auditRoutes = (): Route[] => [
  serve('platform', contract.auditDays, async (call) => {
    const { from, to, logName } = call.query;
    return daysOf(call.database, call.actor.scope, from, to, logName ? [logName] : contract.logNames);
  }),
  serve('platform', contract.checkAudit, async (call) => {
    const { kind } = call.body;
    if (!checkKinds().includes(kind)) throw new AppError(422, 'platform.audit.unknownKind');
    const jobId = await call.jobs.enqueue(call, {
      kind: 'auditCheck',
      title: call.say(`platform.audit.kind.${kind}`),
      screenPath: '/system/auditIntegrity',
      params: call.body,
    });
    return { jobId };
  }),
  serve('platform', contract.auditChecks, async (call) => {
    const [checks] = await call.database.read<[contract.AuditCheck]>(call.actor.scope, {
      text: `select ${columns} from platform.sys_audit_check where $1::bigint is null or id = $1 order by id desc limit 30`,
      values: [call.query.id ?? null],
    });
    return { kinds: checkKinds(), checks };
  }),
  serve('platform', contract.sealFile, async (call) => {
    const { day, logName } = call.query;
    const { scope } = call.actor;
    const kept = await keptSealFile(call.database, scope, logName, day);
    const made = kept ? null : await sealFileOf(call.database, scope, logName, day);
    if (!kept && !made) throw notFound();
    const text = kept ? await textOfFile(kept.storageKey) : JSON.stringify(made, null, 1);
    const name = `seals_${logName}_${day}.json`;
    await leave(call as unknown as Call, 'download', name, { day, logName });
    call.answer.file = { stream: Readable.from([text]), type: 'application/json', name };
    return null;
  }),
  serve('platform', contract.printCertificate, async (call) => {
    const [row] = await call.tx.query<contract.AuditCheck>(
      `select ${columns} from platform.sys_audit_check where id = $1`,
      [call.body.id],
    );
    if (!row) throw notFound();
    await leave(call as unknown as Call, 'print', `#${row.id}`, { id: row.id });
    return row;
  }),
];

const leave = (call: Call, action: string, entityName: string, params: object) =>
  audit(call.tx, call, { module: 'platform', entity: 'audit', entityName, action, params });

/**
 * Day by day: what was sealed, and what the last check of the day said. A sample turns a day red, never green; a later
 * whole check of the day has the last word.
 */
export async function daysOf(
  database: Database,
  scope: Scope,
  from: string,
  to: string,
  logNames: readonly contract.LogName[],
): Promise<contract.AuditDay[]> {
  const [days] = await database.read<[contract.AuditDay]>(scope, {
    text: `
      with wanted as (select d::date as day from generate_series($1::date, least($2::date, $1::date + 400), interval '1 day') d),
      sealed as (
        select (sealed_at at time zone 'Asia/Shanghai')::date as day, count(*)::int as seals, sum(row_count)::int as rows from kit.audit_seal
        where log_name = any ($3) and ${inDay('sealed_at', '$1', '$2')} group by 1),
      waiting as (
        select (happened_at at time zone 'Asia/Shanghai')::date as day, count(*)::int as n from kit.unsealed_row where log_name = any ($3) group by 1),
      told as (
        select w.day, l.log, whole.id, whole.finished_at, coalesce(whole.bad, 0) + coalesce(later.bad, 0) as bad
        from wanted w cross join unnest($3::text[]) l (log)
        left join lateral (
          select c.id, c.finished_at, (select count(*)::int from jsonb_array_elements(c.broken) b where (b ->> 'day')::date = w.day and b ->> 'log' = l.log) as bad
          from platform.sys_audit_check c where c.kind = 'logs' and c.scope = 'days' and l.log = any (c.log_names) and w.day between c.from_day and c.to_day
          order by c.id desc limit 1) whole on true
        left join lateral (
          select sum((select count(*) from jsonb_array_elements(c.broken) b where (b ->> 'day')::date = w.day and b ->> 'log' = l.log))::int as bad
          from platform.sys_audit_check c where c.kind = 'logs' and c.scope = 'sample' and c.broken_count > 0 and c.id > coalesce(whole.id, 0)) later on true)
      select w.day, coalesce(s.seals, 0) as seals, coalesce(s.rows, 0) as rows, coalesce(q.n, 0) as waiting, min(t.finished_at) as "checkedAt",
        case when sum(t.bad) > 0 then 'broken' when count(t.id) = count(*) then 'ok' else 'unchecked' end as state, sum(t.bad)::int as broken
      from wanted w join told t using (day) left join sealed s using (day) left join waiting q using (day)
      group by w.day, s.seals, s.rows, q.n order by w.day`,
    values: [from, to, logNames],
  });
  return days;
}
