import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';

export interface Account {
  username: string;
  /** Role codes, joined by `+`. */
  role: string;
  tenantNo: number;
  password: string;
  /** Route of the login page it belongs to. */
  portal: string;
  mfaSecret?: string;
}

const folder = process.env.MULIAN_DATA ?? join(import.meta.dirname, '../../.data');
const all = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as Account[];

/** One of the demo's accounts, whose passwords are made when the demo is loaded. */
export function account(username: string): Account {
  const found = all.find((one) => one.username === username);
  if (!found) throw new Error(`the demo has no account ${username}: npm run demo`);
  return found;
}

export const accounts = (): readonly Account[] => all;
/** What an authenticator app shows now. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
