import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { paged } from '#kit/server/db/paged.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/auth/sys-session.ts';
import { directory } from '../../account/directory.ts';
import type { SessionAuthenticator } from '../authenticator.ts';
import { browserOf } from '../login/browser.ts';
import { logAttempt } from '../login/door.ts';
import { portalTitles } from '../login/sys-portal.ts';
import { forgetDevices } from '../second-factor/sys-user-device.ts';

interface SessionRow {
  id: number;
  user_id: number;
  username: string;
  nickname: string;
  principal_id: number;
  client_type: string;
  portal_id: string | null;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
  last_active_at: string;
  current_path: string | null;
}

const columns = `s.id, s.user_id, u.username, u.nickname, u.principal_id, s.client_type, s.portal_id, s.ip, s.user_agent, s.created_at,
  s.last_active_at, s.current_path`;
/** Not ended, and neither limit reached: a session nobody came back to ends only when somebody asks. */
const isOpen = `s.ended_at is null and s.absolute_end_at > now() and s.last_active_at + make_interval(secs => s.idle_seconds) > now()`;
const from = 'from platform.sys_session s join platform.sys_user u on u.tenant_no = s.tenant_no and u.id = s.user_id';

async function present(
  call: Pick<Call, 'actor' | 'database' | 'language'>,
  rows: SessionRow[],
): Promise<contract.OpenSession[]> {
  const titles = await portalTitles(call.database, call.language);
  const units = new Map<number, string | null>();
  for (const { principal_id } of rows) {
    if (units.has(principal_id)) continue;
    const reach = await directory().reach(call.database, call.actor.tenantNo, principal_id);
    units.set(principal_id, reach?.name ?? null);
  }
  return rows.map((row) => ({
    sessionId: row.id,
    userId: row.user_id,
    username: row.username,
    nickname: row.nickname,
    organizationName: units.get(row.principal_id) ?? null,
    clientType: row.client_type,
    portalTitle: titles.get(row.portal_id ?? '') ?? null,
    ip: row.ip,
    ...browserOf(row.user_agent ?? ''),
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    currentPath: row.current_path,
    isCurrent: row.id === call.actor.sessionId,
  }));
}

async function mine(call: Call<typeof contract.mySessions>) {
  const [rows] = await call.database.read<[SessionRow]>(call.actor.scope, {
    text: `select ${columns} ${from} where s.user_id = $1 and ${isOpen} order by s.id = $2 desc, s.last_active_at desc limit 50`,
    values: [call.actor.userId, call.actor.sessionId],
  });
  return present(call, rows);
}

async function list(call: Call<typeof contract.listSessions>) {
  const { keyword, principalId, regionCode, portalId, clientType } = call.query;
  const placed =
    regionCode === undefined
      ? null
      : await call.database.transaction(call.actor.scope, (tx) => directory().find(tx, { regionCodes: [regionCode] }));
  const where = `${isOpen} and ($1::text is null or u.username ilike $1 or u.nickname ilike $1) and ($2::bigint is null or u.principal_id = $2)
    and ($3::bigint[] is null or u.principal_id = any ($3)) and ($4::text is null or s.portal_id = $4) and ($5::text is null or s.client_type = $5)`;
  const values = [
    keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
    principalId ?? null,
    placed,
    portalId ?? null,
    clientType ?? null,
  ];
  const [rows, counted] = await call.database.read<[SessionRow, { n: number }]>(
    call.actor.scope,
    paged(
      { text: `select ${columns} ${from} where ${where} order by s.last_active_at desc, s.id desc`, values },
      call.query,
    ),
    { text: `select count(*)::int as n ${from} where ${where}`, values },
  );
  call.answer.total = counted[0]?.n ?? 0;
  return present(call, rows);
}

