import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { changeAnimals, registerAnimals, replaceTag } from '#modules/registry/server/index.ts';
import { official } from '#modules/sign/contract/numbers/code.ts';
import { chain, locate } from '#modules/sign/server/index.ts';
import { dayFromNow, freshRange, inTags, numbersAt, staffOf, unitOf } from '#modules/sign/testing/fixtures.ts';

/** Numbers on animals: the registry asks, wears, replaces, ends and takes back through the store. */
let world: World;
let worker: { principalId: number; staffId: number };
let mate: { principalId: number; staffId: number };
let house: number;

beforeAll(async () => {
  world = await openWorld();
  const principalId = await unitOf(world, 'kzzq_station');
  worker = { principalId, staffId: await staffOf(world, 'kzzq_worker1') };
  mate = { principalId, staffId: await staffOf(world, 'kzzq_worker2') };
  house = await unitOf(world, 'house1');
});
afterAll(() => world.close());

const calf = (code: number, species = 'cattle') => ({
  tag: String(code),
  species,
  breed: species === 'cattle' ? 'simmental' : 'smallTailHan',
  sex: 'female',
  birthDate: dayFromNow(-12),
});
const register = (codes: readonly number[], staffId = worker.staffId) =>
  inTags(world, (tx) =>
    registerAnimals(tx, {
      entryKind: 'born',
      principalId: house,
      wornOn: dayFromNow(-1),
      staffId,
      animals: codes.map((code) => calf(code)),
    }),
  );
const handOf = async (staffId: number) => {
  const [row] = await world.sql<{ n: number }>(
    'select coalesce(sum(hand), 0)::int as n from sign.tag_balance where staff_id = $1',
    [staffId],
  );
  return row?.n ?? 0;
};
const codesOf = ({ from }: { from: number }, n: number) => Array.from({ length: n }, (_, at) => from + at);
const at = (code: number) => inTags(world, (tx) => locate(tx, official, code));

it('R35, R37: 25 calves take 25 numbers from the worker, and the segment shrinks by 25', async () => {
  const range = await numbersAt(world, 100, worker, 'hand');
  const before = await handOf(worker.staffId);
  await register(codesOf(range, 25));
  expect(await handOf(worker.staffId)).toBe(before - 25);
  const uses = await world.sql(
    'select 1 from sign.tag_use where code between $1 and $2 and state = $3 and origin = $4',
    [range.from, range.from + 24, 'worn', 'procured'],
  );
  expect(uses).toHaveLength(25);
  expect(await at(range.from)).toMatchObject({ place: 'worn', state: 'worn', use: { origin: 'procured' } });
});

