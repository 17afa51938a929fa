import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { parentOf } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { dayFromNow, staffOf, tenant } from '#modules/depot/testing/fixtures.ts';
import { assignVillages, buildMonth } from '#modules/prevention/server/index.ts';
import { refreshHolders } from '#modules/prevention/server/livestock/animal-immunity.ts';
import { buildPlan } from '#modules/prevention/server/season/build.ts';
import { turnDay } from '#modules/prevention/server/season/clock.ts';
import {
  type Arms,
  arm,
  endSeasons,
  figures,
  type Herd,
  move,
  newHerd,
  picture,
  planOf,
  prefecture,
  publish,
  seasonBody,
  sell,
  sheet,
} from '#modules/prevention/testing/season-fixtures.ts';
import { recordHerdCount } from '#modules/registry/server/index.ts';

/** A whole season: planned, worked off, taken back in part, closed. */
let world: World;
let chief: Person;
let worker: Person;
let station: Person;
let county: Person;
let arms: Arms;
let seasonId: number;
beforeAll(async () => {
  world = await openWorld();
  [chief, worker, station, county] = (await Promise.all(
    ['ant_pref1', 'kzzq_worker1', 'kzzq_station', 'ant_cty1'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person];
  await endSeasons(world);
  await buildMonth(world.database, tenant);
  arms = await arm(world, 'kzzq_worker1');
});
afterAll(() => world.close());

const record = async (herd: Herd, animalIds: readonly number[], more: object = {}) => {
  const answer = await worker.post('ant/visit/add', sheet(herd, animalIds, arms, await picture(world, worker), more));
  expect(answer, answer.msg).toMatchObject({ code: 200 });
  return answer.data as { id: number; docNo: string; accepted: number };
};
const placesOf = (village: number): number[] => {
  const town = parentOf(village) as number;
  return [village, town, parentOf(town) as number, prefecture];
};

describe('a season begins', () => {
  it('acceptance 3, R9: while none goes on the call says so and home shows the month instead', async () => {
    expect(await chief.get('ant/season/current')).toMatchObject({ code: 500, bizCode: 'noOngoingSeason' });
    const { data } = await chief.get('ant/home/summary');
    expect(data).toMatchObject({ role: 'area', season: null, routine: { month: dayFromNow(0).slice(0, 7) } });
    expect(data.routine.due).toBeGreaterThan(0);
  });

  it('acceptance 1, R48: published, every household with stock has a plan, each with its worker or in the pool; it begins on its day', async () => {
    seasonId = (await chief.post('ant/season/add', seasonBody())).data.id;
    expect(await publish(chief, seasonId)).toMatchObject({ code: 200 });
    expect(await move(chief, seasonId, 'start')).toMatchObject({ code: 500, bizCode: 'planNotBuilt' });
    const steps: number[] = [];
    await buildPlan(world.database, tenant, seasonId, async (done, total) => {
      steps.push(done / total);
      return true;
    });
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.at(-1)).toBe(1);
    const [count] = await world.sql(
      `select (select count(distinct principal_id)::int from prevention.holder_stock where tenant_no = 1505 and tagged + untagged > 0 and species in ('cattle', 'sheep', 'goat')) as kept,
         (select count(*)::int from prevention.plan_household where season_id = $1) as planned,
         (select count(*)::int from prevention.plan_household where season_id = $1 and staff_id is distinct from prevention.worker_of(1505, region_code)) as wrong,
         (select count(*)::int from prevention.plan_household where season_id = $1 and staff_id is null) as pool`,
      [seasonId],
    );
    expect(count.planned).toBe(count.kept);
    expect(count.wrong).toBe(0);
    expect(count.pool).toBeGreaterThan(0);
    await turnDay(world.database);
    const current = await chief.get('ant/season/current');
    expect(current).toMatchObject({ code: 200, data: { id: seasonId, day: 11, days: 31, daysLeft: 20 } });
    expect(current.data.items).toHaveLength(5);
  });

  it('acceptance 2, R9: a second one in a county of it is refused and names the first; a special one may be', async () => {
    const { id } = (await chief.post('ant/season/add', seasonBody({ regionCodes: [150521000000] }))).data;
    const refused = await publish(chief, id);
    expect(refused).toMatchObject({ code: 500, bizCode: 'seasonOverlap' });
    expect(refused.msg).toContain((await chief.get(`ant/season/${seasonId}`)).data.name);
    const special = seasonBody({ kind: 'special', regionCodes: [150521000000] });
    const other = (await chief.post('ant/season/add', special)).data.id;
    expect(await publish(chief, other)).toMatchObject({ code: 200 });
    expect(await move(chief, other, 'cancel', { remark: '误发' })).toMatchObject({ code: 200 });
  });

  it('a county may not move the prefecture’s season, nor make one outside its own area', async () => {
    expect(await move(county, seasonId, 'summarise')).toMatchObject({ code: 403 });
    expect(await county.post('ant/season/add', seasonBody({ regionCodes: [150522000000] }))).toMatchObject({
      code: 422,
    });
  });
});

describe('a season is worked off', () => {
  it('R2, R4: shots raise coverage at once in village, township, county and prefecture; taken back, every figure is what it was', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 12);
    const places = placesOf(herd.village);
    const before = await Promise.all(places.map((code) => figures(chief, seasonId, code)));
    const made = await record(herd, herd.animalIds);
    expect(made.accepted).toBe(12);
    const after = await Promise.all(places.map((code) => figures(chief, seasonId, code)));
    for (const [at, one] of after.entries()) {
      expect(one.done).toBe((before[at]?.done ?? 0) + 12);
      expect(one.due).toBe(before[at]?.due);
      expect(one.remaining).toBe((before[at]?.remaining ?? 0) - 12);
      expect(one.today).toBe((before[at]?.today ?? 0) + 12);
    }
    const { version } = (await worker.get(`ant/visit/${made.id}`)).data;
    const voided = await worker.post('ant/visit/transition', {
      id: made.id,
      version,
      name: 'takeBack',
      remark: '录错户',
    });
    expect(voided, voided.msg).toMatchObject({ code: 200 });
    expect(await Promise.all(places.map((code) => figures(chief, seasonId, code)))).toEqual(before);
  });

  it('acceptance 9, R4: selling undone animals makes the household whole, selling done ones changes no score', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 12);
    await record(herd, herd.animalIds.slice(0, 7));
    const begun = await planOf(world, seasonId, herd.principalId);
    await sell(world, herd.animalIds.slice(7));
    const fewer = await planOf(world, seasonId, herd.principalId);
    expect(fewer).toMatchObject({ done: begun.done, due: begun.due - 5, remaining: begun.remaining - 5 });
    await sell(world, herd.animalIds.slice(0, 5));
    expect(await planOf(world, seasonId, herd.principalId)).toMatchObject({ done: fewer.done, due: fewer.due });
  });

  it('R5: done before it was handed over it is not due at the new holder', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 3);
    const other = await newHerd(world, 'kzzq_worker1', 1);
    await record(herd, herd.animalIds.slice(0, 1));
    const [from, to] = [
      await planOf(world, seasonId, herd.principalId),
      await planOf(world, seasonId, other.principalId),
    ];
    await sell(world, herd.animalIds.slice(0, 1), other.principalId);
    expect(await planOf(world, seasonId, other.principalId)).toMatchObject({
      due: to.due,
      elsewhere: to.elsewhere + 1,
    });
    expect(await planOf(world, seasonId, herd.principalId)).toMatchObject({ done: from.done });
    const { data } = await chief.get(
      `ant/plan/animals?seasonId=${seasonId}&principalId=${other.principalId}&diseaseCode=fmd&how=elsewhere`,
    );
    expect(data.rows).toContainEqual(expect.objectContaining({ animalId: herd.animalIds[0], how: 'elsewhere' }));
  });

  it('R1, R3: a count finds untagged head; they are due, and done as far as a sheet says', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    const begun = await planOf(world, seasonId, herd.principalId);
    await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
      recordHerdCount(tx, {
        principalId: herd.principalId,
        species: 'cattle',
        stage: 'calf',
        head: 40,
        onDate: dayFromNow(0),
        source: 'census',
        sourceId: 1,
      }),
    );
    const counted = await planOf(world, seasonId, herd.principalId);
    expect(counted.untaggedLeft).toBeGreaterThan(begun.untaggedLeft);
    expect(counted.stock - begun.stock).toBe(counted.untaggedLeft - begun.untaggedLeft);
    await record(herd, [], {
      foundUntagged: { cattle: { calf: counted.untaggedLeft } },
      lines: [
        {
          vaccineCode: 'fmdOA',
          materialId: arms.materialId,
          lotId: arms.lotId,
          untagged: { cattle: { calf: 2 } },
        },
      ],
    });
    expect(await planOf(world, seasonId, herd.principalId)).toMatchObject({ untaggedDone: begun.untaggedDone + 2 });
  });

  it('R6, R8: put off it is not due until its day; then it is again', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    const [first = 0] = herd.animalIds;
    const begun = await planOf(world, seasonId, herd.principalId);
    await record(herd, [], {
      animals: [
        { animalId: first, result: 'exempt', exemptReason: 'sick', exemptUntil: dayFromNow(9) },
        { animalId: herd.animalIds[1], result: 'done' },
      ],
    });
    expect(await planOf(world, seasonId, herd.principalId)).toMatchObject({
      exempt: begun.exempt + 1,
      due: begun.due - 1,
    });
    await world.sql(`update prevention.animal_immunity set exempt_until = $2 where animal_id = $1`, [
      first,
      dayFromNow(-1),
    ]);
    await world.database.transaction(systemScope(tenant, 'test'), (tx) => refreshHolders(tx, [herd.principalId]));
    expect(await planOf(world, seasonId, herd.principalId)).toMatchObject({ exempt: begun.exempt, due: begun.due });
  });

  it('R7: group density is what is protected today of the stock there is', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 4);
    const before = await figures(chief, seasonId, herd.village);
    await record(herd, herd.animalIds);
    const after = await figures(chief, seasonId, herd.village);
    expect(after.protectedHeads).toBe(before.protectedHeads + 4);
    expect(after.density).toBe(Math.round((after.protectedHeads / after.stock) * 1000) / 10);
  });

  it('R48: who takes over a village takes over what is undone in it; nobody leaves it in the pool', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 1);
    const rows = () =>
      world.sql(
        `select count(*) filter (where staff_id is null)::int as pool, count(*)::int as n from prevention.plan_household where season_id = $1 and region_code = $2 and status <> 'done'`,
        [seasonId, herd.village],
      );
    const turn = (staffId: number | null) =>
      world.database.transaction(systemScope(tenant, 'test'), (tx) => assignVillages(tx, [herd.village], staffId));
    await turn(null);
    const [empty] = await rows();
    expect(empty.pool).toBe(empty.n);
    await turn(await staffOf(world, 'kzzq_worker1'));
    expect(await rows()).toMatchObject([{ pool: 0 }]);
  });

  it('a station assigns households one by one; a worker may not', async () => {
    const { data } = await station.get(`ant/plan/list?seasonId=${seasonId}&pageSize=2`);
    const body = { ids: data.map((one: { id: number }) => one.id), staffId: await staffOf(world, 'kzzq_worker2') };
    expect(await worker.post('ant/plan/assign', body)).toMatchObject({ code: 403 });
    const done = await station.post('ant/plan/assign', body);
    expect(done).toMatchObject({ code: 200 });
    const { data: now } = await station.get(`ant/plan/list?seasonId=${seasonId}&staffId=${body.staffId}`);
    expect(now.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining(body.ids));
  });
});

