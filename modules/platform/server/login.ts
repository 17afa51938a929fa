import { AppError, invalid, refusal, tooOften } from '#kit/contract/errors.ts';
import { hashToken } from '#kit/server/auth/token.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/session.ts';
import { takeCaptcha } from './captcha.ts';
import { directory } from './directory.ts';
import {
  type Account,
  type Attempts,
  ask,
  attemptsOf,
  type DoorCall,
  endLocked,
  findAccounts,
  giveBack,
  isCaptchaWanted,
  lockedOut,
  logAttempt,
  loggedName,
  minutesUntil,
  type Try,
  takeTry,
} from './door.ts';
import { isStopped, type SessionDoorkeeper, tenantState } from './doorkeeper.ts';
import { advance } from './open-session.ts';
import { paramOf } from './params.ts';
import { checkNobody, checkPassword, hashPassword, isWeakHash, policyOf } from './password.ts';
import { findPortal, fittingPortal, mayEnterBy, type PortalRow } from './sys-portal.ts';
import { replacePassword } from './sys-user-password-history.ts';

type LoginCall = Call<typeof contract.login>;

/** What is known of an attempt before its password is looked at. */
interface Visit {
  readonly account: Account | undefined;
  /** Accounts that share the phone number typed; with more than one, none of them is meant. */
  readonly several: readonly Account[];
  readonly username: string;
  readonly portal: PortalRow;
  readonly attempts: Attempts;
}

async function login(call: LoginCall) {
  const { password, portalId, remember } = call.body;
  const visit = await visitOf(call);
  const { account, portal } = visit;
  await refuseEarly(call, visit);
  if (visit.several.length > 1) return refuseSeveral(call, visit);
  const attempt = await takeTry(call, account, visit.attempts.by_name);
  if (attempt.isShut) return refuseLocked(call, visit, attempt.until);
  const right = account?.password_hash
    ? await checkPassword(account.password_hash, password)
    : await checkNobody(password);
  if (!account || !right) return refuseWrong(call, visit, attempt);
  await giveBack(call, attempt);
  await refuseClosed(call, visit, account);
  if (isWeakHash(account.password_hash ?? ''))
    await ask(call, 'select platform.door_rehash($1, $2, $3)', [
      account.user_id,
      account.password_hash,
      await hashPassword(password),
    ]);
  return advance(call, account, 'password', { portalId, remember: remember && portal.remember_allowed });
}

async function visitOf(call: LoginCall): Promise<Visit> {
  const typed = call.body.username;
  const portal = await findPortal(call.database, { loginId: call.body.portalId });
  const found = await findAccounts(call, typed);
  const byName = found.find((one) => one.username.toLowerCase() === typed.toLowerCase());
  const several = byName ? [byName] : await admitted(call, portal, found);
  const account = several.length === 1 ? several[0] : undefined;
  const username = account?.username ?? loggedName(typed);
  return { account, several, username, portal, attempts: await attemptsOf(call, username) };
}

/** A phone number means an account this door admits; where it admits none, the one there is will be shown its own door. */
async function admitted(call: LoginCall, portal: PortalRow, found: readonly Account[]): Promise<Account[]> {
  if (found.length < 2) return [...found];
  const fit: Account[] = [];
  for (const one of found) {
    const reach = await directory().reach(call.database, one.tenant_no, one.principal_id);
    if (mayEnterBy(portal, one.tenant_no, reach?.type ?? null)) fit.push(one);
  }
  return fit;
}

const log = (call: LoginCall, { account, username }: Visit, result: string) =>
  logAttempt(call, { account, username, portalId: call.body.portalId }, result);

