import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { dayFromNow, tenant } from '#modules/depot/testing/fixtures.ts';
import { buildPlan } from '#modules/prevention/server/season/build.ts';
import {
  type Arms,
  arm,
  beginSeason,
  endSeasons,
  figures,
  newHerd,
  prefecture,
  sell,
} from '#modules/prevention/testing/season-fixtures.ts';
import { householdsOf, seeded, storm } from '#modules/prevention/testing/season-storm.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';

/** A season's figures add up as they are shown, and its denominator moves by R2 to R6 alone, every move written down. */
let world: World;
let chief: Person;
let worker: Person;
let arms: Arms;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  [chief, worker] = (await Promise.all(['ant_pref1', 'kzzq_worker1'].map((name) => world.as(name)))) as [
    Person,
    Person,
  ];
});
afterAll(() => world.close());

interface Shown {
  readonly [name: string]: number;
}
interface Place {
  readonly regionCode: number;
  readonly level: number;
  readonly total: Shown;
  readonly diseases: Record<string, Shown>;
}
const out = ['young', 'protected', 'elsewhere', 'unfit', 'exempt'];

/** What the drawer says of a figure, checked as it stands there. */
function wrongIn(place: Place, where: string): string[] {
  const parts = [...Object.entries(place.diseases), ['all', place.total] as const];
  return parts.flatMap(([disease, one]) => {
    const n = (name: string) => one[name] ?? Number.NaN;
    const left = n('stock') - out.reduce((sum, name) => sum + n(name), 0) + n('gone');
    return [
      ...(left === n('due') ? [] : [`${where} ${disease}: ${left} is not ${n('due')} due`]),
      ...(n('due') - n('done') === n('remaining') ? [] : [`${where} ${disease}: due − done is not remaining`]),
      ...(n('gone') >= 0 ? [] : [`${where} ${disease}: ${n('gone')} gone`]),
    ];
  });
}

/** Done at a holder in the season and not in stock there any more, head by head and disease by disease. */
const goneIn = async (seasonId: number, lo: number, hi: number): Promise<number> => {
  const [row] = await world.sql<{ n: number }>(
    `with s as (select * from prevention.prevention_season where id = $1), done as (
       select distinct i.principal_id, i.animal_id, d.code, i.species from prevention.immunisation_animal i, unnest(i.disease_codes) d(code), s
       where i.tenant_no = 1505 and i.counted and i.result = 'done' and i.visited_on between s.start_date and s.end_date)
     select ((select count(*) from done join prevention.prevention_plan p on p.season_id = $1 and p.principal_id = done.principal_id and p.disease_code = done.code and p.species = done.species
         and p.region_code >= $2 and p.region_code < $3
         where not exists (select 1 from registry.animal a where a.id = done.animal_id and a.principal_id = done.principal_id and a.status = 'inStock' and a.in_herd and a.voided_at is null))
       + (select coalesce(sum(greatest(p.done_untagged - o.untagged, 0)), 0) from prevention.prevention_plan p join prevention.holder_stock o on o.principal_id = p.principal_id and o.species = p.species
         where p.season_id = $1 and p.region_code >= $2 and p.region_code < $3))::int as n`,
    [seasonId, lo, hi],
  );
  return row?.n ?? -1;
};

test('R4: every derivation of the demo adds up, in every season, at every level, for every disease', async () => {
  const seasons = await world.sql<{ id: number }>(
    `select distinct p.season_id::int as id from prevention.prevention_plan p join prevention.prevention_season s on s.id = p.season_id
     where p.tenant_no = $1 and s.status in ('ongoing', 'summarising') order by 1`,
    [tenant],
  );
  expect(seasons.length).toBeGreaterThan(0);
  let seen = 0;
  for (const { id } of seasons) {
    const codes = [prefecture];
    for (const code of codes) {
      const { data } = await chief.get(`ant/stat/coverage?seasonId=${id}&parentCode=${code}`);
      const places = [data.total, ...data.rows] as Place[];
      for (const place of places) expect(wrongIn(place, `${id} ${place.regionCode}`)).toEqual([]);
      seen += places.length;
      codes.push(...data.rows.filter((one: Place) => one.level < 5).map((one: Place) => one.regionCode));
      if (code === prefecture)
        expect(data.total.total.gone).toBe(await goneIn(id, prefecture, prefecture + 100_000_000));
    }
  }
  // Prefecture, counties, townships and villages.
  expect(seen).toBeGreaterThan(60);
});

const changesOf = async (seasonId: number, code: number, disease = '') =>
  (
    await chief.get(
      `ant/stat/dueChanges?seasonId=${seasonId}&regionCode=${code}${disease && `&diseaseCode=${disease}`}`,
    )
  ).data;
const addedUp = (changes: { published: number; byCause: { up: number; down: number }[] }) =>
  changes.published + changes.byCause.reduce((sum, one) => sum + one.up + one.down, 0);

