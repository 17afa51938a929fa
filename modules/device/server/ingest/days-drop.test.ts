import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeDevice } from '#modules/device/testing/device-samples.ts';
import { say } from '#modules/device/testing/herd.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
});
afterAll(() => world.close());

const daysOver = 3;
const rowsADay = 60_000;
const parts = async () =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from pg_class where relnamespace = 'device'::regnamespace and relkind = 'r'
         and relname ~ '^device_position_[0-9]{8}$' and right(relname, 8) < to_char(current_date - 90, 'YYYYMMDD')`,
    )
  )[0]?.n;

it('S8: days of telemetry that are over go beside ingest: no step holds its locks for a second, and nothing that is said meanwhile is lost', async () => {
  const devices = await Promise.all(Array.from({ length: 4 }, () => makeDevice(world, 'collar')));
  await world.sql(`select kit.ensure_day_partitions('device.device_position', current_date - 100, $1)`, [daysOver]);
  for (let n = 0; n < daysOver; n += 1)
    await world.sql(
      `insert into device.device_position (tenant_no, principal_id, device_id, event_at, received_at, boot, seq, n,
         longitude, latitude)
       select 1505, d.principal_id, d.id, at, at, 1, g, 0, 122.3, 43.6
       from device.device d, generate_series(1, $2::int) g,
         lateral (select (current_date - 100 + $3::int + time '09:00') at time zone 'Asia/Shanghai'
           + g * interval '100 milliseconds' as at) m
       where d.id = $1`,
      [devices[0]?.id, rowsADay, n],
    );
  expect(await parts()).toBe(daysOver);

  const state = { over: false };
  const said: number[] = [];
  const waits: number[] = [];
  const writers = devices.map(async ({ deviceNo }, at) => {
    for (let n = 0; !state.over; n += 1) {
      const began = performance.now();
      const lon = 122 + at / 10 + n / 1e5;
      await say(world, [{ deviceNo, type: 'pos', d: [{ t: Math.floor(Date.now() / 1000), lon, lat: 43.6, acc: 5 }] }]);
      waits.push(performance.now() - began);
      said.push(lon);
    }
  });
  const steps: { readonly what: string; readonly ms: number }[] = [];
  for (let tries = 0; tries < 60; tries += 1) {
    // By the database's own clock: a busy machine is no lock.
    const [step] = await world
      .sql<{ what: string | null; ms: number }>(
        `with before as materialized (select clock_timestamp() as at),
           turned as materialized (select kit.turn_days('device.device_position') as what from before)
         select t.what, extract(epoch from clock_timestamp() - b.at)::float8 * 1000 as ms from turned t, before b`,
      )
      // Writers hold the table for a moment: the step gives way and is made again.
      .catch((error: { code?: string }) => {
        if (error.code !== '55P03') throw error;
        return [{ what: 'gave way', ms: 0 }];
      });
    if (!step?.what) break;
    steps.push({ what: step.what, ms: step.ms });
  }
  state.over = true;
  await Promise.all(writers);

  expect(steps.filter((one) => one.what.startsWith('dropped'))).toHaveLength(daysOver);
  expect(steps.filter((one) => one.ms > 1_000)).toEqual([]);
  expect(await parts()).toBe(0);
  expect(waits.length).toBeGreaterThan(0);
  const [kept] = await world.sql<{ n: number }>(
    'select count(*)::int as n from device.device_position where device_id = any ($1)',
    [devices.map((one) => one.id)],
  );
  expect(kept?.n).toBe(said.length);
}, 180_000);