/** Address, door, lock and captcha, in this order: the same for names that exist and names that do not. */
async function refuseEarly(call: LoginCall, visit: Visit): Promise<void> {
  const { account, attempts, portal } = visit;
  const tenantNo = account?.tenant_no ?? 0;
  const blockedUntil = Date.parse(attempts.last_by_ip ?? '') + 10 * 60_000;
  if (attempts.by_ip_burst >= (await paramOf(call.database, 'login.ipFailLimit', 0)) && blockedUntil > Date.now()) {
    await log(call, visit, 'ipLimited');
    throw tooOften(minutesUntil(blockedUntil));
  }
  if (portal.status !== 'enabled') throw new AppError(403, 'auth.portalOff');
  const until = await lockOf(call, visit);
  if (until > Date.now()) await refuseLocked(call, visit, until);
  if (!(await isCaptchaWanted(call, attempts, tenantNo))) return;
  if (await takeCaptcha(call, call.body.captchaId, call.body.captchaCode)) return;
  await log(call, visit, 'captchaWrong');
  throw new AppError(500, 'auth.captcha', {
    bizCode: 'auth.captcha',
    errors: [{ field: 'captchaCode', key: 'auth.captcha' }],
    data: { captchaNow: true },
  });
}

async function refuseLocked(call: LoginCall, visit: Visit, until: number): Promise<never> {
  await log(call, visit, 'locked');
  throw lockedOut(until);
}

/** A name nobody has is locked by the log alone, as long as a real one would be. */
async function lockOf(call: LoginCall, { account, attempts }: Visit): Promise<number> {
  if (account) return Date.parse(account.locked_until ?? '');
  if (attempts.by_name < (await paramOf(call.database, 'login.lockAfter', 0))) return Number.NaN;
  return Date.parse(attempts.last_by_name ?? '') + (await paramOf(call.database, 'login.lockMinutes', 0)) * 60_000;
}

/** Wrong name and wrong password are one story: same words, same count, same lock, same work. */
async function refuseWrong(call: LoginCall, visit: Visit, { left, until }: Try): Promise<never> {
  const { account, attempts } = visit;
  await log(call, visit, 'wrongPassword');
  if (left === 0) throw lockedOut(until);
  const after = { ...attempts, by_name: attempts.by_name + 1, by_ip: attempts.by_ip + 1 };
  const captchaNow = await isCaptchaWanted(call, after, account?.tenant_no ?? 0);
  throw refusal('auth.wrong', 'auth.wrong', { n: left }, { attemptsLeft: left, captchaNow });
}

/** Only who knows the password of one of them is told that a number has several accounts. */
async function refuseSeveral(call: LoginCall, visit: Visit): Promise<never> {
  const tries = await Promise.all(visit.several.map((one) => takeTry(call, one, 0)));
  const open = tries.filter(({ isShut }) => !isShut);
  const checks = await Promise.all(
    visit.several.map(
      async (one, at) => !tries[at]?.isShut && (await checkPassword(one.password_hash ?? '', call.body.password)),
    ),
  );
  if (!checks.includes(true)) return refuseWrong(call, visit, await takeTry(call, undefined, visit.attempts.by_name));
  for (const one of open) await giveBack(call, one);
  await log(call, visit, 'wrongPassword');
  throw refusal('auth.phoneNotUnique', 'auth.phoneNotUnique');
}

/** Only somebody who knows the password is told what else is in the way. */
async function refuseClosed(call: LoginCall, visit: Visit, account: Account): Promise<void> {
  if (account.status !== 'active') {
    await log(call, visit, account.status === 'pending' ? 'pending' : 'disabled');
    throw refusal('auth.disabled', 'auth.disabled');
  }
  if (tenantState(account) === 'closed') {
    await log(call, visit, 'tenantBlocked');
    throw refusal('auth.tenant', 'auth.tenant');
  }
  const reach = await directory().reach(call.database, account.tenant_no, account.principal_id);
  if (isStopped(reach)) {
    await log(call, visit, 'disabled');
    throw refusal('auth.unitStopped', 'auth.unitStopped');
  }
  if (mayEnterBy(visit.portal, account.tenant_no, reach?.type ?? null)) return;
  await log(call, visit, 'portalMismatch');
  const other = await fittingPortal(call.database, account.tenant_no, reach?.type ?? null);
  const title = other[`title_${call.language.toLowerCase()}` as 'title_en'];
  throw refusal(
    'auth.portal',
    'auth.portal',
    { portal: title },
    { portal: { portalId: other.portal_id, route: other.route, title } },
  );
}

