import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals, fixAt, say } from '#modules/device/testing/herd.ts';
import { handOn } from './device-binding.ts';

let world: World;
let farm: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const submit = (pairs: { device: string; target: string }[], more: object = {}) =>
  farm.post('anm/device/bind/submit', { principalId: farmId, mode: 'bind', pairs, ...more });
const bindingsOf = (deviceId: number) =>
  world.sql<{ id: number; target: number; to: string | null; reason: string | null; previous: number | null }>(
    `select id, target_id as target, to_at as to, end_reason as reason, previous_id as previous
     from device.device_binding where device_id = $1 order by id`,
    [deviceId],
  );
const places = async (who: Person, deviceId: number) => {
  const query = `deviceIds=${deviceId}&from=${hoursAgo(24)}&to=${hoursAgo(-1)}`;
  const answer = await who.get(`anm/device/trail?${query}`);
  return (answer.data?.lines ?? []).flatMap((line: { points: number[][] }) => line.points.map(([, lon]) => lon));
};

it('R6, R7, R8: on one animal at a time; replacing ends and binds in one step and stands in both lives', async () => {
  const collar = await makeDevice(world, 'collar');
  const [first, second] = await bareAnimals(world, farmId, 2);
  const one = { device: collar.deviceNo, target: first?.earTag as string };
  const other = { device: collar.deviceNo, target: second?.earTag as string };
  expect((await submit([one])).data).toMatchObject({ bound: 1, ended: 0, refused: [] });
  expect((await submit([other])).data).toMatchObject({ bound: 0, refused: [{ bizCode: 'worn' }] });
  const spare = await makeDevice(world, 'collar');
  const onFirst = { device: spare.deviceNo, target: first?.earTag as string };
  const again = await submit([onFirst]);
  expect(again.data.refused).toMatchObject([{ bizCode: 'animalHas', present: { deviceNo: collar.deviceNo } }]);
  expect((await submit([other], { mode: 'replace' })).data).toMatchObject({ bound: 1, ended: 1 });
  const rows = await bindingsOf(collar.id);
  expect(rows).toMatchObject([
    { target: first?.id, reason: 'replaced' },
    { target: second?.id, to: null, previous: rows[0]?.id },
  ]);
  expect((await submit([onFirst], { at: hoursAgo(3) })).data.refused).toMatchObject([{ bizCode: 'tooEarly' }]);
  const events = await world.sql<{ kind: string }>(
    `select kind from registry.animal_event where animal_id = $1 and kind like 'device%' order by seq`,
    [first?.id],
  );
  expect(events.map((event) => event.kind)).toEqual(['deviceBound', 'deviceUnbound']);
});

it('R7: neither a stranger’s animal nor a broken device', async () => {
  const collar = await makeDevice(world, 'collar', { status: 'repairing' });
  const [own] = await bareAnimals(world, farmId, 1);
  const refused = await submit([{ device: collar.deviceNo, target: own?.earTag as string }]);
  expect(refused.data.refused).toMatchObject([{ bizCode: 'notUsable' }]);
  const strange = await makeDevice(world, 'collar', { principal_id: await unitOf(world, 'house1'), owner_id: farmId });
  const elsewhere = await submit([{ device: strange.deviceNo, target: own?.earTag as string }]);
  expect(elsewhere.data.refused).toMatchObject([{ bizCode: 'holderDiffers' }]);
});

it('R8, R9: put right later, what the device said in between follows the animal', async () => {
  const collar = await makeDevice(world, 'collar');
  const [wrong, right] = await bareAnimals(world, farmId, 2);
  const bound = await submit([{ device: collar.deviceNo, target: wrong?.earTag as string }], { at: hoursAgo(3) });
  expect(bound).toMatchObject({ code: 200, data: { bound: 1, refused: [] } });
  await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [fixAt(60, 122.3, 43.6)] }]);
  const owner = () => world.sql('select animal_id as id from device.device_position where device_id = $1', [collar.id]);
  expect(await owner()).toEqual([{ id: wrong?.id }]);
  const [binding] = await bindingsOf(collar.id);
  const answer = await farm.post('anm/device/binding/correct', {
    id: binding?.id,
    fromAt: hoursAgo(3),
    toAt: null,
    earTag: right?.earTag,
    reason: '录错耳标',
  });
  expect(answer.data).toEqual({ moved: 1 });
  expect(await owner()).toEqual([{ id: right?.id }]);
});

it('R10: whoever sells an animal gets its devices back, and they wait to be fetched', async () => {
  const collar = await makeDevice(world, 'collar');
  const [animal] = await bareAnimals(world, farmId, 1);
  await submit([{ device: collar.deviceNo, target: animal?.earTag as string }]);
  const news = { changeId: 1, fromId: farmId, toId: await unitOf(world, 'house1'), animalIds: [animal?.id as number] };
  await world.database.transaction(systemScope(1505, 'test'), (tx) => handOn(tx, { ...news, purpose: 'sale' }));
  expect(await bindingsOf(collar.id)).toMatchObject([{ reason: 'holderChange' }]);
  const [row] = await world.sql('select principal_id as holder, to_collect as wait from device.device where id = $1', [
    collar.id,
  ]);
  expect(row).toEqual({ holder: farmId, wait: true });
});

it('R10, R11: kept by another it keeps its collar; each place is seen by the holder of its moment alone', async () => {
  const houseId = await unitOf(world, 'house1');
  const house = await world.as('house1');
  const collar = await makeDevice(world, 'collar');
  const [animal] = await bareAnimals(world, farmId, 1);
  const bound = await submit([{ device: collar.deviceNo, target: animal?.earTag as string }], { at: hoursAgo(2) });
  expect(bound).toMatchObject({ code: 200, data: { bound: 1, refused: [] } });
  await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [fixAt(60, 122.3, 43.6)] }]);
  const news = { changeId: 2, fromId: farmId, toId: houseId, animalIds: [animal?.id as number] };
  await world.database.transaction(systemScope(1505, 'test'), (tx) => handOn(tx, { ...news, purpose: 'entrust' }));
  const now = async () => (await house.get(`anm/device/info/now?id=${collar.id}`)).data;
  expect(await now()).toMatchObject({ longitude: null, locationAt: null, values: {} });
  // Said after the handing over of a moment before it, and of now: each goes to the holder it had then.
  await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [{ ...fixAt(30, 122.301, 43.6), act: 40 }] }]);
  expect(await now()).toMatchObject({ longitude: null, values: {} });
  await say(world, [
    { deviceNo: collar.deviceNo, type: 'pos', d: [{ ...fixAt(0, 122.302, 43.6), t: Math.ceil(Date.now() / 1000) }] },
  ]);
  expect(await places(farm, collar.id)).toEqual([122.3, 122.301]);
  expect(await places(house, collar.id)).toEqual([122.302]);
  expect(await now()).toMatchObject({ longitude: 122.302 });
});
