import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { AppError, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { seal, unseal } from '#kit/server/pii/pii.ts';
import * as contract from '#modules/platform/contract/auth/second-factor.ts';
import { clearMfa, enableMfa, mfaOf, setMfaPending, takeMfaStep } from '../../account/sys-user.ts';
import { requestApproval } from '../../role/sys-approval.ts';
import {
  type DoorCall,
  endLocked,
  giveBack,
  insidePace,
  lockedOut,
  logAttempt,
  type Try,
  takeTry,
} from '../login/door.ts';
import { confirmPassword } from '../login/login.ts';
import { type Person, takeStep, tryStep } from '../login/login-step.ts';
import { advance } from '../session/open-session.ts';
import { paceOf } from './device-proof.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './sys-user-recovery-code.ts';

const issuer = 'Mulian';
const period = 30;
const codesPerStep = 5;
/** Another kind of administrator has to agree before the second factor of one of these is taken away. */
const superRoles = new Set(['platform_admin', 'tenant_admin', 'security_admin', 'audit_admin']);

const totp = (secret: string, label: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });

/** The 30-second step a code belongs to, one either side of now; null if it is none of these. */
function stepOf(secret: string, code: string): number | null {
  const delta = totp(secret, '').validate({ token: code, window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1000 / period) + delta;
}

async function begin(tx: Tx, { userId, tenantNo, username }: Person) {
  const { enabled } = await mfaOf(tx, userId);
  if (enabled) throw refusal('auth.mfaOn', 'auth.mfaOn');
  const secret = new Secret({ size: 20 }).base32;
  await setMfaPending(tx, userId, seal(secret, tenantNo));
  return { secret, otpauthUrl: totp(secret, username).toString() };
}

/** Active only after one right code, so that nobody locks themselves out with a picture they did not scan. */
async function confirm(tx: Tx, { userId, tenantNo }: Person, code: string): Promise<string[] | null> {
  const { pending } = await mfaOf(tx, userId);
  const step = pending ? stepOf(unseal(pending, tenantNo), code) : null;
  if (!pending || step === null) return null;
  await enableMfa(tx, userId, pending, step);
  return newCodes(tx, { userId, tenantNo });
}

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

async function newCodes(tx: Tx, person: Pick<Person, 'userId' | 'tenantNo'>): Promise<string[]> {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  const codes = Array.from({ length: 10 }, () => `${part()}-${part()}`);
  await replaceRecoveryCodes(tx, person, codes);
  return codes;
}

/** A code of the app, good once; or one of the recovery codes, each good once. */
async function isRight(
  tx: Tx,
  person: Person,
  given: { code?: string | undefined; recoveryCode?: string | undefined },
): Promise<boolean> {
  if (given.recoveryCode) return takeRecoveryCode(tx, person.userId, given.recoveryCode);
  const { secret } = await mfaOf(tx, person.userId);
  const step = secret ? stepOf(unseal(secret, person.tenantNo), given.code ?? '') : null;
  return step !== null && (await takeMfaStep(tx, person.userId, step));
}

const wrongCode = (data: object = {}, field = 'code') =>
  new AppError(500, 'auth.mfa', { bizCode: 'auth.mfa', errors: [{ field, key: 'auth.mfa' }], data });

/** Wrong codes count as wrong passwords do, and as early. */
async function tryCode(call: DoorCall, { userId, tenantNo, username }: Person, pace: string): Promise<Try> {
  const attempt = await takeTry(call, { name: username, account: { user_id: userId, tenant_no: tenantNo }, pace });
  if (attempt.isShut) throw lockedOut(attempt);
  return attempt;
}

async function refuseCode(
  call: DoorCall,
  { userId, tenantNo, username }: Person,
  attempt: Try,
  from: { portalId: string | null; triesLeft: number },
): Promise<never> {
  const account = { user_id: userId, tenant_no: tenantNo };
  await logAttempt(call, { account, username, portalId: from.portalId }, 'mfaWrong');
  if (attempt.left === 0) throw lockedOut(attempt);
  throw wrongCode({ attemptsLeft: Math.min(attempt.left, from.triesLeft) });
}

async function passMfa(call: Call<typeof contract.mfa>) {
  const { stepTicket, ...given } = call.body;
  const { tries, person, account, within, way } = await tryStep(call, stepTicket, 'mfa', codesPerStep);
  const attempt = await tryCode(call, person, paceOf(way.device));
  if (!(await within((tx) => isRight(tx, person, given))))
    return refuseCode(call, person, attempt, { portalId: way.portalId, triesLeft: codesPerStep - tries });
  await giveBack(call, attempt);
  await takeStep(call, stepTicket, 'mfa');
  return advance(call, account, 'mfa', way);
}

async function enrolConfirm(call: Call<typeof contract.enrolConfirm>) {
  const { stepTicket, code } = call.body;
  const { tries, person, account, within, way } = await tryStep(call, stepTicket, 'enrol', codesPerStep + 5);
  const attempt = await tryCode(call, person, paceOf(way.device));
  const recoveryCodes = await within((tx) => confirm(tx, person, code));
  if (!recoveryCodes)
    return refuseCode(call, person, attempt, { portalId: way.portalId, triesLeft: codesPerStep + 5 - tries });
  await giveBack(call, attempt);
  await takeStep(call, stepTicket, 'enrol');
  const done = await advance(call, { ...account, mfa_enabled: true }, 'enrol', way);
  if (done.step !== 'done') throw new Error('enrolment is the last step');
  return { ...done, recoveryCodes };
}

/** Somebody inside shows a code; a wrong one counts, outside the transaction that is rolled back. */
async function confirmCode(call: Call, code: string): Promise<void> {
  const { actor, tx } = call;
  const attempt = await tryCode(call, actor, insidePace);
  if (await isRight(tx, actor, { code })) return giveBack(call, attempt, tx);
  if (attempt.left === 0) await endLocked(call);
  await refuseCode(call, actor, attempt, { portalId: actor.portalId, triesLeft: codesPerStep });
}

async function resetMfa(call: Call<typeof contract.resetMfa>) {
  const { id } = call.body;
  if (id === call.actor.userId) throw refusal('error.ownAccount', 'error.ownAccount');
  const [target] = await call.tx.query<{ username: string; realName: string; roles: string[] }>(
    `select u.username, u.real_name as "realName", array(select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id where ur.user_id = u.id) as roles
     from platform.sys_user u where u.id = $1`,
    [id],
  );
  if (!target) throw notFound();
  if (target.roles.some((role) => superRoles.has(role))) {
    const payload = { userId: id, username: target.username, realName: target.realName, what: 'secondFactor' };
    const approvalId = await requestApproval(call.tx, 'resetAdmin', payload, call.body.reason);
    call.answer.msg = call.say('platform.sysApproval.asked');
    return { approvalId };
  }
  await forgetMfa(call.tx, { userId: id, tenantNo: call.actor.tenantNo });
  call.answer.msg = call.say('ok.done');
  return null;
}

/** The account is without a second factor, and so are the codes for the day it is lost. */
export async function forgetMfa(tx: Tx, who: { userId: number; tenantNo: number }): Promise<void> {
  await clearMfa(tx, who.userId);
  await replaceRecoveryCodes(tx, who, []);
}

export const secondFactorRoutes = (): Route[] => [
  serve('platform', contract.mfa, passMfa),
  serve('platform', contract.enrolBegin, async (call) => {
    const { person, within } = await tryStep(call, call.body.stepTicket, 'enrol', codesPerStep + 5);
    return within((tx) => begin(tx, person));
  }),
  serve('platform', contract.enrolConfirm, enrolConfirm),
  serve('platform', contract.mfaBegin, (call) => begin(call.tx, call.actor)),
  serve('platform', contract.mfaConfirm, async (call) => {
    const recoveryCodes = await confirm(call.tx, call.actor, call.body.code);
    if (!recoveryCodes) throw wrongCode();
    return { recoveryCodes };
  }),
  serve('platform', contract.mfaDisable, async (call) => {
    await confirmPassword(call, call.body.password);
    await confirmCode(call, call.body.code);
    await clearMfa(call.tx, call.actor.userId);
    await replaceRecoveryCodes(call.tx, call.actor, []);
    return null;
  }),
  serve('platform', contract.mfaRecoveryCodes, async (call) => {
    await confirmCode(call, call.body.code);
    return { recoveryCodes: await newCodes(call.tx, call.actor) };
  }),
  serve('platform', contract.resetMfa, resetMfa),
];
