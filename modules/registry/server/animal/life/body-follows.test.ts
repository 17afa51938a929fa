import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type LifeEvent, writeEvent, writeEvents, writeOnce } from '#modules/registry/server/index.ts';
import { ago, newHeifer, unitOf } from '#modules/registry/testing/fixtures.ts';

/** What a row says of an animal's body is what its ledger says. */
let world: World;
let house: number;
let regionCode: number;
let serial = 61_000_000;

const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const heifer = () => newHeifer(world, { tag: `2150521${String(++serial)}`, holder: house, wornOn: ago(120) });
const about = (animalId: number, kind: string, happenedOn: string, summary: LifeEvent['summary'] = {}): LifeEvent => ({
  animalId,
  kind,
  happenedOn,
  principalId: house,
  regionCode,
  source: { entity: 'device.weighSession', id: 1, docNo: 'WS-1' },
  summary,
});
const bodyOf = async (id: number) =>
  (
    await world.sql(
      'select weight::float8, weight_on::text as on, body_condition::float8 as bcs, parity, stage from registry.animal where id = $1',
      [id],
    )
  )[0];
const booked = async (stage: string) =>
  Number(
    (
      await world.sql(
        'select coalesce(sum(net), 0) as n from registry.holder_stock_day where principal_id = $1 and stage = $2',
        [house, stage],
      )
    )[0].n,
  );

beforeAll(async () => {
  world = await openWorld();
  house = await unitOf(world, 'house1');
  [{ regionCode }] = (await world.sql(
    'select region_code::float8 as "regionCode" from registry.principal where id = $1',
    [house],
  )) as [{ regionCode: number }];
});
afterAll(() => world.close());

it('the newest weighing that stands is the weight, however late another is told, and a voided one is as if it had not been', async () => {
  const id = await heifer();
  const weigh = (on: string, kg: number, bcs?: number) =>
    inTongliao((tx) => writeEvent(tx, about(id, 'weighed', on, { kg, ...(bcs !== undefined && { bcs }) })));
  await weigh(ago(60), 310, 3);
  const last = await weigh(ago(10), 355.5);
  expect(await bodyOf(id)).toMatchObject({ weight: 355.5, on: ago(10), bcs: 3 });
  await weigh(ago(30), 330, 2.5);
  expect(await bodyOf(id)).toMatchObject({ weight: 355.5, on: ago(10), bcs: 2.5 });
  await inTongliao((tx) => writeEvent(tx, { ...about(id, 'weighed', ago(0)), voidOf: last }));
  expect(await bodyOf(id)).toMatchObject({ weight: 330, on: ago(30), bcs: 2.5 });
  await inTongliao((tx) =>
    writeEvents(tx, [about(id, 'weighed', ago(5), { kg: 360 }), about(id, 'weighed', ago(6), { kg: 358 })]),
  );
  expect(await bodyOf(id)).toMatchObject({ weight: 360, on: ago(5), bcs: 2.5 });
});

it('a calving makes a cow of a heifer in the book as well, and its voiding takes that back once', async () => {
  const id = await heifer();
  const [heifers, cows] = [await booked('heifer'), await booked('cow')];
  const seq = await inTongliao((tx) => writeEvent(tx, about(id, 'calved', ago(20), { total: 1 })));
  expect(await bodyOf(id)).toMatchObject({ parity: 1, stage: 'cow' });
  expect([await booked('heifer'), await booked('cow')]).toEqual([heifers - 1, cows + 1]);
  for (let i = 0; i < 2; i++) await inTongliao((tx) => writeEvent(tx, { ...about(id, 'calved', ago(0)), voidOf: seq }));
  expect(await bodyOf(id)).toMatchObject({ parity: 0, stage: 'heifer' });
  expect([await booked('heifer'), await booked('cow')]).toEqual([heifers, cows]);
});

it('what happens once is told once, by whomever and at once, until it is voided', async () => {
  const id = await heifer();
  const dispose = () => inTongliao((tx) => writeOnce(tx, about(id, 'disposed', ago(0), { way: 'rendering' })));
  const [one, other] = await Promise.all([dispose(), dispose()]);
  expect(one).toBe(other);
  await inTongliao((tx) => writeEvent(tx, { ...about(id, 'disposed', ago(0)), voidOf: one }));
  expect(await dispose()).toBeGreaterThan(one);
  const [{ n }] = await world.sql(
    "select count(*)::int as n from registry.animal_event where animal_id = $1 and kind = 'disposed' and void_of is null",
    [id],
  );
  expect(n).toBe(2);
});
