import { refusal } from '#kit/contract/errors.ts';
import { isPii, maskOf } from '#kit/contract/pii.ts';
import type { Database } from '#kit/server/db/database.ts';
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

/** One more wrong password or code: how often the account may still be tried, and until when it is locked if not at all. */
export async function countWrong(
  call: DoorCall,
  account: Pick<Account, 'user_id' | 'tenant_no'> | undefined,
  before: number,
): Promise<{ left: number; until: number }> {
  const lockAfter = await paramOf(call.database, 'login.lockAfter', account?.tenant_no ?? 0);
  const lockMinutes = await paramOf(call.database, 'login.lockMinutes', account?.tenant_no ?? 0);
  let fails = before + 1;
  if (account) {
    const [counted] = await ask<{ fails: number }>(call, 'select * from platform.door_fail($1, 15, $2, $3)', [
      account.user_id,
      lockAfter,
      lockMinutes,
    ]);
    fails = counted?.fails ?? fails;
  }
  return { left: Math.max(0, lockAfter - fails), until: Date.now() + lockMinutes * 60_000 };
}