/** The most people at once: every session of today is a span, five minutes beyond its last act, and spans are counted where they overlap. */
const peakSql = `with spans as (
    select user_id, greatest(created_at, date_trunc('day', now(), 'Asia/Shanghai')) as opened, least(coalesce(ended_at, now()), last_active_at + interval '5 minutes') as closed
    from platform.sys_session where last_active_at + interval '5 minutes' >= date_trunc('day', now(), 'Asia/Shanghai')
  ), steps as (
    select opened as at, 1 as by, user_id from spans union all select closed + interval '1 millisecond', -1, user_id from spans
  ), each as (
    select at, user_id, by, sum(by) over (partition by user_id order by at, by desc rows unbounded preceding) as held from steps
  ), people as (
    select at, sum(case when by = 1 and held = 1 then 1 when by = -1 and held = 0 then -1 else 0 end) over (order by at, by desc rows unbounded preceding) as n from each
  )
  select n::int as "peakUsers", at as "peakAt" from people order by n desc, at limit 1`;

async function counts(call: Call<typeof contract.onlineCounts>) {
  const [now, peak] = await call.database.read<
    [{ onlineUsers: number; openSessions: number }, { peakUsers: number; peakAt: string | null }]
  >(
    call.actor.scope,
    {
      text: `select count(distinct s.user_id) filter (where s.last_active_at > now() - interval '5 minutes')::int as "onlineUsers", count(*)::int as "openSessions"
             from platform.sys_session s where ${isOpen}`,
      values: [],
    },
    { text: peakSql, values: [] },
  );
  return {
    onlineUsers: now[0]?.onlineUsers ?? 0,
    openSessions: now[0]?.openSessions ?? 0,
    peakUsers: Math.max(peak[0]?.peakUsers ?? 0, now[0]?.onlineUsers ?? 0),
    peakAt: peak[0]?.peakAt ?? null,
  };
}

async function kick(call: Call<typeof contract.kickSessions>, authenticator: SessionAuthenticator) {
  const { actor } = call;
  const mayAny = actor.actions.has('sys:session:kick');
  // Whoever may not end others' sessions finds only their own; the current one is left by logging out.
  const rows = await call.tx.query<{
    id: number;
    user_id: number;
    username: string;
    portal_id: string | null;
    device_id: number | null;
  }>(
    `select s.id, s.user_id, u.username, s.portal_id, s.device_id ${from} where s.id = any ($1) and s.id <> $2 and s.ended_at is null and ($3 or s.user_id = $4) for update of s`,
    [call.body.idArr, actor.sessionId, mayAny, actor.userId],
  );
  if (rows.some((row) => row.user_id !== actor.userId) && !call.body.reason)
    throw invalid([{ field: 'reason', key: 'error.field.remark' }]);
  await call.tx.query(
    "update platform.sys_session set ended_at = clock_timestamp(), end_reason = 'kicked' where id = any ($1)",
    [rows.map((row) => row.id)],
  );
  // Whoever sends a session away does not want its device back without the password.
  const devices = rows.flatMap(({ device_id }) => (device_id === null ? [] : [device_id]));
  await forgetDevices(call.tx, devices);
  await endSessionsOf(call.tx, devices);
  call.tx.afterCommit(() => {
    for (const { user_id } of rows) authenticator.forget(user_id);
  });
  for (const { id, user_id, username, portal_id } of rows) {
    const account = { user_id, tenant_no: actor.tenantNo };
    await logAttempt(call, { account, username, portalId: portal_id }, 'kicked', id);
  }
  call.answer.msg = call.say('platform.online.kicked', { n: rows.length });
  return { kicked: rows.length };
}

/** Ends what is open of these devices. */
export async function endSessionsOf(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await tx.query(
    "update platform.sys_session set ended_at = clock_timestamp(), end_reason = 'kicked' where device_id = any ($1) and ended_at is null",
    [deviceIds],
  );
}

export const sessionRoutes = (authenticator: SessionAuthenticator): Route[] => [
  serve('platform', contract.mySessions, mine),
  serve('platform', contract.listSessions, list),
  serve('platform', contract.onlineCounts, counts),
  serve('platform', contract.kickSessions, (call) => kick(call, authenticator)),
];
