import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { unitOf } from '#modules/device/testing/device-samples.ts';
import { brokerOf, listening, speaking, until } from '#modules/device/testing/speaking.ts';
import { revocationsOf } from '../catalogue/device-credential.ts';

/** Real devices on a real broker: MQTT over TLS, an account per tenant. */
let world: World;
let ingest: Awaited<ReturnType<typeof listening>>;
const closing: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await openWorld();
  ingest = await listening(world);
});
afterAll(async () => {
  await Promise.all(closing.map((one) => one.close()));
  await ingest.close();
  await world.close();
});

const speak = async (kind: string, more: Record<string, unknown> = {}) => {
  const one = await speaking(world, kind, more);
  closing.push(one.sim);
  return one;
};
const now = () => Math.floor(Date.now() / 1000);
const fixes = (id: number) =>
  world.sql<{ at: string; marks: string[]; longitude: number }>(
    'select event_at as at, marks, longitude from device.device_position where device_id = $1 order by event_at',
    [id],
  );
const rejects = (id: number) =>
  world.sql<{ reason: string }>('select reason from device.device_reject where device_id = $1 order by id', [id]);
const day = async (id: number) =>
  (
    await world.sql<{ messages: number; accepted: number; duplicates: number; lost: number; refused: number }>(
      'select * from device.device_day where device_id = $1',
      [id],
    )
  )[0];

it('R13: the same message three times is one row; what comes again is counted', async () => {
  const { id, sim } = await speak('collar');
  const text = sim.compose([{ t: now(), lon: 122.3, lat: 43.6, acc: 8 }]);
  for (let i = 0; i < 3; i += 1) await sim.send('pos', text);
  await until(
    () => day(id),
    (one) => one?.messages === 3,
  );
  expect(await fixes(id)).toHaveLength(1);
  expect(await day(id)).toMatchObject({ accepted: 1, duplicates: 2 });
});

it('R16, R17: out of order they stand in the order they happened, and the last place stays the newest', async () => {
  const { id, sim } = await speak('collar');
  for (const [minutes, lon] of [
    [2, 122.302],
    [22, 122.3],
    [12, 122.301],
  ] as const)
    await sim.send('pos', sim.compose([{ t: now() - minutes * 60, lon, lat: 43.6, acc: 8 }]));
  const found = await until(
    () => fixes(id),
    (rows) => rows.length === 3,
  );
  expect(found.map((one) => one.longitude)).toEqual([122.3, 122.301, 122.302]);
  const [state] = await world.sql('select longitude from device.device_state where device_id = $1', [id]);
  expect(state.longitude).toBe(122.302);
});

it('R14, R16: a clock nine hours ahead is set right to two minutes; what lies in its future is refused', async () => {
  const { id, sim } = await speak('collar');
  sim.clockAhead = 9 * 3_600_000;
  await sim.send('pos', sim.compose([{ t: Math.floor(sim.clock / 1000), lon: 122.3, lat: 43.6 }]));
  await sim.send('pos', sim.compose([{ t: Math.floor(sim.clock / 1000) + 600, lon: 122.31, lat: 43.6 }]));
  const [fix] = await until(
    () => fixes(id),
    (rows) => rows.length === 1,
  );
  expect(Math.abs(Date.parse(fix?.at as string) - Date.now())).toBeLessThan(120_000);
  expect(fix?.marks).toContain('skewed');
  await until(
    () => rejects(id),
    (rows) => rows.some((one) => one.reason === 'future'),
  );
});

it('R15, R19, R23: no clock, impossible values and unreadable text are refused one by one, and nothing stops', async () => {
  const { id, sim } = await speak('envSensor');
  await sim.send('env', '{"v":1,"boot":1,');
  await sim.send('env', JSON.stringify({ v: 1, d: [{ nothing: true }] }));
  await sim.send('env', sim.compose([{ t: now(), m: { temp: 400, hum: 60 } }]));
  const [reading] = await until(
    () => world.sql('select metrics from device.device_reading where device_id = $1', [id]),
    (rows) => rows.length === 1,
  );
  expect(reading.metrics).toEqual({ hum: 60 });
  const reasons = (
    await until(
      () => rejects(id),
      (rows) => rows.length === 3,
    )
  ).map((one) => one.reason);
  expect(reasons.sort()).toEqual(['badJson', 'badSchema', 'outOfRange']);
});

it('R20: a fix nobody could have reached counts only once two more agree with it', async () => {
  const { id, sim } = await speak('collar');
  const at = now() - 600;
  const fix = (seconds: number, lon: number) => ({ t: at + seconds, lon, lat: 43.6 });
  await sim.send('pos', sim.compose([fix(0, 122.3), fix(60, 123.3), fix(120, 122.3)]));
  await until(
    () => fixes(id),
    (rows) => rows.length === 3,
  );
  expect((await fixes(id)).map((one) => one.marks.includes('jump'))).toEqual([false, true, false]);
  await sim.send('pos', sim.compose([fix(180, 123.3), fix(240, 123.301), fix(300, 123.302)]));
  await until(
    () => fixes(id),
    (rows) => rows.length === 6,
  );
  expect((await fixes(id)).slice(3).map((one) => one.marks.includes('jump'))).toEqual([true, true, false]);
});

