import { AppError, invalid, refusal, tooOften } from '#kit/contract/errors.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/auth/session.ts';
import { directory } from '../../account/directory.ts';
import { paramOf } from '../../reference/params.ts';
import { isStopped, type SessionAuthenticator, tenantState } from '../authenticator.ts';
import { checkNobody, checkPassword, hashPassword, isWeakHash, policyOf } from '../password/password.ts';
import { replacePassword } from '../password/sys-user-password-history.ts';
import { type Device, deviceOf, paceOf } from '../second-factor/device-proof.ts';
import { advance } from '../session/open-session.ts';
import { takeCaptcha, takeChallenge } from './captcha.ts';
import {
  type Account,
  type Attempts,
  ask,
  attemptsOf,
  type DoorCall,
  endLocked,
  findAccounts,
  giveBack,
  insidePace,
  levelOf,
  lockedOut,
  logAttempt,
  loggedName,
  minutesUntil,
  readPace,
  type Try,
  takeTry,
} from './door.ts';
import { takeStep, tryStep } from './login-step.ts';
import { fittingPortal, mayEnterBy, type PortalRow, portalById } from './sys-portal.ts';
import { solvedLevel, type WorkLevel } from './work.ts';

type LoginCall = Call<typeof contract.login>;

/** What is known of an attempt before its password is looked at. */
interface Visit {
  readonly account: Account | undefined;
  /** Accounts that share the phone number typed; with more than one, none of them is meant. */
  readonly several: readonly Account[];
  readonly username: string;
  readonly portal: PortalRow;
  readonly attempts: Attempts;
  readonly device: Device | null;
  readonly work: WorkLevel;
}

async function login(call: LoginCall) {
  const { password, portalId, remember } = call.body;
  const visit = await visitOf(call);
  const { account, portal, username, device } = visit;
  await refuseEarly(call, visit);
  if (visit.several.length > 1) return refuseSeveral(call, visit);
  const attempt = await takeTry(call, { name: username, account, pace: paceOf(device) });
  if (attempt.isShut) return refuseLocked(call, visit, attempt);
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
  return advance(call, account, 'password', {
    portalId,
    remember: remember && portal.remember_allowed,
    clientType: call.clientType === 'app' ? 'app' : 'web',
    device,
  });
}

async function visitOf(call: LoginCall): Promise<Visit> {
  const typed = call.body.username;
  const portal = await portalById(call.database, call.body.portalId);
  const found = await findAccounts(call, typed);
  const byName = found.find((one) => one.username.toLowerCase() === typed.toLowerCase());
  const several = byName ? [byName] : await admitted(call, portal, found);
  const account = several.length === 1 ? several[0] : undefined;
  const username = account?.username ?? loggedName(typed);
  const attempts = await attemptsOf(call, username);
  return { account, several, username, portal, attempts, ...(await shownIn(call, account)) };
}