it("R35, R36: a colleague's number is refused when strict, taken with a mark when not", async () => {
  const range = await numbersAt(world, 100, mate, 'hand');
  await expect(register([range.from])).rejects.toMatchObject({ bizCode: 'notHeld' });
  await world.sql(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values (1505, $1, 'tag_check_mode', 'warn')
     on conflict (tenant_no, principal_id, config_code) do update set config_value = 'warn'`,
    [house],
  );
  await register([range.from + 1]);
  const [move] = await world.sql<{ correction: boolean }>(
    'select correction from sign.tag_move where code_from = $1 and to_place = $2',
    [range.from + 1, 'worn'],
  );
  expect(move?.correction).toBe(true);
  const alarms = await world.sql(`select 1 from platform.alarm where kind = 'wrongHolder' and args ->> 'code' = $1`, [
    String(range.from + 1),
  ]);
  expect(alarms).toHaveLength(1);
  await world.sql(`delete from registry.principal_config where principal_id = $1 and config_code = 'tag_check_mode'`, [
    house,
  ]);
});

it('R35: a number of another county is refused, and one on hold (R50) in every mode', async () => {
  const far = await numbersAt(world, 100, worker, 'hand', { county: 150522 });
  await expect(register([far.from])).rejects.toMatchObject({ bizCode: 'wrongCounty' });
  const held = await numbersAt(world, 100, worker, 'hand');
  const inspector = await world.as('insp1');
  const { data } = await inspector.post('sign/hold/add', {
    codeFrom: held.from,
    codeTo: held.from + 9,
    reason: 'quality',
    text: '锁扣断裂',
    until: null,
  });
  expect(data.id).toBeGreaterThan(0);
  await expect(register([held.from])).rejects.toMatchObject({ bizCode: 'onHold' });
  await register([held.from + 10]);
});

it('R38, R39: a number in no segment is taken as legacy until the pool says no, then refused; one from outside is foreign', async () => {
  const old = freshRange(3);
  await register([old.from]);
  expect(await at(old.from)).toMatchObject({ place: null, use: { origin: 'legacy' } });
  await world.sql(`update sign.tag_number_pool set legacy_until = '2020-01-01' where county_code = 150521000000`);
  await expect(register([old.from + 1])).rejects.toMatchObject({ bizCode: 'unknownCode' });
  await world.sql(`update sign.tag_number_pool set legacy_until = '2099-01-01' where county_code = 150521000000`);
  const away = freshRange(1, 150402);
  await inTags(world, (tx) =>
    registerAnimals(tx, {
      entryKind: 'bought',
      principalId: house,
      wornOn: dayFromNow(-1),
      staffId: worker.staffId,
      animals: [calf(away.from)],
      originRegionCode: 150402000000,
      quarantineCertNo: 'Q1',
    } as never),
  );
  expect(await at(away.from)).toMatchObject({ use: { origin: 'foreign' } });
});

it('R40: a replaced tag keeps the animal, ends as replaced or fallen, and names what followed it', async () => {
  const range = await numbersAt(world, 100, worker, 'hand');
  const { animalIds } = await register([range.from]);
  const animalId = animalIds[0] as number;
  await inTags(world, (tx) =>
    replaceTag(tx, {
      animalId,
      tagKind: 'ear',
      newTag: String(range.from + 1),
      reason: 'lost',
      on: dayFromNow(0),
      staffId: worker.staffId,
    }),
  );
  expect(await at(range.from)).toMatchObject({
    use: { state: 'fallen', endReason: 'fallen', nextCode: range.from + 1 },
  });
  expect(await at(range.from + 1)).toMatchObject({ use: { state: 'worn' }, animal: { id: animalId } });
});

it('R43: exits end the number in the same transaction: sold left, dead ended, missing still worn', async () => {
  const range = await numbersAt(world, 100, worker, 'hand');
  const { animalIds } = await register(codesOf(range, 3));
  const [sold, dead, missing] = animalIds as [number, number, number];
  const change = (changeType: string, id: number, more = {}) =>
    inTags(world, (tx) =>
      changeAnimals(tx, {
        changeType,
        animalIds: [id],
        happenedOn: dayFromNow(0),
        confirmedBy: house,
        ...more,
      } as never),
    );
  await change('saleOut', sold, { facts: { buyer: 'x' } }).catch(() => undefined);
  await change('death', dead, { cause: 'disease' });
  await change('missing', missing);
  expect(await at(range.from + 1)).toMatchObject({ use: { state: 'ended', endReason: 'died' } });
  expect(await at(range.from + 2)).toMatchObject({ use: { state: 'worn' } });
});

it('R42, R5: a voided entry gives the number back to the hand it came from, and it can be worn again', async () => {
  const range = await numbersAt(world, 100, worker, 'hand');
  const before = await handOf(worker.staffId);
  const { officialStore } = await import('#modules/sign/server/index.ts');
  await register([range.from]);
  await inTags(world, (tx) =>
    officialStore.giveBack(tx, [String(range.from)], { entity: 'registry.animalEntry', id: 1, docNo: 'VOID' }),
  );
  expect(await handOf(worker.staffId)).toBe(before);
  const { at: where, steps } = await inTags(world, (tx) => chain(tx, official, range.from));
  expect(where).toMatchObject({ place: 'hand', use: null });
  expect(steps.map((one) => one.place)).toEqual(['ordered', 'produced', 'inTransit', 'hand', 'worn', 'hand']);
});

it('R34: who has numbers in hand cannot leave; recover all makes the bag', async () => {
  const { leaveGuards } = await import('#modules/registry/server/index.ts');
  await numbersAt(world, 100, mate, 'hand');
  // The depot speaks for the rest of his box.
  const reasons = await inTags(world, (tx) => leaveGuards.ask(tx, { staffId: mate.staffId, kind: 'leave' }));
  expect(reasons.map((one) => one.bizCode)).toContain('tagsHeld');
  const station = await world.as('kzzq_station');
  const { data } = await station.post('sign/recovery/recoverAll', { staffId: mate.staffId, reason: 'leave' });
  expect(data.count).toBe(await handOf(mate.staffId));
});

it('14: the chain of a worn number goes forward in time from its order to its animal', async () => {
  const range = await numbersAt(world, 100, worker, 'hand');
  await register([range.from]);
  const { at: where, steps } = await inTags(world, (tx) => chain(tx, official, range.from));
  const days = steps.map((one) => one.on);
  expect(days).toEqual([...days].sort());
  expect(steps[0]?.kind).toBe('allotted');
  expect(where.animal?.earTag).toBe(String(range.from));
});

it('19: what lies in another county is elsewhere, without a name', async () => {
  const [other] = await world.sql<{ id: number }>(
    `select id from registry.principal where tenant_no = 1505 and region_code = 150523000000 and principal_unit_type = 'authority'`,
  );
  const range = await numbersAt(world, 100, { principalId: other?.id as number, staffId: null }, 'stock', {
    county: 150523,
  });
  const { data } = await (await world.as('sign1')).get(`sign/locate?code=${range.from}`);
  expect(data).toMatchObject({ known: true, elsewhere: true, holder: null, category: null });
  const list = await (await world.as('sign1')).get(`sign/segment/list?code=${range.from}`);
  expect(list.data).toEqual([]);
});

it('R34: with a village less he keeps his numbers, without any he hands them in first', async () => {
  const { leaveGuards } = await import('#modules/registry/server/index.ts');
  await numbersAt(world, 100, mate, 'hand');
  const held = async () => {
    const reasons = await inTags(world, (tx) => leaveGuards.ask(tx, { staffId: mate.staffId, kind: 'areaChange' }));
    return reasons.some((one) => one.bizCode === 'tagsHeld');
  };
  await world.sql('update registry.grid_duty set to_on = from_on where staff_id = $1 and to_on is null', [
    mate.staffId,
  ]);
  for (const [nth, isHeld] of [true, false].entries()) {
    await world.sql(
      `insert into registry.grid_duty (tenant_no, grid_id, job, staff_id, is_main, from_on)
       select 1505, id, 'preventionWorker', $1, false, current_date from registry.grid where tenant_no = 1505 order by id limit 1 offset $2`,
      [mate.staffId, nth],
    );
    expect(await held()).toBe(isHeld);
  }
});
