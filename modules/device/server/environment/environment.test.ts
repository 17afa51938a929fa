import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { EnvCard } from '#modules/device/contract/environment/environment.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { say } from '#modules/device/testing/herd.ts';
import { watchSensors } from '../ingest/watch.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('R49: a house is the mean of its fresh sensors; two that differ for an hour are marked and told, and settled again', async () => {
  const farmId = await unitOf(world, 'farm1');
  const farm = await world.as('farm1');
  const [house] = await world.sql<{ id: number; name: string }>(
    'select id, name from registry.hovel where principal_id = $1 order by id limit 1',
    [farmId],
  );
  await world.sql(
    `update device.device_binding set to_at = now() where device_kind = 'envSensor' and target_kind = 'hovel'
       and target_id = $1 and to_at is null`,
    [house?.id],
  );
  await world.sql(`delete from device.device_hour where target_kind = 'hovel' and target_id = $1`, [house?.id]);
  const sensors = [await makeDevice(world, 'envSensor'), await makeDevice(world, 'envSensor')];
  for (const { id } of sensors)
    await world.sql(
      `insert into device.device_binding (tenant_no, region_code, principal_id, owner_id, device_id, device_kind,
         target_kind, target_id, target_text, role, from_at)
       select tenant_no, region_code, principal_id, owner_id, id, kind, 'hovel', $2, $3, 'placedAt', now() - interval '3 hours'
       from device.device where id = $1`,
      [id, house?.id, house?.name],
    );
  await world.sql(`update device.device set status = 'active' where id = any ($1)`, [sensors.map((one) => one.id)]);
  // The whole of the last hour and now.
  const now = Math.floor(Date.now() / 1000);
  const lastHour = Math.floor(now / 3600) * 3600 - 1800;
  const tell = async (temps: readonly [number, number]) => {
    for (const [at, { deviceNo }] of sensors.entries())
      await say(world, [
        { deviceNo, type: 'env', d: [lastHour, now].map((t) => ({ t, m: { temp: temps[at] as number, hum: 60 } })) },
      ]);
  };
  const card = async () =>
    ((await farm.get(`anm/device/env/board?principalId=${farmId}`)).data as EnvCard[]).find(
      (one) => one.hovelId === house?.id,
    );
  const told = () =>
    world.sql(
      `select status from platform.alarm where kind = 'sensorApart' and subject_id = $1 and status <> 'closed'`,
      [house?.id],
    );
  await tell([20, 23]);
  expect(await card()).toMatchObject({ sensors: 2, apart: true });
  expect((await card())?.values.find((one) => one.metric === 'temp')?.value).toBe(21.5);
  await watchSensors(world.database);
  expect(await told()).toHaveLength(1);
  await world.sql(`update device.device_hour set total = 20 * count where metric = 'temp' and device_id = any ($1)`, [
    sensors.map((one) => one.id),
  ]);
  await watchSensors(world.database);
  expect(await told()).toHaveLength(0);
});
