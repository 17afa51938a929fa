import { refusal } from '#kit/contract/errors.ts';
import { hashToken, newToken } from '#kit/server/auth/token.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { notify } from '../../notice/notify.ts';
import { paramOf, wordOf, wordsOf } from '../../reference/params.ts';
import { browserOf } from '../login/browser.ts';
import { type Account, ask, type DoorCall, logAttempt } from '../login/door.ts';
import { policyOf } from '../password/password.ts';
import { type Device, paceOf } from '../second-factor/device-proof.ts';

export type LoginStep = 'mfa' | 'changePassword' | 'enrol';
export interface Way {
  readonly portalId: string;
  readonly remember: boolean;
  /** What the client calls itself; how long its session lives is decided by what its device was registered as. */
  readonly clientType: 'web' | 'app';
  /** Proved at the password; registered when the session is opened. */
  readonly device: Device | null;
  /** The session whose ticket opens this one. */
  readonly parent?: { readonly sessionId: number; readonly secondFactor: boolean };
}
export type StepAnswer = { step: 'done'; token: string } | { step: LoginStep; stepTicket: string };

const order: readonly (LoginStep | 'password')[] = ['password', 'mfa', 'changePassword', 'enrol'];
const stepSeconds = 300;

/** What stands between this account and its session, in this order; a step once taken is not asked again. */
async function stepAfter(call: DoorCall, account: Account, taken: LoginStep | 'password'): Promise<LoginStep | null> {
  const open: Record<LoginStep, () => Promise<boolean>> = {
    mfa: async () => account.mfa_enabled,
    changePassword: () => mustChange(call, account),
    enrol: async () => !account.mfa_enabled && (await isMfaRequired(call, account)),
  };
  for (const step of order.slice(order.indexOf(taken) + 1) as LoginStep[]) if (await open[step]()) return step;
  return null;
}

export async function isMfaRequired(
  { database }: Pick<DoorCall, 'database'>,
  account: Pick<Account, 'mfa_role' | 'role_codes' | 'tenant_no'>,
): Promise<boolean> {
  if (account.mfa_role) return true;
  const required = await wordsOf(database, 'mfa.requiredRoles', account.tenant_no);
  return account.role_codes.some((role) => required.includes(role));
}

async function mustChange(call: DoorCall, account: Account): Promise<boolean> {
  if (account.initial_valid_until && Date.parse(account.initial_valid_until) < Date.now()) {
    throw refusal('auth.disabled', 'auth.disabled');
  }
  const { maxAgeDays } = await policyOf(call.database, account.tenant_no);
  const age = Date.now() - Date.parse(account.password_changed_at ?? '1970-01-01');
  return account.must_change_password || age > maxAgeDays * 86_400_000;
}

/** Goes on with a login: the next step with its ticket, or the session. */
export async function advance(
  call: DoorCall,
  account: Account,
  taken: LoginStep | 'password',
  way: Way,
): Promise<StepAnswer> {
  const step = await stepAfter(call, account, taken);
  if (step) {
    const stepTicket = newToken();
    await ask(call, 'select platform.door_step($1, $2, $3, $4, $5, $6, $7, $8)', [
      hashToken(stepTicket),
      account.user_id,
      step,
      way.portalId,
      way.remember,
      way.clientType,
      way.device?.publicKey ?? null,
      stepSeconds,
    ]);
    if (step === 'changePassword') call.answer.msg = call.say('auth.mustChange');
    return { step, stepTicket };
  }
  const token = await openSession(call, account, way);
  call.answer.token = token;
  return { step: 'done', token };
}

/** Opens the session, leaves the row of a successful login, and tells the user of a device nobody has seen with them. */
export async function openSession(call: DoorCall, account: Account, way: Way): Promise<string> {
  const { parent } = way;
  const seen = await ask<{ ip: string; user_agent: string }>(call, 'select * from platform.door_seen($1, $2)', [
    account.user_id,
    account.username,
  ]);
  const device = await register(call, account, way);
  const clientType = device?.client_type ?? way.clientType;
  const isRemembered = way.remember && device !== undefined;
  const token = newToken();
  const [opened] = await ask<{ id: number | null }>(
    call,
    'select platform.door_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as id',
    [
      account.user_id,
      hashToken(token),
      way.portalId,
      clientType,
      isRemembered,
      call.ip,
      call.userAgent,
      ...(await limits(call, account.tenant_no, device ? clientType : 'web', isRemembered)),
      await paramOf(call.database, 'session.maxPerUser', account.tenant_no),
      parent ? null : paceOf(way.device),
      device?.device_id ?? null,
      parent ? parent.secondFactor : account.mfa_enabled,
      parent?.sessionId ?? null,
    ],
  );
  if (!opened?.id) throw refusal('auth.ticket', 'auth.ticket');
  const attempt = { account, username: account.username, portalId: way.portalId };
  await logAttempt(call, attempt, 'ok', opened.id);
  const here = browserOf(call.userAgent);
  const isKnown = seen.some(({ ip, user_agent }) => ip === call.ip && browserOf(user_agent).browser === here.browser);
  // The very first login of an account is new by nature and no news to its owner.
  if (seen.length > 0 && !isKnown) await tellNewDevice(call, account, `${here.browser} · ${here.os}`);
  return token;
}

/** A device is registered where the password was shown, so never by a ticket. */
async function register(
  call: DoorCall,
  account: Account,
  { device, clientType }: Way,
): Promise<{ device_id: number; client_type: 'web' | 'app' } | undefined> {
  if (!device) return undefined;
  const [row] = await ask<{ device_id: number; client_type: 'web' | 'app' }>(
    call,
    'select * from platform.door_device($1, $2, $3, $4, $5, $6)',
    [account.user_id, device.keyHash, device.publicKey, clientType, call.ip, call.userAgent],
  );
  return row;
}

/** Idle and absolute limit in seconds; the long ones only for a registered device. */
async function limits(
  call: DoorCall,
  tenantNo: number,
  clientType: string,
  remember: boolean,
): Promise<[idle: number, absolute: number]> {
  const of = (key: Parameters<typeof paramOf>[1]) => paramOf(call.database, key, tenantNo);
  if (clientType === 'app')
    return [(await of('session.appIdleDays')) * 86_400, (await of('session.appAbsoluteDays')) * 86_400];
  if (remember && (await wordOf(call.database, 'session.rememberAllowed', tenantNo)) === 'true')
    return [(await of('session.rememberIdleHours')) * 3600, (await of('session.rememberAbsoluteDays')) * 86_400];
  return [(await of('session.idleMinutes')) * 60, (await of('session.absoluteHours')) * 3600];
}

async function tellNewDevice(call: DoorCall, account: Account, device: string): Promise<void> {
  const scope = makeScope({ tenantNo: account.tenant_no, userId: account.user_id });
  const args = { ip: call.ip, device };
  await call.database.transaction(scope, (tx) =>
    notify(tx, {
      userIds: [account.user_id],
      type: 'system',
      level: 'important',
      title: { key: 'platform.notices.newDevice', args },
      content: { key: 'platform.notices.newDeviceText', args },
      linkPath: '/user/profile?tab=devices',
    }),
  );
}
