import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { workDue } from '#kit/server/due/due.ts';
import { patrolItems } from '#modules/bank/contract/patrol/patrol.ts';
import { type Custody, makeCustody, middle, north, picture, userOf } from '#modules/bank/testing/custody.ts';
import { inStock } from '#modules/depot/testing/fixtures.ts';
import { planPatrol } from './plan-patrol.ts';
import { orderStops } from './route.ts';

let world: World;
let patroller: Person;
let monitor: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  const master = async (name: string) => {
    await makeMaster(world, name, 'bank1');
    return world.person(await openSession(world, name));
  };
  patroller = await master('bank_patroller');
  monitor = await master('bank_confirmer');
});
afterAll(() => world.close());

const planned = async (custody: Custody): Promise<number> => {
  await inStock(world, (tx) => planPatrol(tx, custody.siteId));
  const [row] = await world.sql(
    `select id::int as id from bank.patrol_visit where site_id = $1 and status = 'planned'`,
    [custody.siteId],
  );
  return earlier(row?.id);
};
/** It was planned an hour ago. */
async function earlier(id: number): Promise<number> {
  await world.sql(`update bank.patrol_visit set created_at = now() - interval '1 hour' where id = $1`, [id]);
  return id;
}
const rowOf = async (id: number) =>
  (await world.sql('select id::int as id, version, status from bank.patrol_visit where id = $1', [id]))[0];
const alarms = (kind: string, siteId: number) =>
  world.sql('select level, status from platform.alarm where kind = $1 and subject_id = $2 order by id', [kind, siteId]);
const sheet = (visitId: number, more: object = {}) => ({
  visitId,
  clientKey: randomUUID(),
  startedAt: new Date(Date.now() - 30 * 60_000).toISOString(),
  endedAt: new Date().toISOString(),
  location: north(200),
  headsSeen: 6,
  items: patrolItems.map((code) => ({ code, ok: true })),
  conclusion: 'normal',
  ...more,
});

