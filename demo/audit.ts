import { Client } from 'pg';
import { type DatabaseSettings, ownerLogin } from '#db/settings.ts';
import { sealPast } from '#kit/server/audit/seal.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { logNames } from '#modules/platform/contract/audit/audit.ts';
import { checkDays } from '#modules/platform/server/audit/check-logs.ts';
import { saveCheck } from '#modules/platform/server/audit/sys-audit-check.ts';
import { foldUsage } from '#modules/platform/server/audit/usage/usage-day.ts';
import { personName } from './principals.ts';
import type { Random } from './random.ts';

const hour = 3600_000;
const loginDays = 90;
const operDays = 60;
const quietCounty = 150526;
const quietTowns = 5;

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The product dates its logs by itself. While the demo loads, and only in its database, logs of the past may be written; what is returned ends that. */
export async function letLogsBeDated(settings: DatabaseSettings): Promise<() => Promise<void>> {
  const run = async (sql: string) => {
    const db = new Client(ownerLogin(settings));
    await db.connect();
    try {
      await db.query(sql);
    } finally {
      await db.end();
    }
  };
  await run(`grant insert (happened_at) on kit.oper_log, platform.sys_third_log to mulian_app;
             grant insert on platform.sys_login_log to mulian_app`);
  return () =>
    run(`revoke insert (happened_at) on kit.oper_log, platform.sys_third_log from mulian_app;
         revoke insert on platform.sys_login_log from mulian_app`);
}

/** Townships without a station, or with nobody in it who comes, have somebody of the county's office who looks after them. */
export async function saveTownshipStaff(tx: Tx, today: string, random: Random): Promise<void> {
  const towns = await tx.query<{ code: number; office: number }>(
    `select r.code, coalesce(p.id, root.id) as office from platform.sys_region r
     left join registry.principal p on p.tenant_no = $1 and p.region_code = r.parent_code and p.principal_unit_type = 'authority'
     join registry.principal root on root.tenant_no = $1 and root.principal_unit_type = 'authority' and root.principal_level = 2
     where r.level = 4 and r.status = 'active' and r.code / 100000000 = 1505
       and not exists (
         select 1 from registry.principal s join platform.sys_user u on u.tenant_no = $1 and u.principal_id = s.id and u.status = 'active'
         where s.tenant_no = $1 and s.region_code = r.code and s.principal_unit_type = 'preventionStation' and coalesce(u.last_login_time, now()) > $2::date - 30)
     order by r.code`,
    [tx.scope.tenantNo, today],
  );
  const people = towns.map(({ code, office }, at) => ({
    code,
    office,
    ...Object.fromEntries(piiColumns('phone', 'phone', `1371505${1001 + at}`, tx.scope.tenantNo)),
    username: `t${String(code).slice(2, 9)}`,
    name: personName(random),
  }));
  await tx.query(
    `with made as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, phone_enc, phone_hash, phone_mask)
       select $1, p.username, p.name, p.name, p.office, p.phone_enc, p.phone_hash, p.phone_mask
       from jsonb_to_recordset($2::jsonb) p (username text, name text, office bigint, phone_enc text, phone_hash text, phone_mask text) returning id, username),
     given as (
       insert into platform.sys_user_role (tenant_no, user_id, role_id) select $1, m.id, r.id from made m, platform.sys_role r where r.tenant_no = 0 and r.role_code = 'ant_worker')
     insert into platform.sys_user_jurisdiction (tenant_no, user_id, region_code)
     select $1, m.id, p.code from made m join jsonb_to_recordset($2::jsonb) p (username text, code bigint) using (username)`,
    [tx.scope.tenantNo, JSON.stringify(people)],
  );
}

/** Between nothing and one, the same at every load. */
const chance = (...parts: string[]) =>
  `((hashtextextended(concat(${parts.join(", '/', ")}), 1505) & 1048575) / 1048576.0)`;
/** A busy autumn, a quiet summer, hardly anybody on a weekend. */
const mood = `(case when extract(isodow from d) > 5 then 0.14 else 1 end) * (case when d > $2::date - 50 then 1 else 0.62 end)`;
/** From eight to six, with a pause at noon. */
const moment = (...parts: string[]) =>
  `d::date + time '08:00' + (case when ${chance(...parts, "'half'")} < 0.55 then ${chance(...parts, "'at'")} * interval '220 minutes' else interval '330 minutes' + ${chance(...parts, "'at'")} * interval '260 minutes' end)`;

