import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { checkCalcs } from '#kit/server/calc/check-calcs.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { chargedDays, lineRent } from '#modules/bank/contract/lease/rent.ts';
import { billMonth } from './lease-bill.ts';

let world: World;
let lessor: Person;
let farm: Person;
const lessorId = "(select principal_id from platform.sys_user where username = 'lease1')";
let serial = 0;
const unique = () => `${process.pid % 10_000}${++serial}`;

beforeAll(async () => {
  world = await openWorld();
  lessor = await world.as('lease1');
  farm = await world.as('farm1');
});
afterAll(() => world.close());

/** A collar of the service company, in its store. */
async function collar(): Promise<{ id: number; no: string }> {
  const [one] = await world.sql<{ id: number; no: string }>(
    `insert into device.device (tenant_no, home_region, device_no, model_id, kind, principal_id, owner_id)
     select 1505, 150521000000, 'TRY-' || $1, m.id, m.kind, ${lessorId}, ${lessorId}
     from device.device_model m where m.tenant_no in (0, 1505) and m.kind = 'collar' order by m.id limit 1
     returning id::int as id, device_no as no`,
    [unique()],
  );
  if (!one) throw new Error('the world has no model of a collar');
  return one;
}
async function lease(): Promise<number> {
  const [farmId] = await world.sql<{ id: number }>(
    "select principal_id::int as id from platform.sys_user where username = 'farm1'",
  );
  const made = await lessor.post('bank/lease/add', {
    lesseeId: farmId?.id,
    forBankId: null,
    contractNo: `HT-${unique()}`,
    fromOn: '2026-01-01',
    toOn: '2027-12-31',
    deposit: 50_000,
    files: [],
    remark: null,
  });
  expect(made, JSON.stringify(made.data ?? made)).toMatchObject({ code: 200 });
  const moved = await lessor.post('bank/lease/transition', {
    id: made.data.id,
    version: made.data.version,
    name: 'activate',
  });
  expect(moved).toMatchObject({ code: 200, data: { status: 'active' } });
  return made.data.id;
}
const deliver = (leaseId: number, deviceNos: string[], more: object = {}) =>
  lessor.post('bank/lease/deliver', { leaseId, deviceNos, monthRentCents: 3000, deviceValueCents: 42_000, ...more });
const bill = async (leaseId: number, month: string) => {
  await world.database.transaction(systemScope(1505, 'test'), (tx) => billMonth(tx, month));
  return (
    await world.sql(
      `select id::int, amount::int as amount, status, version, (select jsonb_agg(jsonb_build_object('no', l.device_no, 'days', l.days,
         'free', l.free_days, 'amount', l.amount) order by l.line_no) from bank.lease_bill_line l where l.parent_id = b.id) as lines
       from bank.lease_bill b where lease_id = $1 and month = $2`,
      [leaseId, month],
    )
  )[0] as { id: number; amount: number; status: string; version: number; lines: Record<string, unknown>[] };
};
/** As if it had been delivered, and perhaps returned, on other days than today. */
const backdate = (deviceId: number, from: string, to: string | null) =>
  world.sql(
    `insert into bank.lease_line (tenant_no, lease_id, lessor_id, lessee_id, device_id, device_no, device_kind, model_id,
       month_rent, device_value, from_on, to_on, returned_on, return_state)
     select l.tenant_no, l.id, l.lessor_id, l.lessee_id, d.id, d.device_no, d.kind, d.model_id, 3000, 42000, $3, '2027-12-31',
       $4::date, case when $4::date is not null then 'good' end
     from bank.device_lease l, device.device d where l.id = $1 and d.id = $2`,
    [backdated, deviceId, from, to],
  );
let backdated = 0;

