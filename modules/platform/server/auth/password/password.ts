import { hash, verify } from '@node-rs/argon2';
import type { FieldError } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { paramOf } from '../../reference/params.ts';
import { isCommonPassword } from './common-passwords.ts';

const settings = { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, settings);
export const checkPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password).catch(() => false);

/** Made with less than today's settings, or with another method altogether. */
export function isWeakHash(stored: string): boolean {
  const [, m = '0', t = '0'] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored) ?? [];
  return Number(m) < settings.memoryCost || Number(t) < settings.timeCost;
}

let decoy: Promise<string> | null = null;
/** As much work for a name nobody has as for one somebody has. */
export async function checkNobody(password: string): Promise<false> {
  decoy ??= hashPassword('no account has this');
  await checkPassword(await decoy, password);
  return false;
}

export interface Policy {
  minLength: number;
  maxLength: number;
  classes: number;
  history: number;
  maxAgeDays: number;
}

export async function policyOf(database: Database, tenantNo: number): Promise<Policy> {
  const [minLength, classes, history, maxAgeDays] = await Promise.all([
    paramOf(database, 'password.minLength', tenantNo),
    paramOf(database, 'password.classes', tenantNo),
    paramOf(database, 'password.history', tenantNo),
    paramOf(database, 'password.maxAgeDays', tenantNo),
  ]);
  return { minLength, maxLength: 64, classes, history, maxAgeDays };
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];

/** Every broken condition at once, each with its own message. */
export async function faultsOf(
  policy: Policy,
  password: string,
  /** Username and phone number. */
  names: readonly string[],
  earlier: readonly string[],
): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  const fault = (key: string, args?: Record<string, number>) =>
    faults.push({ field: 'newPassword', key: `password.${key}`, ...(args ? { args } : {}) });
  const held = kinds.filter((kind) => kind.test(password)).length;
  if (password.length < policy.minLength || password.length > policy.maxLength || held < policy.classes) fault('weak');
  if (names.some((name) => name && password.toLowerCase().includes(name.toLowerCase()))) fault('containsName');
  if (isCommonPassword(password)) fault('common');
  for (const stored of earlier) {
    if (await checkPassword(stored, password)) {
      fault('reused', { n: policy.history });
      break;
    }
  }
  return faults;
}

export async function earlierPasswords(tx: Tx, userId: number, count: number): Promise<string[]> {
  const rows = await tx.query<{ password_hash: string }>(
    'select password_hash from platform.sys_user_password_history where user_id = $1 order by id desc limit $2',
    [userId, count],
  );
  return rows.map((row) => row.password_hash);
}
