import { AppError, invalid, refusal, tooOften } from '#kit/contract/errors.ts';
import { hashToken, newToken } from '#kit/server/auth/token.ts';
import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { type Call, type Caller, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/session.ts';
import { directory } from './directory.ts';
import { nobody, type SessionDoorkeeper, tenantState } from './doorkeeper.ts';
import { paramOf } from './params.ts';
import { checkNobody, checkPassword, policyOf } from './password.ts';
import { findPortal, fittingPortal, mayEnterBy, type PortalRow } from './sys-portal.ts';
import { replacePassword } from './sys-user-password-history.ts';

interface Account {
  user_id: number;
  tenant_no: number;
  username: string;
  principal_id: number;
  status: string;
  password_hash: string | null;
  password_changed_at: string | null;
  must_change_password: boolean;
  initial_valid_until: string | null;
  locked_until: string | null;
  tenant_status: string;
  tenant_expire_on: string;
  grace_days: number;
}

type LoginCall = Call<typeof contract.login>;

/** The doors' functions work before anybody is known. */
async function ask<Row>({ database }: { database: Database }, text: string, values: unknown[]): Promise<Row[]> {
  const [rows] = await database.read<[Row]>(nobody, { text, values });
  return rows;
}

async function log(
  call: LoginCall,
  account: Account | undefined,
  result: string,
  sessionId: number | null = null,
): Promise<void> {
  const { body } = call;
  await ask(call, 'select platform.door_log($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    account?.tenant_no ?? 0,
    account?.user_id ?? null,
    body.username,
    body.portalId,
    call.clientType,
    call.ip,
    call.userAgent,
    result,
    sessionId,
  ]);
}

const minutesUntil = (time: number) => Math.max(1, Math.ceil((time - Date.now()) / 60_000));
const locked = (until: number) =>
  refusal('auth.locked', 'auth.locked', { m: minutesUntil(until) }, { minutesLeft: minutesUntil(until) });

/** Wrong name and wrong password are one story: same words, same count, same lock, same work. */
async function refuseWrong(call: LoginCall, account: Account | undefined, known: { by_name: number }): Promise<never> {
  const lockAfter = await paramOf(call.database, 'login.lockAfter', account?.tenant_no ?? 0);
  const lockMinutes = await paramOf(call.database, 'login.lockMinutes', account?.tenant_no ?? 0);
  let fails = known.by_name + 1;
  if (account) {
    const [counted] = await ask<{ fails: number }>(call, 'select * from platform.door_fail($1, 15, $2, $3)', [
      account.user_id,
      lockAfter,
      lockMinutes,
    ]);
    fails = counted?.fails ?? fails;
  }
  await log(call, account, 'wrongPassword');
  if (fails >= lockAfter) throw locked(Date.now() + lockMinutes * 60_000);
  throw refusal('auth.wrong', 'auth.wrong', { n: lockAfter - fails }, { attemptsLeft: lockAfter - fails });
}

async function login(call: LoginCall) {
  const { username, password, portalId, remember } = call.body;
  const ipLimit = await paramOf(call.database, 'login.ipFailLimit', 0);
  const [recent = { by_name: 0, by_ip: 0, last_by_name: null, first_by_ip: null }] = await ask<{
    by_name: number;
    by_ip: number;
    last_by_name: string | null;
    first_by_ip: string | null;
  }>(call, 'select * from platform.door_recent_fails($1, $2, 15, 10)', [username, call.ip]);
  if (recent.by_ip >= ipLimit) {
    throw tooOften(minutesUntil(Date.parse(recent.first_by_ip ?? '') + 10 * 60_000));
  }
  const portal = await findPortal(call.database, { loginId: portalId });
  if (portal.status !== 'enabled') throw new AppError(403, 'auth.portalOff');
  const [account] = await ask<Account>(call, 'select * from platform.door_account($1)', [username]);
  const lockAfter = await paramOf(call.database, 'login.lockAfter', account?.tenant_no ?? 0);
  const lockMinutes = await paramOf(call.database, 'login.lockMinutes', account?.tenant_no ?? 0);
  // A name nobody has is locked by the log alone, as long as a real one would be.
  const lockedUntil = account
    ? Date.parse(account.locked_until ?? '')
    : recent.by_name >= lockAfter
      ? Date.parse(recent.last_by_name ?? '') + lockMinutes * 60_000
      : Number.NaN;
  if (lockedUntil > Date.now()) {
    await log(call, account, 'locked');
    throw locked(lockedUntil);
  }
  const right = account?.password_hash
    ? await checkPassword(account.password_hash, password)
    : await checkNobody(password);
  if (!account || !right) return refuseWrong(call, account, recent);
  await refuseClosed(call, account, portal);
  if (await mustChange(call, account)) {
    const ticket = newToken();
    await ask(call, 'select platform.door_step($1, $2, $3, $4, $5, 300)', [
      hashToken(ticket),
      account.user_id,
      'changePassword',
      portalId,
      remember,
    ]);
    call.answer.msg = call.say('auth.mustChange');
    return { step: 'changePassword' as const, stepTicket: ticket };
  }
  const opened = await openSession(call, account, { portalId, remember: remember && portal.remember_allowed });
  await log(call, account, 'ok', opened.sessionId);
  call.answer.token = opened.token;
  return { step: 'done' as const, token: opened.token };
}

