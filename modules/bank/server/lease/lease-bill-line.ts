import type { Tx } from '#kit/server/db/database.ts';
import type { RentLine } from '#modules/bank/contract/lease/rent.ts';

export interface Charged extends RentLine {
  readonly freeDays: number;
  readonly rent: number;
  readonly amount: number;
}
/** A bill's lines, as they were computed. */
export const insertBillLines = (tx: Tx, billId: number, lines: readonly Charged[]): Promise<unknown> =>
  tx.query(
    `insert into bank.lease_bill_line (tenant_no, parent_id, line_no, device_no, days, free_days, month_rent, rent,
       lost_value, amount)
     select kit.tenant(), $1, r.n, r."deviceNo", r.days, r."freeDays", r."monthRentCents", r.rent, r."lostValueCents",
       r.amount
     from jsonb_to_recordset($2::jsonb) r(n int, "deviceNo" text, days int, "freeDays" int, "monthRentCents" bigint,
       rent bigint, "lostValueCents" bigint, amount bigint)`,
    [billId, JSON.stringify(lines.map((line, at) => ({ n: at + 1, ...line })))],
  );
