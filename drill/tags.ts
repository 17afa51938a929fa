import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Client } from 'pg';
import { appLogin, type DatabaseSettings, root } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registerAnimals, registerTagStore } from '#modules/registry/server/index.ts';
import { codeOf, official, type Range } from '#modules/sign/contract/numbers/code.ts';
import { chain, checkNumbers, holding, locate, officialStore, signServer, take } from '#modules/sign/server/index.ts';
import { knowRegions } from '../demo/animals.ts';
import { copyWorld, day, dropCopy, figure, tenant } from './fixtures.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';
import { paperOf, stockCounty, storm, type TagPeople, tagPeople } from './tag-world.ts';

export interface TagAsk {
  /** Segments that lie about already. */
  readonly segments: number;
  readonly moves: number;
  readonly kills: number;
  /** Numbers on animals. */
  readonly worn: number;
  readonly asks: number;
}
interface Place {
  readonly db: Client;
  readonly database: Database;
  readonly settings: DatabaseSettings;
  readonly people: TagPeople;
  readonly report: Report;
}
const processes = 4;
const scope = systemScope(tenant, 'drill');

const nth = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const shown = (ms: number) => `${ms.toFixed(1)} ms`;

/** Every second number in another hand: nothing can be joined. */
async function scatter({ db, people }: Place, segments: number): Promise<void> {
  const first = codeOf(2, 150522, 30_000_001);
  await db.query(
    `insert into sign.tag_segment (tenant_no, region_code, scheme, code_from, code_to, category_id, place, principal_id,
       doc_type, doc_no, since_on)
     select $1, 150522000000, $2, $3::bigint + n, $3::bigint + n, $4, 'stock', ($5::bigint[])[1 + n % 2], 'drill', 'drill', $6
     from generate_series(0, $7::int - 1) n`,
    [
      tenant,
      official,
      first,
      people.categoryId,
      people.stations.slice(0, 2).map((one) => one.principalId),
      day(-40),
      segments,
    ],
  );
  await db.query('vacuum analyze sign.tag_segment');
}

/** R7: an issue costs the same for ten numbers and for a million. */
async function size({ db, database, people, report }: Place): Promise<void> {
  const rounds = 9;
  const times: Record<number, number[]> = { 10: [], 1000000: [] };
  let rows = 0;
  const whole: Range = { from: codeOf(2, 150523, 30_000_001), to: codeOf(2, 150523, 50_000_000) };
  await database.transaction(scope, (tx) => stockCounty(tx, people, whole));
  let next = whole.from + 10;
  for (let round = 0; round < rounds; round += 1)
    for (const n of [10, 1_000_000]) {
      const range = { from: next, to: next + n - 1 };
      next += n + 10;
      const before = await figure(db, 'select count(*) from sign.tag_segment');
      const began = performance.now();
      await database.transaction(scope, (tx) =>
        take(tx, {
          scheme: official,
          ranges: [range],
          from: { holder: people.county, places: ['stock'] },
          to: { place: 'inTransit', holder: people.stations[0] ?? null, counter: people.county },
          doc: paperOf('stockOut'),
          on: day(),
        }),
      );
      times[n]?.push(performance.now() - began);
      rows = Math.max(rows, (await figure(db, 'select count(*) from sign.tag_segment')) - before + 1);
    }
  const [few, many] = [nth(times[10] ?? [], 0.5), nth(times[1_000_000] ?? [], 0.5)];
  report.add('segment rows an issue of 1,000,000 numbers leaves', rows, 'at most 3', rows <= 3);
  report.add('issue of 1,000,000 numbers, middle of nine', shown(many), 'at most 100 ms', many <= 100);
  report.add(
    'the same against an issue of 10',
    (many / few).toFixed(2),
    'at most 1.20',
    // Below a few milliseconds the clock of a busy machine says more than the work.
    many / few <= 1.2 || many - few < 2,
  );
}

const inStorm = `tenant_no = ${tenant} and code_from between ${storm.from} and ${storm.to}`;

/** What must hold whatever happened, asked of the tables. */
async function sums({ db, database, report }: Place, after: string): Promise<void> {
  const all = storm.to - storm.from + 1;
  report.add(
    `numbers in segments ${after}`,
    await figure(db, `select sum(count) from sign.tag_segment where ${inStorm}`),
    all,
  );
  const twice = await figure(
    db,
    `select count(*) from (select code_from, lag(code_to) over (order by code_from) as before
       from sign.tag_segment where ${inStorm}) s where s.code_from <= s.before`,
  );
  report.add(`numbers in two places ${after}`, twice, 0);
  const found = await database.transaction(scope, (tx) => checkNumbers(tx, 500));
  report.add(
    `allotments, balances, days that differ ${after}`,
    `${found.allots}, ${found.balances}, ${found.days}`,
    '0, 0, 0',
  );
}

