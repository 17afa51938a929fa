import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals, fixAt, say } from '#modules/device/testing/herd.ts';
import { inWindow } from '../ingest/fences.ts';

let world: World;
let farm: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
  // Fences of the story lie elsewhere; only those made here are to speak.
  await world.sql("update device.fence set status = 'paused' where principal_id = $1", [farmId]);
});
afterAll(() => world.close());

const east = 122.51;
const square = [
  [
    [122.5, 43.5],
    [east, 43.5],
    [east, 43.51],
    [122.5, 43.51],
    [122.5, 43.5],
  ],
];
const lat = 43.505;
const inside = 122.505;
/** Metres east of the fence. */
const out = (metres: number) => east + metres / 80_700;

async function watched(rule: object = {}) {
  const fence = await farm.post('anm/device/fence/add', {
    name: '试验牧场',
    principalId: farmId,
    kind: 'pasture',
    polygon: square,
    colour: null,
  });
  const id = fence.data.id as number;
  await world.sql("update device.fence set status = 'active' where id = $1", [id]);
  const form = {
    fenceId: id,
    trigger: 'leave',
    minutes: null,
    scope: 'all',
    scopeWords: [],
    level: 'warn',
    fromTime: null,
    toTime: null,
    seasonFrom: null,
    seasonTo: null,
    bufferM: null,
    confirmFixes: null,
    ...rule,
  };
  const added = await farm.post('anm/device/fenceRule/add', form);
  expect(added.code).toBe(200);
  return id;
}
const end = (id: number) => world.sql("update device.fence set status = 'ended' where id = $1", [id]);
const alarms = (fenceId: number, kind: string) =>
  world.sql<{ status: string; level: string; evidence: Record<string, unknown> }>(
    `select status, level, evidence -> 0 as evidence from platform.alarm
     where kind = $1 and (evidence -> 0 ->> 'fenceId')::bigint = $2`,
    [kind, fenceId],
  );

it('R32: a crossing outline is refused; a good one says who is in and out before it is saved', async () => {
  const [ring = []] = square;
  const crossed = [[ring[0], ring[2], ring[1], ring[3], ring[0]]];
  const form = { name: '坏', principalId: farmId, kind: 'pasture', polygon: crossed, colour: null };
  expect((await farm.post('anm/device/fence/add', form)).bizCode).toBe('polygonBad');
  const preview = await farm.post('anm/device/fence/preview', { principalId: farmId, polygon: square });
  expect(preview.data).toMatchObject({ fault: null });
  expect(preview.data.areaHa).toBeGreaterThan(80);
});

it('R27: not by a fix that may be wrong, but by two that cannot; once, until it is back', async () => {
  const fence = await watched();
  const { deviceNo } = await makeDevice(world, 'collar', { status: 'active' });
  const go = (...fixes: object[]) =>
    say(
      world,
      fixes.map((fix) => ({ deviceNo, type: 'pos', d: [fix] })),
    );
  await go(fixAt(20, inside, lat), fixAt(19, out(20), lat, 40), fixAt(18, out(20), lat, 40));
  expect(await alarms(fence, 'fenceLeave')).toHaveLength(0);
  await go(fixAt(15, out(200), lat));
  expect(await alarms(fence, 'fenceLeave')).toHaveLength(0);
  await go(fixAt(13, out(210), lat), fixAt(11, out(220), lat), fixAt(9, out(230), lat));
  expect(await alarms(fence, 'fenceLeave')).toMatchObject([{ status: 'open', level: 'warn' }]);
  await go(fixAt(5, inside, lat), fixAt(3, inside, lat));
  expect(await alarms(fence, 'fenceLeave')).toMatchObject([{ status: 'closed' }]);
  await end(fence);
});

it('R26: a fix is judged by the fence as it was at its moment, not as it is drawn now', async () => {
  const fence = await watched();
  const [ring = []] = square;
  const wide = [ring.map((point) => [point[0] === east ? out(2000) : point[0], point[1]])];
  await world.sql(
    `update device.fence_geometry set geometry_version = 2, valid_from = now() - interval '30 minutes'
     where fence_id = $1`,
    [fence],
  );
  await world.sql(
    `insert into device.fence_geometry (tenant_no, fence_id, geometry_version, polygon, valid_from, valid_to)
     values (1505, $1, 1, $2, '-infinity', now() - interval '30 minutes')`,
    [fence, JSON.stringify(wide)],
  );
  const { deviceNo } = await makeDevice(world, 'collar', { status: 'active' });
  const go = (...d: object[]) => say(world, [{ deviceNo, type: 'pos', d }]);
  await go(fixAt(50, out(200), lat), fixAt(45, out(200), lat), fixAt(40, out(200), lat));
  expect(await alarms(fence, 'fenceLeave')).toHaveLength(0);
  await go(fixAt(20, out(200), lat), fixAt(15, out(200), lat), fixAt(10, out(200), lat));
  expect(await alarms(fence, 'fenceLeave')).toHaveLength(1);
  await end(fence);
});

