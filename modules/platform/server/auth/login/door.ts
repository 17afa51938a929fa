import { refusal } from '#kit/contract/errors.ts';
import { isPii, maskOf } from '#kit/contract/pii.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import type { Call, Caller } from '#kit/server/http/call.ts';
import { failedLogins } from '#kit/server/metrics/counted.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { paramOf, wordOf } from '../../reference/params.ts';
import { nobody } from '../authenticator.ts';
import type { WorkLevel } from './work.ts';

/** What every door asks and writes before anybody is known. */

export interface Account {
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
  fail_count: number;
  mfa_enabled: boolean;
  /** A role of theirs demands a second factor. */
  mfa_role: boolean;
  role_codes: string[];
  tenant_status: string;
  tenant_expire_on: string;
  grace_days: number;
}

export interface Attempts {
  by_name: number;
  last_by_name: string | null;
  by_ip: number;
  by_ip_burst: number;
  last_by_ip: string | null;
}

export type DoorCall = Caller & Pick<Call, 'database' | 'answer'>;

export async function ask<Row>({ database }: { database: Database }, text: string, values: unknown[]): Promise<Row[]> {
  const [rows] = await database.read<[Row]>(nobody, { text, values });
  return rows;
}

/** By username; else by phone number, of which there may be several. */
export async function findAccounts(call: DoorCall, name: string): Promise<Account[]> {
  const hashes: string[] = [];
  if (isPii('phone', name)) {
    const tenants = await ask<{ tenant_no: number }>(call, 'select tenant_no from platform.sys_tenant', []);
    hashes.push(...tenants.map((one) => searchHash(name, one.tenant_no)));
  }
  return ask<Account>(call, 'select * from platform.door_find($1, $2)', [name, hashes]);
}

/** The name as the log keeps it: a phone number never stands there whole. */
export const loggedName = (typed: string): string => (isPii('phone', typed) ? maskOf('phone', typed) : typed);

export async function attemptsOf(call: DoorCall, name: string): Promise<Attempts> {
  const [found] = await ask<Attempts>(call, 'select * from platform.door_attempts($1, $2)', [name, call.ip]);
  return found ?? { by_name: 0, last_by_name: null, by_ip: 0, by_ip_burst: 0, last_by_ip: null };
}

export interface Pace {
  readonly fails: number;
  readonly shut_until: string | null;
}

/** How a name was tried lately from this device, or from all that are not registered for it. */
export async function readPace(call: DoorCall, name: string, pace: string): Promise<Pace> {
  const [found] = await ask<Pace>(call, 'select * from platform.door_pace($1, $2)', [name, pace]);
  return found ?? { fails: 0, shut_until: null };
}

interface Tried {
  readonly attempts: Attempts;
  readonly username: string;
  readonly tenantNo?: number;
  /** The failures of a device that is registered; it does not answer for what others do under the name or at the address. */
  readonly known?: Pace;
}

/** What an attempt has to show before its password is looked at. */
export async function levelOf(call: DoorCall, { attempts, username, tenantNo = 0, known }: Tried): Promise<WorkLevel> {
  const mode = await wordOf(call.database, 'login.captchaMode', tenantNo);
  const after = await paramOf(call.database, 'login.captchaAfter', tenantNo);
  if (known) return mode === 'always' || (mode === 'afterFailures' && known.fails >= after) ? 1 : 0;
  if (attempts.by_ip_burst >= (await paramOf(call.database, 'login.ipFailLimit', 0))) return 2;
  if (mode === 'never') return 0;
  const { fails } = await readPace(call, username, '');
  if (fails >= (await paramOf(call.database, 'login.lockAfter', tenantNo))) return 2;
  return mode === 'always' || Math.max(attempts.by_name, attempts.by_ip) >= after ? 1 : 0;
}

export interface Attempt {
  readonly username: string;
  readonly portalId: string | null;
  readonly account: Pick<Account, 'user_id' | 'tenant_no'> | undefined;
}

