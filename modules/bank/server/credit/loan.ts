import { invalid, notFound } from '#kit/contract/errors.ts';
import { type Cents, factorOf, ratio, times } from '#kit/contract/money.ts';
import type { Call } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { loan } from '#modules/bank/contract/credit/loan.ts';
import { refuse } from '../refusals.ts';
import { lineOf } from './line.ts';
import { drawnOf } from './loan.rows.ts';

/** R25: balance × rate ÷ 360 × days, since the core system last spoke of it. */
export const interestEstimate = (balance: Cents, rate: number, days: number): Cents =>
  days <= 0 ? 0 : times(balance, factorOf(rate.toFixed(4), 100), ratio(days, 360));

interface Typed {
  readonly startOn: string;
  readonly dueOn: string;
}
function checkDays({ startOn, dueOn }: Typed): void {
  if (dueOn < startOn) throw invalid([{ field: 'dueOn', key: 'error.field.range' }]);
}
async function unused(call: Call, bankId: number, loanNo: string, exceptId: number): Promise<void> {
  const known = await call.tx.query(
    `select 1 from bank.loan where tenant_no = kit.tenant() and loan_no = $1 and head_bank_id = bank.head_office($2)
       and id <> $3 limit 1`,
    [loanNo, bankId, exceptId],
  );
  if (known.length > 0) throw refuse('loanNoUsed');
}

const daysSince = `((now() at time zone 'Asia/Shanghai')::date - greatest(t.start_on, coalesce(t.core_on,
  t.start_on)))`;

export const loanRoutes = () =>
  serveResource(loan)({
    expressions: {
      clientName: `(select c.client_name from bank.credit_line l
        join bank.bank_client c on c.tenant_no = l.tenant_no and c.id = l.client_id
        where l.tenant_no = t.tenant_no and l.id = t.credit_line_id)`,
      // The same arithmetic as interestEstimate, which is what is told; here it can be listed and sorted.
      interestEstimate: `greatest(0, round(t.balance * t.rate * ${daysSince} / 36000))::bigint`,
    },
    before: {
      add: async (call, values) => {
        checkDays(values);
        const line = await lineOf(call.tx, values.creditLineId);
        if (!line) throw notFound();
        if (!['approved', 'effective'].includes(line.status)) throw refuse('lineNotOpen');
        if (values.amount > (line.approvedAmountCents ?? 0)) throw refuse('overLimit');
        await unused(call, line.bankId, values.loanNo, 0);
        const [head] = await call.tx.query<{ id: number }>('select bank.head_office($1) as id', [line.bankId]);
        return { bankId: line.bankId, principalId: line.principalId, headBankId: head?.id };
      },
      edit: async (call, values, row) => {
        checkDays(values);
        await unused(call, row.bankId, values.loanNo, row.id);
        if (values.amount < (await drawnOf(call.tx, row.id))) throw refuse('underDrawn');
        const line = await lineOf(call.tx, row.creditLineId);
        if (values.amount > Math.max(row.amount, line?.approvedAmountCents ?? 0)) throw refuse('overLimit');
        return undefined;
      },
    },
  });
