import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { forgetDatabase } from '#kit/server/forget.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const say = async (value: 'true' | 'false') => {
  await world.sql(
    `insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'device.countSimulated', $1)
     on conflict (tenant_no, param_key) do update set param_value = excluded.param_value`,
    [value],
  );
  forgetDatabase();
};

it('R66: devices a program plays count in no number of a tenant outside the demo', async () => {
  const farm = await world.as('farm1');
  const region = await world.as('kzzq_mgr');
  const farmId = await unitOf(world, 'farm1');
  const [model] = await world.sql<{ id: number }>(
    `insert into device.device_model (tenant_no, model_code, name, kind, vendor, transport, power, report_seconds,
       offline_after_seconds) values (1505, 'REAL-1', '真机', 'collar', '真', 'mqtt', 'battery', 600, 1800) returning id`,
  );
  const played = await makeDevice(world, 'collar', { status: 'active' });
  const real = await makeDevice(world, 'collar', { status: 'active', model_id: model?.id });
  for (const { id } of [played, real])
    await world.sql(
      `insert into platform.alarm (tenant_no, region_code, principal_id, doc_no, kind, alarm_group, level, source,
         dedup_key, device_id, subject_entity, subject_id, args, need_photo, confirm_by, status)
       select tenant_no, home_region, principal_id, 'T' || id, 'notSeen', 'device', 'urgent', 'device', 'r66' || id, id,
         'device.device', id, '{}', false, 'none', 'open' from device.device where id = $1`,
      [id],
    );
  const home = async () => {
    const { data, ...answer } = await farm.get(`anm/device/home/board?principalId=${farmId}`);
    expect(answer).toMatchObject({ code: 200 });
    return data;
  };
  const stat = async () => {
    const { data, ...answer } = await region.get('anm/device/stat');
    expect(answer).toMatchObject({ code: 200 });
    return data.rows.reduce((sum: number, row: { devices: number }) => sum + row.devices, 0) as number;
  };
  const [all] = await world.sql<{ real: number; played: number }>(
    `select count(*) filter (where m.model_code not like 'SIM-%')::int as real, count(*)::int as played
     from device.device d join device.device_model m on m.id = d.model_id where d.principal_id = $1 and d.status = 'active'`,
    [farmId],
  );
  await say('true');
  const [inDemo, shown] = [await home(), await stat()];
  expect(inDemo.active).toBe(all?.played);
  await say('false');
  const [outside, told] = [await home(), await stat()];
  expect(outside.active).toBe(all?.real);
  expect(outside.active).toBeGreaterThan(0);
  expect(outside.alarms.urgent).toBeLessThan(inDemo.alarms.urgent);
  expect(outside.alarms.urgent).toBeGreaterThan(0);
  expect(told).toBeLessThan(shown);
  expect(told).toBeGreaterThan(0);
});
