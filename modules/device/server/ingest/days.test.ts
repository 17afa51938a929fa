import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals, say } from '#modules/device/testing/herd.ts';
import { evidenceHold, evidenceUntil } from '../evidence/evidence-hold.ts';
import { keepEvidence, silenceClock } from './clock.ts';
import { closeDay } from './rows/device-day.close.ts';
import { dayOf } from './rows/device-day.ts';
import { checkHours } from './rows/device-hour.mend.ts';

let world: World;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]): Promise<T> =>
  world.database.transaction(systemScope(1505, 'test'), work);
const second = () => Math.floor(Date.now() / 1000);
const alarmOf = async (kind: string, deviceId: number) =>
  (
    await world.sql<{ status: string; suppressed: number }>(
      'select status, suppressed from platform.alarm where kind = $1 and device_id = $2 order by id desc limit 1',
      [kind, deviceId],
    )
  )[0];
/** As if nothing had been heard of it for a day. */
const silence = (ids: readonly number[]) =>
  world.sql(
    `update device.device_state set last_seen_at = now() - interval '26 hours', silent_told = false,
       silent_due_at = now() - interval '1 minute' where device_id = any ($1)`,
    [ids],
  );

it('R28, R35: a tag nobody hears is told of while its gateway is heard; of a silent gateway only the gateway is', async () => {
  const [deaf, awake] = [
    await makeDevice(world, 'gateway', { status: 'active' }),
    await makeDevice(world, 'gateway', { status: 'active' }),
  ];
  const animals = await bareAnimals(world, farmId, 2);
  const farm = await world.as('farm1');
  const tags: { id: number; deviceNo: string }[] = [];
  for (const [at, gateway] of [deaf, awake].entries()) {
    const tag = await makeDevice(world, 'earTag');
    tags.push(tag);
    await farm.post('anm/device/bind/submit', {
      principalId: farmId,
      mode: 'bind',
      pairs: [{ device: tag.deviceNo, target: animals[at]?.earTag }],
      at: new Date(Date.now() - 3_600_000).toISOString(),
    });
    const d = [{ id: tag.deviceNo, t: second(), rssi: -60, tmp: 38.4, act: 20, bat: 80 }];
    await say(world, [{ deviceNo: gateway.deviceNo, type: 'scan', d }]);
  }
  const [first = deaf, other = deaf] = tags;
  await silence([deaf.id, first.id, other.id]);
  await silenceClock(world.database);
  expect(await alarmOf('gatewayOffline', deaf.id)).toMatchObject({ status: 'open', suppressed: 1 });
  expect(await alarmOf('notSeen', first.id)).toBeUndefined();
  expect(await alarmOf('notSeen', other.id)).toMatchObject({ status: 'open' });
});

it('R63: a day of silence counts for what is in use and was heard once, for nothing else', async () => {
  const used = await makeDevice(world, 'collar', { status: 'active' });
  const broken = await makeDevice(world, 'collar', { status: 'active' });
  const never = await makeDevice(world, 'collar', { status: 'active' });
  for (const { deviceNo } of [used, broken])
    await say(world, [{ deviceNo, type: 'pos', d: [{ t: second(), lon: 122.3, lat: 43.6, acc: 8 }] }]);
  const yesterday = dayOf(Date.now() - 86_400_000);
  await world.sql(
    `update device.device_state set last_seen_at = now() - interval '3 days' where device_id = any ($1)`,
    [[used.id, broken.id]],
  );
  await world.sql(`update device.device set status = 'repairing' where id = $1`, [broken.id]);
  const closed = (await inTenant((tx) => closeDay(tx, yesterday))).map((one) => one.id);
  expect(closed).toContain(used.id);
  expect(closed).not.toContain(broken.id);
  expect(closed).not.toContain(never.id);
  expect((await inTenant((tx) => closeDay(tx, yesterday))).map((one) => one.id)).not.toContain(used.id);
});

it('R64: an hour that is not what its readings come to is named and set right; the others are left alone', async () => {
  const sensor = await makeDevice(world, 'envSensor', { status: 'active' });
  const d = [1, 2, 3].map((n) => ({ t: second() - n, m: { temp: 10 + n, hum: 60 } }));
  await say(world, [{ deviceNo: sensor.deviceNo, type: 'env', d }]);
  const days = [...new Set(d.map(({ t }) => dayOf(t * 1000)))];
  const check = async () =>
    (await Promise.all(days.map((day) => inTenant((tx) => checkHours(tx, day, sensor.id % 10)))))
      .flat()
      .filter((one) => one.deviceId === sensor.id);
  expect(await check()).toEqual([]);
  await world.sql(`update device.device_hour set total = total + 1 where device_id = $1 and metric = 'temp'`, [
    sensor.id,
  ]);
  expect((await check()).map((one) => one.metric)).toContain('temp');
  expect(await check()).toEqual([]);
});

it('evidence: what a held animal did outlives its day and stands in its trail; let go, it goes', async () => {
  const [held, free] = await bareAnimals(world, farmId, 2);
  const collar = await makeDevice(world, 'collar', { status: 'active' });
  const at = new Date(Date.now() - 88 * 86_400_000);
  await world.sql("select kit.ensure_day_partitions('device.device_position', $1::date - 1, 3)", [at.toISOString()]);
  const heldRows = () =>
    world.sql<{ animal: number }>(
      'select animal_id::int as animal from device.held_position where device_id = $1 order by event_at',
      [collar.id],
    );
  for (const [n, animal] of [held, free].entries())
    await world.sql(
      `insert into device.device_position (tenant_no, region_code, principal_id, device_id, event_at, received_at, boot, seq,
         n, longitude, latitude, animal_id) select tenant_no, region_code, principal_id, id, $2, $2, 1, $3, 0, 122.3, 43.6, $4
       from device.device where id = $1`,
      [collar.id, at.toISOString(), n, animal?.id],
    );
  await inTenant((tx) => evidenceHold(tx, [held?.id ?? 0], 'test'));
  await keepEvidence(world.database);
  await keepEvidence(world.database);
  expect(await heldRows()).toEqual([{ animal: held?.id }]);
  await world.sql('delete from device.device_position where device_id = $1', [collar.id]);
  const span = [at.getTime() - 3_600_000, at.getTime() + 3_600_000].map((one) => new Date(one).toISOString());
  const { data } = await (await world.as('farm1')).get(
    `anm/device/trail?deviceIds=${collar.id}&from=${span[0]}&to=${span[1]}`,
  );
  expect(data.lines[0].points).toHaveLength(1);
  await inTenant((tx) => evidenceUntil(tx, 'test', '2020-01-01'));
  await keepEvidence(world.database);
  expect(await heldRows()).toEqual([]);
});