describe('who sees what', () => {
  it('acceptance 20: a household sees its own; coverage answers 403, others’ animals 404', async () => {
    const house = await world.as('house1');
    expect(await house.get('ant/stat/coverage')).toMatchObject({ code: 403 });
    const [other] = await world.sql(
      `select principal_id::int as id from prevention.plan_household where season_id = $1 and principal_id <> (select principal_id from platform.sys_user where username = 'house1') limit 1`,
      [seasonId],
    );
    expect(await house.get(`ant/plan/animals?seasonId=${seasonId}&principalId=${other.id}`)).toMatchObject({
      code: 404,
    });
    expect((await house.get('ant/home/summary')).data).toMatchObject({ role: 'holder', places: [], place: null });
  });

  it('acceptance 20: a county finds nothing of another in list, totals or by name', async () => {
    const own = await county.get(`ant/plan/list?seasonId=${seasonId}&pageSize=200`);
    expect(own.total).toBeGreaterThan(0);
    for (const row of own.data) expect(Math.floor(row.regionCode / 1e6)).toBe(150521);
    expect((await county.get(`ant/plan/list?seasonId=${seasonId}&regionCode=150522000000`)).total).toBe(0);
    expect(await figures(county, seasonId, 150522000000)).toMatchObject({ due: 0, done: 0, stock: 0 });
    const { data } = await county.get(`ant/stat/coverage?seasonId=${seasonId}&parentCode=${prefecture}`);
    expect(data.rows.map((one: { regionCode: number }) => one.regionCode)).toEqual([150521000000]);
    expect(data.total.total).toEqual(data.rows[0].total);
  });

  it('home greets each by their own work', async () => {
    const role = async (name: string) => (await (await world.as(name)).get('ant/home/summary')).data;
    expect(await role('kzzq_worker1')).toMatchObject({ role: 'worker', season: { id: seasonId } });
    const at = await role('kzzq_station');
    expect(at.role).toBe('township');
    expect(at.counters.map((one: { key: string }) => one.key)).toEqual(['toVerify', 'toCheck', 'toAccept', 'flagged']);
    expect(at.places.length).toBeGreaterThan(1);
    expect(at.season.coverage).toBe(
      (await station.get(`ant/stat/coverage?seasonId=${seasonId}`)).data.total.total.coverage,
    );
    expect(await role('ant_cty1')).toMatchObject({ role: 'area' });
    expect(await role('lab1')).toMatchObject({ role: 'lab', season: { id: seasonId } });
    expect(await role('fin1')).toMatchObject({ role: 'finance' });
    expect(await role('tl_leader')).toMatchObject({ role: 'area' });
  });
});

