import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { foldRollups } from '#kit/server/rollup.ts';
import { tenant } from '#modules/depot/testing/fixtures.ts';
import { buildMonth } from '#modules/prevention/server/index.ts';
import { checkFigures, type Difference } from '#modules/prevention/server/season/check-figures.ts';
import {
  type Arms,
  arm,
  beginSeason,
  endSeasons,
  newHerd,
  picture,
  prefecture,
  sell,
  sheet,
} from '#modules/prevention/testing/season-fixtures.ts';
import { householdsOf, seeded, storm } from '#modules/prevention/testing/season-storm.ts';

// Sized for every build; `npm run drill:figures` asks for more.
const steps = Number(process.env.MULIAN_STORM_STEPS ?? 120);
const clients = Number(process.env.MULIAN_STORM_CLIENTS ?? 4);

/** What is kept is what the records say, whoever came at the same moment. */
let world: World;
let worker: Person;
let chief: Person;
let arms: Arms;
let seasonId: number;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  [worker, chief] = (await Promise.all(['kzzq_worker1', 'ant_pref1'].map((name) => world.as(name)))) as [
    Person,
    Person,
  ];
  await endSeasons(world);
  await buildMonth(world.database, tenant);
  arms = await arm(world, 'kzzq_worker1');
  seasonId = await beginSeason(world, chief);
});
afterAll(() => world.close());

const check = (): Promise<Difference[]> =>
  world.database.transaction(systemScope(tenant, 'test'), (tx) => checkFigures(tx, tenant));

/** Children of every place add up to it, as the page adds them. */
async function unequal(code: number): Promise<string[]> {
  const { data } = await chief.get(`ant/stat/coverage?seasonId=${seasonId}&parentCode=${code}`);
  const wrong: string[] = [];
  for (const name of ['stock', 'due', 'done', 'remaining', 'exempt', 'today', 'protectedHeads']) {
    const sum = data.rows.reduce(
      (all: number, one: { total: Record<string, number> }) => all + (one.total[name] ?? 0),
      0,
    );
    if (sum !== data.total.total[name]) wrong.push(`${code} ${name}: ${sum} is not ${data.total.total[name]}`);
  }
  return wrong;
}

describe('the figures of prevention', () => {
  it('are those of the records before anybody did anything', async () => {
    expect(await check()).toEqual([]);
  });

  it('a shot that is taken back after the animal changed hands changes the plan of whoever has it now', async () => {
    const [giver, taker] = [await newHerd(world, 'kzzq_worker1', 3), await newHerd(world, 'kzzq_worker1', 1)];
    const body = sheet(giver, giver.animalIds, arms, await picture(world, worker));
    const { data: visit } = await worker.post('ant/visit/add', body);
    expect(visit.accepted).toBe(3);
    const planOf = async () =>
      (
        await world.sql<{ elsewhere: number; remaining: number }>(
          `select not_elsewhere as elsewhere, remaining_tagged as remaining from prevention.prevention_plan where season_id = $1 and principal_id = $2 and disease_code = 'fmd' and species = 'cattle'`,
          [seasonId, taker.principalId],
        )
      )[0] as { elsewhere: number; remaining: number };
    const before = await planOf();
    await sell(world, giver.animalIds.slice(0, 2), taker.principalId);
    const { elsewhere, remaining } = await planOf();
    expect(elsewhere).toBe(before.elsewhere + 2);
    const { data } = await worker.get(`ant/visit/${visit.id}`);
    const back = { id: visit.id, version: data.version, name: 'takeBack', remark: '试验' };
    expect((await worker.post('ant/visit/transition', back)).code).toBe(200);
    expect(await planOf()).toEqual({ elsewhere: elsewhere - 2, remaining: remaining + 2 });
    expect(await check()).toEqual([]);
  });

  it(
    `${steps} visits, voids, moves, deaths and late entries by ${clients} clients leave no difference at any level, before folding and after`,
    async () => {
      const holders = await householdsOf(worker, Math.max(8, clients * 2));
      expect(holders.length).toBeGreaterThan(2);
      // A long storm would run out of animals that anything can happen to.
      for (let herds = 0; herds < Math.floor(steps / 500); herds += 1) await newHerd(world, 'kzzq_worker1', 150);
      const told = await storm({
        world,
        worker,
        username: 'kzzq_worker1',
        arms,
        holders,
        clients,
        steps,
        random: seeded(20261116),
      });
      if (steps > 120) console.info(told);
      expect(told.visits).toBeGreaterThan(steps / 5);
      expect(told.voided).toBeGreaterThan(steps / 30);
      expect(told.moved + told.died).toBeGreaterThan(steps / 30);
      expect(await check()).toEqual([]);
      await foldRollups(world.database);
      expect(await check()).toEqual([]);
      for (const code of [prefecture, 150521000000, 150521101000]) expect(await unequal(code)).toEqual([]);
    },
    300_000 + steps * 400,
  );

  it('a figure that was tampered with is found, with what it should be', async () => {
    await world.sql(
      `update kit.rollup set n = n + 7 where tenant_no = 1505 and name = 'prevention.plan' and region_code = 150521101000 and keys = array[$1, 'fmd', 'cattle', 'done']`,
      [String(seasonId)],
    );
    const found = await check();
    expect(found).toMatchObject([{ name: 'prevention.plan', regionCode: 150521101000 }]);
    expect((found[0]?.kept ?? 0) - (found[0]?.computed ?? 0)).toBe(7);
  });
});
