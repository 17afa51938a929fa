import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { appLogin, piiKeys } from '#db/settings.ts';
import { ruleHash } from '#kit/server/calc/calc.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { breedingServer, kin } from '#modules/breeding/server/index.ts';
import { refold } from '#modules/breeding/server/record/cycle/refold.ts';
import { recomputeStored } from '#modules/breeding/server/subsidy/recompute.ts';
import { computeBatch } from '#modules/breeding/server/subsidy/subsidy-batch.ts';
import { depotServer } from '#modules/depot/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { copyWorld, dropCopy, figure, tenant } from './fixtures.ts';
import { Report } from './report.ts';

interface CalvesAsk {
  /** Animals in the tenant while kinship is asked. */
  readonly animals: number;
  readonly cows: number;
  readonly calves: number;
}
interface Place {
  readonly db: Client;
  readonly database: Database;
  readonly report: Report;
  /** Animals of the drill's own, oldest first. */
  readonly first: number;
}
const scope = systemScope(tenant, 'drill');
const county = 150521000000;
const nth = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

/** Past forms and triggers: a herd as large as a tenant's, its mothers within it and its fathers among the sires. */
async function breed(db: Client, animals: number): Promise<number> {
  const { rows: columns } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'registry' and table_name = 'animal'
       and is_generated = 'NEVER'`,
  );
  const names = columns.map((one) => `"${one.name}"`).join(', ');
  const first = 1 + (await figure(db, 'select max(id) from registry.animal'));
  await db.query('set session_replication_role = replica');
  for (let from = 0; from < animals; from += 100_000)
    await db.query(
      `with like_this as (select to_jsonb(a) - 'parties' as row from registry.animal a join registry.principal p on p.id = a.principal_id
           where a.tenant_no = $1 and a.species = 'cattle' and a.sex = 'female' and a.status = 'inStock' and a.voided_at is null
             and a.region_code / 1000000 = 150521 limit 1),
         homes as (select array_agg(id order by id) as ids, array_agg(region_code order by id) as codes from registry.principal
           where tenant_no = $1 and region_code / 1000000 = 150521 and principal_unit_type = 'household' and status = 'active'),
         sires as (select array_agg(sire_code order by sire_code) as codes from breeding.seed_animal where tenant_no = $1 and species = 'cattle')
       insert into registry.animal (${names})
       select ${columns.map((one) => `(made."${one.name}")`).join(', ')} from like_this, homes, sires,
         generate_series($2::bigint + $3, $2::bigint + $4 - 1) n,
         lateral jsonb_populate_record(null::registry.animal, like_this.row || jsonb_build_object('id', n,
           'animal_uid', gen_random_uuid(), 'uid', gen_random_uuid(), 'ear_tag', '2150521' || lpad((40000000 + n % 50000000)::text, 8, '0'),
           'electronic_tag', null, 'mother_id', case when n - $2 > 2000 then $2 + (hashint8(n)::bigint & 2147483647) % (n - $2) end,
           'father_code', sires.codes[1 + (hashint8(n * 7)::bigint & 2147483647) % cardinality(sires.codes)],
           'principal_id', homes.ids[1 + n % cardinality(homes.ids)], 'region_code', homes.codes[1 + n % cardinality(homes.ids)],
           'birth_date', current_date - 1500, 'parity', 2)) made`,
      [tenant, first, from, Math.min(animals, from + 100_000)],
    );
  await db.query('set session_replication_role = default');
  await db.query(
    `select setval(pg_get_serial_sequence('registry.animal', 'id'), (select max(id) from registry.animal))`,
  );
  await db.query('vacuum analyze registry.animal');
  return first;
}

/** R15 across holders: how long one answer takes in a large herd. */
async function kinship({ db, database, report, first }: Place, animals: number): Promise<void> {
  const { rows: sires } = await db.query<{ code: string }>(
    `select sire_code as code from breeding.seed_animal where tenant_no = $1 and species = 'cattle'`,
    [tenant],
  );
  const times: number[] = [];
  let near = 0;
  for (let n = 0; n < 520; n += 1) {
    const cow = first + Math.floor(Math.random() * animals);
    const { code } = sires[n % sires.length] as { code: string };
    const began = performance.now();
    const found = await database.transaction(scope, (tx) => kin(tx, cow, code));
    if (n >= 20) times.push(performance.now() - began);
    if (found.pct > 0) near += 1;
  }
  const p95 = nth(times, 0.95);
  report.add(
    `kinship of a cow and a sire among ${animals} animals, p95 (p50 ${nth(times, 0.5).toFixed(1)} ms, ${near} of 520 related)`,
    `${p95.toFixed(1)} ms`,
    'at most 20 ms',
    p95 <= 20,
  );
}

type Arrival = (ids: readonly number[]) => Promise<unknown>;
/** What happens to a cow in a year and a bit: served twice, found pregnant, calved, served again. */
function arrivals(db: Client): Arrival[] {
  const service =
    (days: number): Arrival =>
    (ids) =>
      db.query(
        `insert into breeding.insemination (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag, species,
           served_at, served_on, method, sire_code, sire_breed, straws)
         select $1, a.region_code, a.principal_id, 'BS-' || k.key, k.key, a.id, a.ear_tag, a.species, current_date - $3::int + time '09:00',
           current_date - $3::int, 'natural', 'X', 'simmental', 1
         from registry.animal a, lateral (select left(md5(a.id::text || $3::text), 20) as key) k where a.id = any ($2)`,
        [tenant, ids, days],
      );
  const check: Arrival = (ids) =>
    db.query(
      `insert into breeding.pregnancy_check (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag, checked_on, method, result)
       select $1, a.region_code, a.principal_id, 'BP-' || k.key, k.key, a.id, a.ear_tag, current_date - 340, 'rectal', 'pregnant'
       from registry.animal a, lateral (select left(md5('p' || a.id), 20) as key) k where a.id = any ($2)`,
      [tenant, ids],
    );
  const calving: Arrival = (ids) =>
    db.query(
      `insert into breeding.calving (tenant_no, region_code, principal_id, doc_no, client_key, mother_id, ear_tag, calved_on, ease, total, alive, fit)
       select $1, a.region_code, a.principal_id, 'BC-' || k.key, k.key, a.id, a.ear_tag, current_date - 116, 'normal', 1, 1, 'noService'
       from registry.animal a, lateral (select left(md5('c' || a.id), 20) as key) k where a.id = any ($2)`,
      [tenant, ids],
    );
  return [service(421), service(400), check, calving, service(50)];
}

/** Cycles are a fold of records: every cow's arrive in an order of their own, folded after each. */
async function replay({ db, database, report, first }: Place, cows: number): Promise<void> {
  const ids = Array.from({ length: cows }, (_, n) => first + n);
  const kinds = arrivals(db);
  const orders = ids.map(() => kinds.map((_, at) => at).sort(() => Math.random() - 0.5));
  for (let step = 0; step < kinds.length; step += 1) {
    for (const [at, arrive] of kinds.entries()) await arrive(ids.filter((_, n) => orders[n]?.[step] === at));
    for (let from = 0; from < cows; from += 250)
      await database.transaction(scope, (tx) => refold(tx, ids.slice(from, from + 250)));
  }
  const different = await figure(
    db,
    `select count(distinct told) from (select a.id, a.parity, a.stage, (select jsonb_agg(jsonb_build_array(c.cycle_no, c.status, c.heats, c.straws,
         c.is_live, c.end_reason, c.opened_on, c.closed_on, c.expected_on) order by c.cycle_no) from breeding.breeding_cycle c where c.animal_id = a.id)
       || (select jsonb_agg(i.outcome order by i.served_at) from breeding.insemination i where i.animal_id = a.id) || to_jsonb(a.parity) || to_jsonb(a.stage) as told
     from registry.animal a where a.id = any ($1)) x`,
    [ids],
  );
  report.add(`different cycles, outcomes, parities and stages of ${cows} cows with shuffled records`, different, 1);
}

/** 见犊补母 for a county of this size. */
async function subsidy({ db, database, report, first }: Place, calves: number): Promise<void> {
  const [round] = (
    await db.query<{ id: number }>(
      `insert into breeding.mother_census (tenant_no, region_code, name, year, species, count_date, start_date, end_date, status)
       values ($1, $2, 'drill', 2024, 'cattle', '2024-01-01', '2024-01-01', '2024-02-01', 'closed') returning id::int as id`,
      [tenant, county],
    )
  ).rows;
  const roundId = round?.id as number;
  await db.query('set session_replication_role = replica');
  await db.query(
    `insert into breeding.mother_census_sheet (tenant_no, region_code, principal_id, round_id, counted_on, expected, present, eligible, status)
     select $1, min(a.region_code), a.principal_id, $2, '2024-01-05', count(*), count(*), count(*), 'confirmed'
     from registry.animal a where a.id between $3 and $4 group by a.principal_id`,
    [tenant, roundId, first, first + calves - 1],
  );
  await db.query(
    `insert into breeding.mother_census_cow (tenant_no, round_id, sheet_id, animal_id, ear_tag, breed, seen, eligible)
     select $1, $2, s.id, a.id, a.ear_tag, a.breed, 'present', true from registry.animal a
       join breeding.mother_census_sheet s on s.round_id = $2 and s.principal_id = a.principal_id where a.id between $3 and $4`,
    [tenant, roundId, first, first + calves - 1],
  );
  await db.query(
    `with born as (insert into breeding.calving (tenant_no, region_code, principal_id, doc_no, client_key, mother_id, ear_tag, calved_on, ease, total,
         alive, fit, status)
       select $1, a.region_code, a.principal_id, 'BD-' || a.id, 'd' || a.id, a.id, a.ear_tag, date '2024-02-01' + (a.id % 60)::int, 'normal', 1, 1,
         'normal', 'verified' from registry.animal a where a.id between $2 and $3 returning id, mother_id, calved_on)
     insert into breeding.calving_line (tenant_no, parent_id, line_no, sex, alive, animal_id, tagged_on, state)
     select $1, b.id, 1, 'female', true, b.mother_id, b.calved_on + 10, 'tagged' from born b`,
    [tenant, first, first + calves - 1],
  );
  await db.query('set session_replication_role = default');
  await db.query(
    'analyze breeding.calving, breeding.calving_line, breeding.mother_census_cow, breeding.mother_census_sheet',
  );
  const [programme] = (
    await db.query<{ id: number }>(
      `insert into breeding.subsidy_programme (tenant_no, code, name, kind, year, region_code, central_pct, province_pct, county_pct, budget,
         publicity_days, status) values ($1, $2, 'drill', 'calf', 2024, 150500000000, 33.33, 33.33, 33.34, 100000000000, 7, 'active')
       returning id::int as id`,
      [tenant, `D-${randomUUID().slice(0, 8)}`],
    )
  ).rows;
  for (const [at, [from, perCalfCents]] of (
    [
      ['2024-01-01', 50_000],
      ['2024-03-01', 60_033],
    ] as const
  ).entries()) {
    const params = {
      perCalfCents,
      minCows: 1,
      roundId,
      aiOnly: false,
      tagWithinDays: 30,
      aliveDays: 30,
      immunised: [],
      maxPerCowYear: 2,
    };
    await db.query(
      `insert into breeding.subsidy_rule (tenant_no, programme_id, rule_version, params, params_hash, valid_from, unit_amount, published_at, status)
       values ($1, $2, $3, $4, $5, $6, $7, now(), $8)`,
      [
        tenant,
        programme?.id,
        at + 1,
        JSON.stringify(params),
        ruleHash(params),
        from,
        perCalfCents,
        at === 0 ? 'superseded' : 'published',
      ],
    );
  }
  const asked = {
    programmeId: programme?.id as number,
    regionCode: county,
    periodFrom: '2024-01-01',
    periodTo: '2024-04-30',
  };
  const began = performance.now();
  const made = await database.transaction(scope, (tx) => computeBatch(tx, asked));
  const seconds = Math.round((performance.now() - began) / 1000);
  report.add(
    `subsidy of ${calves} calves computed (${made.basis} counted, ${made.lines} lines)`,
    `${seconds} s`,
    'at most 300 s',
    seconds <= 300,
  );
  report.add('calves counted', made.basis, calves);
  const truth = await figure(
    db,
    `select sum(case when date '2024-02-01' + (n % 60)::int < '2024-03-01' then 50000 else 60033 end) from generate_series($1::bigint, $2::bigint) n`,
    [first, first + calves - 1],
  );
  report.add('its sum in cents, a rule that changed at midnight included', made.totalCents, truth);
  const again = await database.transaction(scope, (tx) => recomputeStored(tx, made.batchId));
  report.add('recomputed from what was stored: equal', String(again.equal), 'true');
  const twice = await database.transaction(scope, (tx) => computeBatch(tx, asked));
  report.add('counted again by a second batch', twice.basis, 0);
}

/** Breeding at the size of a tenant: kinship, cycles and money. */
export async function drillCalves(ask: CalvesAsk): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('calves');
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: 4 });
  try {
    for (const server of [registryServer(), depotServer(), breedingServer()]) await server.start?.(database);
    const first = await breed(db, Math.max(ask.animals, ask.calves, ask.cows));
    const place: Place = { db, database, report, first };
    await kinship(place, ask.animals);
    // Before the calves, whose days of birth would give each cow a story of her own.
    await replay(place, ask.cows);
    await subsidy(place, ask.calves);
  } finally {
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}