async function changeExpired(call: Call<typeof contract.changeExpired>) {
  const { stepTicket, newPassword, repeatNewPassword } = call.body;
  if (newPassword !== repeatNewPassword) throw invalid([{ field: 'repeatNewPassword', key: 'password.differ' }]);
  const [step] = await ask<{
    tenant_no: number;
    user_id: number;
    username: string;
    portal_id: string;
    remember: boolean;
  }>(call, 'select * from platform.door_try_step($1, $2, $3)', [hashToken(stepTicket), 'changePassword', 100]);
  if (!step) throw refusal('auth.ticket', 'auth.ticket');
  const account = { userId: step.user_id, tenantNo: step.tenant_no, username: step.username };
  // A refused password does not cost the ticket: the person is still at the form.
  await call.database.transaction(makeScope({ tenantNo: step.tenant_no, userId: step.user_id }), (tx) =>
    replacePassword(call.database, tx, account, newPassword),
  );
  await ask(call, 'select platform.door_take_step($1)', [hashToken(stepTicket)]);
  const [now] = await findAccounts(call, step.username);
  if (!now) throw refusal('auth.ticket', 'auth.ticket');
  return advance(call, now, 'changePassword', { portalId: step.portal_id, remember: step.remember });
}

/** The password of somebody who is inside already; a wrong one counts as one at the door does. */
export async function confirmPassword(call: DoorCall & Pick<Call, 'actor'>, password: string): Promise<void> {
  const [account] = await findAccounts(call, call.actor.username);
  const attempt = await takeTry(call, account, 0);
  const { left, until } = attempt;
  if (attempt.isShut) throw lockedOut(until);
  if (account?.password_hash && (await checkPassword(account.password_hash, password))) return giveBack(call, attempt);
  if (left > 0) throw refusal('auth.wrong', 'auth.wrong', { n: left }, { attemptsLeft: left });
  await endLocked(call);
  throw lockedOut(until);
}

async function updatePassword(call: Call<typeof contract.updatePassword>, doorkeeper: SessionDoorkeeper) {
  const { oldPassword, newPassword, repeatNewPassword } = call.body;
  if (newPassword !== repeatNewPassword) throw invalid([{ field: 'repeatNewPassword', key: 'password.differ' }]);
  const { userId, tenantNo, username } = call.actor;
  await confirmPassword(call, oldPassword);
  await replacePassword(call.database, call.tx, { userId, tenantNo, username }, newPassword);
  doorkeeper.forget(userId);
  call.answer.msg = call.say('auth.passwordChanged');
  return null;
}

async function logout(call: Call<typeof contract.logout>, doorkeeper: SessionDoorkeeper) {
  const { sessionId, userId, tenantNo, username, portalId } = call.actor;
  await ask(call, 'select platform.door_end($1, $2)', [sessionId, 'logout']);
  await logAttempt(
    call,
    { account: { user_id: userId, tenant_no: tenantNo }, username, portalId },
    'logout',
    sessionId,
  );
  doorkeeper.forget(userId);
  return null;
}

export const loginRoutes = (doorkeeper: SessionDoorkeeper): Route[] => [
  serve('platform', contract.login, login),
  serve('platform', contract.changeExpired, changeExpired),
  serve('platform', contract.logout, (call) => logout(call, doorkeeper)),
  serve('platform', contract.updatePassword, (call) => updatePassword(call, doorkeeper)),
  serve('platform', contract.passwordPolicy, (call) => policyOf(call.database, 0)),
];
