import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { fixAt, say } from '#modules/device/testing/herd.ts';

/** Who sees a device, what it says and where it was. */
let world: World;
let farm: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const seen = async (username: string, id: number) =>
  (await (await world.as(username)).get(`anm/device/info/now?id=${id}`)).code;
const fixesSeenBy = async (username: string, id: number) => {
  const answer = await (await world.as(username)).get<{ type: string }[]>(`anm/device/info/messages?id=${id}`);
  return answer.data.filter((one) => one.type === 'pos').length;
};

it('R1: a number that is known is refused; whose it is, is told to who sees that device alone', async () => {
  const elsewhere = await unitOf(world, 'house1');
  const own = await makeDevice(world, 'collar');
  const foreign = await makeDevice(world, 'collar', { principal_id: elsewhere });
  const [model] = await world.sql<{ id: number }>(
    "select id from device.device_model where tenant_no = 1505 and kind = 'collar' and status = 'active' limit 1",
  );
  const add = (deviceNo: string) =>
    farm.post('anm/device/info/add', {
      deviceNo,
      name: null,
      modelId: model?.id,
      principalId: farmId,
      ownerId: null,
      ownership: 'own',
      serialNo: null,
      imei: null,
      mac: null,
      location: null,
      simNo: null,
      simExpireOn: null,
      reportSeconds: null,
      shareScope: 'jurisdiction',
      remark: null,
    });
  const [holder] = await world.sql<{ name: string }>(
    'select principal_unit_name as name from registry.principal where id = $1',
    [farmId],
  );
  const [stranger] = await world.sql<{ name: string }>(
    'select principal_unit_name as name from registry.principal where id = $1',
    [elsewhere],
  );
  const known = await add(own.deviceNo);
  expect(known.bizCode).toBe('deviceTaken');
  expect(known.msg).toContain(holder?.name);
  const unknown = await add(foreign.deviceNo);
  expect(unknown.bizCode).toBe('deviceTaken');
  expect(unknown.msg).not.toContain(stranger?.name);
});

it('R12: a bank sees a device only while it stands on the row, and keeps what was written then', async () => {
  const bank = await unitOf(world, 'bank1');
  const collar = await makeDevice(world, 'collar', {
    status: 'active',
    bank_id: bank,
    share_scope: 'parties',
    region_code: 0,
  });
  await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [fixAt(9, 122.3, 43.6), fixAt(5, 122.3, 43.6)] }]);
  expect(await fixesSeenBy('bank1', collar.id)).toBe(2);
  await world.sql('update device.device set bank_id = null where id = $1', [collar.id]);
  await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [fixAt(1, 122.3, 43.6)] }]);
  expect(await seen('bank1', collar.id)).not.toBe(200);
  expect(await fixesSeenBy('bank1', collar.id), 'of its time, and no more').toBe(2);
  expect(await fixesSeenBy('farm1', collar.id)).toBe(3);
});

it('R12: who supervises a site has the last state and no trail', async () => {
  const supervisor = await unitOf(world, 'bank1');
  const collar = await makeDevice(world, 'collar', {
    status: 'active',
    supervisor_id: supervisor,
    share_scope: 'parties',
    region_code: 0,
  });
  await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [fixAt(5, 122.3, 43.6)] }]);
  expect(await seen('bank1', collar.id)).toBe(200);
  expect(await fixesSeenBy('bank1', collar.id)).toBe(0);
});

it('R65: of what is not shared with the jurisdiction an authority finds neither device nor place', async () => {
  const hidden = await makeDevice(world, 'collar', { status: 'active', share_scope: 'parties', region_code: 0 });
  const shared = await makeDevice(world, 'collar', { status: 'active' });
  for (const { deviceNo } of [hidden, shared])
    await say(world, [{ deviceNo, type: 'pos', d: [fixAt(5, 122.3, 43.6)] }]);
  expect(await fixesSeenBy('tl_region', hidden.id)).toBe(0);
  expect(await fixesSeenBy('tl_region', shared.id)).toBe(1);
  expect(await seen('tl_region', hidden.id)).toBe(404);
  expect(await seen('farm1', hidden.id)).toBe(200);
});
