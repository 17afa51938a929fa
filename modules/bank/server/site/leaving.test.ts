import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { picture, unitOf } from '#modules/bank/testing/custody.ts';
import { makeDevice } from '#modules/device/testing/device-samples.ts';
import { fixAt, say } from '#modules/device/testing/herd.ts';

let world: World;
let farm: Person;
let bank: Person;
let other: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  farm = await world.as('farm1');
  await makeMaster(world, 'bank_leaving', 'bank1');
  await makeMaster(world, 'bank_leaving2', 'bank2');
  bank = world.person(await openSession(world, 'bank_leaving'));
  other = world.person(await openSession(world, 'bank_leaving2'));
});
afterAll(() => world.close());

const east = 122.51;
const polygon = [
  [
    [122.5, 43.5],
    [east, 43.5],
    [east, 43.51],
    [122.5, 43.51],
    [122.5, 43.5],
  ],
];
const out = (metres: number) => east + metres / 80_700;

it('R41, acceptance 12: seven collars of a pledge leave the fence: one urgent alarm, the farm handles, the bank confirms', async () => {
  const [farmId, bankId] = [await unitOf(world, 'farm1'), await unitOf(world, 'bank1')];
  await world.sql("update device.fence set status = 'paused' where principal_id = $1", [farmId]);
  const { data } = await farm.post('anm/device/fence/add', {
    name: '监管围栏',
    principalId: farmId,
    kind: 'custody',
    polygon,
    colour: null,
  });
  await world.sql("update device.fence set status = 'active', bank_id = $2 where id = $1", [data.id, bankId]);
  const rule = await farm.post('anm/device/fenceRule/add', {
    fenceId: data.id,
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
  });
  if (rule.code !== 200)
    await world.sql(
      `insert into device.fence_rule (tenant_no, region_code, principal_id, bank_id, fence_id, trigger)
       select tenant_no, region_code, principal_id, bank_id, id, 'leave' from device.fence where id = $1`,
      [data.id],
    );
  const herd = await Promise.all(Array.from({ length: 7 }, () => makeDevice(world, 'collar', { status: 'active' })));
  // What the contract does with the devices of its animals.
  await world.sql('update device.device set bank_id = $2 where id = any ($1)', [herd.map((one) => one.id), bankId]);
  const all = (fix: object) =>
    say(
      world,
      herd.map(({ deviceNo }) => ({ deviceNo, type: 'pos', d: [fix] })),
    );
  await all(fixAt(9, 122.505, 43.505));
  await all(fixAt(6, out(200), 43.505));
  await all(fixAt(3, out(210), 43.505));
  const row = async () =>
    (
      await world.sql(
        `select id::int as id, version, status, level, bank_id::int as bank, principal_id::int as farm from platform.alarm
         where kind = 'batchLeave' and subject_id = $1`,
        [data.id],
      )
    )[0];
  expect(await row()).toMatchObject({ level: 'urgent', bank: bankId, farm: farmId, status: 'open' });
  const { id } = await row();
  expect((await bank.get(`sys/alarm/${id}`)).code).toBe(200);
  expect((await other.get(`sys/alarm/${id}`)).code).toBe(404);
  const step = async (who: Person, name: string, form?: object) => {
    const { version } = await row();
    return who.post('sys/alarm/transition', { id, version, name, ...(form && { form }) });
  };
  const photo = await picture(world, farm, 'platform.alarm');
  const bare = { closeReason: 'handled', closeNote: '已赶回', closePhotos: [] };
  expect((await step(farm, 'handle', bare)).code).not.toBe(200);
  expect((await step(farm, 'handle', { ...bare, closePhotos: [photo] })).code).toBe(200);
  expect((await step(other, 'confirm')).code).toBe(404);
  expect((await step(bank, 'confirm')).code).toBe(200);
  expect((await row()).status).toBe('closed');
}, 60_000);
