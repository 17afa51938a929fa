import type { Client } from 'pg';
import { appLogin } from '#db/settings.ts';
import { AppError } from '#kit/contract/errors.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { takeSlots } from '#modules/insurance/server/policy/ins-cover-slot.ts';
import { superuser } from '../bench/world.ts';
import { copyWorld, dropCopy, figure, tenant } from './fixtures.ts';
import { coversSql, policyOf, slotsSql, unitOf } from './insured.ts';
import { Report } from './report.ts';

export interface InsuranceAsk {
  readonly covers: number;
}
const scope = systemScope(tenant, 'drill');
/** Beside all numbers the register gives. */
const firstAnimal = 900_000_000;
const tagOf = (id: number) => `215052${String(id).padStart(9, '0')}`;
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, one]) => one);

interface Racer {
  readonly name: string;
  readonly policyId: number;
  /** Answers whether it got them; what it was told goes to `told`. */
  take(ids: readonly number[]): Promise<boolean>;
}
/** R13: two clerks of one insurer, another insurer, an import and somebody with SQL want the same animals. */
async function covers(db: Client, bare: Client, database: Database, report: Report, heads: number): Promise<void> {
  const ids = Array.from({ length: heads }, (_, n) => firstAnimal + n);
  const [a, b] = [await unitOf(db, 'ins1'), await unitOf(db, 'ins2')];
  const holder = await unitOf(db, 'house1');
  const { rows: names } = await db.query<{ name: string }>(
    'select principal_unit_name as name from registry.principal where id = any ($1)',
    [[a, b]],
  );
  const told: string[] = [];
  const tally = { won: 0, refused: 0, deadlocks: 0, other: 0 };
  const settle = (error: unknown): boolean => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '40P01' || code === '40001') tally.deadlocks += 1;
    else if (error instanceof AppError && error.bizCode === 'alreadyInsured') {
      tally.refused += 1;
      told.push(JSON.stringify([error.message, error.args]));
    } else if (constraint === 'one_cover') tally.refused += 1;
    else {
      tally.other += 1;
      throw error;
    }
    return false;
  };
  const byProgram = (name: string, policyId: number): Racer => ({
    name,
    policyId,
    take: (some) =>
      database
        .transaction(scope, async (tx) => {
          await tx.query(coversSql, [policyId, holder, some, some.map(tagOf)]);
          await takeSlots(tx, policyId);
        })
        .then(() => {
          tally.won += some.length;
          return true;
        }, settle),
  });
  const sqlPolicy = await policyOf(db, b, holder);
  const bySql: Racer = {
    name: 'SQL',
    policyId: sqlPolicy,
    take: async (some) => {
      try {
        await bare.query('begin');
        const { rows } = await bare.query<{ id: string }>(coversSql, [sqlPolicy, holder, some, some.map(tagOf)]);
        await bare.query(slotsSql, [rows.map((one) => one.id)]);
        await bare.query('commit');
        tally.won += some.length;
        return true;
      } catch (error) {
        await bare.query('rollback');
        return settle(error);
      }
    },
  };
  const racers = [
    byProgram('clerk 1', await policyOf(db, a, holder)),
    byProgram('clerk 2', await policyOf(db, a, holder)),
    byProgram('insurer B', await policyOf(db, b, holder)),
    byProgram('import', await policyOf(db, b, holder, true)),
    bySql,
  ];
  await Promise.all(
    racers.map(async (one) => {
      const all = shuffled(ids);
      for (let at = 0; at < all.length; at += 5) await one.take(all.slice(at, at + 5).sort((x, y) => x - y));
    }),
  );
  // What fell between two that collided: each tries each once more.
  const { rows: left } = await db.query<{ id: number }>(
    `select n::int as id from unnest($1::bigint[]) n where not exists (
       select 1 from insurance.ins_cover_slot s where s.animal_id = n and not isempty(s.period))`,
    [ids],
  );
  await Promise.all(
    racers.map(async (one) => {
      for (const { id } of shuffled(left)) await one.take([id]);
    }),
  );
  const slots = `from insurance.ins_cover_slot where animal_id >= ${firstAnimal} and not isempty(period)`;
  report.add(`animals under cover of ${heads}`, await figure(db, `select count(distinct animal_id) ${slots}`), heads);
  const overlaps = await figure(
    db,
    `select count(*) from insurance.ins_cover_slot a join insurance.ins_cover_slot b on a.animal_id = b.animal_id
       and a.cover_code = b.cover_code and a.id < b.id and a.period && b.period where a.animal_id >= ${firstAnimal}`,
  );
  report.add('overlapping covers of one animal', overlaps, 0);
  report.add('covers given against those told to have them', await figure(db, `select count(*) ${slots}`), tally.won);
  const shares = await figure(db, `select count(distinct insurer_id) ${slots}`);
  report.add('insurers that won some', shares, 2);
  const named = told.filter((one) => names.some(({ name }) => one.includes(name)) || /insurer/i.test(one)).length;
  report.add(`refusals that name the other insurer, of ${told.length}`, named, 0);
  report.add(
    'ended by a deadlock and tried again, for another reason',
    `${tally.deadlocks}, ${tally.other}`,
    'any, 0',
    tally.other === 0,
  );
  await uncovered(db, database, report);
}

/** The control: asked first and written afterwards, without the constraint, animals are covered twice. */
async function uncovered(db: Client, database: Database, report: Report): Promise<void> {
  await db.query(
    'create table public.drill_cover (animal int); grant select, insert on public.drill_cover to mulian_app',
  );
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let animal = 0; animal < 100; animal += 1)
        await database.transaction(scope, async (tx) => {
          const rows = await tx.query('select 1 from public.drill_cover where animal = $1', [animal]);
          if (rows.length === 0) await tx.query('insert into public.drill_cover values ($1)', [animal]);
        });
    }),
  );
  const twice = await figure(db, 'select count(*) - count(distinct animal) from public.drill_cover');
  report.add('control without the constraint: covers beyond the first', twice, 'some', twice > 0);
}

/** Insurance under races: one cover for one animal. */
export async function drillInsurance(ask: InsuranceAsk): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('insurance');
  const database = new Database(appLogin(settings), { max: 8 });
  try {
    const bare = await superuser(settings);
    try {
      await covers(db, bare, database, report, ask.covers);
    } finally {
      await bare.end();
    }
  } finally {
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}
