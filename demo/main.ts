import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { type DatabaseSettings, databaseSettings, dataFolder, root, superuserLogin } from '#db/settings.ts';
import { demoMark } from '#modules/platform/server/index.ts';
import { type DemoSize, sizes } from './sizes.ts';
import { loadWorld, requireNobodyConnected } from './world.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    today: { type: 'string' },
    seed: { type: 'string', default: '1505' },
  },
});
if (process.env.NODE_ENV === 'production') throw new Error('The demo world is never loaded in production');
if (!(values.size in sizes)) throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}`);
const today = values.today ?? new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);

const started = Date.now();
execFileSync(join(root, 'scripts', 'stack'), ['up'], { stdio: 'inherit' });
const settings = databaseSettings();
await requireNobodyConnected(settings).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const accounts = await loadWorld(
  settings,
  {
    size: values.size as DemoSize,
    today,
    seed: Number(values.seed),
    files: { driver: 'disk', folder: join(dataFolder, 'files') },
  },
  (line) => console.log(line),
  (steps) => console.table(steps),
);
const text = `${JSON.stringify(accounts, null, 2)}\n`;
writeFileSync(join(dataFolder, 'demo-accounts.json'), text, { mode: 0o600 });
await markDatabase(settings, text);
console.table(accounts.map(({ username, role, password, portal }) => ({ username, role, password, portal })));
for (const { username, mfaSecret } of accounts)
  if (mfaSecret) console.log(`second factor of ${username}: ${mfaSecret} (any authenticator app)`);
console.log(
  `demo world ${values.size} of ${today} loaded in ${((Date.now() - started) / 1000).toFixed(1)} s; next: npm start`,
);

/** The login page offers these accounts on this database and on no other. */
async function markDatabase(to: DatabaseSettings, accountsText: string): Promise<void> {
  const db = new Client(superuserLogin(to));
  await db.connect();
  const mark = db.escapeLiteral(demoMark(accountsText));
  await db.query(`comment on database ${db.escapeIdentifier(to.database)} is ${mark}`);
  await db.end();
}
