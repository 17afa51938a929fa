import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals } from '#modules/device/testing/herd.ts';
import { writeEvents } from '#modules/registry/server/index.ts';
import { ago, newHeifer } from '#modules/registry/testing/fixtures.ts';

let world: World;
let farm: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const path = 'anm/device/weighing';
const start = async () =>
  (
    await farm.post(`${path}/add`, {
      principalId: farmId,
      deviceId: null,
      hovelId: null,
      species: 'cattle',
      purpose: 'routine',
      remark: null,
    })
  ).data.id as number;
const step = async (id: number, name: string, more: object = {}) => {
  const [row] = await world.sql('select version from device.weigh_session where id = $1', [id]);
  return farm.post(`${path}/transition`, { id, version: row.version, name, ...more });
};
const weigh = (sessionId: number, records: { n: number; tag: string | null; kg: number; note?: string }[]) =>
  farm.post(`${path}/record`, { sessionId, records: records.map((one) => ({ at: new Date().toISOString(), ...one })) });
/** A weight of fifty days ago in the animal's life, so that a day's gain can be judged. */
const weighed = (animalId: number, kg: number) =>
  world.database.transaction(systemScope(1505, 'test'), (tx) =>
    writeEvents(tx, [
      {
        animalId,
        kind: 'weighed',
        happenedOn: new Date(Date.now() - 50 * 86_400_000).toISOString().slice(0, 10),
        principalId: farmId,
        regionCode: 0,
        source: { entity: 'registry.animal', id: animalId, docNo: 'T1' },
        summary: { kg },
      },
    ]),
  );
let serial = 88_210_000;
/** Of whom nobody has written down a weight yet. */
const unweighed = async () => {
  serial += 1;
  const earTag = `2150521${serial}`;
  return { id: await newHeifer(world, { tag: earTag, holder: farmId, wornOn: ago(100) }), earTag };
};
const weightOf = async (id: number) =>
  Number((await world.sql('select weight from registry.animal where id = $1', [id]))[0].weight);

it('R44, R45, R46: what is repeated, odd, unknown or somebody else’s is marked, and nothing of it is posted unseen', async () => {
  const [a, b] = [await unweighed(), await unweighed()];
  const [strange] = await bareAnimals(world, await unitOf(world, 'house1'), 1);
  await weighed(a.id, 400);
  await weighed(b.id, 300);
  const id = await start();
  const answer = await weigh(id, [
    { n: 1, tag: a.earTag, kg: 430 },
    { n: 2, tag: a.earTag, kg: 432 },
    { n: 3, tag: b.earTag, kg: 900 },
    { n: 4, tag: null, kg: 350 },
    { n: 5, tag: strange?.earTag as string, kg: 350 },
  ]);
  const marks = Object.fromEntries(
    answer.data.map((one: { n: number; marks: string[]; accepted: boolean }) => [one.n, [...one.marks, one.accepted]]),
  );
  expect(marks).toMatchObject({
    1: ['repeated', false],
    2: [true],
    3: ['outlier', false],
    4: ['noTag', false],
  });
  expect(marks[5]?.at(-1)).toBe(false);
  // Sent again over a bad line: `n` is the key.
  expect((await weigh(id, [{ n: 2, tag: a.earTag, kg: 432 }])).data).toHaveLength(5);
  await step(id, 'finish');
  expect((await step(id, 'post')).bizCode).toBe('outlier');
});

it('R47: posting writes a life event for each and moves the weight; taken back, the former weight is there again', async () => {
  const [a, b] = [await unweighed(), await unweighed()];
  await weighed(a.id, 400);
  await weighed(b.id, 300);
  const before = await weightOf(a.id);
  const id = await start();
  await weigh(id, [
    { n: 1, tag: a.earTag, kg: 441 },
    { n: 2, tag: b.earTag, kg: 260 },
  ]);
  await step(id, 'finish');
  expect((await step(id, 'post')).code).toBe(200);
  expect(await weightOf(a.id)).toBe(441);
  const events = await world.sql(
    `select kind from registry.animal_event where source_id = $1 and source_entity = 'device.weighSession'`,
    [id],
  );
  expect(events).toEqual([{ kind: 'weighed' }, { kind: 'weighed' }]);
  // A tenth lighter than seven weeks ago: the holder is told.
  const lost = await world.sql("select 1 from platform.alarm where kind = 'weightLoss' and animal_id = $1", [b.id]);
  expect(lost).toHaveLength(1);
  expect((await step(id, 'void', { remark: '秤未校准' })).code).toBe(200);
  expect(await weightOf(a.id)).toBe(before);
});
