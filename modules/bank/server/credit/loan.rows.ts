import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';

/** Past its day with something left of it: overdue; and back, once that is gone. */
export async function ageLoans(tx: Tx): Promise<void> {
  await tx.query(
    `update bank.loan set overdue_days = case when balance > 0 and due_on < $1::date then $1::date - due_on else 0 end,
       status = case when balance > 0 and due_on < $1::date then 'overdue' when status = 'overdue' then
         case when balance = 0 then 'settled' else 'active' end else status end, updated_at = now(), version = version + 1
     where tenant_no = kit.tenant() and status in ('active', 'overdue')
       and (overdue_days > 0 or status = 'overdue' or (balance > 0 and due_on < $1::date))`,
    [today()],
  );
}

/** What was lent under a loan, less what was taken back of it. */
export async function drawnOf(tx: Tx, loanId: number): Promise<Cents> {
  const [row] = await tx.query<{ cents: Cents }>(
    `select coalesce(sum(e.amount), 0)::bigint as cents from bank.loan_entry e
       join bank.credit_payment p on p.tenant_no = e.tenant_no and p.id = e.payment_id
         and p.kind in ('disburse', 'entrusted')
     where e.tenant_no = kit.tenant() and e.loan_id = $1`,
    [loanId],
  );
  return row?.cents ?? 0;
}

/** Interest that was paid, or whose payment was taken back. */
export const addInterest = (tx: Tx, loanId: number, cents: Cents) =>
  tx.query(
    `update bank.loan set interest_due = interest_due + $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [loanId, cents],
  );

/** What the core system says at the end of a day: its balance is kept beside ours, its interest is taken over (R23). */
export const setCore = (
  tx: Tx,
  loanId: number,
  told: { readonly balanceCents: Cents; readonly interestCents: Cents; readonly on: string },
) =>
  tx.query(
    `update bank.loan set core_balance = $2, interest_due = $3, core_on = $4, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1
       and (core_balance, interest_due, core_on) is distinct from ($2, $3, $4::date)`,
    [loanId, told.balanceCents, told.interestCents, told.on],
  );

/** The client was merged into another unit: a loan follows its line. */
export const followLoans = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.loan t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.credit_line o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.credit_line_id and o.principal_id = $2`,
    [from, to],
  );
