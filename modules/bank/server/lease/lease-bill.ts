import { invalid } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import { type CalcInputs, type Json, recordCalc, registerCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { leaseBill } from '#modules/bank/contract/lease/lease.ts';
import { billOf, chargedDays, lineRent, monthBefore, spanOf } from '#modules/bank/contract/lease/rent.ts';
import { type RepairSpan, repairSpans } from '#modules/device/server/index.ts';
import { notify } from '#modules/platform/server/index.ts';
import { mustLet } from './device-lease.ts';
import { type Charged, insertBillLines } from './lease-bill-line.ts';
import { nameOfUnit } from './lease-names.ts';

const calcKind = 'bankLeaseBill';
/** Days a bill may wait before it is overdue. */
const patience = 15;

export const registerLeaseCalc = (): void =>
  registerCalc(calcKind, {
    versions: [(inputs: CalcInputs) => billOf(inputs as unknown as Parameters<typeof billOf>[0])],
    entity: 'bank.leaseBill',
    stored: (tx, after, most) =>
      tx.query<{ id: number; cents: number }>(
        `select id, amount as cents from bank.lease_bill where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });

interface Used {
  readonly leaseId: number;
  readonly deviceId: number;
  readonly deviceNo: string;
  readonly monthRent: number;
  readonly deviceValue: number;
  readonly fromOn: string;
  readonly returnedOn: string | null;
  readonly returnState: string | null;
}
const charge = (one: Used, repairs: readonly RepairSpan[], month: string): Charged => {
  const { from, to, days: daysOfMonth } = spanOf(month);
  const own = repairs.filter(({ deviceId }) => deviceId === one.deviceId);
  const used = chargedDays({ fromOn: one.fromOn, toOn: one.returnedOn }, own, month);
  const lostHere =
    one.returnState === 'lost' && one.returnedOn !== null && one.returnedOn >= from && one.returnedOn < to;
  const line = {
    deviceNo: one.deviceNo,
    days: used.days,
    monthRentCents: one.monthRent,
    lostValueCents: lostHere ? one.deviceValue : 0,
  };
  const rent = lineRent(line, daysOfMonth);
  return { ...line, freeDays: used.freeDays, rent, amount: sumCents([rent, line.lostValueCents]) };
};

async function insertBill(tx: Tx, leaseId: number, month: string, lines: readonly Charged[]): Promise<number | null> {
  const { to, days: daysOfMonth } = spanOf(month);
  const [bill] = await tx.query<{ id: number }>(
    `insert into bank.lease_bill (tenant_no, doc_no, lease_id, lessor_id, lessee_id, for_bank_id, month, amount,
       devices, due_on)
     select l.tenant_no, kit.doc_no('LB'), l.id, l.lessor_id, l.lessee_id, l.for_bank_id, $2, 0, $3, $4::date + $5::int
     from bank.device_lease l where l.tenant_no = kit.tenant() and l.id = $1
     on conflict (tenant_no, lease_id, month) do nothing returning id`,
    [leaseId, month, lines.length, to, patience - 1],
  );
  if (!bill) return null;
  const inputs = {
    daysOfMonth,
    lines: lines.map(({ deviceNo, days, monthRentCents, lostValueCents }) => ({
      deviceNo,
      days,
      monthRentCents,
      lostValueCents,
    })),
  };
  const { cents } = await recordCalc(tx, {
    kind: calcKind,
    id: bill.id,
    rule: { ref: `bank.deviceLease:${leaseId}`, content: { rule: 'R50' } },
    inputs: inputs as unknown as Record<string, Json>,
  });
  await tx.query('update bank.lease_bill set amount = $2 where tenant_no = kit.tenant() and id = $1', [bill.id, cents]);
  await insertBillLines(tx, bill.id, lines);
  return bill.id;
}

/** R50: a bill for every lease that had a device out in the month, once; answers how many were made. */
export async function billMonth(tx: Tx, month: string): Promise<number> {
  const { from, to } = spanOf(month);
  const used = await tx.query<Used>(
    `select n.lease_id as "leaseId", n.device_id as "deviceId", n.device_no as "deviceNo", n.month_rent as "monthRent",
       n.device_value as "deviceValue", to_char(n.from_on, 'YYYY-MM-DD') as "fromOn",
       to_char(n.returned_on, 'YYYY-MM-DD') as "returnedOn", n.return_state as "returnState"
     from bank.lease_line n where n.tenant_no = kit.tenant() and n.from_on < $2::date
       and (n.returned_on is null or n.returned_on >= $1::date)
       and not exists (select 1 from bank.lease_bill b where b.tenant_no = n.tenant_no and b.lease_id = n.lease_id
         and b.month = $3)
     order by n.lease_id, n.device_no, n.id`,
    [from, to, month],
  );
  const repairs = await repairSpans(tx, [...new Set(used.map((one) => one.deviceId))], from, to);
  let made = 0;
  for (const [leaseId, own] of Map.groupBy(used, (one) => one.leaseId)) {
    const lines = own
      .map((one) => charge(one, repairs, month))
      .filter((one) => one.days + one.freeDays > 0 || one.amount > 0);
    if (lines.length > 0 && (await insertBill(tx, leaseId, month, lines)) !== null) made += 1;
  }
  return made;
}

/** What nobody paid by its day is overdue, and the lessee hears of it. */
async function lapseBills(tx: Tx): Promise<void> {
  const late = await tx.query<{ id: number; docNo: string; lesseeId: number }>(
    `update bank.lease_bill set status = 'overdue', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'due' and due_on < $1::date
     returning id, doc_no as "docNo", lessee_id as "lesseeId"`,
    [today()],
  );
  for (const { id, docNo, lesseeId } of late) {
    const step = { entity: 'bank.leaseBill', entityId: id, name: 'lapse', from: 'due', to: 'overdue' };
    await recordTransition(tx, { userId: null, nickname: null }, step);
    await notify(tx, {
      type: 'reminder',
      title: { key: 'bank.told.billOverdue', args: { docNo } },
      content: '',
      audience: { principalIds: [lesseeId] },
      linkPath: '/bank/platform/leaseBill?status=overdue',
    });
  }
}
/** Every night: last month's bills where they are missing, and those that were not paid. */
export const billSteps = [(tx: Tx) => billMonth(tx, monthBefore(today())), lapseBills];

export const billRoutes = (): Route[] =>
  serveResource(leaseBill)({
    expressions: {
      lessor: nameOfUnit('lessor_id'),
      lessee: nameOfUnit('lessee_id'),
      forBank: nameOfUnit('for_bank_id'),
    },
    before: {
      transition: async (call, move, row) => {
        mustLet(call, row.lessorId);
        if (move.name === 'waive') return { waiveReason: move.remark };
        if (String(move.form?.paidOn) > today()) throw invalid([{ field: 'paidOn', key: 'error.field.range' }]);
        return undefined;
      },
    },
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.lessorId),
  });

/** What is still to be paid is asked of the unit the lessee was merged into. */
export const reassignBills = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.lease_bill set lessee_id = $2, updated_at = now(), version = version + 1
     where tenant_no = kit.tenant() and lessee_id = $1 and lessor_id <> $2 and status in ('due', 'overdue')`,
    [from, to],
  );