it('R21: what a device tells on the Chinese grid is kept on the world’s', async () => {
  const { id, sim } = await speak('collar');
  await sim.send('pos', sim.compose([{ t: now(), lon: 116.397428, lat: 39.90923, crs: 'gcj02' }]));
  await until(
    () => fixes(id),
    (rows) => rows.length === 1,
  );
  const [fix] = await world.sql(
    'select longitude::float8 as lon, latitude::float8 as lat from device.device_position where device_id = $1',
    [id],
  );
  expect(fix.lon).toBeCloseTo(116.39119, 4);
  expect(fix.lat).toBeCloseTo(39.90783, 4);
});

it('R24, R25: whoever speaks too often is heard no more this minute and told of; a will is due in two', async () => {
  const { id, sim } = await speak('collar');
  await world.sql(
    `update device.device_model m set max_per_minute = 3 from device.device d where d.id = $1 and m.id = d.model_id`,
    [id],
  );
  const again = await speak('collar');
  for (let n = 0; n < 6; n += 1)
    await again.sim.send('pos', again.sim.compose([{ t: now() - n, lon: 122.3, lat: 43.6 }]));
  await until(
    () => rejects(again.id),
    (rows) => rows.some((one) => one.reason === 'tooMany'),
  );
  expect((await fixes(again.id)).length).toBeLessThanOrEqual(3);
  const floods = await world.sql(`select 1 from platform.alarm where kind = 'flood' and device_id = $1`, [again.id]);
  expect(floods).toHaveLength(1);
  await sim.send('will', sim.compose([{}]));
  const due = await until(
    async () =>
      (
        await world.sql<{ due: number | null }>(
          `select extract(epoch from silent_due_at - now())::float8 as due from device.device_state where device_id = $1`,
          [id],
        )
      )[0]?.due ?? null,
    (seconds) => seconds !== null && seconds < 125,
  );
  expect(due).toBeGreaterThan(60);
});

it('R50: temperature and damp of one reading make its index of heat', async () => {
  const { id, sim } = await speak('envSensor');
  await sim.send('env', sim.compose([{ t: now(), m: { temp: 30, hum: 60 } }]));
  const rows = await until(
    () =>
      world.sql<{ thi: number }>(
        `select (metrics ->> 'thi')::float8 as thi from device.device_reading where device_id = $1`,
        [id],
      ),
    (found) => found.length === 1,
  );
  // 0.8 × 30 + 0.6 × (30 − 14.4) + 46.4
  expect(rows[0]?.thi).toBe(79.8);
});

it('R51: a sensor in a store reads for the store: out of its range is the store’s alarm, back in it is none', async () => {
  const { id, sim } = await speak('envSensor');
  const [store] = await world.sql(
    `select d.id::int as id, d.principal_id::int as "principalId", d.region_code as region from depot.depot d
     where d.tenant_no = 1505 and d.status = 'active' and d.temp_max is not null and d.kind <> 'transit' limit 1`,
  );
  await world.sql(
    `insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id, target_text,
       role, principal_id, owner_id, from_at)
     values (1505, $1, $2, 'envSensor', 'depot', $3, '冷库', 'placedAt', $4, $4, now() - interval '1 hour')`,
    [store.region, id, store.id, store.principalId],
  );
  const alarms = async () =>
    (
      await world.sql(`select 1 from platform.alarm where dedup_key = $1 and status <> 'closed'`, [
        `coldBreak:${store.id}`,
      ])
    ).length;
  await sim.send('env', sim.compose([{ t: now() - 60, m: { temp: 25 } }]));
  await until(alarms, (n) => n === 1);
  const [{ middle }] = await world.sql(
    'select ((temp_min + temp_max) / 2)::float8 as middle from depot.depot where id = $1',
    [store.id],
  );
  await sim.send('env', sim.compose([{ t: now(), m: { temp: middle } }]));
  await until(alarms, (n) => n === 0);
  const rows = await world.sql('select 1 from depot.depot_temperature where depot_id = $1 and device_id = $2', [
    store.id,
    id,
  ]);
  expect(rows).toHaveLength(2);
});

