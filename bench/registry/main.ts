// The registry at size: every question through the product and its very statements bare, taking turns in one run; then how the database read for six kinds of caller.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { appLogin, databaseSettings, superuserLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { planList } from '#kit/server/resource/list.ts';
import { readChain } from '#modules/registry/server/animal/life/animal-event.ts';
import { bare, type Figure, product, startServer } from '../measure.ts';
import { tokenOf } from '../world.ts';
import { type Asked, bareOf, filled, Listener, optionsOf } from './capture.ts';
import { Reader } from './plans.ts';
import { callers, lists, questionsOf } from './questions.ts';
import { type Answer, type ListReading, type Run, writeReport } from './report.ts';
import { openRegistryWorld } from './world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    animals: { type: 'string', default: '400000' },
    households: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
    fresh: { type: 'boolean', default: false },
    /** Only looks at plans. */
    plans: { type: 'boolean', default: false },
    /** On the world of the seasons (`bench -- prevention`), whose animals have no events: there in a third of the time. */
    herds: { type: 'boolean', default: false },
    /** Leaves docs/performance.md alone. */
    dry: { type: 'boolean', default: false },
  },
});
const [animals, households, seconds, rounds, clients] = [
  values.animals,
  values.households,
  values.seconds,
  values.rounds,
  values.clients,
].map(Number) as [number, number, number, number, number];
const say = (line: string) => console.error(line);

const settings = databaseSettings(`mulian_bench_${values.herds ? 'herds_' : ''}${animals}`);
const { db, load } = await openRegistryWorld(settings, { animals, households }, values.fresh, say);
const sealed = values.herds ? { asked: 0, ok: 0 } : await verifySample();
say(`${sealed.ok} of ${sealed.asked} lives verified`);
if (sealed.ok !== sealed.asked) throw new Error('the ledger the bench wrote is not the product’s');

const listener = await Listener.open(settings);
const readings = await readLists();
const answers = values.plans ? [] : await measureAll(db);
await listener.close();
await db.end();

const run: Run = { load, sealed, clients, answers, readings, load1: loadavg()[0] ?? 0, on: new Date().toISOString() };
console.table(
  answers.map(({ title, ...one }) => ({
    title,
    'product p50': one.product.p50?.toFixed(2),
    'bare p50': one.bare.p50?.toFixed(2),
    ratio: one.speed.toFixed(3),
    work: one.work.toFixed(2),
    policy: one.policy.toFixed(2),
  })),
);
console.table(readings.map(({ scanned, ...one }) => ({ ...one, scanned: scanned.join() })));
if (!values.dry) writeReport(run);

/** A sample of the lives the bench wrote, recomputed by the product's own verifier. */
async function verifySample(): Promise<{ asked: number; ok: number }> {
  const database = new Database(appLogin(settings), { max: 1 });
  const verdicts = await database.transaction(systemScope(1505, 'bench'), async (tx) => {
    const rows = await tx.query<{ id: number }>(
      'select animal_id as id from registry.animal_head where seq = 3 and animal_id % 997 = 1 order by animal_id desc limit 300',
    );
    const found = [];
    for (const { id } of rows) found.push(await readChain(tx, id));
    return found;
  });
  await database.close();
  return { asked: verdicts.length, ok: verdicts.filter((one) => one.ok).length };
}

async function readLists(): Promise<ListReading[]> {
  const reader = await Reader.open(settings);
  const found: ListReading[] = [];
  for (const [caller, username] of Object.entries(callers)) {
    const token = await tokenOf(db, username);
    for (const path of lists) {
      const asked = await listener.ask(token, path);
      const { scope, statements } = asked.status === 403 ? await asParty(username, path) : asked;
      const [rows, count] = statements;
      // What a role may not ask, it need not read quickly.
      if (!scope || !rows || !count) continue;
      const page = await reader.read(scope, rows);
      const total = await reader.read(scope, count);
      found.push({
        caller,
        list: path.replace('/api/', ''),
        returned: page.returned,
        read: page.read,
        total: total.read,
        ms: Number(page.ms.toFixed(1)),
        totalMs: Number(total.ms.toFixed(1)),
        scanned: [...new Set([...page.scanned, ...total.scanned])],
      });
    }
  }
  await reader.close();
  return found;
}

