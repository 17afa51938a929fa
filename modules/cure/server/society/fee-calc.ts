import { type Cents, formatCents, ratio, times } from '#kit/contract/money.ts';
import { type CalcInputs, registerCalc } from '#kit/server/calc/calc.ts';

export const feeCalc = 'memberFee';

export type FeeInputs =
  | { readonly kind: 'join'; readonly yearFeeCents: Cents; readonly isHalf: boolean }
  | { readonly kind: 'renew'; readonly yearFeeCents: Cents }
  | { readonly kind: 'levelUp'; readonly oldFeeCents: Cents; readonly newFeeCents: Cents; readonly monthsLeft: number };

/** R91: half a year's fee for who joins late in the calendar year; whoever rises pays the difference for the months left. */
export function feeFrom(given: CalcInputs) {
  const inputs = given as unknown as FeeInputs;
  if (inputs.kind === 'levelUp') {
    const { oldFeeCents, newFeeCents, monthsLeft } = inputs;
    const cents = times(newFeeCents - oldFeeCents, ratio(monthsLeft, 12));
    const how = `(${formatCents(newFeeCents)} − ${formatCents(oldFeeCents)}) × ${monthsLeft} ÷ 12`;
    return { cents, steps: [{ name: 'feeDifference', how, cents }] };
  }
  const isHalf = inputs.kind === 'join' && inputs.isHalf;
  const cents = times(inputs.yearFeeCents, ratio(1, isHalf ? 2 : 1));
  const how = `${formatCents(inputs.yearFeeCents)}${isHalf ? ' ÷ 2' : ''}`;
  return { cents, steps: [{ name: isHalf ? 'feeHalfYear' : 'feeYear', how, cents }] };
}

export const registerFeeCalc = (): void =>
  registerCalc(feeCalc, {
    versions: [feeFrom],
    entity: 'cure.memberFee',
    stored: (tx, after, most) =>
      tx.query(
        `select id, amount as cents from cure.member_fee where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const text = (date: Date) => date.toISOString().slice(0, 10);

/** The same day so many months on; the last of a shorter month. */
export function addMonths(day: string, months: number): string {
  const from = utc(day);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return text(to);
}
export const addDays = (day: string, days: number): string => text(new Date(utc(day).getTime() + days * 86_400_000));

/** Whole months from a day to the end of a membership, both counted. */
export function monthsLeft(on: string, validTo: string): number {
  const end = addDays(validTo, 1);
  let months = 0;
  while (addMonths(on, months + 1) <= end) months += 1;
  return months;
}

/** R92: twelve months from a day, or to the end of its year. */
export const endOfPeriod = (from: string, feeYear: 'rolling' | 'calendar'): string =>
  feeYear === 'calendar' ? `${from.slice(0, 4)}-12-31` : addDays(addMonths(from, 12), -1);
