import { Client } from 'pg';
import { prepare } from '#db/migrate.ts';
import { appLogin, type DatabaseSettings, ownerLogin, piiKeys, superuserLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { openStore } from '#kit/server/files/open-store.ts';
import { provideFiles } from '#kit/server/files/provided.ts';
import type { StoreSettings } from '#kit/server/files/store.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { modules } from '#modules/index.contract.ts';
import { serverModules } from '#modules/index.server.ts';
import { inOrderOfGroups, type PrintedAccount, saveAccounts } from './accounts.ts';
import { letLogsBeDated } from './audit.ts';
import { numberByDay } from './numbers.ts';
import { type DemoWorld, findDemos, inLoadingOrder, type ModuleDemo } from './part.ts';
import { savePrincipals } from './principals.ts';
import { Random } from './random.ts';
import type { DemoSize } from './sizes.ts';
import { type Step, stopwatch } from './turns.ts';

interface WorldInput {
  size: DemoSize;
  today: string;
  seed: number;
  /** Where pictures and packages are put; without it the world has none. */
  files?: StoreSettings;
}

/** A fresh database with reference data and the demo world in it. */
export async function loadWorld(
  settings: DatabaseSettings,
  input: WorldInput,
  say: (line: string) => void = () => {},
  watch?: (steps: readonly Step[]) => void,
): Promise<PrintedAccount[]> {
  provideKeys(piiKeys());
  const { lap, table } = stopwatch();
  const demos = await findDemos();
  const parts = inLoadingOrder(demos, modules);
  await dropDatabase(settings);
  lap('drop the old one');
  await prepare(settings, say);
  await makeParts(settings, demos, input.today, input.size);
  lap('migrations and reference data');
  const endNumbers = await numberByDay(settings, demos, input.today);
  const endDating = await letLogsBeDated(settings);
  // Whole counties are counted in one statement here, and the machine may be busy with other work.
  const database = new Database(appLogin(settings), { max: 2, statementSeconds: 300 });
  if (input.files) provideFiles({ store: await openStore(input.files), signingKey: 'demo' });
  const pending: Promise<unknown>[] = [];
  try {
    // The platform's start is the program's own: it fills caches that the demo is still making.
    for (const one of serverModules(database).modules)
      if (one.contract.name !== 'platform') await one.start?.(database);
    const { world, accounts } = worldOf(database, settings, input, pending);
    for (const part of parts) {
      await part.run(world);
      lap(part.name);
    }
    await Promise.all(pending);
    await endNumbers();
    await endDating();
    lap('check of the logs');
    const tenants = [...new Set(accounts.map((one) => one.tenantNo))];
    say(`loaded tenants ${tenants.join(', ')} with organisations, holders, departments, accounts and alarms`);
    return inOrderOfGroups(accounts);
  } finally {
    await Promise.allSettled(pending);
    await database.close();
    await analyseTables(settings, []);
    lap('statistics');
    watch?.(table());
  }
}

function worldOf(
  database: Database,
  settings: DatabaseSettings,
  input: WorldInput,
  pending: Promise<unknown>[],
): { world: DemoWorld; accounts: readonly PrintedAccount[] } {
  const accounts: PrintedAccount[] = [];
  const units = new Map<string, number>();
  const world: DemoWorld = {
    database,
    size: input.size,
    today: input.today,
    hasFiles: input.files !== undefined,
    turns: {
      take: (work) => database.transaction(systemScope(1505, 'demo'), work),
      analyse: (...tables) => analyseTables(settings, tables),
    },
    analyse: (...schemas) => analyseSchemas(settings, schemas),
    random: (salt) => new Random(input.seed + salt),
    shared: new Random(input.seed),
    units,
    addUnits: async (tx, list, random) => {
      for (const [key, id] of await savePrincipals(tx, list, random, input.today, units)) units.set(key, id);
    },
    addAccounts: async (tx, list, principals = units) => {
      const before = accounts.filter((one) => one.tenantNo === tx.scope.tenantNo).length;
      const saved = await saveAccounts(tx, list, principals, before);
      accounts.push(...saved);
      return saved;
    },
    listAccounts: (list) => {
      accounts.push(...list);
    },
    accounts,
    meanwhile: (work) => {
      // Its failure is reported where the load waits for it.
      work.catch(() => {});
      pending.push(work);
    },
  };
  return { world, accounts };
}

async function makeParts(
  settings: DatabaseSettings,
  demos: readonly ModuleDemo[],
  today: string,
  size: DemoSize,
): Promise<void> {
  const db = new Client(ownerLogin(settings));
  await db.connect();
  for (const { table, daysBack, months } of demos.flatMap((demo) => demo.months ?? []))
    await db.query('select kit.ensure_month_partitions($1::regclass, $2::date - $3::int, $4)', [
      table,
      today,
      daysBack,
      months,
    ]);
  // Devices speak now, whatever day the world tells.
  for (const { table, daysBack } of demos.flatMap((demo) => demo.days ?? []))
    await db.query('select kit.ensure_day_partitions($1::regclass, current_date - $2::int, $2::int)', [
      table,
      daysBack[size],
    ]);
  await db.end();
}

/** The planner has to know what one part wrote before the next asks for it. */
async function analyseSchemas(settings: DatabaseSettings, schemas: readonly string[]): Promise<void> {
  const db = new Client(superuserLogin(settings));
  await db.connect();
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any ($1)`,
    [schemas],
  );
  await db.end();
  await analyseTables(
    settings,
    rows.map((row) => row.name),
  );
}

/** Without names: all there are. */
async function analyseTables(settings: DatabaseSettings, tables: readonly string[]): Promise<void> {
  const db = new Client(superuserLogin(settings));
  await db.connect();
  await db.query(`analyze ${tables.join(', ')}`);
  await db.end();
}

/** Throws while anybody is connected: loading drops the database, and a program beside it would hold locks and meet half a world. */
export async function requireNobodyConnected(settings: DatabaseSettings): Promise<void> {
  const db = new Client(superuserLogin(settings, 'postgres'));
  await db.connect();
  const { rows } = await db.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'unnamed') as name from pg_stat_activity
     where datname = $1 and backend_type = 'client backend' order by 1`,
    [settings.database],
  );
  await db.end();
  if (rows.length === 0) return;
  const programs = rows.map((row) => row.name).join(', ');
  throw new Error(
    `The database ${settings.database} is in use (${programs}): stop npm run dev, npm start and every other program on it, then run npm run demo again. Nothing was changed.`,
  );
}

async function dropDatabase(settings: DatabaseSettings): Promise<void> {
  const db = new Client(superuserLogin(settings, 'postgres'));
  await db.connect();
  await db.query(`drop database if exists ${db.escapeIdentifier(settings.database)} with (force)`);
  await db.end();
}