/** The accounts of the demo's doors start without a past: their first visitor is nobody new to them. */
export async function saveLogins(tx: Tx, today: string, doors: readonly string[]): Promise<void> {
  await tx.query(
    `with people as (
       select u.id, u.username, u.principal_id from platform.sys_user u where u.tenant_no = $1 and u.status = 'active' and u.username <> all ($3)
         and (u.last_login_time is null or u.last_login_time > $2::date - ${loginDays})),
     visits as (
       select p.*, d, n, ${moment('p.username', 'd', 'n')} as at,
         case when ${chance('p.username', "'device'")} < 0.3 then 'Mozilla/5.0 (Linux; Android 14; ALN-AL00) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'
           when ${chance('p.username', "'device'")} < 0.8 then 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0'
           else 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0' end as agent,
         format('10.15.%s.%s', p.principal_id % 200 + 1, 10 + (${chance('p.username', "'seat'")} * 200)::int) as ip
       from people p cross join generate_series($2::date - ${loginDays}, $2::date - 1, interval '1 day') d cross join generate_series(1, 2) n
       where ${chance('p.username', 'd', 'n')} < ${mood} * case n when 1 then 0.4 else 0.1 end),
     rows as (
       select *, 'ok' as result, at as happened from visits
       union all select *, 'wrongPassword', at - interval '40 seconds' from visits where ${chance('username', 'at', "'wrong'")} < 0.045
       union all select *, 'captchaWrong', at - interval '20 seconds' from visits where ${chance('username', 'at', "'captcha'")} < 0.012
       union all select *, 'logout', at + interval '70 minutes' from visits where ${chance('username', 'at', "'leave'")} < 0.3)
     insert into platform.sys_login_log (tenant_no, happened_at, user_id, username, portal_id, client_type, ip, user_agent, result)
     select $1, happened at time zone 'Asia/Shanghai', id, username, 'tongl', 'web', ip, agent, result from rows order by happened`,
    [tx.scope.tenantNo, today, doors],
  );
  // Two weeks ago, at night, from one address: five tries lock an account, thirty close the address.
  await tx.query(
    `insert into platform.sys_login_log (tenant_no, happened_at, user_id, username, portal_id, client_type, ip, user_agent, result)
     select $1, ($2::date - 14 + time '02:13' + n * interval '7 seconds') at time zone 'Asia/Shanghai', u.id, names.username, 'tongl', 'web', '203.0.113.47', 'python-requests/2.31.0',
       case when n > 30 then 'ipLimited' when (n - 1) % 10 >= 5 then 'locked' else 'wrongPassword' end
     from generate_series(1, 46) n
     cross join lateral (select (array['tl_admin', 'tl_sec', 'kzzq_mgr', 'admin', 'root'])[least((n - 1) / 10, 4) + 1] as username) names
     left join platform.sys_user u on u.tenant_no = $1 and u.username = names.username`,
    [tx.scope.tenantNo, today],
  );
  await tx.query(
    `update platform.sys_user u set last_login_time = l.at from (
       select user_id, max(happened_at) as at from platform.sys_login_log where tenant_no = $1 and result = 'ok' and user_id is not null group by 1) l
     where u.tenant_no = $1 and u.id = l.user_id and (u.last_login_time is null or u.last_login_time < l.at)`,
    [tx.scope.tenantNo],
  );
}

