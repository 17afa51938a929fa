import { refusal } from '#kit/contract/errors.ts';
import { isPii, maskOf } from '#kit/contract/pii.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import type { Call, Caller } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { nobody } from './doorkeeper.ts';
import { paramOf, wordOf } from './params.ts';

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

export async function isCaptchaWanted(call: DoorCall, attempts: Attempts, tenantNo: number): Promise<boolean> {
  const mode = await wordOf(call.database, 'login.captchaMode', tenantNo);
  if (mode !== 'afterFailures') return mode === 'always';
  const after = await paramOf(call.database, 'login.captchaAfter', tenantNo);
  return attempts.by_name >= after || attempts.by_ip >= after;
}

export interface Attempt {
  readonly username: string;
  readonly portalId: string | null;
  readonly account: Pick<Account, 'user_id' | 'tenant_no'> | undefined;
}

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
}

export const minutesUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / 60_000));

export const lockedOut = (until: number) =>
  refusal(
    'auth.locked',
    'auth.locked',
    { m: minutesUntil(until) },
    { minutesLeft: minutesUntil(until), captchaNow: true },
  );

type Tried = Pick<Account, 'user_id' | 'tenant_no'>;

/** A try that was counted: how often the account may still be tried, and until when it is locked if not at all. */
export interface Try {
  readonly account: Tried | undefined;
  readonly fails: number;
  readonly lockAfter: number;
  readonly left: number;
  readonly until: number;
  /** The account was locked before: the password or code is not to be looked at. */
  readonly isShut: boolean;
}

/** Counted before anything is looked at, so that of many guesses at once only as many as are left see the hash; a right one is given back. */
export async function takeTry(call: DoorCall, account: Tried | undefined, before: number): Promise<Try> {
  const lockAfter = await paramOf(call.database, 'login.lockAfter', account?.tenant_no ?? 0);
  const lockMinutes = await paramOf(call.database, 'login.lockMinutes', account?.tenant_no ?? 0);
  const [counted] = account
    ? await ask<{ fails: number; locked_until: string | null; is_shut: boolean }>(
        call,
        'select * from platform.door_try($1, 15, $2, $3)',
        [account.user_id, lockAfter, lockMinutes],
      )
    : [];
  const fails = counted?.fails ?? before + 1;
  const isShut = counted?.is_shut ?? false;
  const until = isShut ? Date.parse(counted?.locked_until ?? '') : Date.now() + lockMinutes * 60_000;
  return { account, fails, lockAfter, left: isShut ? 0 : Math.max(0, lockAfter - fails), until, isShut };
}

/** In the transaction that changed the account meanwhile, where there is one: it would wait for itself. */
export async function giveBack(call: DoorCall, { account, fails, lockAfter }: Try, tx?: Tx): Promise<void> {
  if (!account) return;
  const [text, values] = ['select platform.door_untry($1, $2, $3)', [account.user_id, fails, lockAfter]] as const;
  await (tx ? tx.query(text, values) : ask(call, text, [...values]));
}

/** Whoever is inside and has no try left goes out; the owner comes in again by the door. */
export async function endLocked(call: DoorCall & Pick<Call, 'actor'>): Promise<void> {
  await ask(call, 'select platform.door_end($1, $2)', [call.actor.sessionId, 'locked']);
}
