import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { asBank } from './line.ts';

/** R33: what keeps a pledge from its discharge. */
export interface Debt {
  readonly balanceCents: Cents;
  readonly interestCents: Cents;
  /** Payments submitted or audited, not executed. */
  readonly pending: number;
  readonly isClear: boolean;
}

/** Loans that were written off owe nothing to a discharge. */
export const debtOf = (tx: Tx, creditLineId: number): Promise<Debt> =>
  asBank(tx, async (sys) => {
    const [row] = await sys.query<Omit<Debt, 'isClear'>>(
      `select coalesce(sum(l.balance), 0)::bigint as "balanceCents", coalesce(sum(l.interest_due), 0)::bigint as
        "interestCents",
         (select count(*)::int from bank.credit_payment p where p.tenant_no = kit.tenant() and p.credit_line_id = $1
           and p.status in ('submitted', 'audited')) as pending
       from bank.loan l where l.tenant_no = kit.tenant() and l.credit_line_id = $1 and l.status <> 'writtenOff'`,
      [creditLineId],
    );
    const debt = row ?? { balanceCents: 0, interestCents: 0, pending: 0 };
    return { ...debt, isClear: debt.balanceCents === 0 && debt.interestCents === 0 && debt.pending === 0 };
  });