/** Sixty days of work on the register, by everybody but five townships of one banner, who have not touched it since the month before last ended. */
export async function saveOperations(tx: Tx, today: string): Promise<void> {
  await tx.query(
    `with records as (
       select array_agg(id order by id) as ids, array_agg(principal_unit_name order by id) as names from registry.principal
       where tenant_no = $1 and principal_unit_type in ('household', 'farm', 'cooperative')),
     silent as (
       select code from platform.sys_region r where level = 4 and status = 'active' and code / 1000000 = ${quietCounty} and code / 1000 % 1000 < 400
         and not exists (select 1 from registry.principal s where s.tenant_no = $1 and s.region_code = r.code and s.principal_unit_type = 'preventionStation')
       order by code desc limit ${quietTowns}),
     people as (
       select u.id, u.username, u.nickname, u.principal_id, array(select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id where ur.user_id = u.id order by 1) as roles,
         coalesce((select min(j.region_code) from platform.sys_user_jurisdiction j where j.user_id = u.id), p.region_code) / 1000 * 1000 as town
       from platform.sys_user u join registry.principal p on p.id = u.principal_id
       where u.tenant_no = $1 and u.status = 'active' and p.principal_unit_type in ('preventionStation', 'authority') and u.username not in ('tl_admin', 'tl_sec', 'tl_audit', 'tl_leader')
         and (u.last_login_time is null or u.last_login_time > $2::date - ${loginDays})),
     works as (
       select p.*, ${moment('p.username', 'd', 'n', "'work'")} as at, ${chance('p.username', 'd', 'n', "'what'")} as what,
         1 + (${chance('p.username', 'd', 'n', "'which'")} * (select array_length(ids, 1) - 1 from records))::int as which
       from people p cross join generate_series($2::date - ${operDays}, $2::date - 1, interval '1 day') d cross join generate_series(1, 3) n
       where ${chance('p.username', 'd', 'n', "'work'")} < ${mood} * 0.24
         and not (p.town in (select code from silent) and d >= date_trunc('month', $2::date) - interval '1 month'))
     insert into kit.oper_log (tenant_no, happened_at, user_id, username, nickname, principal_id, role_codes, client_type, ip, module, entity, entity_id, entity_name, action, method, path, params, before, after, result, code, msg, duration_ms, trace_id)
     select $1, w.at at time zone 'Asia/Shanghai', w.id, w.username, w.nickname, w.principal_id, w.roles, 'web', format('10.15.%s.%s', w.principal_id % 200 + 1, 10 + (${chance('w.username', "'seat'")} * 200)::int),
       'registry', 'principal', case when what < 0.94 then records.ids[w.which] end, case when what < 0.94 then records.names[w.which] end,
       case when what < 0.66 then 'edit' when what < 0.8 then 'add' when what < 0.94 then 'transition' else 'export' end,
       'POST', 'pri/principal/info/' || case when what < 0.66 then 'edit' when what < 0.8 then 'add' when what < 0.94 then 'transition' else 'export' end,
       case when what >= 0.8 and what < 0.94 then jsonb_build_object('name', 'approve') when what >= 0.94 then '{"filter": {"status": "active"}}' end,
       case when what < 0.3 then '{"scale": "retail"}' when what < 0.5 then '{"contactName": "王海"}' when what < 0.66 then '{"address": null}' when what >= 0.8 and what < 0.94 then '{"status": "pending"}' end::jsonb,
       case when what < 0.3 then '{"scale": "small"}' when what < 0.5 then '{"contactName": "王海山"}' when what < 0.66 then '{"address": "嘎查东头第三户"}'
         when what < 0.8 then jsonb_build_object('principalUnitName', records.names[w.which], 'principalUnitType', 'household', 'speciesKept', array['cattle'])::text
         when what < 0.94 then '{"status": "active"}' end::jsonb,
       case when what > 0.78 and what < 0.8 then 'refused' else 'ok' end, case when what > 0.78 and what < 0.8 then 409 else 200 end,
       case when what > 0.78 and what < 0.8 then '数据已被他人修改，请刷新后重试' end, 12 + (what * 90)::int, substr(md5(concat(w.username, w.at)), 1, 16)
     from works w cross join records order by w.at, w.id, w.what`,
    [tx.scope.tenantNo, today],
  );
  // What administrators do is for the auditor's eyes alone.
  await tx.query(
    `insert into kit.oper_log (tenant_no, happened_at, user_id, username, nickname, principal_id, role_codes, client_type, ip, module, entity, entity_name, action, method, path, before, after, result, code, duration_ms, trace_id)
     select $1, (d::date + time '09:30' + ${chance('d', 'o.entity')} * interval '400 minutes') at time zone 'Asia/Shanghai', u.id, u.username, u.nickname, u.principal_id, array[o.role], 'web', '10.15.1.9',
       'platform', o.entity, o.name, o.action, 'POST', o.path, o.before::jsonb, o.after::jsonb, 'ok', 200, 18, substr(md5(concat(o.entity, d)), 1, 16)
     from generate_series($2::date - ${operDays}, $2::date - 1, interval '1 day') d cross join (values
       ('tl_admin', 'tenant_admin', 'sysDept', '检疫股', 'edit', 'sys/dept/edit', '{"leaderName": "吴军"}', '{"leaderName": "吴建军"}', 0.3),
       ('tl_admin', 'tenant_admin', 'sysPost', '防疫专干', 'edit', 'sys/post/edit', '{"orderNum": 20}', '{"orderNum": 15}', 0.15),
       ('tl_sec', 'security_admin', 'session', '会话', 'kick', 'sys/session/kick', null, null, 0.12)
     ) o (username, role, entity, name, action, path, before, after, odds) join platform.sys_user u on u.tenant_no = $1 and u.username = o.username
     where extract(isodow from d) < 6 and ${chance('d', 'o.entity', "'admin'")} < o.odds order by 2`,
    [tx.scope.tenantNo, today],
  );
}

/** Sealed hour by hour and folded, by the product's own functions, as it would have been done at the time. */
export async function sealDemo(tx: Tx, today: string): Promise<number> {
  const before = new Date(Math.floor(Date.now() / hour) * hour);
  let seals = 0;
  for (const log of logNames) seals += await sealPast(tx, log, before, hour);
  await foldUsage(tx, dayBefore(today, loginDays), dayBefore(today, 1));
  return seals;
}

/** The nightly check of all these days. */
export async function checkDemo(database: Database, tenantNo: number, today: string): Promise<void> {
  const [from, to] = [dayBefore(today, loginDays), dayBefore(today, 1)];
  const startedAt = new Date();
  const result = await checkDays({ database, tenantNo, logNames, from, to });
  if (!result || result.brokenCount > 0) throw new Error(`the demo's logs are not whole: ${JSON.stringify(result)}`);
  await database.transaction(systemScope(tenantNo, 'auditCheck'), (tx) =>
    saveCheck(tx, { kind: 'logs', logNames, from, to, scope: 'days', startedAt }, result),
  );
}
