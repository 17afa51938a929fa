import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Client } from 'pg';
import { root } from '#db/settings.ts';
import { copyWorld, dropCopy, figure } from './fixtures.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';

export interface DueAsk {
  readonly items: number;
  readonly tenants: number;
  /** Over so many seconds they fall due. */
  readonly seconds: number;
  readonly kills: number;
}

/** Pages the question "whose turn is it" reads, with so many items that are not due. */
async function pagesOfTick(db: Client): Promise<number> {
  const { rows } = await db.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    "explain (analyze, buffers, format json) select * from kit.tenants_due(array['drill'])",
  );
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? 0;
}

/** Items fall due over many tenants while workers are killed: each is done once, and in time. */
export async function drillDue(ask: DueAsk): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('due');
  const workers: ChildProcess[] = [];
  const start = (seat: number) => {
    workers[seat] = spawn(process.execPath, [join(root, 'drill/due-worker.ts')], {
      env: { ...process.env, MULIAN_DB: settings.database },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  try {
    await db.query(
      `create table public.drill_done (tenant_no int, ref text, due_at timestamptz, at timestamptz default clock_timestamp());
       grant insert on public.drill_done to mulian_app`,
    );
    await pagesOfTick(db);
    const bare = await pagesOfTick(db);
    await db.query(
      `insert into kit.due (tenant_no, kind, ref, due_at)
       select 9000 + n % $2::int, 'drill', 'far ' || n, now() + interval '30 days' from generate_series(1, $1::int) n`,
      [ask.items, ask.tenants],
    );
    await db.query('vacuum analyze kit.due');
    await pagesOfTick(db);
    const full = await pagesOfTick(db);
    report.add(
      `pages a tick reads, without items and with ${ask.items} that are not due`,
      `${bare}, ${full}`,
      'at most 20 more',
      full <= bare + 20,
    );
    start(0);
    start(1);
    await pause(3_000);
    await db.query(
      `insert into kit.due (tenant_no, kind, ref, due_at)
       select 9000 + n % $2::int, 'drill', n::text, clock_timestamp() + make_interval(secs => 5 + $3::float8 * n / $1::int)
       from generate_series(1, $1::int) n`,
      [ask.items, ask.tenants, ask.seconds],
    );
    await pause(5_000);
    for (let kill = 0; kill < ask.kills; kill += 1) {
      await pause((ask.seconds * 1000) / (ask.kills + 1));
      const seat = kill % 2;
      workers[seat]?.kill('SIGKILL');
      start(seat);
    }
    const left = "select count(*) from kit.due where kind = 'drill' and ref not like 'far %'";
    const ends = Date.now() + ask.seconds * 1000 + 60_000;
    while ((await figure(db, left)) > 0 && Date.now() < ends) await pause(500);
    report.add(
      'items done',
      await figure(db, 'select count(distinct (tenant_no, ref)) from public.drill_done'),
      ask.items,
    );
    report.add(
      'items done twice',
      await figure(db, 'select count(*) - count(distinct (tenant_no, ref)) from public.drill_done'),
      0,
    );
    const late = await figure(
      db,
      'select round(max(extract(epoch from at - due_at))::numeric, 1) from public.drill_done',
    );
    report.add(`the latest, with ${ask.kills} kills of two workers`, `${late} s`, 'at most 5 s', late <= 5);
    const early = await figure(db, 'select count(*) from public.drill_done where at < due_at');
    report.add('done before their time', early, 0);
  } finally {
    for (const one of workers) one.kill('SIGKILL');
    await dropCopy({ settings, db });
  }
  return report;
}
