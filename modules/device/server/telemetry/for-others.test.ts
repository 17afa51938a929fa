import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { envSummary, headCount, latestWeights, playLink, postWeights, series } from '#modules/device/server/index.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals } from '#modules/device/testing/herd.ts';

let world: World;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => world.database.transaction(systemScope(1505, 'test'), work);
const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000).toISOString();
const hour = (deviceId: number, target: string, id: number, metric: string, ago: number, values: number[]) =>
  world.sql(
    `insert into device.device_hour (tenant_no, principal_id, device_id, hour, metric, target_kind, target_id, low, high,
       total, last, count) values (1505, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      farmId,
      deviceId,
      hoursAgo(ago),
      metric,
      target,
      id,
      Math.min(...values),
      Math.max(...values),
      values.reduce((sum, one) => sum + one, 0),
      values.at(-1),
      values.length,
    ],
  );

it('series tells an animal’s last hours over all its devices, and nothing older', async () => {
  const [animal] = await bareAnimals(world, farmId, 1);
  const id = animal?.id as number;
  const [tag, collar] = [await makeDevice(world, 'earTag'), await makeDevice(world, 'collar')];
  await hour(tag.id, 'animal', id, 'bodyTemp', 1, [38.2, 38.6]);
  await hour(collar.id, 'animal', id, 'bodyTemp', 1, [39.4]);
  await hour(tag.id, 'animal', id, 'bodyTemp', 30, [41]);
  const found = await inTenant((tx) => series(tx, id, ['bodyTemp', 'activity'], 24));
  expect(found).toEqual({ bodyTemp: [[Date.parse(hoursAgo(1)), 38.2, 38.73, 39.4]], activity: [] });
});

it('R59 headCount is the mean of the last three counts of a house that can be trusted, as of a moment', async () => {
  const camera = await makeDevice(world, 'camera', { status: 'active' });
  const [house] = await world.sql<{ id: number }>(
    'select h.id::int as id from registry.house_view h where h.principal_id = $1 order by 1 desc limit 1',
    [farmId],
  );
  const hovelId = house?.id as number;
  const [channel] = await world.sql<{ id: number }>(
    `insert into device.video_channel (tenant_no, region_code, principal_id, owner_id, device_id, name, hovel_id)
     values (1505, 0, $1, $1, $2, '清点', $3) returning id::int as id`,
    [farmId, camera.id, hovelId],
  );
  const counts = [
    [50, 90, 0.99],
    [4, 40, 0.9],
    [3, 42, 0.9],
    [2, 44, 0.85],
    [1, 99, 0.5],
  ] as const;
  await world.sql('delete from device.video_count where hovel_id = $1', [hovelId]);
  for (const [ago, heads, confidence] of counts)
    await world.sql(
      `insert into device.video_count (tenant_no, channel_id, at, heads, confidence, hovel_id)
       values (1505, $1, $2, $3, $4, $5)`,
      [channel?.id, hoursAgo(ago), heads, confidence, hovelId],
    );
  const [now, ...others] = await inTenant((tx) => headCount(tx, [hovelId, 999_999], hoursAgo(0)));
  expect(now).toMatchObject({ hovelId, heads: 42 });
  expect(others).toEqual([]);
  // Two of the three are not there yet.
  expect(await inTenant((tx) => headCount(tx, [hovelId], hoursAgo(4)))).toMatchObject([{ heads: 65 }]);
});

it('latestWeights are those posted; a session taken back counts no more', async () => {
  const [animal] = await bareAnimals(world, farmId, 1);
  const { id, earTag } = animal as { id: number; earTag: string };
  await world.sql('update registry.animal set weight = null, weight_on = null where id = $1', [id]);
  const weigh = (kg: number, ago: number) =>
    inTenant((tx) =>
      postWeights(tx, {
        principalId: farmId,
        regionCode: 150_521_101_202,
        species: 'cattle',
        purpose: 'routine',
        at: hoursAgo(ago),
        records: [{ earTag, kg }],
        note: '试',
      }),
    );
  await weigh(401, 48);
  const second = await weigh(402, 24);
  expect(await inTenant((tx) => latestWeights(tx, [id]))).toMatchObject([
    { animalId: id, kg: 402, on: new Date(Date.parse(hoursAgo(24)) + 8 * 3_600_000).toISOString().slice(0, 10) },
  ]);
  await world.sql("update device.weigh_session set status = 'voided' where id = $1", [second]);
  expect(await inTenant((tx) => latestWeights(tx, [id]))).toMatchObject([{ kg: 401 }]);
});

it('envSummary keeps to its two moments', async () => {
  const sensor = await makeDevice(world, 'envSensor');
  const hovelId = 77_000_001;
  await hour(sensor.id, 'hovel', hovelId, 'temp', 2, [10, 12]);
  await hour(sensor.id, 'hovel', hovelId, 'temp', 3, [20, 22]);
  await hour(sensor.id, 'hovel', hovelId, 'temp', 9, [40]);
  expect(await inTenant((tx) => envSummary(tx, [hovelId], hoursAgo(4), hoursAgo(1)))).toEqual([
    { hovelId, metric: 'temp', low: 10, mean: 16, high: 22, hours: 2 },
  ]);
  expect(await inTenant((tx) => envSummary(tx, [hovelId], hoursAgo(3), hoursAgo(2)))).toMatchObject([{ mean: 21 }]);
});

it('R56 playLink opens for a party to every channel, and is refused where one is not its to see', async () => {
  const camera = await makeDevice(world, 'camera', { status: 'active' });
  const channel = async (owner: number, no: number) =>
    (
      await world.sql<{ id: number }>(
        `insert into device.video_channel (tenant_no, region_code, principal_id, owner_id, device_id, channel_no, name)
         values (1505, 0, $1, $1, $2, $3, '通道') returning id::int as id`,
        [owner, camera.id, no],
      )
    )[0]?.id as number;
  const bankId = await unitOf(world, 'bank1');
  const [mine, theirs] = [await channel(farmId, 41), await channel(farmId, 42)];
  await world.sql('update device.video_channel set bank_id = $2 where id = $1', [mine, bankId]);
  const ask = { principalId: bankId, purpose: '贷后查看', minutes: 10_000, by: 1 };
  expect(await inTenant((tx) => playLink(tx, { ...ask, channelIds: [mine, theirs] }))).toBeNull();
  expect(await inTenant((tx) => playLink(tx, { ...ask, channelIds: [] }))).toBeNull();
  const made = await inTenant((tx) => playLink(tx, { ...ask, channelIds: [mine] }));
  // One picture for a day at most, whatever was asked for.
  expect(Date.parse(made?.expireAt ?? '') - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  const key = made?.path.split('k=')[1];
  expect((await world.person('').get(`public/video/link?k=${key}`)).data.channels).toHaveLength(1);
  // Who is no longer a party shows nothing any more.
  await world.sql('update device.video_channel set bank_id = null where id = $1', [mine]);
  expect((await world.person('').get(`public/video/link?k=${key}`)).code).toBe(404);
});