test('R2 to R5: what comes and goes moves what is due by the rule, and each move is listed with its animals', async () => {
  await endSeasons(world);
  arms = await arm(world, 'kzzq_worker1');
  const seasonId = await beginSeason(world, chief);
  const herd = await newHerd(world, 'kzzq_worker1', 4);
  const taker = await newHerd(world, 'kzzq_worker1', 1);
  const county = 150521000000;
  const at = async () => (await figures(chief, seasonId, county)).due;
  const first = await at();
  const register = async (days: number, species = 'cattle') => {
    serial += 1;
    await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
      registerAnimals(tx, {
        entryKind: 'born',
        principalId: herd.principalId,
        wornOn: dayFromNow(0),
        staffId: null,
        animals: [
          {
            tag: `2150521${String(79_000_000 + serial)}`,
            species,
            breed: 'simmental',
            sex: 'female',
            birthDate: dayFromNow(-days),
          },
        ],
      }),
    );
  };
  // Ten days old, and forty by the season's end: too young for the shot, so nobody's gap.
  await register(10);
  expect(await at()).toBe(first);
  // Of age: one more, until it is sold undone.
  await register(100);
  expect(await at()).toBe(first + 1);
  const [born] = await world.sql<{ id: number; tag: string }>(
    'select id::int, ear_tag as tag from registry.animal where principal_id = $1 order by id desc limit 1',
    [herd.principalId],
  );
  const [came] = (await changesOf(seasonId, county, 'fmd')).rows;
  expect(came).toMatchObject({ due: 1, stock: 1, cause: 'came', principalId: herd.principalId });
  expect(came.animals).toMatchObject([{ earTag: born?.tag }]);
  await sell(world, [born?.id as number]);
  expect(await at()).toBe(first);
  expect((await changesOf(seasonId, county, 'fmd')).rows[0]).toMatchObject({ due: -1, stock: -1, cause: 'went' });
  // From neighbour to neighbour the county has neither more nor less.
  await sell(world, herd.animalIds.slice(0, 1), taker.principalId);
  expect(await at()).toBe(first);
  const changes = await changesOf(seasonId, county, 'fmd');
  expect(addedUp(changes)).toBe(first);
  expect(changes.due).toBe(first);
  // Built anew, what was published stays what it was.
  await buildPlan(world.database, tenant, seasonId);
  expect((await changesOf(seasonId, county, 'fmd')).published).toBe(changes.published);
});
let serial = Math.floor(Math.random() * 900_000);

test('a storm of visits, voids, moves, deaths and births: due = published + the listed changes, everywhere', async () => {
  await endSeasons(world);
  const seasonId = await beginSeason(world, chief);
  const holders = await householdsOf(worker, 10);
  const told = await storm({
    world,
    worker,
    username: 'kzzq_worker1',
    arms,
    holders,
    clients: 4,
    steps: 120,
    random: seeded(20261117),
  });
  expect(told.visits).toBeGreaterThan(20);
  expect(told.moved + told.died).toBeGreaterThan(4);
  for (const holder of holders.slice(0, 4)) {
    serial += 1;
    await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
      registerAnimals(tx, {
        entryKind: 'born',
        principalId: holder,
        wornOn: dayFromNow(0),
        staffId: null,
        animals: [
          {
            tag: `2150521${String(78_000_000 + serial)}`,
            species: 'cattle',
            breed: 'simmental',
            sex: 'female',
            birthDate: dayFromNow(-100),
          },
        ],
      }),
    );
  }
  const wrong = await world.sql(
    `select p.principal_id, p.disease_code, p.species, p.due, p.planned_due, c.n from prevention.prevention_plan p
     left join (select principal_id, disease_code, species, sum(due)::int as n from prevention.due_change where season_id = $1 group by 1, 2, 3) c
       using (principal_id, disease_code, species)
     where p.season_id = $1 and p.due <> p.planned_due + coalesce(c.n, 0)`,
    [seasonId],
  );
  expect(wrong).toEqual([]);
  const reasons = await world.sql<{ cause: string; n: number }>(
    'select cause, count(*)::int as n from prevention.due_change where season_id = $1 group by 1',
    [seasonId],
  );
  // A shot alone changes nothing: what was remaining is done. Only of animals that are gone it does, or its withdrawal.
  const shots = await world.sql<{ due: number; gone: number }>(
    `select due, gone from prevention.due_change where season_id = $1 and cause = 'visit'`,
    [seasonId],
  );
  for (const { due, gone } of shots) expect(gone).toBe(due);
  expect(reasons.find((one) => one.cause === 'came')?.n).toBeGreaterThan(0);
  expect(reasons.find((one) => one.cause === 'went')?.n).toBeGreaterThan(0);
  // Nothing moved that nobody touched.
  const [elsewhere] = await world.sql<{ n: number }>(
    'select count(*)::int as n from prevention.due_change where season_id = $1 and not principal_id = any ($2)',
    [seasonId, holders],
  );
  expect(elsewhere?.n).toBe(0);
  for (const code of [prefecture, 150521000000, 150521101000]) {
    const changes = await changesOf(seasonId, code);
    const shown = (await chief.get(`ant/stat/coverage?seasonId=${seasonId}&parentCode=${code}`)).data.total as Place;
    expect([code, addedUp(changes), changes.due]).toEqual([code, shown.total.due, shown.total.due]);
    expect(wrongIn(shown, String(code))).toEqual([]);
  }
}, 300_000);