function clients({ settings }: Place, turns: number): { child: ChildProcess; ended: Promise<string> } {
  const child = spawn(process.execPath, [join(root, 'drill/tag-worker.ts')], {
    env: { ...process.env, MULIAN_DB: settings.database, DRILL_CLIENTS: '8', DRILL_TURNS: String(turns) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (part) => {
    said += String(part);
  });
  return { child, ended: new Promise((done) => child.on('exit', () => done(said))) };
}

/** R3, R8: thirty-two clients want the same numbers. */
async function race(place: Place, moves: number): Promise<void> {
  const turns = Math.ceil(moves / (processes * 8));
  const running = Array.from({ length: processes }, () => clients(place, turns));
  const told = (await Promise.all(running.map((one) => one.ended))).map(
    (said) => JSON.parse(said || '{"moved":0,"refused":0}') as { moved: number; refused: number },
  );
  const moved = told.reduce((sum, one) => sum + one.moved, 0);
  const refused = told.reduce((sum, one) => sum + one.refused, 0);
  const tried = turns * processes * 8;
  place.report.add(
    'moves tried by 32 clients, done and refused',
    `${moved} + ${refused}`,
    `${tried}`,
    moved + refused === tried,
  );
  await sums(place, 'after the race');
}

async function kill(place: Place, kills: number): Promise<void> {
  for (let n = 0; n < kills; n += 1) {
    const { child, ended } = clients(place, 10_000);
    const before = await figure(place.db, 'select count(*) from sign.tag_move');
    const until = Date.now() + 20_000;
    // In the middle of the moves, not while it is starting.
    while ((await figure(place.db, 'select count(*) from sign.tag_move')) < before + 20 && Date.now() < until)
      await pause(50);
    child.kill('SIGKILL');
    await ended;
  }
  await sums(place, `after ${kills} kills`);
}

/** The control: a balance that is read, computed and written back without a lock loses moves. */
async function control({ db, database, report }: Place): Promise<void> {
  await db.query('create table public.drill_balance (n int); insert into public.drill_balance values (0)');
  await db.query('grant select, update on public.drill_balance to mulian_app');
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 25; turn += 1)
        await database.transaction(scope, async (tx) => {
          const [row] = await tx.query<{ n: number }>('select n from public.drill_balance');
          await tx.query('update public.drill_balance set n = $1', [(row?.n ?? 0) + 1]);
        });
    }),
  );
  const n = await figure(db, 'select n from public.drill_balance');
  report.add('control without the lock: moves counted of 200', n, 'fewer than 200', n < 200);
}

/** What it costs to ask, wear and book every number, against a registration that asks nobody. */
async function wear({ db, database, people, report }: Place): Promise<void> {
  const [rounds, calves] = [7, 1000];
  const [worker] = people.workers;
  if (!worker) return;
  const range: Range = { from: codeOf(2, 150521, 70_000_001), to: codeOf(2, 150521, 70_100_000) };
  await database.transaction(scope, async (tx) => {
    await stockCounty(tx, people, range);
    await take(tx, {
      scheme: official,
      ranges: [range],
      from: { holder: people.county, places: ['stock'] },
      to: { place: 'hand', holder: worker },
      doc: paperOf('stockOut'),
      on: day(-3),
    });
  });
  const house = await figure(
    db,
    `select min(id) from registry.principal where tenant_no = $1 and principal_unit_type = 'household' and status = 'active'
       and region_code / 1000000 = 150521`,
    [tenant],
  );
  const times = { asked: [] as number[], unasked: [] as number[] };
  let next = range.from;
  for (let round = 0; round < rounds * 2; round += 1) {
    const kind = round % 2 === 0 ? 'asked' : 'unasked';
    registerTagStore(kind === 'asked' ? officialStore : null);
    const animals = Array.from({ length: calves }, (_, at) => ({
      tag: String(next + at),
      species: 'cattle',
      breed: 'simmental',
      sex: 'female',
      birthDate: day(-12),
    }));
    next += calves;
    const began = performance.now();
    await database.transaction(scope, (tx) =>
      registerAnimals(tx, {
        entryKind: 'born',
        principalId: house,
        wornOn: day(-1),
        staffId: worker.staffId,
        animals,
      }),
    );
    times[kind].push(performance.now() - began);
  }
  registerTagStore(officialStore);
  const [asked, unasked] = [nth(times.asked, 0.5), nth(times.unasked, 0.5)];
  report.add(
    `registering ${calves} calves with the tag store, against without (${shown(asked)}, ${shown(unasked)})`,
    (asked / unasked).toFixed(2),
    'at most 1.30',
    asked / unasked <= 1.3,
  );
}

