import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { withdrawalUntil } from '#modules/cure/server/index.ts';
import { day, dewormSheet, gathered, herd, tenant, topUp } from '#modules/cure/testing/fixtures.ts';
import { changeAnimals, onTagReplaced, wouldRefuse } from '#modules/registry/server/index.ts';

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

  test('R63 every door is shut to a request as well, and R64 to a handover that was sent before the dose', async () => {
    const [farm, coop] = (await Promise.all(['farm1', 'coop1'].map((name) => world.as(name)))) as [Person, Person];
    const [unit] = await world.sql<{ farm: number; coop: number; ids: number[] }>(
      `select f.principal_id::int as farm, c.principal_id::int as coop, array(select a.id::int from registry.animal a
         where a.principal_id = f.principal_id and a.status = 'inStock' and a.species = 'cattle' and a.pending_change_id is null and a.voided_at is null
           and not a.pledged and not a.insured and not a.quarantined and a.owner_id = a.principal_id and a.entry_on < current_date - 10
           and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = a.id) order by a.id desc limit 2) as ids
       from platform.sys_user f, platform.sys_user c where f.username = 'farm1' and c.username = 'coop1'`,
    );
    const [kept = 0, sent = 0] = unit?.ids ?? [];
    const submit = (who: Person, id: number, changeType: string, more: object) =>
      who.post('pri/animal/change/submit', { changeType, animalIds: [id], happenedOn: day(0), ...more });
    const handed = await submit(farm, sent, 'handover', { toPrincipalId: unit?.coop, purpose: 'fatten' });
    expect(handed.code, handed.msg).toBe(200);
    const found = { principalId: unit?.farm ?? 0, ids: [kept, sent] };
    const dose = await vet.post('cure/treatment/add', await dewormSheet(world, found, 'cattle'));
    expect(dose.code, dose.msg).toBe(200);
    for (const [kind, more] of [
      ['saleOut', { buyerName: '某人', purpose: 'slaughter' }],
      ['saleOut', { buyerName: '某人', purpose: 'fatten' }],
      ['handover', { toPrincipalId: unit?.coop, purpose: 'slaughter' }],
      ['homeSlaughter', {}],
      ['cull', { cause: 'injury', disposalWay: 'other' }],
    ] as const) {
      const answer = await submit(farm, kept, kind, more);
      expect(answer.bizCode, `${kind} ${answer.msg}`).toBe('withdrawal');
      expect(answer.msg).toContain(day(35));
    }
    const accepted = await coop.post('pri/animal/change/transition', {
      id: handed.data.id,
      version: 0,
      name: 'accept',
      form: {},
    });
    expect(accepted.bizCode, accepted.msg).toBe('withdrawal');
  });

  test('R63 two records that were one animal: the one that is kept waits', async () => {
    const found = await herd(world, 'sheep', 2);
    const [treated = 0, kept = 0] = found.ids;
    await vet.post('cure/treatment/add', await dewormSheet(world, { ...found, ids: [treated] }, 'sheep'));
    await inTenant((tx) =>
      onTagReplaced.tell(tx, {
        animalId: kept,
        tagKind: 'ear',
        oldTag: '1',
        newTag: '250000000000001',
        reason: 'merged',
        mergedFromId: treated,
      }),
    );
    const [one] = await inTenant((tx) => withdrawalUntil(tx, [kept]));
    expect(one).toMatchObject({ until: day(35), earTag: '250000000000001' });
    expect(await refusedAs(sell([kept]))).toBe('withdrawal');
  });

  test('R64 a dose and a sale of the same animals race: none leaves in withdrawal', async () => {
    const found = await gathered(world, 'sheep', 40);
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