describe('letting devices (R49, R50)', () => {
  it('R50, acceptance 19: 10 of 30 days at 30.00 a month are 10.00, and days in repair are free', () => {
    expect(lineRent({ deviceNo: '', days: 10, monthRentCents: 3000, lostValueCents: 0 }, 30)).toBe(1000);
    expect(lineRent({ deviceNo: '', days: 10, monthRentCents: 3001, lostValueCents: 0 }, 31)).toBe(968);
    const out = { fromOn: '2026-09-21', toOn: null };
    expect(chargedDays(out, [], '2026-09')).toEqual({ days: 10, freeDays: 0 });
    expect(chargedDays(out, [{ fromOn: '2026-09-24', toOn: '2026-09-27' }], '2026-09')).toEqual({
      days: 7,
      freeDays: 3,
    });
    expect(chargedDays(out, [{ fromOn: '2026-08-01', toOn: null }], '2026-09')).toEqual({ days: 0, freeDays: 10 });
    expect(chargedDays({ fromOn: '2026-08-10', toOn: '2026-09-11' }, [], '2026-09')).toEqual({ days: 10, freeDays: 0 });
  });

  it('R49, acceptance 19: a device in an open line is refused to the next lease, also in a race', async () => {
    const one = await collar();
    const [first, second] = [await lease(), await lease()];
    const both = await Promise.all([deliver(first, [one.no]), deliver(second, [one.no])]);
    expect(both.map((answer) => answer.bizCode ?? '').sort()).toEqual(['', 'leased']);
    expect(both.find((answer) => answer.code !== 200)?.bizCode).toBe('leased');
    const [device] = await world.sql(
      `select ownership, principal_id = (select principal_id from platform.sys_user where username = 'farm1') as there
       from device.device where id = $1`,
      [one.id],
    );
    expect(device).toEqual({ ownership: 'leased', there: true });
    const again = await deliver(first, [one.no]);
    expect(again.bizCode).toBe('leased');
  });

  it('R49: a lease ends when every device is back with its state, and what was lost is charged by the contract', async () => {
    const leaseId = await lease();
    const [kept, lost] = [await collar(), await collar()];
    expect((await deliver(leaseId, [kept.no, lost.no])).data).toEqual({ delivered: 2 });
    const [row] = await world.sql('select version from bank.device_lease where id = $1', [leaseId]);
    const end = (version: number) => lessor.post('bank/lease/transition', { id: leaseId, version, name: 'end' });
    expect((await end(row.version)).bizCode).toBe('devicesOut');
    const back = { leaseId, photos: [] };
    expect((await lessor.post('bank/lease/return', { ...back, deviceNos: [lost.no], state: 'lost' })).status).toBe(422);
    const reported = { ...back, deviceNos: [lost.no], state: 'lost', note: '在草场丢失' };
    expect((await lessor.post('bank/lease/return', reported)).data).toEqual({ returned: 1, left: 1 });
    expect((await lessor.post('bank/lease/return', { ...back, deviceNos: [kept.no], state: 'good' })).data.left).toBe(
      0,
    );
    expect((await end(row.version)).data.status).toBe('ended');
    const states = await world.sql('select status from device.device where id = any ($1) order by id', [
      [kept.id, lost.id],
    ]);
    expect(states.map((one) => one.status)).toEqual(['idle', 'lost']);
    const { amount, lines } = await bill(leaseId, today().slice(0, 7));
    expect(amount).toBe(42_000);
    expect(lines).toMatchObject([{ no: lost.no, days: 0, amount: 42_000 }]);
  });

  it('R50: a month is billed once, recomputes to the cent, and is paid or waived by the lessor alone', async () => {
    backdated = await lease();
    const [ten, repaired] = [await collar(), await collar()];
    await backdate(ten.id, '2026-09-21', null);
    await backdate(repaired.id, '2026-09-01', null);
    for (const [name, from, to, at] of [
      ['repair', 'active', 'repairing', '2026-09-10T10:00:00+08:00'],
      ['repaired', 'repairing', 'idle', '2026-09-20T10:00:00+08:00'],
    ])
      await world.sql(
        `insert into kit.transition_history (tenant_no, entity, entity_id, name, from_status, to_status, made_at)
         values (1505, 'device.device', $1, $2, $3, $4, $5)`,
        [repaired.id, name, from, to, at],
      );
    const made = await bill(backdated, '2026-09');
    expect(made).toMatchObject({
      amount: 3000,
      status: 'due',
      lines: [
        { days: 10, free: 0, amount: 1000 },
        { days: 20, free: 10, amount: 2000 },
      ],
    });
    expect((await bill(backdated, '2026-09')).id).toBe(made.id);
    const { differences } = await checkCalcs(world.database, 1505);
    expect(differences.filter((one) => one.kind === 'bankLeaseBill' && one.entityId === made.id)).toEqual([]);
    const pay = { id: made.id, version: made.version, name: 'pay', form: { paidOn: today(), proof: [] } };
    expect((await farm.post('bank/leaseBill/transition', pay)).code).toBe(403);
    expect((await lessor.post('bank/leaseBill/transition', pay)).data.status).toBe('paid');
  });
});

describe('who sees a lease', () => {
  it('lessor and lessee see it, a bank it is not for sees none', async () => {
    const leaseId = await lease();
    const seen = async (who: Person) => (await who.get(`bank/lease/${leaseId}`)).code;
    expect(await seen(lessor)).toBe(200);
    expect(await seen(farm)).toBe(200);
    expect(await seen(await world.as('bank1'))).toBe(404);
    const found = await lessor.get(`bank/lease/units?words=${encodeURIComponent('示范农商行')}`);
    expect(found.data.map((one: { name: string }) => one.name)).toContain('示范农商行');
  });
});