const notRefused = ['ok', 'kicked'];
/** A reason that is told from the start is seen to grow the first time it occurs. */
for (const reason of ['wrongPassword', 'captchaWrong', 'ipLimited', 'locked', 'mfaWrong', 'ticketInvalid'])
  failedLogins.inc({ reason }, 0);

/** One row for every attempt, whatever became of it. */
export async function logAttempt(
  call: DoorCall,
  { account, username, portalId }: Attempt,
  result: string,
  sessionId: number | null = null,
): Promise<void> {
  await ask(call, 'select platform.door_log($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    account?.tenant_no ?? 0,
    account?.user_id ?? null,
    username,
    portalId,
    call.clientType,
    call.ip,
    call.userAgent,
    result,
    sessionId,
  ]);
  if (!notRefused.includes(result)) failedLogins.inc({ reason: result });
}

export const minutesUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / 60_000));

/** A registered device is told that it is locked; the others that they have to wait, which is shorter. */
export const lockedOut = ({ until, pace }: Pick<Try, 'until' | 'pace'>) =>
  refusal(
    'auth.locked',
    pace === '' ? 'auth.slowed' : 'auth.locked',
    { m: minutesUntil(until) },
    { minutesLeft: minutesUntil(until), captchaNow: true },
  );

/** An attempt that was counted: how many are left, and until when the device waits if none is. */
export interface Try {
  readonly userId: number | null;
  readonly name: string;
  readonly pace: string;
  readonly fails: number;
  readonly lockAfter: number;
  readonly left: number;
  readonly until: number;
  /** It has to wait: the password or code is not looked at. */
  readonly isShut: boolean;
}

interface Counted {
  readonly name: string;
  readonly account: Pick<Account, 'user_id' | 'tenant_no'> | undefined;
  readonly pace: string;
}

/** Password and codes of somebody who is inside: strangers outside do not reach this count. */
export const insidePace = 'inside';

/**
 * Counted before anything is looked at, so that of many guesses at once only as many as are left see the hash; a right one is given back.
 * A registered device waits for the whole lock. The others share one count: they wait for one attempt's share of it, then one of them may try.
 */
export async function takeTry(call: DoorCall, { name, account, pace }: Counted): Promise<Try> {
  const lockAfter = await paramOf(call.database, 'login.lockAfter', account?.tenant_no ?? 0);
  const lockSeconds = (await paramOf(call.database, 'login.lockMinutes', account?.tenant_no ?? 0)) * 60;
  const pause = pace === '' ? Math.ceil(lockSeconds / lockAfter) : lockSeconds;
  const [counted] = await ask<{ fails: number; shut_until: string | null; is_shut: boolean }>(
    call,
    'select * from platform.door_try($1, $2, $3, $4, $5)',
    [name, pace, account?.user_id ?? null, lockAfter, pause],
  );
  const fails = counted?.fails ?? 0;
  const isShut = counted?.is_shut ?? false;
  const left = isShut ? 0 : Math.max(0, lockAfter - fails);
  const until = Date.parse(counted?.shut_until ?? '');
  return { userId: account?.user_id ?? null, name, pace, fails, lockAfter, left, until, isShut };
}

/** In the transaction that changed the account meanwhile, where there is one: it would wait for itself. */
export async function giveBack(call: DoorCall, { userId, name, pace, fails, lockAfter }: Try, tx?: Tx): Promise<void> {
  const text = 'select platform.door_untry($1, $2, $3, $4, $5)';
  const values = [name, pace, userId, fails, lockAfter];
  await (tx ? tx.query(text, values) : ask(call, text, values));
}

/** Whoever is inside and has no try left goes out; the owner comes in again by the door. */
export async function endLocked(call: DoorCall & Pick<Call, 'actor'>): Promise<void> {
  await ask(call, 'select platform.door_end($1, $2)', [call.actor.sessionId, 'locked']);
}