describe('R8: the make-up plan of a month', () => {
  const month = `month = to_char(prevention.today(), 'YYYY-MM')`;
  const plans = async () =>
    (
      await world.sql(
        `select region_code::float8, principal_id::int, disease_code, species, remaining from prevention.routine_plan where tenant_no = 1505 and ${month} order by 1, 2, 3, 4`,
      )
    ).map((row) => JSON.stringify(row));
  const forget = async () => {
    await world.sql(`delete from prevention.routine_plan where tenant_no = 1505 and ${month}`);
    await world.sql('delete from prevention.routine_month where tenant_no = 1505');
  };
  const round = async () =>
    (
      await world.sql(
        `select built_to::float8 as to, left_out::float8[] as out, finished_at is not null as finished from prevention.routine_month where tenant_no = 1505 and ${month}`,
      )
    )[0];
  let whole: string[];

  it('is gone through once, whoever asks', async () => {
    await forget();
    const asked = await Promise.all([buildMonth(world.database, tenant), buildMonth(world.database, tenant)]);
    while (!(await round()).finished) await buildMonth(world.database, tenant);
    expect(asked.filter(Boolean).length).toBeLessThanOrEqual(1);
    whole = await plans();
    expect(whole.length).toBeGreaterThan(20);
    expect(await buildMonth(world.database, tenant)).toBe(false);
  });

  it('that was broken off goes on where it was', async () => {
    await forget();
    let left = 12;
    const breaking = {
      read: world.database.read.bind(world.database),
      transaction: ((scope, work) => {
        left -= 1;
        if (left < 0) throw new Error('Connection terminated unexpectedly');
        return world.database.transaction(scope, work);
      }) as Database['transaction'],
    } as unknown as Database;
    await expect(buildMonth(breaking, tenant)).rejects.toThrow('Connection terminated');
    const broken = await round();
    expect(broken).toMatchObject({ finished: false, out: [] });
    expect(broken.to).toBeGreaterThan(0);
    expect((await plans()).length).toBeLessThan(whole.length);
    expect(await buildMonth(world.database, tenant)).toBe(true);
    expect(await plans()).toEqual(whole);
  });

  it('leaves out a village somebody holds, builds the others, and comes back to it', async () => {
    await forget();
    const village: number = JSON.parse(whole[Math.floor(whole.length / 2)] ?? '').region_code;
    await world.sql('begin');
    await world.sql('select 1 from prevention.holder where tenant_no = 1505 and region_code = $1 for update', [
      village,
    ]);
    await expect(turnDay(world.database)).rejects.toThrow('1 failed');
    await world.sql('commit');
    expect(await round()).toMatchObject({ finished: false, out: [village] });
    const elsewhere = (rows: string[]) => rows.filter((row) => JSON.parse(row).region_code !== village);
    expect(await plans()).toEqual(elsewhere(whole));
    await turnDay(world.database);
    expect(await round()).toMatchObject({ finished: true, out: [] });
    expect(await plans()).toEqual(whole);
  });
});

