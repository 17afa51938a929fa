import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { asBank, lineOf } from '../credit/line.ts';
import { insertPayment } from './credit-payment.write.ts';

export interface Income {
  readonly creditLineId: number;
  readonly kind: 'claimIn' | 'disposalIn';
  readonly cents: Cents;
  /** The record that brought the money, once: insurance.insSettlement:7. */
  readonly ref: string;
  readonly files: readonly number[];
  /** Whoever made the deal, who is not the auditor of its money; whoever asks, unless given. */
  readonly makerId?: number;
}

/**
 * Money that an insurer or a buyer paid to the bank: a payment that waits for its audit. Told again it answers the first.
 *
 * @example
 * await bookIncome(tx, { creditLineId, kind: 'claimIn', cents, ref: `insurance.insSettlement:${id}`, files });
 */
export async function bookIncome(tx: Tx, income: Income): Promise<number | null> {
  const line = await lineOf(tx, income.creditLineId, true);
  if (!line) return null;
  return asBank(tx, async (sys) => {
    const [known] = await sys.query<{ id: number }>(
      `select id from bank.credit_payment where tenant_no = kit.tenant() and source_ref = $1
         and status not in ('rejected', 'cancelled')`,
      [income.ref],
    );
    if (known) return known.id;
    return insertPayment(sys, {
      kind: income.kind,
      line,
      loanId: null,
      cents: income.cents,
      happenedOn: today(),
      proofFiles: income.files,
      sourceRef: income.ref,
      makerId: income.makerId ?? tx.scope.userId ?? line.managerUserId,
      status: 'submitted',
    });
  });
}
