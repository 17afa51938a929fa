import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';

interface Payment {
  readonly id: number;
  readonly bankId: number;
  readonly principalId: number;
}
/** What a payment did to a loan; the database makes the balance from it. */
export const insertEntry = (tx: Tx, payment: Payment, loanId: number, cents: Cents) =>
  tx.query(
    `insert into bank.loan_entry (tenant_no, loan_id, payment_id, bank_id, principal_id, amount, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6)`,
    [loanId, payment.id, payment.bankId, payment.principalId, cents, tx.scope.userId],
  );