describe('a season ends', () => {
  it('summarised, closed with a word, its figures are frozen; what remains is in the next make-up plan (R8); reopened it is amended', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 3);
    const left = (await planOf(world, seasonId, herd.principalId)).remaining;
    expect(left).toBeGreaterThan(0);
    const last = await figures(chief, seasonId, prefecture);
    expect(await move(chief, seasonId, 'summarise')).toMatchObject({ code: 200 });
    expect(await move(chief, seasonId, 'close', { form: { summaryText: '' } })).toMatchObject({ code: 422 });
    expect(await move(chief, seasonId, 'close', { form: { summaryText: '完成' } })).toMatchObject({ code: 200 });
    const { data } = await chief.get(`ant/season/${seasonId}`);
    expect(data).toMatchObject({ status: 'closed', summaryText: '完成', amended: false });
    expect(data.summary.regions[0].diseases.fmd).toMatchObject({ due: last.due, done: last.done });
    const parts = data.summary.children.map(
      (one: { diseases: { fmd?: { due: number } } }) => one.diseases.fmd?.due ?? 0,
    );
    expect(parts.reduce((sum: number, n: number) => sum + n, 0)).toBe(last.due);

    await world.sql(`delete from prevention.routine_month where tenant_no = 1505`);
    await buildMonth(world.database, tenant);
    const [made] = await world.sql(
      `select remaining from prevention.routine_plan where tenant_no = 1505 and month = to_char(prevention.today(), 'YYYY-MM') and principal_id = $1 and disease_code = 'fmd' and species = 'cattle'`,
      [herd.principalId],
    );
    expect(made?.remaining).toBeGreaterThanOrEqual(3);

    expect(await move(county, seasonId, 'reopen', { remark: '补录' })).toMatchObject({ code: 403 });
    expect(await move(chief, seasonId, 'reopen', { remark: '补录' })).toMatchObject({ code: 200 });
    expect((await chief.get(`ant/season/${seasonId}`)).data).toMatchObject({ status: 'summarising', amended: true });
  });
});
