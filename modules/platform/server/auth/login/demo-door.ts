import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Database } from '#kit/server/db/database.ts';
import { text3 } from '#modules/platform/contract/auth/session.ts';
import { nobody } from '../authenticator.ts';

const printed = z.array(
  z.object({
    username: z.string(),
    role: z.string(),
    password: z.string(),
    portal: z.string(),
    tenantNo: z.number(),
    principalType: z.string(),
    person: z.string(),
    unit: z.string(),
    roleName: text3,
    group: text3.extend({ code: z.string() }),
    mfaSecret: z.string().optional(),
  }),
);

let accountsFile: string | null = null;

/** Where the demo wrote its accounts; a program in production never says so. */
export function provideDemo(file: string | null): void {
  accountsFile = file;
}

/** What the demo writes on the database it loaded. A dump restored elsewhere does not carry it. */
export const demoMark = (accounts: string): string =>
  `demo world, accounts ${createHash('sha256').update(accounts).digest('hex')}`;

/** Only where three things agree: the program is not in production, the file is there, and it is this database's own. */
export async function demoAccountsOf(database: Database): Promise<z.output<typeof printed>> {
  const text = accountsFile === null ? null : await readFile(accountsFile, 'utf8').catch(() => null);
  if (text === null) return [];
  const [rows] = await database.read<[{ mark: string | null }]>(nobody, {
    text: `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = current_database()`,
    values: [],
  });
  if (rows[0]?.mark !== demoMark(text)) return [];
  // A demo that an earlier release loaded may lack what is asked for here; then nobody is listed.
  return printed.safeParse(JSON.parse(text)).data ?? [];
}
