import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { appLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import { type NewItem, reserveItems } from '#modules/bank/server/pledge/pledge-item.ts';
import { valueDay } from '#modules/bank/server/product/value-night.ts';
import { whatIfOf } from '#modules/bank/server/product/what-if.ts';
import { superuser } from '../bench/world.ts';
import { copyWorld, dropCopy, figure, tenant } from './fixtures.ts';
import { unitOf } from './insured.ts';
import { makeBook } from './pledge-book.ts';
import { Report } from './report.ts';

export interface PledgesAsk {
  readonly heads: number;
  /** Credit lines of one head each that the night values and the slider moves. */
  readonly lines: number;
}
const scope = systemScope(tenant, 'drill');
const village = 150521101200;
/** Beside all numbers the register gives. */
const firstAnimal = 910_000_000;
const tagOf = (id: number) => `215052${String(id).padStart(9, '0')}`;
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, one]) => one);
const itemOf = (animalId: number): NewItem => ({
  animalId,
  earTag: tagOf(animalId),
  species: 'cattle',
  stage: 'cow',
  breed: null,
  sex: 'female',
  birthDate: null,
});

/** A declared pledge of a bank, of as many animals as it will get. */
async function pledgeOf(db: Client, bankId: number, holderId: number): Promise<number> {
  const no = randomUUID().slice(0, 12);
  return figure(
    db,
    `with client as (
       insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code,
         manager_user_id)
       values ($1, $2, $3, 'D-' || $4, 'drill', 'household', $5, 1)
       on conflict (tenant_no, bank_id, principal_id) do update set client_name = excluded.client_name returning *
     ), product as (
       insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount,
         term_from_months, term_to_months, rate, price_list_code, insurance_needed, device_need)
       values ($1, $2, 'D-' || $4, 'drill', '{cattle}', '{cow}', 1, 1, 1, 12, 6, 'D', false, 'none') returning *
     ), line as (
       insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version,
         applied_amount, applied_months, purpose, applied_by, manager_user_id, status)
       select $1, 'LC-D-' || $4, c.id, $2, $3, p.id, 1, 1, 12, 'buyStock', 'manager', 1, 'submitted' from client c, product p
       returning *
     ), site as (
       insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, hovel_ids,
         manager_user_id, longitude, latitude)
       values ($1, $5, 'D-' || $4, 'drill', $3, $2, '{1}', 1, 122.3, 43.6) returning *
     )
     insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, site_id, qr_code, status)
     select $1, $5, 'PL-D-' || $4, l.id, $2, $3, s.id, 'D-' || $4, 'declared' from line l, site s returning id`,
    [tenant, bankId, holderId, no, village],
  );
}

interface Racer {
  take(ids: readonly number[]): Promise<void>;
}
/** R16: two clerks of each of two banks and somebody with SQL want the same animals in the same second. */
async function race(db: Client, bare: Client, database: Database, report: Report, heads: number): Promise<void> {
  const ids = Array.from({ length: heads }, (_, n) => firstAnimal + n);
  const [a, b] = [await unitOf(db, 'bank1'), await unitOf(db, 'bank2')];
  const holder = await unitOf(db, 'house1');
  const tally = { won: 0, refused: 0, deadlocks: 0, other: 0 };
  const clerk = (bankId: number, pledgeId: number): Racer => ({
    take: async (some) => {
      try {
        const got = await database.transaction(scope, (tx) =>
          reserveItems(
            tx,
            { pledgeId, regionCode: village, bankId, principalId: holder, supervisorId: null },
            some.map(itemOf),
          ),
        );
        tally.won += got.length;
        tally.refused += some.length - got.length;
      } catch (error) {
        if (['40P01', '40001'].includes((error as { code?: string }).code ?? '')) tally.deadlocks += 1;
        else tally.other += 1;
      }
    },
  });
  const sqlPledge = await pledgeOf(db, b, holder);
  const bySql: Racer = {
    take: async (some) => {
      for (const id of some)
        try {
          await bare.query(
            `insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, animal_id, ear_tag,
               species, stage) values ($1, $2, $3, $4, $5, $6, $7, 'cattle', 'cow')`,
            [tenant, village, sqlPledge, b, holder, id, tagOf(id)],
          );
          tally.won += 1;
        } catch (error) {
          const { code, constraint } = error as { code?: string; constraint?: string };
          if (constraint === 'one_live_pledge') tally.refused += 1;
          else if (code === '40P01') tally.deadlocks += 1;
          else tally.other += 1;
        }
    },
  };
  const racers = [
    clerk(a, await pledgeOf(db, a, holder)),
    clerk(a, await pledgeOf(db, a, holder)),
    clerk(b, await pledgeOf(db, b, holder)),
    clerk(b, await pledgeOf(db, b, holder)),
    bySql,
  ];
  await Promise.all(
    racers.map(async (one) => {
      const all = shuffled(ids);
      for (let at = 0; at < all.length; at += 25) await one.take(all.slice(at, at + 25));
    }),
  );
  const items = `from bank.pledge_item where animal_id >= ${firstAnimal} and state = 'reserved'`;
  report.add(`animals pledged of ${heads}`, await figure(db, `select count(distinct animal_id) ${items}`), heads);
  report.add('pledges beyond the first', await figure(db, `select count(*) - count(distinct animal_id) ${items}`), 0);
  report.add('pledges given against those told to have them', await figure(db, `select count(*) ${items}`), tally.won);
  report.add('banks that won some', await figure(db, `select count(distinct bank_id) ${items}`), 2);
  report.add(
    'ended by a deadlock, for another reason',
    `${tally.deadlocks}, ${tally.other}`,
    '0, 0',
    tally.deadlocks + tally.other === 0,
  );
  await unguarded(db, database, report);
}

