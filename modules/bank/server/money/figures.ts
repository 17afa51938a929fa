import { type Json, ruleHash } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { StatementFigures, StatementPayment } from '#modules/bank/contract/money/money.ts';
import { asBank } from '../credit/line.ts';

export interface Snapshot {
  readonly figures: StatementFigures;
  readonly payments: readonly StatementPayment[];
  readonly hash: string;
}
interface Sums {
  readonly opening: number;
  readonly disbursed: number;
  readonly repaid: number;
  readonly interestPaid: number;
}
type Worth = Pick<StatementFigures, 'heads' | 'bookValue' | 'eligibleValue' | 'ltv'>;
type Moved = Pick<StatementFigures, 'dead' | 'released' | 'swapped'>;

const firstOf = (month: string) => `${month}-01`;
export const nextMonth = (month: string): string => {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`;
};
export const monthBefore = (day: string): string => {
  const [year = 0, of = 1] = day.split('-').map(Number);
  return of === 1 ? `${year - 1}-12` : `${year}-${String(of - 1).padStart(2, '0')}`;
};

/**
 * The day by which a payment counts that is executed now, with its line held: the day the money moved, unless that month or a later
 * one was stated without it. A month under dispute is stated anew, so it takes what belongs to it.
 */
export async function bookedDay(tx: Tx, creditLineId: number, happenedOn: string): Promise<string> {
  const [last] = await asBank(tx, (sys) =>
    sys.query<{ month: string; isOpen: boolean }>(
      `select month, status = 'disputed' as "isOpen" from bank.credit_statement
       where tenant_no = kit.tenant() and credit_line_id = $1 order by month desc limit 1`,
      [creditLineId],
    ),
  );
  // The night states the month before this one and none before it.
  const before = monthBefore(today());
  const stated = last && (last.isOpen ? last.month : nextMonth(last.month));
  const open = stated && (last.isOpen || stated > before) ? stated : before;
  return happenedOn >= firstOf(open) ? happenedOn : today();
}

/** A payment counts in the month it was booked in; one that was reversed counts, and so does its counter-entry. */
const executed = `p.tenant_no = kit.tenant() and p.credit_line_id = $1 and p.executed_at is not null`;
export const bookedOn = 'coalesce(p.booked_on, p.happened_on)';
const lent = `p.kind in ('disburse', 'entrusted', 'refund')`;
const paidBack = `p.kind in ('repay', 'claimIn', 'disposalIn')`;

/** R24: a month of a line from executed payments and the value of its last day; the same whoever computes it whenever. */
export async function snapshotOf(sys: Tx, creditLineId: number, month: string): Promise<Snapshot> {
  const [from, to] = [firstOf(month), firstOf(nextMonth(month))];
  const of = [creditLineId, from, to];
  const [sums] = await sys.query<Sums>(
    `select coalesce(sum(case when ${lent} then p.amount when ${paidBack} then p.interest_part + p.surplus - p.amount
         else 0 end)
         filter (where ${bookedOn} < $2::date), 0)::bigint as opening,
       coalesce(sum(p.amount) filter (where ${lent} and ${bookedOn} >= $2::date), 0)::bigint as disbursed,
       coalesce(sum(p.amount - p.interest_part - p.surplus) filter (where ${paidBack}
         and ${bookedOn} >= $2::date), 0)::bigint
         as repaid,
       coalesce(sum(p.interest_part) filter (where ${bookedOn} >= $2::date), 0)::bigint as "interestPaid"
     from bank.credit_payment p where ${executed} and ${bookedOn} < $3::date`,
    of,
  );
  const payments = await sys.query<StatementPayment>(
    `select p.doc_no as "docNo", p.kind, to_char(p.happened_on, 'YYYY-MM-DD') as "on", p.amount as cents,
       p.core_ref as "coreRef" from bank.credit_payment p
     where ${executed} and ${bookedOn} >= $2::date and ${bookedOn} < $3::date order by ${bookedOn}, p.id`,
    of,
  );
  const [worth] = await sys.query<Worth>(
    `select heads, book_value as "bookValue", eligible_value as "eligibleValue", ltv::float8 as ltv
     from bank.credit_value_day
     where tenant_no = kit.tenant() and credit_line_id = $1 and day >= $2::date
       and day < $3::date order by day desc limit 1`,
    of,
  );
  const [moved] = await sys.query<Moved>(
    `select count(*) filter (where i.state = 'dead')::int as dead,
       count(*) filter (where i.state = 'released')::int as released,
       count(*) filter (where i.state = 'swappedOut')::int as swapped
     from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
     where i.tenant_no = kit.tenant() and p.credit_line_id = $1
       and (i.to_at at time zone 'Asia/Shanghai')::date >= $2::date
       and (i.to_at at time zone 'Asia/Shanghai')::date < $3::date`,
    of,
  );
  const { opening, disbursed, repaid, interestPaid } = sums ?? { opening: 0, disbursed: 0, repaid: 0, interestPaid: 0 };
  const figures: StatementFigures = {
    opening,
    disbursed,
    repaid,
    interestPaid,
    closing: opening + disbursed - repaid,
    ...(worth ?? { heads: 0, bookValue: 0, eligibleValue: 0, ltv: null }),
    ...(moved ?? { dead: 0, released: 0, swapped: 0 }),
  };
  return { figures, payments, hash: hashOf(figures, payments) };
}

export const hashOf = (figures: StatementFigures, payments: readonly StatementPayment[]): string =>
  ruleHash({ figures, payments } as unknown as Json);