/** Only somebody who knows the password is told what else is in the way. */
async function refuseClosed(call: LoginCall, account: Account, portal: PortalRow): Promise<void> {
  if (account.status !== 'active') {
    await log(call, account, account.status === 'pending' ? 'pending' : 'disabled');
    throw refusal('auth.disabled', 'auth.disabled');
  }
  if (tenantState(account) === 'closed') {
    await log(call, account, 'tenantBlocked');
    throw refusal('auth.tenant', 'auth.tenant');
  }
  const reach = await directory().reach(call.database, account.tenant_no, account.principal_id);
  if (mayEnterBy(portal, account.tenant_no, reach?.type ?? null)) return;
  await log(call, account, 'portalMismatch');
  const other = await fittingPortal(call.database, account.tenant_no, reach?.type ?? null);
  const title = other[`title_${call.language.toLowerCase()}` as 'title_en'];
  throw refusal(
    'auth.portal',
    'auth.portal',
    { portal: title },
    { portal: { portalId: other.portal_id, route: other.route, title } },
  );
}

async function mustChange(call: Call<typeof contract.login>, account: Account): Promise<boolean> {
  if (account.initial_valid_until && Date.parse(account.initial_valid_until) < Date.now()) {
    throw refusal('auth.disabled', 'auth.disabled');
  }
  const { maxAgeDays } = await policyOf(call.database, account.tenant_no);
  const age = Date.now() - Date.parse(account.password_changed_at ?? '1970-01-01');
  return account.must_change_password || age > maxAgeDays * 86_400_000;
}

async function openSession(
  call: Caller & Pick<Call, 'database'>,
  account: { user_id: number; tenant_no: number },
  how: { portalId: string; remember: boolean },
): Promise<{ token: string; sessionId: number }> {
  const of = (key: Parameters<typeof paramOf>[1]) => paramOf(call.database, key, account.tenant_no);
  const idle = how.remember ? (await of('session.rememberIdleHours')) * 3600 : (await of('session.idleMinutes')) * 60;
  const absolute = how.remember
    ? (await of('session.rememberAbsoluteDays')) * 86_400
    : (await of('session.absoluteHours')) * 3600;
  const token = newToken();
  const [rows] = await call.database.read<[{ id: number }]>(nobody, {
    text: 'select platform.door_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id',
    values: [
      account.user_id,
      hashToken(token),
      how.portalId,
      call.clientType,
      how.remember,
      call.ip,
      call.userAgent,
      idle,
      absolute,
      await of('session.maxPerUser'),
    ],
  });
  return { token, sessionId: rows[0]?.id ?? 0 };
}

async function changeExpired(call: Call<typeof contract.changeExpired>) {
  const { stepTicket, newPassword, repeatNewPassword } = call.body;
  if (newPassword !== repeatNewPassword) throw invalid([{ field: 'repeatNewPassword', key: 'password.differ' }]);
  const [step] = await ask<{
    user_id: number;
    tenant_no: number;
    username: string;
    portal_id: string;
    remember: boolean;
  }>(call, 'select * from platform.door_take_step($1)', [hashToken(stepTicket)]);
  if (!step) throw refusal('auth.ticket', 'auth.ticket');
  const account = { userId: step.user_id, tenantNo: step.tenant_no, username: step.username };
  try {
    await call.database.transaction(makeScope({ tenantNo: step.tenant_no, userId: step.user_id }), (tx) =>
      replacePassword(call.database, tx, account, newPassword),
    );
  } catch (error) {
    // A refused password does not cost the ticket: the person is still at the form.
    await ask(call, 'select platform.door_reuse_step($1)', [hashToken(stepTicket)]);
    throw error;
  }
  const { token } = await openSession(call, step, { portalId: step.portal_id, remember: step.remember });
  call.answer.token = token;
  return { step: 'done' as const, token };
}

async function updatePassword(call: Call<typeof contract.updatePassword>, doorkeeper: SessionDoorkeeper) {
  const { oldPassword, newPassword, repeatNewPassword } = call.body;
  if (newPassword !== repeatNewPassword) throw invalid([{ field: 'repeatNewPassword', key: 'password.differ' }]);
  const { userId, tenantNo, username } = call.actor;
  const [account] = await ask<Account>(call, 'select * from platform.door_account($1)', [username]);
  if (!account?.password_hash || !(await checkPassword(account.password_hash, oldPassword))) {
    const lockAfter = await paramOf(call.database, 'login.lockAfter', tenantNo);
    const lockMinutes = await paramOf(call.database, 'login.lockMinutes', tenantNo);
    const [counted] = await ask<{ fails: number }>(call, 'select * from platform.door_fail($1, 15, $2, $3)', [
      userId,
      lockAfter,
      lockMinutes,
    ]);
    const left = lockAfter - (counted?.fails ?? 1);
    throw left > 0 ? refusal('auth.wrong', 'auth.wrong', { n: left }) : locked(Date.now() + lockMinutes * 60_000);
  }
  await replacePassword(call.database, call.tx, { userId, tenantNo, username }, newPassword);
  doorkeeper.forget(userId);
  call.answer.msg = call.say('auth.passwordChanged');
  return null;
}

async function logout(call: Call<typeof contract.logout>, doorkeeper: SessionDoorkeeper) {
  await ask(call, 'select platform.door_end($1, $2)', [call.actor.sessionId, 'logout']);
  doorkeeper.forget(call.actor.userId);
  return null;
}

export const loginRoutes = (doorkeeper: SessionDoorkeeper): Route[] => [
  serve('platform', contract.login, login),
  serve('platform', contract.changeExpired, changeExpired),
  serve('platform', contract.logout, (call) => logout(call, doorkeeper)),
  serve('platform', contract.updatePassword, (call) => updatePassword(call, doorkeeper)),
  serve('platform', contract.passwordPolicy, (call) => policyOf(call.database, 0)),
];