/** An insurer's clerk has no list of animals of the registry's own; other modules show them theirs in the same way. */
async function asParty(username: string, path: string): Promise<Pick<Asked, 'scope' | 'statements'>> {
  const map = mapOf('registry.animal');
  if (!map || !path.includes('/animal/info/list')) return { scope: null, statements: [] };
  const { rows } = await db.query<{ id: number; principal: number }>(
    'select id::float8 as id, principal_id::float8 as principal from platform.sys_user where username = $1',
    [username],
  );
  const scope = makeScope({ tenantNo: 1505, userId: rows[0]?.id ?? 0, principals: [rows[0]?.principal ?? 0] });
  const asked = Object.fromEntries(new URL(path, 'http://bench').searchParams);
  const listed = ['status', 'species', 'sex', 'stage'].filter((name) => asked[name]);
  const input = {
    ...asked,
    ...Object.fromEntries(listed.map((name) => [name, [asked[name]]])),
    pageNum: 1,
    pageSize: 20,
  };
  const plan = planList(map, input, scope);
  return { scope, statements: plan ? [plan.rows, plan.count] : [] };
}

async function measureAll(client: Client): Promise<Answer[]> {
  const token = await tokenOf(client, callers.county);
  const questions = (await questionsOf(client)).filter(({ name }) => !(values.herds && name === 'line'));
  const asked = new Map<string, { scripts: string[]; plain: string[]; options: string }>();
  for (const { name, paths } of questions) {
    const scripts: string[] = [];
    const plain: string[] = [];
    let options = '';
    // Few: every one is planned once by every client, which is not what is measured.
    for (const path of paths.slice(0, 5)) {
      const heard = await listener.ask(token, path);
      if (heard.status !== 200 || !heard.scope) throw new Error(`${path}: ${heard.status}`);
      scripts.push(`${heard.statements.map(filled).join(';\n')};\n`);
      plain.push(`${heard.statements.map(bareOf).join(';\n')};\n`);
      options = optionsOf(heard.scope);
    }
    asked.set(name, { scripts, plain, options });
  }
  const server = await startServer(settings.database, null);
  const under = appLogin(settings);
  const best = new Map<string, Figure>();
  const keep = (name: string, figure: Figure) => {
    const before = best.get(name);
    // The best of each: whatever else the machine did took away, never added.
    // A turn the machine gave nothing to has no figures, and says nothing.
    const known = (value: number | undefined, other: number) => (Number.isFinite(value) ? (value as number) : other);
    const least = (key: 'databaseMicros' | 'p50' | 'p95') =>
      Math.min(known(before?.[key], Number.MAX_VALUE), known(figure[key], Number.MAX_VALUE));
    best.set(name, {
      perSecond: Math.max(before?.perSecond ?? 0, known(figure.perSecond, 0)),
      databaseMicros: least('databaseMicros'),
      p50: least('p50'),
      p95: least('p95'),
    });
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, paths } of questions) {
      const { scripts, plain, options } = asked.get(name) as { scripts: string[]; plain: string[]; options: string };
      const at = { db: client, seconds, clients };
      const over = { login: superuserLogin(settings, settings.database), script: plain, options: '-c app.tenant=1505' };
      keep(`${name} bare`, await bare({ ...at, ...over }));
      keep(`${name} product`, await product({ ...at, server, token, path: paths }));
      keep(`${name} policy`, await bare({ ...at, seconds: 1, login: under, script: scripts, options }));
      // Alone, a call waits for nobody: how long one takes.
      keep(`${name} product alone`, await product({ ...at, seconds: 1, clients: 1, server, token, path: paths }));
      keep(`${name} bare alone`, await bare({ ...at, ...over, seconds: 1, clients: 1 }));
    }
    say(`round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
  }
  await server.stop();
  return questions.map(({ name, title }) => {
    const of = (what: string) => best.get(`${name} ${what}`) as Figure;
    return {
      name,
      title,
      product: { ...of('product'), p50: of('product alone').p50 ?? 0, p95: of('product alone').p95 ?? 0 },
      bare: { ...of('bare'), p50: of('bare alone').p50 ?? 0, p95: of('bare alone').p95 ?? 0 },
      speed: of('product').perSecond / of('bare').perSecond,
      work: of('product').databaseMicros / of('bare').databaseMicros,
      policy: of('policy').databaseMicros / of('bare').databaseMicros,
    };
  });
}
