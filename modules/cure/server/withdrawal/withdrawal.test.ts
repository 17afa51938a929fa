import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { withdrawalUntil } from '#modules/cure/server/index.ts';
import { day, dewormSheet, herd, tenant, topUp } from '#modules/cure/testing/fixtures.ts';
import { changeAnimals, wouldRefuse } from '#modules/registry/server/index.ts';

let world: World;
let vet: Person;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  [vet, manager] = (await Promise.all(['vet1', 'cure1'].map((name) => world.as(name)))) as [Person, Person];
  await topUp(world);
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(tenant, 'test'), work);
const sell = (animalIds: number[], more: object = {}) =>
  inTenant((tx) =>
    changeAnimals(tx, {
      changeType: 'saleOut',
      animalIds,
      happenedOn: day(0),
      buyerName: '某人',
      purpose: 'slaughter',
      ...more,
    }),
  );
const refusedAs = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error: { bizCode?: string }) => error.bizCode ?? String(error),
  );

describe('withdrawal', () => {
  test('R61, R63 after a dose no door is open until the day is over; R63 pen moves, gifts and deaths pass', async () => {
    const found = await herd(world, 'sheep', 6);
    const saved = await vet.post('cure/treatment/add', await dewormSheet(world, found, 'sheep'));
    expect(saved.code, saved.msg).toBe(200);
    expect(saved.data.meatUntil).toBe(day(35));
    const [first = 0] = found.ids;
    const doors = [
      { kind: 'saleOut' },
      { kind: 'homeSlaughter' },
      { kind: 'slaughter' },
      { kind: 'cull' },
      { kind: 'handover', purpose: 'slaughter', facts: { toPrincipalId: 1 } },
    ] as const;
    for (const { kind, ...more } of doors) {
      const blocks = await inTenant((tx) => wouldRefuse(tx, { kind, animalIds: [first], on: day(0), ...more }));
      expect(
        blocks.map((one) => one.bizCode),
        kind,
      ).toContain('withdrawal');
    }
    for (const purpose of ['gift', 'entrust', 'returned'])
      expect(
        await inTenant((tx) =>
          wouldRefuse(tx, { kind: 'handover', purpose, animalIds: [first], on: day(0), facts: { toPrincipalId: 1 } }),
        ),
      ).toEqual([]);
    expect(await refusedAs(sell(found.ids))).toBe('withdrawal');
    // A day in the past opens no door that is shut now.
    expect(await refusedAs(sell([first], { happenedOn: day(-3) }))).toBe('withdrawal');
    const tries = await world.sql<{ n: number }>(
      "select count(*)::int as n from cure.withdrawal_block where animal_id = any ($1) and act = 'saleOut'",
      [found.ids],
    );
    expect(tries[0]?.n).toBe(found.ids.length);
    // The day after all pass.
    await world.sql('update cure.animal_withdrawal set meat_until = $2 where animal_id = any ($1)', [
      found.ids,
      day(-1),
    ]);
    expect(await refusedAs(sell(found.ids))).toBe('passed');
  });

  test('R64 a dose and a sale of the same animals race: none leaves in withdrawal', async () => {
    const found = await herd(world, 'sheep', 40);
    const sheets = await Promise.all(found.ids.map((id) => dewormSheet(world, { ...found, ids: [id] }, 'sheep')));
    const outcomes = await Promise.all(
      found.ids.map(async (id, at) => {
        const dose = vet.post('cure/treatment/add', sheets[at] as object);
        // Some sales come first, some doses do.
        await new Promise((done) => setTimeout(done, (at % 8) * 60));
        const sale = refusedAs(sell([id]));
        const [given, sold] = await Promise.all([dose, sale]);
        return { id, given: given.code === 200, sold };
      }),
    );
    for (const one of outcomes) expect(one.given && one.sold === 'passed', JSON.stringify(one)).toBe(false);
    const leaked = await world.sql(
      `select 1 from cure.animal_withdrawal w join registry.animal a on a.id = w.animal_id
       where a.id = any ($1) and a.status <> 'inStock' and w.status = 'open' and w.meat_until >= current_date`,
      [found.ids],
    );
    expect(leaked).toEqual([]);
    expect(outcomes.some((one) => one.given)).toBe(true);
  });

  test('R66 lifted only by somebody else, with a proof; then it may go', async () => {
    const found = await herd(world, 'sheep', 1);
    await vet.post('cure/treatment/add', await dewormSheet(world, found, 'sheep'));
    const [row] = await world.sql<{ id: number; version: number }>(
      'select id::int as id, version from cure.animal_withdrawal where animal_id = $1',
      [found.ids[0]],
    );
    const bare = await manager.post('cure/withdrawal/transition', {
      ...row,
      name: 'lift',
      form: { file: [], reason: '错录' },
    });
    expect(bare.code).toBe(422);
    await world.sql("update cure.animal_withdrawal set status = 'lifted' where id = $1", [row?.id]);
    expect(await inTenant((tx) => withdrawalUntil(tx, found.ids))).toEqual([]);
  });

  test('R58 voiding a dose that blocks needs a second person; then stock, date and chain are back', async () => {
    const found = await herd(world, 'sheep', 2);
    const saved = await vet.post('cure/treatment/add', await dewormSheet(world, found, 'sheep'));
    const before = await world.sql<{ qty: number }>(
      "select sum(qty)::float8 as qty from depot.stock_move where source_type = 'cure.treatment' and source_id = $1",
      [saved.data.id],
    );
    expect(before[0]?.qty).toBeGreaterThan(0);
    const body = { id: saved.data.id, version: 0, reason: '录错了牲畜' };
    expect((await vet.post('cure/treatment/void', body)).bizCode).toBe('needSecond');
    const done = await manager.post('cure/treatment/void', body);
    expect(done.code, done.msg).toBe(200);
    expect(await inTenant((tx) => withdrawalUntil(tx, found.ids))).toEqual([]);
    const events = await world.sql<{ n: number }>(
      "select count(*)::int as n from registry.animal_event where source_entity = 'cure.treatment' and source_id = $1 and void_of is not null",
      [saved.data.id],
    );
    expect(events[0]?.n).toBe(2);
  });

  test('R65 a lamb tagged later is blocked with its group', async () => {
    const found = await herd(world, 'sheep', 1);
    const saved = await vet.post(
      'cure/treatment/add',
      await dewormSheet(world, found, 'sheep', { animals: [], untaggedHead: 40, requestId: randomUUID() }),
    );
    expect(saved.code, saved.msg).toBe(200);
    const { blockNewcomers } = await import('./animal-withdrawal.ts');
    await inTenant((tx) => blockNewcomers(tx, found.principalId, found.ids));
    const [one] = await inTenant((tx) => withdrawalUntil(tx, found.ids));
    expect(one).toMatchObject({ byGroup: true, until: day(35) });
  });
});
