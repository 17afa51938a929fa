import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals, say } from '#modules/device/testing/herd.ts';

let world: World;
let farm: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const now = () => Math.floor(Date.now() / 1000);

it('R40: the back test counts what ingest would have raised, on the same readings', async () => {
  const sensor = await makeDevice(world, 'envSensor', { status: 'active' });
  // Eighty minutes over the limit, one reading within it, five minutes over it: long enough once.
  const nh3 = [...Array(9).fill(26), 4, 26];
  await say(world, [
    {
      deviceNo: sensor.deviceNo,
      type: 'env',
      d: nh3.map((value, at) => ({ t: now() - (nh3.length - at) * 600, m: { nh3: value } })),
    },
  ]);
  const asked = { kind: 'envHigh', metric: 'nh3', comparison: 'above', threshold: 25, holdMinutes: 30, days: 1 };
  const { data } = await farm.post('anm/device/alarmRule/backtest', { ...asked, principalId: farmId });
  const own = data.sample.filter((one: { deviceId: number }) => one.deviceId === sensor.id);
  expect(own).toMatchObject([{ minutes: 80, extreme: 26 }]);
  const raised = await world.sql("select status from platform.alarm where kind = 'envHigh' and device_id = $1", [
    sensor.id,
  ]);
  expect(raised).toEqual([{ status: 'closed' }]);
  const lax = await farm.post('anm/device/alarmRule/backtest', { ...asked, holdMinutes: 600, principalId: farmId });
  expect(lax.data.sample.some((one: { deviceId: number }) => one.deviceId === sensor.id)).toBe(false);
});

it('R41: nobody switches off what tells of a pledged animal being driven away', async () => {
  const admin = await world.as('tl_admin');
  const [rule] = await world.sql(
    "select id, version from device.alarm_rule where tenant_no = 1505 and kind = 'transport' and scope = 'tenant'",
  );
  const answer = await admin.post('anm/device/alarmRule/transition', { ...rule, name: 'disable', remark: '太吵' });
  expect(answer).toMatchObject({ bizCode: 'mustStay' });
});

it('R33, R42: a strap that came off is one urgent alarm with the ear tag, the holder and the bank', async () => {
  const bank = await unitOf(world, 'bank1');
  const collar = await makeDevice(world, 'collar', { bank_id: bank });
  const [animal] = await bareAnimals(world, farmId, 1);
  const pairs = [{ device: collar.deviceNo, target: animal?.earTag }];
  await farm.post('anm/device/bind/submit', { principalId: farmId, mode: 'bind', pairs });
  for (let times = 0; times < 2; times += 1)
    await say(world, [{ deviceNo: collar.deviceNo, type: 'evt', d: [{ t: now() + 1, e: 'strapOff' }] }]);
  const told = await world.sql(
    `select level, status, subject_name as subject, bank_id as bank, confirm_by as by, need_photo as photo, times,
       args ->> 'holder' as holder
     from platform.alarm where kind = 'strapOff' and device_id = $1`,
    [collar.id],
  );
  expect(told).toMatchObject([
    { level: 'urgent', status: 'open', subject: animal?.earTag, bank, by: 'bank', photo: true },
  ]);
});