/** The device and the work of an attempt; both hang on its challenge, which is good once and for the name it was asked for. */
async function shownIn(call: LoginCall, account: Account | undefined): Promise<Pick<Visit, 'device' | 'work'>> {
  const { challenge, username, device, work } = call.body;
  if (!challenge || !(await takeChallenge(call, challenge, username))) return { device: null, work: 0 };
  return {
    device: await deviceOf(call, { challenge, username, device }, account),
    work: await solvedLevel(challenge, work),
  };
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

/** An address is refused only far beyond what an office behind it could fail by itself. */
const absurd = 10;

/** Address, door, pause and work, in this order: the same for names that exist and names that do not. */
async function refuseEarly(call: LoginCall, visit: Visit): Promise<void> {
  const { account, attempts, portal, username, device } = visit;
  const isKnown = device?.isKnown ?? false;
  const blockedUntil = Date.parse(attempts.last_by_ip ?? '') + 10 * 60_000;
  const limit = absurd * (await paramOf(call.database, 'login.ipFailLimit', 0));
  if (!isKnown && attempts.by_ip_burst >= limit && blockedUntil > Date.now()) {
    await log(call, visit, 'ipLimited');
    throw tooOften(minutesUntil(blockedUntil));
  }
  if (portal.status !== 'enabled') throw new AppError(403, 'auth.portalOff');
  const pace = paceOf(device);
  const own = await readPace(call, username, pace);
  const until = Date.parse(own.shut_until ?? '');
  if (until > Date.now()) await refuseLocked(call, visit, { until, pace });
  const tenantNo = account?.tenant_no ?? 0;
  const level = await levelOf(call, { attempts, username, tenantNo, ...(isKnown && { known: own }) });
  if (level <= visit.work) return;
  const { captchaId, captchaCode } = call.body;
  if (level === 1 && (await takeCaptcha(call, captchaId, captchaCode))) return;
  await log(call, visit, 'captchaWrong');
  throw new AppError(500, 'auth.captcha', {
    bizCode: 'auth.captcha',
    errors: [{ field: 'captchaCode', key: 'auth.captcha' }],
    data: { captchaNow: true, workLevel: level },
  });
}

async function refuseLocked(call: LoginCall, visit: Visit, paused: Pick<Try, 'until' | 'pace'>): Promise<never> {
  await log(call, visit, 'locked');
  throw lockedOut(paused);
}

/** Wrong name and wrong password are one story: same words, same count, same pause, same work. */
async function refuseWrong(call: LoginCall, visit: Visit, attempt: Try): Promise<never> {
  const { account, attempts, username, device } = visit;
  await log(call, visit, 'wrongPassword');
  if (attempt.left === 0) throw lockedOut(attempt);
  const after = { ...attempts, by_name: attempts.by_name + 1, by_ip: attempts.by_ip + 1 };
  const known = device?.isKnown ? { known: { fails: attempt.fails, shut_until: null } } : {};
  const level = await levelOf(call, { attempts: after, username, tenantNo: account?.tenant_no ?? 0, ...known });
  throw refusal(
    'auth.wrong',
    'auth.wrong',
    { n: attempt.left },
    {
      attemptsLeft: attempt.left,
      captchaNow: level > 0,
      workLevel: level,
    },
  );
}

/** Only who knows the password of one of them is told that a number has several accounts. */
async function refuseSeveral(call: LoginCall, visit: Visit): Promise<never> {
  const tries = await Promise.all(
    visit.several.map((one) => takeTry(call, { name: one.username, account: one, pace: '' })),
  );
  const open = tries.filter(({ isShut }) => !isShut);
  const checks = await Promise.all(
    visit.several.map(
      async (one, at) => !tries[at]?.isShut && (await checkPassword(one.password_hash ?? '', call.body.password)),
    ),
  );
  if (!checks.includes(true))
    return refuseWrong(call, visit, await takeTry(call, { name: visit.username, account: undefined, pace: '' }));
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
  const { person, way } = await tryStep(call, stepTicket, 'changePassword', 100);
  // A refused password does not cost the ticket: the person is still at the form.
  await call.database.transaction(makeScope({ tenantNo: person.tenantNo, userId: person.userId }), async (tx) => {
    await replacePassword(call.database, tx, person, newPassword);
    await takeStep(tx, stepTicket, 'changePassword');
  });
  const [now] = await findAccounts(call, person.username);
  if (!now) throw refusal('auth.ticket', 'auth.ticket');
  return advance(call, now, 'changePassword', way);
}

/** The password of somebody who is inside already; a wrong one counts as one at the door does. */
export async function confirmPassword(call: DoorCall & Pick<Call, 'actor'>, password: string): Promise<void> {
  const [account] = await findAccounts(call, call.actor.username);
  const attempt = await takeTry(call, { name: call.actor.username, account, pace: insidePace });
  const { left } = attempt;
  if (attempt.isShut) throw lockedOut(attempt);
  if (account?.password_hash && (await checkPassword(account.password_hash, password))) return giveBack(call, attempt);
  if (left > 0) throw refusal('auth.wrong', 'auth.wrong', { n: left }, { attemptsLeft: left });
  await endLocked(call);
  throw lockedOut(attempt);
}

async function updatePassword(call: Call<typeof contract.updatePassword>, authenticator: SessionAuthenticator) {
  const { oldPassword, newPassword, repeatNewPassword } = call.body;
  if (newPassword !== repeatNewPassword) throw invalid([{ field: 'repeatNewPassword', key: 'password.differ' }]);
  const { userId, tenantNo, username } = call.actor;
  await confirmPassword(call, oldPassword);
  await replacePassword(call.database, call.tx, { userId, tenantNo, username }, newPassword);
  authenticator.forget(userId);
  call.answer.msg = call.say('auth.passwordChanged');
  return null;
}

async function logout(call: Call<typeof contract.logout>, authenticator: SessionAuthenticator) {
  const { sessionId, userId, tenantNo, username, portalId } = call.actor;
  await ask(call, 'select platform.door_end($1, $2)', [sessionId, 'logout']);
  await logAttempt(
    call,
    { account: { user_id: userId, tenant_no: tenantNo }, username, portalId },
    'logout',
    sessionId,
  );
  authenticator.forget(userId);
  return null;
}

export const loginRoutes = (authenticator: SessionAuthenticator): Route[] => [
  serve('platform', contract.login, login),
  serve('platform', contract.changeExpired, changeExpired),
  serve('platform', contract.logout, (call) => logout(call, authenticator)),
  serve('platform', contract.updatePassword, (call) => updatePassword(call, authenticator)),
  serve('platform', contract.passwordPolicy, (call) => policyOf(call.database, 0)),
];