/** The control: asked first and written afterwards, without the index, animals are pledged twice. */
async function unguarded(db: Client, database: Database, report: Report): Promise<void> {
  await db.query(
    'create table public.drill_pledge (animal int); grant select, insert on public.drill_pledge to mulian_app',
  );
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let animal = 0; animal < 100; animal += 1)
        await database.transaction(scope, async (tx) => {
          const rows = await tx.query('select 1 from public.drill_pledge where animal = $1', [animal]);
          if (rows.length === 0) await tx.query('insert into public.drill_pledge values ($1)', [animal]);
        });
    }),
  );
  const twice = await figure(db, 'select count(*) - count(distinct animal) from public.drill_pledge');
  report.add('control without the index: pledges beyond the first', twice, 'some', twice > 0);
}

/** What a whole book takes: the night that values it, and the price slider over it as its bank asks. */
async function timed(db: Client, database: Database, report: Report, lines: number): Promise<void> {
  const bankId = await unitOf(db, 'bank1');
  await makeBook(db, bankId, lines);
  const seconds = async (work: () => Promise<unknown>) => {
    const since = performance.now();
    await work();
    return (performance.now() - since) / 1000;
  };
  const add = (what: string, took: number, most: number) =>
    report.add(`${what}, s`, took.toFixed(2), `at most ${most}`, took <= most);
  let valued = 0;
  const night = await seconds(async () => {
    valued = (await database.transaction(scope, (tx) => valueDay(tx))).changed;
  });
  report.add(`heads valued of ${lines} and the demo's`, valued, 'all', valued >= lines);
  add('the night over all of them', night, 300);
  const bank = makeScope({ tenantNo: tenant, userId: 1, principals: [bankId] });
  const moved: number[] = [];
  let crossing = 0;
  for (const pricePct of [-20, -12, 10])
    moved.push(
      await seconds(async () => {
        const answer = await database.transaction(bank, (tx) => whatIfOf(tx, { bankId, pricePct }));
        crossing = Math.max(crossing, answer.bands.call);
        report.add(`lines the slider moves at ${pricePct} %`, answer.lines, 'all', answer.lines >= lines);
      }),
    );
  report.add('control: at −20 % lines come to be called', crossing, 'some', crossing > 0);
  add('the slider, the slowest of three', Math.max(...moved), 2);
}

/** Collateral under races: one pledge for one animal; and the time a large book takes. */
export async function drillPledges(ask: PledgesAsk): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('pledges');
  const database = new Database(appLogin(settings), { max: 8 });
  try {
    const bare = await superuser(settings);
    try {
      await race(db, bare, database, report, ask.heads);
      await timed(db, database, report, ask.lines);
    } finally {
      await bare.end();
    }
  } finally {
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}
