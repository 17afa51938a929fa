import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import { raiseOverdue } from '#modules/sign/server/nightly.ts';
import { dayFromNow, freshRange, inTags, numbersAt, staffOf, unitOf } from '#modules/sign/testing/fixtures.ts';
import { raiseStanding } from './raise.ts';

/** What nobody did in time is told at night, and the telling ends when it is done. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
  // A kind that was told and ended is not told again for a while, so the demo's own slaughters must not be told first.
  await world.sql(`update sign.tag_use set end_reason = 'died' where state = 'ended'`);
});
afterAll(() => world.close());

interface Alarm {
  readonly principalId: number;
  readonly args: Record<string, unknown>;
}
const openOf = (kind: string): Promise<Alarm[]> =>
  world.sql<Alarm>(
    `select principal_id as "principalId", args from platform.alarm
     where tenant_no = 1505 and source = 'sign' and kind = $1 and status <> 'closed' and dedup_key <> 'tagIdle demo'`,
    [kind],
  );
const night = () => inTags(world, raiseStanding);

it('R12: a pool with less than a tenth left is told once, and no longer when there is more', async () => {
  const set = (next: number) =>
    world.sql(
      'update sign.tag_number_pool set next_serial = $1 where county_code = 150521000000 and species_digit = 2',
      [next],
    );
  await set(89_999_000);
  await night();
  expect(await openOf('poolLow'), 'a tenth and more').toEqual([]);
  await set(95_000_000);
  await night();
  await night();
  expect(await openOf('poolLow')).toMatchObject([
    { principalId: await unitOf(world, 'sign1'), args: { n: 5_000_000 } },
  ]);
  await set(30_000_000);
  await night();
  expect(await openOf('poolLow')).toEqual([]);
});

it('tells a county whose tags last for fewer months than the rule asks for', async () => {
  await night();
  expect(await openOf('lowStock')).toEqual([]);
  await world.sql(
    `insert into sign.sign_rule (tenant_no, code, region_code, value, valid_from)
     values (1505, 'safetyMonths', 150521000000, 1000000, '2020-01-01')`,
  );
  await night();
  const unit = await unitOf(world, 'sign1');
  const low = await openOf('lowStock');
  expect(low.length).toBeGreaterThan(0);
  expect(new Set(low.map((one) => one.principalId))).toEqual(new Set([unit]));
  await world.sql(`delete from sign.sign_rule where code = 'safetyMonths' and value = 1000000`);
  await night();
  expect(await openOf('lowStock')).toEqual([]);
});

it('R45: a slaughterhouse that keeps tags beyond the days allowed is told, until they are in a bag', async () => {
  const plant = await unitOf(world, 'plant1');
  const codes = await world.sql<{ id: number }>(
    `update sign.tag_use set state = 'ended', end_reason = 'slaughtered', ended_on = $1, holder_ids = holder_ids || $2::bigint
     where id in (select id from sign.tag_use where tenant_no = 1505 and state = 'worn' order by id limit 3) returning id`,
    [dayFromNow(-7), plant],
  );
  await night();
  expect(await openOf('notRecovered'), 'seven days are allowed').toEqual([]);
  const ids = codes.map((one) => one.id);
  await world.sql('update sign.tag_use set ended_on = $1 where id = any ($2)', [dayFromNow(-8), ids]);
  await night();
  expect(await openOf('notRecovered')).toMatchObject([{ principalId: plant, args: { n: 3, days: 7 } }]);
  await world.sql(`update sign.tag_use set state = 'recovered' where id = any ($1)`, [ids]);
  await night();
  expect(await openOf('notRecovered')).toEqual([]);
});

it('R23, R25: nothing is signed by time; who has not signed and what is in dispute is told', async () => {
  const [from, to] = [await unitOf(world, 'sign1'), await unitOf(world, 'kzzq_station')];
  const rows = await world.sql<{ id: number; no: string }>(
    `insert into sign.sign_receiving (tenant_no, region_code, doc_no, source_type, source_id, source_no, from_principal_id,
       to_principal_id, count, sent_on, due_on, status, updated_at)
     select 1505, 150521101000, 'ER-' || s, 'stockOut', 0, 'T', $1, $2, 100, $3::date, $3::date + 3, s, now() - interval '3 days'
     from unnest(array['waiting', 'partSigned']) s returning id, doc_no as no`,
    [from, to, dayFromNow(-400)],
  );
  await inTags(world, raiseOverdue);
  await night();
  const late = (await openOf('overdueSign')).find((one) => one.args.docNo === 'ER-waiting');
  expect(late).toMatchObject({ principalId: to, args: { days: 397 } });
  expect((await openOf('unsettled')).find((one) => one.args.docNo === 'ER-partSigned')?.principalId).toBe(from);
  const [waiting] = await world.sql<{ status: string }>('select status from sign.sign_receiving where id = $1', [
    rows[0]?.id,
  ]);
  expect(waiting?.status).toBe('waiting');
  await world.sql(`update sign.sign_receiving set status = 'settled' where id = $1`, [rows[1]?.id]);
  await night();
  expect((await openOf('unsettled')).some((one) => one.args.docNo === 'ER-partSigned')).toBe(false);
});

it('R51: numbers nobody wears are idle in a hand after 120 days, on a shelf that nobody touches after a year', async () => {
  const staffId = await staffOf(world, 'kzzq_worker1');
  const idle = async () => {
    await inTags(world, raiseOverdue);
    return (await openOf('tagIdle')).some((one) => one.args.staffId === String(staffId));
  };
  const since = (day: number) =>
    world.sql('update sign.tag_balance set hand = 50, last_worn_on = $1, last_move_on = $1 where staff_id = $2', [
      dayFromNow(day),
      staffId,
    ]);
  await since(-120);
  expect(await idle()).toBe(false);
  await since(-121);
  expect(await idle()).toBe(true);
  const unit = await unitOf(world, 'kzzq_station');
  const shelf = async (day: number) => {
    await world.sql(
      'update sign.tag_balance set stock = 50, last_move_on = $1 where principal_id = $2 and staff_id is null',
      [dayFromNow(day), unit],
    );
    await inTags(world, raiseOverdue);
    return (await openOf('tagIdle')).some((one) => one.args.staffId === '' && one.principalId === unit);
  };
  expect([await shelf(-365), await shelf(-366)]).toEqual([false, true]);
});

it('R38: a number nobody ordered is refused, and the refusal is told though the entry is taken back', async () => {
  const [strange] = [freshRange(1).from];
  await world.sql(`update sign.tag_number_pool set legacy_until = '2020-01-01' where county_code = 150521000000`);
  const worker = { principalId: await unitOf(world, 'kzzq_station'), staffId: await staffOf(world, 'kzzq_worker1') };
  await numbersAt(world, 100, worker, 'hand');
  const house = await unitOf(world, 'house1');
  await expect(
    inTags(world, (tx) =>
      registerAnimals(tx, {
        entryKind: 'born',
        principalId: house,
        wornOn: dayFromNow(-1),
        staffId: worker.staffId,
        animals: [
          { tag: String(strange), species: 'cattle', breed: 'simmental', sex: 'female', birthDate: dayFromNow(-12) },
        ],
      }),
    ),
  ).rejects.toMatchObject({ bizCode: 'unknownCode' });
  expect((await openOf('unknownCode')).map((one) => one.args.code)).toEqual([String(strange)]);
});

it('R41: a number that a second animal really shows is told with a photo, and not closed without a finding', async () => {
  const county = await world.as('sign1');
  const [use] = await world.sql<{ code: number; id: number }>(
    `select u.code, u.id from sign.tag_use u where u.tenant_no = 1505 and u.scheme = 'cn.eartag' and u.state = 'worn'
       and u.region_code / 1000000 = 150521 order by u.id desc limit 1`,
  );
  const principalId = await unitOf(world, 'house1');
  const body = { code: use?.code, principalId, photos: [] as number[] };
  expect((await county.post('sign/alert/duplicate', body)).code, 'without a photo').toBe(422);
  const { data } = await county.post('sign/alert/duplicate', { ...body, photos: [1] });
  expect(data.alarmId).toBeGreaterThan(0);
  const told = (await openOf('duplicateCode')).filter((one) => one.args.code === String(use?.code));
  expect(told).toMatchObject([{ principalId }]);
  const alert = (await county.get(`sign/alert/list?kind=duplicateCode&pageSize=50`)).data.find(
    (one: { id: number }) => one.id === data.alarmId,
  );
  expect(alert?.status).toBe('open');
  const close = { id: alert?.id, version: alert?.version, closeReason: 'confirmed' };
  expect((await county.post('sign/alert/close', close)).code).toBe(422);
  await inTags(world, raiseOverdue);
  await night();
  expect((await openOf('duplicateCode')).some((one) => one.args.code === String(use?.code))).toBe(true);
});