/** Where a number is and how it came there, beside many that are on animals. */
async function find({ db, database, people, report }: Place, worn: number, asks: number): Promise<void> {
  const first = codeOf(2, 150524, 30_000_001);
  const bag = 100;
  await db.query(
    `insert into sign.tag_segment (tenant_no, region_code, scheme, code_from, code_to, category_id, place, doc_type, doc_no, since_on)
     select $1, 150524000000, $2, $3::bigint + n * 100, $3::bigint + n * 100 + 99, $4, 'worn', 'wear', 'drill', $5::date - (n % 700)
     from generate_series(0, $6::int - 1) n`,
    [tenant, official, first, people.categoryId, day(), Math.ceil(worn / bag)],
  );
  const [station] = people.stations;
  await db.query(
    `insert into sign.tag_move (tenant_no, region_code, scheme, code_from, code_to, category_id, from_place, from_principal_id,
       from_staff_id, to_place, to_principal_id, to_staff_id, doc_type, doc_no, happened_on)
     select $1, 150524000000, $2, $3::bigint + n * 100, $3::bigint + n * 100 + 99, $4, s.was, s.giver, null, s.now, s.taker, null,
       s.doc, 'drill', $5::date - 700 + s.at from generate_series(0, $6::int - 1) n,
       (values (null, null::bigint, 'ordered', $7::bigint, 'procurement', 0), ('ordered', $7, 'produced', $7, 'produced', 1),
          ('produced', $7, 'inTransit', $8, 'shipment', 2), ('inTransit', $7, 'stock', $8, 'receiving', 3),
          ('stock', $8, 'inTransit', $9, 'stockOut', 4), ('inTransit', $8, 'stock', $9, 'receiving', 5),
          ('stock', $9, 'worn', null, 'wear', 6)) s(was, giver, now, taker, doc, at)`,
    [
      tenant,
      official,
      first,
      people.categoryId,
      day(),
      Math.ceil(worn / bag),
      people.supplier.principalId,
      people.county.principalId,
      station?.principalId,
    ],
  );
  await db.query(
    `insert into sign.tag_use (tenant_no, region_code, scheme, code, animal_id, origin, category_id, worn_on, wear_doc_no)
     select $1, 150524000000, $2, $3::bigint + n, a.id, 'procured', $4, $5::date - (n % 700)::int, 'drill'
     from generate_series(0, $6::int - 1) n, (select min(id) as id from registry.animal where tenant_no = $1) a`,
    [tenant, official, first, people.categoryId, day(), worn],
  );
  await db.query('vacuum analyze sign.tag_segment, sign.tag_use, sign.tag_move');
  const pick = () => first + Math.floor(Math.random() * worn);
  const timed = async (work: (code: number) => Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; n < asks + 20; n += 1) {
      const began = performance.now();
      await work(pick());
      if (n >= 20) times.push(performance.now() - began);
    }
    return times;
  };
  const where = await timed((code) => database.transaction(scope, (tx) => locate(tx, official, code)));
  const way = await timed((code) => database.transaction(scope, (tx) => chain(tx, official, code)));
  const p99 = nth(where, 0.99);
  report.add(
    `locate beside ${worn} worn numbers, p99 (p50 ${shown(nth(where, 0.5))})`,
    shown(p99),
    'at most 15 ms',
    p99 <= 15,
  );
  const whole = nth(way, 0.99);
  report.add(`its whole way, p99 (p50 ${shown(nth(way, 0.5))})`, shown(whole), 'at most 50 ms', whole <= 50);
}

/** R10: what somebody had on a past day is the fold of the moves to and from him. */
async function ledgers({ db, database, report }: Place, asks: number): Promise<void> {
  const { rows } = await db.query<{ p: string; s: string | null }>(
    `select distinct principal_id as p, staff_id as s from sign.tag_balance_day where tenant_no = $1 limit 400`,
    [tenant],
  );
  let differ = 0;
  for (let n = 0; n < asks; n += 1) {
    const one = rows[Math.floor(Math.random() * rows.length)];
    if (!one) continue;
    const holder = { principalId: Number(one.p), staffId: one.s === null ? null : Number(one.s) };
    const on = day(-Math.floor(Math.random() * 730));
    const held = await database.transaction(scope, (tx) => holding(tx, holder, on));
    const shownThen = held.reduce((sum, range) => sum + range.to - range.from + 1, 0);
    const kept = await figure(
      db,
      `select coalesce(sum(net), 0) from sign.tag_balance_day where tenant_no = $1 and principal_id = $2
         and staff_id is not distinct from $3 and day <= $4`,
      [tenant, holder.principalId, holder.staffId, on],
    );
    if (shownThen !== kept) differ += 1;
  }
  report.add(`ledgers of ${asks} random holders on random days that differ from the fold of their moves`, differ, 0);
}

/** Ranges of numbers at size: races, kills, and the questions asked of them. */
export async function drillTags(ask: TagAsk): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('tags');
  const database = new Database(appLogin(settings), { max: 8 });
  try {
    await signServer().start?.(database);
    await database.transaction(scope, knowRegions);
    const people = await tagPeople(db);
    const place: Place = { db, database, settings, people, report };
    await database.transaction(scope, (tx) => stockCounty(tx, people, storm));
    await race(place, ask.moves);
    if (ask.kills > 0) await kill(place, ask.kills);
    await control(place);
    await ledgers(place, Math.min(200, ask.asks));
    await wear(place);
    await scatter(place, ask.segments);
    await size(place);
    await find(place, ask.worn, ask.asks);
  } finally {
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}