it('R18: a crossing told an hour late still speaks and says so; one five hours old does not', async () => {
  const fence = await watched();
  for (const [minutes, n] of [
    [60, 1],
    [300, 0],
  ] as const) {
    const { id, deviceNo } = await makeDevice(world, 'collar', { status: 'active' });
    await say(world, [
      {
        deviceNo,
        type: 'pos',
        d: [fixAt(minutes + 10, inside, lat), fixAt(minutes + 5, out(200), lat), fixAt(minutes, out(210), lat)],
      },
    ]);
    const rows = await world.sql(
      "select evidence -> 0 as evidence from platform.alarm where kind = 'fenceLeave' and device_id = $1",
      [id],
    );
    expect(rows).toHaveLength(n);
    if (n > 0) expect(rows[0].evidence).toMatchObject({ late: true });
  }
  await end(fence);
});

it('a rule for stages leaves the others alone', async () => {
  const [calf, cow] = await bareAnimals(world, farmId, 2);
  await world.sql("update registry.animal set stage = 'calf' where id = $1", [calf?.id]);
  await world.sql("update registry.animal set stage = 'cow' where id = $1", [cow?.id]);
  const fence = await watched({ scope: 'stages', scopeWords: ['calf'] });
  const made: { id: number; deviceNo: string }[] = [];
  for (const animal of [calf, cow]) {
    const collar = await makeDevice(world, 'collar');
    made.push(collar);
    const pairs = [{ device: collar.deviceNo, target: animal?.earTag }];
    await farm.post('anm/device/bind/submit', {
      principalId: farmId,
      mode: 'bind',
      pairs,
      at: new Date(Date.now() - 3_600_000).toISOString(),
    });
    const d = [fixAt(20, inside, lat), fixAt(10, out(200), lat), fixAt(5, out(210), lat)];
    await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d }]);
  }
  const told = await world.sql(
    `select device_id as id from platform.alarm where kind = 'fenceLeave' and device_id = any ($1)`,
    [made.map((one) => one.id)],
  );
  expect(told).toEqual([{ id: made[0]?.id }]);
  await end(fence);
});

it('R30: seven that leave together are one urgent alarm with its members', async () => {
  const fence = await watched();
  const herd = await Promise.all(Array.from({ length: 7 }, () => makeDevice(world, 'collar', { status: 'active' })));
  const all = (fix: object) =>
    say(
      world,
      herd.map(({ deviceNo }) => ({ deviceNo, type: 'pos', d: [fix] })),
    );
  await all(fixAt(9, inside, lat));
  await all(fixAt(6, out(200), lat));
  await all(fixAt(3, out(210), lat));
  const [batch, ...more] = await alarms(fence, 'batchLeave');
  expect(more).toHaveLength(0);
  expect(batch).toMatchObject({ status: 'open', level: 'urgent' });
  expect(batch?.evidence.members).toContain(herd[0]?.deviceNo);
  await end(fence);
});

it('R31: what a bank watches is changed, paused and removed by the bank alone; the holder sees it', async () => {
  const id = await watched();
  const bank = await unitOf(world, 'bank1');
  await world.sql('update device.fence set bank_id = $2 where id = $1', [id, bank]);
  const { data } = await farm.get(`anm/device/fence/${id}`);
  expect(data.name).toBe('试验牧场');
  const edit = await farm.post('anm/device/fence/edit', {
    id,
    version: data.version,
    name: '改名',
    principalId: farmId,
    kind: 'pasture',
    polygon: square,
    colour: null,
  });
  expect(edit.code).not.toBe(200);
  const pause = await farm.post('anm/device/fence/transition', {
    id,
    version: data.version,
    name: 'pause',
    remark: '检修',
  });
  expect(pause.code).toBe(403);
  await world.sql("update device.fence set bank_id = null, status = 'paused' where id = $1", [id]);
});

it('R29: hours over midnight, by China’s clock', () => {
  const night = { weekDays: [], fromTime: '20:00', toTime: '05:00', seasonFrom: null, seasonTo: null };
  expect(inWindow(night, Date.parse('2026-05-01T23:00:00+08:00'))).toBe(true);
  expect(inWindow(night, Date.parse('2026-05-01T04:59:00+08:00'))).toBe(true);
  expect(inWindow(night, Date.parse('2026-05-01T05:00:00+08:00'))).toBe(false);
  expect(inWindow({ ...night, weekDays: [6] }, Date.parse('2026-05-01T23:00:00+08:00'))).toBe(false);
});
