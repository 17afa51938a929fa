import { notFound } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { creditFile, recomputeLimit } from '#modules/bank/contract/credit/credit.ts';
import { type LimitInputs, limitOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { judge } from '../money/judge.ts';
import { lineValue, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { debtOf } from './debt.ts';
import { asBank, lineOf } from './line.ts';
import { interestEstimate } from './loan.ts';
import { reading } from './reading.ts';

interface Step {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly by: string | null;
}
/** Lists of other topics that belong to this file, counted as the caller sees them. */
const counted = {
  loans: 'from bank.loan where credit_line_id = $1',
  payments: 'from bank.credit_payment where credit_line_id = $1',
  statements: 'from bank.credit_statement where credit_line_id = $1',
  pledges: 'from bank.pledge where credit_line_id = $1',
  items: `from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
    where p.credit_line_id = $1 and i.state in ('pledged', 'releasing', 'missing')`,
  changes: `from bank.pledge_change c join bank.pledge p on p.tenant_no = c.tenant_no and p.id = c.pledge_id
    where p.credit_line_id = $1`,
  marginNotices: 'from bank.margin_notice where credit_line_id = $1',
  disposals: 'from bank.disposal_case where credit_line_id = $1',
} as const;

async function daysOfLoans(call: Call, creditLineId: number): Promise<number> {
  const loans = await call.tx.query<{ balance: number; rate: number; days: number }>(
    `select balance, rate::float8 as rate, ($2::date - greatest(start_on, coalesce(core_on, start_on))) as days
      from bank.loan
     where credit_line_id = $1 and balance > 0 and status <> 'writtenOff'`,
    [creditLineId, today()],
  );
  return sumCents(loans.map((one) => interestEstimate(one.balance, one.rate, one.days)));
}

async function file(call: Call<typeof creditFile>) {
  const { id } = call.params;
  const seen = await call.tx.query('select 1 from bank.credit_line where id = $1', [id]);
  const line = seen.length > 0 ? await lineOf(call.tx, id) : null;
  if (!line) throw notFound();
  const product = await productOf(call.tx, line.productId, line.productVersion);
  const steps = await asBank(call.tx, (sys) =>
    sys.query<Step>(
      `select name, from_status as "from", to_status as "to", made_at as at, made_by_name as by
        from kit.transition_history
       where tenant_no = kit.tenant() and entity = 'bank.creditLine' and entity_id = $1 order by id`,
      [id],
    ),
  );
  const { conditions } = await judge(call.tx, {
    creditLineId: id,
    kind: 'disburse',
    cents: 1,
    payeeName: null,
    hasProof: false,
    makerId: call.actor.userId,
    auditorId: null,
    paymentId: null,
    holds: false,
  });
  const { heads, bookCents, eligibleCents, unseenHeads, uninsuredHeads, ltv } = await lineValue(call.tx, id);
  const columns = Object.entries(counted).map(([name, from]) => `(select count(*)::int ${from}) as "${name}"`);
  const [counts] = await call.tx.query<Record<string, number>>(`select ${columns.join()}`, [id]);
  return {
    steps,
    conditions,
    product: {
      productCode: product.productCode,
      name: product.name,
      maxLtv: product.maxLtv,
      warnLtv: product.warnLtv,
      callLtv: product.callLtv,
      stopLtv: product.stopLtv,
    },
    value: { heads, bookCents, eligibleCents, unseenHeads, uninsuredHeads, ltv },
    debt: await debtOf(call.tx, id),
    interestEstimateCents: await daysOfLoans(call, id),
    counts: counts ?? {},
  };
}

/** R12: the same inputs give the same cent, whatever prices are today. */
async function recompute(call: Call<typeof recomputeLimit>) {
  const [row] = await call.tx.query<{ limit: number | null; calc: { inputs: LimitInputs } | null }>(
    'select computed_limit as "limit", proposed_limit_calc as calc from bank.credit_line where id = $1',
    [call.body.id],
  );
  if (!row) throw notFound();
  if (row.limit === null || !row.calc) throw refuse('noLimitYet');
  const { cents, steps } = limitOf(row.calc.inputs);
  return { storedCents: row.limit, recomputedCents: cents, equal: cents === row.limit, steps };
}

export const creditFileRoutes = (): Route[] => [
  serve('bank', creditFile, reading(file)),
  serve('bank', recomputeLimit, reading(recompute)),
];