describe('a patrol', () => {
  it('R39, acceptance 17: started 3 km away it is refused, with the beacon heard it starts', async () => {
    const custody = await makeCustody(world, 6);
    const id = await planned(custody);
    const start = (more: object) =>
      patroller.post('bank/patrol/start', { visitId: id, startedAt: new Date().toISOString(), ...more });
    expect(await start({ location: north(3_000) })).toMatchObject({ bizCode: 'notAtSite' });
    expect(await start({})).toMatchObject({ bizCode: 'notAtSite' });
    const [beacon] = await world.sql(
      `select id::int as id, device_no as no from device.device where tenant_no = 1505 order by id limit 1`,
    );
    await world.sql('update bank.pledge_site set beacon_id = $2 where id = $1', [custody.siteId, beacon.id]);
    expect(await start({ location: north(3_000), beaconNo: 'something else' })).toMatchObject({ bizCode: 'notAtSite' });
    expect(await start({ location: north(3_000), beaconNo: beacon.no })).toMatchObject({
      code: 200,
      data: { beaconHeard: true },
    });
    expect(await rowOf(id)).toMatchObject({ status: 'doing' });
  });

  it('R39: inside the fence nobody is outside, however far from its middle', async () => {
    const custody = await makeCustody(world, 2);
    const id = await planned(custody);
    const far = north(1_500);
    const [fence] = await world.sql(
      `insert into device.fence (tenant_no, region_code, principal_id, name, kind, polygon, area_ha, status)
       values (1505, 150521102203, $1, '监管围栏', 'custody', $2, 100, 'active') returning id::int as id`,
      [
        custody.principalId,
        JSON.stringify([
          [
            [middle.longitude - 0.02, middle.latitude - 0.02],
            [middle.longitude + 0.02, middle.latitude - 0.02],
            [middle.longitude + 0.02, middle.latitude + 0.02],
            [middle.longitude - 0.02, middle.latitude + 0.02],
            [middle.longitude - 0.02, middle.latitude - 0.02],
          ],
        ]),
      ],
    );
    await world.sql('update bank.pledge_site set fence_id = $2 where id = $1', [custody.siteId, fence.id]);
    expect(
      await patroller.post('bank/patrol/start', { visitId: id, startedAt: new Date().toISOString(), location: far }),
    ).toMatchObject({ code: 200, data: { metres: 0 } });
  });

  it('R38, R39, R40: written offline it stands once, what is wrong needs a new photo, a serious finding alarms, another confirms', async () => {
    const custody = await makeCustody(world, 6);
    const id = await planned(custody);
    const { data: taken } = await patroller.get(`bank/patrol/sheet?visitId=${id}`);
    expect(taken.drawn).toHaveLength(6);
    const tag = taken.drawn[0].earTag;
    const bad = (photos: number[]) =>
      patrolItems.map((code) => ({
        code,
        ok: code !== 'fence',
        ...(code === 'fence' && { photos, note: '门锁损坏' }),
      }));
    expect(await patroller.post('bank/patrol/submit', sheet(id, { items: bad([]) }))).toMatchObject({
      bizCode: 'badWithoutPhoto',
    });
    expect(await patroller.post('bank/patrol/submit', sheet(id, { location: north(3_000) }))).toMatchObject({
      bizCode: 'notAtSite',
    });
    const photo = await picture(world, patroller, 'bank.patrolVisit');
    const body = sheet(id, {
      items: bad([photo]),
      conclusion: 'serious',
      // By a phone whose clock is a year ahead.
      scans: [{ tag, readBy: 'rfid', at: new Date(Date.now() + 365 * 86_400_000).toISOString() }],
    });
    const once = await patroller.post('bank/patrol/submit', body);
    expect(once).toMatchObject({ code: 200, data: { status: 'submitted', issues: 1, seen: 1 } });
    expect(await patroller.post('bank/patrol/submit', body)).toMatchObject({ code: 200, data: once.data });
    expect(await alarms('patrolSerious', custody.siteId)).toEqual([expect.objectContaining({ level: 'urgent' })]);
    const [item] = await world.sql(
      `select seen_by as by, seen_at <= now() as past from bank.pledge_item where ear_tag = $1 and state = 'pledged'`,
      [tag],
    );
    expect(item).toEqual({ by: 'patrol', past: true });
    const move = async (who: Person, name: string, more: object = {}) =>
      who.post('bank/patrol/transition', { id, version: (await rowOf(id)).version, name, ...more });
    expect(await move(patroller, 'confirm')).toMatchObject({ bizCode: 'samePerson' });
    expect(await move(monitor, 'confirm')).toMatchObject({ code: 200 });
    const other = await makeCustody(world, 2);
    const again = sheet(await planned(other), { items: bad([photo]) });
    expect((await patroller.post('bank/patrol/submit', again)).code).not.toBe(200);
  });

  it('nobody was there before the visit was planned, left before coming, or comes tomorrow', async () => {
    const custody = await makeCustody(world, 2);
    const id = await planned(custody);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    for (const times of [
      { startedAt: at(-120) },
      { startedAt: at(60), endedAt: at(70) },
      { startedAt: at(-30), endedAt: at(-31) },
      { endedAt: at(24 * 60) },
    ])
      expect(await patroller.post('bank/patrol/submit', sheet(id, times)), JSON.stringify(times)).toMatchObject({
        bizCode: 'wrongTime',
      });
    const start = (startedAt: string) =>
      patroller.post('bank/patrol/start', { visitId: id, startedAt, location: north(200) });
    expect(await start(at(-120))).toMatchObject({ bizCode: 'wrongTime' });
    expect(await start(at(-20))).toMatchObject({ code: 200 });
    expect(await patroller.post('bank/patrol/submit', sheet(id, { endedAt: at(-25) }))).toMatchObject({
      bizCode: 'wrongTime',
    });
    expect(await patroller.post('bank/patrol/submit', sheet(id))).toMatchObject({ code: 200 });
  });

  it('acceptance 17: a missed visit alarms on day 3, the next is due at once and ends the alarm', async () => {
    const custody = await makeCustody(world, 3);
    const id = await planned(custody);
    const [due] = await world.sql(
      `select d.due_at = (v.due_on + 3)::timestamp at time zone 'Asia/Shanghai' as right from kit.due d
         join bank.patrol_visit v on v.id = d.ref::bigint where d.kind = 'bank.patrolMissed' and v.id = $1`,
      [id],
    );
    expect(due?.right).toBe(true);
    await world.sql(`update kit.due set due_at = now() where kind = 'bank.patrolMissed' and ref = $1`, [String(id)]);
    await workDue(world.database);
    expect(await rowOf(id)).toMatchObject({ status: 'missed' });
    expect(await alarms('patrolDue', custody.siteId)).toEqual([expect.objectContaining({ level: 'warn' })]);
    const [next] = await world.sql(
      `select id::int as id, due_on - current_date <= 4 as soon from bank.patrol_visit where site_id = $1
         and status = 'planned'`,
      [custody.siteId],
    );
    expect(next?.soon).toBe(true);
    const second = sheet(await earlier(next?.id));
    expect(await patroller.post('bank/patrol/submit', second)).toMatchObject({ code: 200 });
    expect(await alarms('patrolDue', custody.siteId)).toEqual([expect.objectContaining({ status: 'closed' })]);
  });

  it('R40: the way goes on to the nearest that is left', async () => {
    const stops = [4_000, 1_000, 9_000].map((metres) => ({ metres, ...north(metres) }));
    expect(orderStops(stops, middle).map((one) => one.metres)).toEqual([1_000, 4_000, 9_000]);
    const custody = await makeCustody(world, 1);
    const id = await planned(custody);
    const me = await userOf(world, 'bank_patroller');
    await world.sql('update bank.patrol_visit set patroller_id = $2, due_on = current_date where id = $1', [id, me]);
    const { data } = await patroller.get(`bank/patrol/route?longitude=${middle.longitude}&latitude=${middle.latitude}`);
    expect(data.stops).toEqual([expect.objectContaining({ visitId: id, km: 0 })]);
  });
});