it('R22: a gap counts as lost and is taken off when it is filled', async () => {
  const { id, sim } = await speak('collar');
  const texts = [0, 1, 2].map(() => sim.compose([{ t: now(), lon: 122.3, lat: 43.6 }]));
  await sim.send('pos', texts[0] as string);
  await sim.send('pos', texts[2] as string);
  await until(
    () => day(id),
    (one) => one?.messages === 2,
  );
  expect(await day(id)).toMatchObject({ lost: 1 });
  await sim.send('pos', texts[1] as string);
  await until(
    () => day(id),
    (one) => one?.messages === 3,
  );
  expect(await day(id)).toMatchObject({ lost: 0 });
});

it('R2, R4: under the topic of another device nothing is stored', async () => {
  const [a, b] = [await speak('collar'), await speak('collar')];
  for (let i = 0; i < 3; i += 1)
    await a.sim.send('pos', a.sim.compose([{ t: now(), lon: 122.3, lat: 43.6 }]), b.deviceNo);
  await b.sim.send('pos', b.sim.compose([{ t: now(), lon: 122.4, lat: 43.6 }]));
  await until(
    () => fixes(b.id),
    (rows) => rows.length === 1,
  );
  expect(await fixes(b.id)).toMatchObject([{ longitude: 122.4 }]);
  expect(await fixes(a.id)).toHaveLength(0);
});

it('R3: a revoked token is refused, and its open connection ends within a minute', async () => {
  const { id, sim, password, deviceNo } = await speak('collar');
  await world.sql('update device.device_credential set revoked_at = now() where device_id = $1', [id]);
  await brokerOf().saveAccount(1505, await revocationsOf(world.database, 1505));
  await until(
    async () => sim.connected,
    (connected) => !connected,
    60,
  );
  const { SimDevice } = await import('#tools/simulate/sim-device.ts');
  const { settings, ca } = brokerOf();
  const again = new SimDevice(
    { host: settings.host, port: settings.mqttPort, ca },
    { deviceNo, tenantNo: 1505, password },
  );
  closing.push(again);
  await expect(again.ready(1500)).rejects.toThrow('not let in');
});

it('R5: a gateway speaks for tags; each is kept once in ten minutes, and strangers are remembered', async () => {
  const gateway = await speak('gateway');
  const tag = await speaking(world, 'earTag');
  await tag.sim.close();
  const scan = () =>
    gateway.sim.compose([
      { id: tag.deviceNo, t: now(), rssi: -70, tmp: 38.4, act: 40 },
      { id: 'STRANGER1', t: now(), rssi: -80 },
    ]);
  await gateway.sim.send('scan', scan());
  await gateway.sim.send('scan', scan());
  await until(
    () =>
      world.sql('select times from device.tag_heard where gateway_id = $1 and tag_no = $2', [gateway.id, 'STRANGER1']),
    (rows) => rows[0]?.times === 2,
  );
  expect(await world.sql('select metrics from device.device_reading where device_id = $1', [tag.id])).toHaveLength(1);
});

it('R62: a command waits for the device and is sent when it speaks', async () => {
  const { id, sim } = await speak('collar');
  await sim.listen();
  await world.sql(
    `insert into device.device_command (tenant_no, device_id, name, expire_at) values (1505, $1, 'locateNow', now() + interval '1 hour')`,
    [id],
  );
  await sim.send('pos', sim.compose([{ t: now(), lon: 122.3, lat: 43.6 }]));
  await until(
    async () => sim.commands.length,
    (n) => n === 1,
  );
  expect(sim.commands[0]).toMatchObject({ name: 'locateNow' });
});

it('a maker’s cloud hands over what it signed with the secret it was shown, once', async () => {
  const unit = await unitOf(world, 'tl_admin');
  const { id, deviceNo } = await speak('collar', { owner_id: unit });
  const admin = await world.as('tl_admin');
  const [provider] = await world.sql<{ id: number }>(
    `insert into device.device_provider (tenant_no, code, name, principal_id, mode)
     values (1505, 'try1', '试验', $1, 'push') returning id`,
    [unit],
  );
  const { data } = await admin.post('anm/device/provider/secret', { id: provider?.id });
  const messages = JSON.stringify([
    {
      deviceNo: deviceNo,
      type: 'pos',
      payload: { v: 1, boot: 7, seq: 1, at: Date.now(), d: [{ t: now(), lon: 122.1, lat: 43.6 }] },
    },
    { deviceNo: '1505-NOBODY', type: 'pos', payload: {} },
  ]);
  const [time, nonce] = [now(), 'nonce-of-the-test'];
  const sign = createHmac('sha256', data.secret).update(`${time}${nonce}${messages}`).digest('hex');
  const push = (body: object) =>
    world.person('').post(String(data.path).replace('/api/', ''), { time, nonce, sign, messages, ...body });
  expect((await push({ messages: `${messages} ` })).status).toBe(401);
  expect((await push({})).data).toEqual({ accepted: 1, refused: [{ n: 1, reason: 'unknownDevice' }] });
  expect((await push({})).status).toBe(401);
  await until(
    () => fixes(id),
    (rows) => rows.length === 1,
  );
});
