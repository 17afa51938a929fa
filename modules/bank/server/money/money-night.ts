import type { Tx } from '#kit/server/db/database.ts';
import { registerDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { notify } from '#modules/platform/server/index.ts';
import { alone, type Night, takeSteps } from '../night.ts';
import { registerMoneyCalc } from './calc.ts';
import { makeOne, statementDue, tick, unstated } from './credit-statement.write.ts';
import { monthBefore } from './figures.ts';

export function registerMoneyClocks(): void {
  registerMoneyCalc();
  registerDue(statementDue, async (tx, { ref }) => {
    const [id = 0, after = 0] = ref.split(':').map(Number);
    await tick(tx, id, after);
  });
}

export interface Fault {
  readonly bankId: number;
  readonly subject: string;
  readonly ours: number;
  readonly computed: number;
}
/** R23: every balance once more from its payments, past the triggers that keep them: what somebody wrote by hand is named. */
export const compareBalances = (tx: Tx): Promise<Fault[]> =>
  tx.query<Fault>(
    `with paid as (
       select p.credit_line_id, sum(case when p.kind in ('disburse', 'entrusted', 'refund') then p.amount
         when p.kind in ('repay', 'claimIn', 'disposalIn') then p.interest_part + p.surplus - p.amount else 0 end)::bigint as cents
       from bank.credit_payment p where p.tenant_no = kit.tenant() and p.executed_at is not null group by 1),
     entries as (select loan_id, sum(amount)::bigint as cents
       from bank.loan_entry where tenant_no = kit.tenant() group by 1)
     select l.bank_id as "bankId", l.doc_no as subject, l.balance as ours, coalesce(p.cents, 0) as computed
     from bank.credit_line l left join paid p on p.credit_line_id = l.id
     where l.tenant_no = kit.tenant() and l.balance <> coalesce(p.cents, 0)
     union all
     select l.bank_id, l.loan_no, l.balance, coalesce(e.cents, 0)
       from bank.loan l left join entries e on e.loan_id = l.id
     where l.tenant_no = kit.tenant() and l.balance <> coalesce(e.cents, 0) order by 1, 2`,
  );

async function tellFaults(tx: Tx): Promise<void> {
  for (const [bankId, own] of Map.groupBy(await compareBalances(tx), (one) => one.bankId)) {
    const subjects = own
      .map((one) => one.subject)
      .slice(0, 20)
      .join('、');
    await notify(tx, {
      type: 'reminder',
      title: { key: 'bank.told.balanceOff', args: { n: own.length } },
      content: { key: 'bank.told.balanceOffText', args: { subjects } },
      linkPath: '/bank/credit/paymentAudit',
      audience: { principalIds: [bankId], roleCodes: ['bank_payment', 'bank_head'] },
    });
  }
}

/** R24 on day 1 and whenever one is missing; then R23's comparison. */
export const moneyNight = (night: Night): Promise<void> =>
  takeSteps(night, [
    async () => {
      const month = monthBefore(today());
      const lines = await night.run((tx) => unstated(tx, month));
      await night.each(lines, (tx, id) => makeOne(tx, id, month, 'issued'));
    },
    alone(tellFaults),
  ]);
