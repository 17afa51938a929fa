import { formatCents } from '#kit/contract/money.ts';
import { type CalcInputs, registerCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import {
  addValueOf,
  type LimitInputs,
  limitOf,
  repayAmountOf,
} from '#modules/bank/contract/product/value-arithmetic.ts';

export const limitCalc = 'bankLimit';
export const addCalc = 'bankMarginAdd';
export const repayCalc = 'bankMarginRepay';

export interface MarginInputs {
  readonly owedCents: number;
  readonly eligibleCents: number;
  readonly maxLtv: number;
}
const stored = (table: string, column: string) => (tx: Tx, after: number, most: number) =>
  tx.query<{ id: number; cents: number }>(
    `select id, ${column} as cents from ${table} where tenant_no = kit.tenant() and id > $1 and ${column} is not null
     order by id limit $2`,
    [after, most],
  );

/** R12 and R42: stored sums of this topic, each with the arithmetic that made it. */
export function registerBankValueCalc(): void {
  registerCalc(limitCalc, {
    versions: [
      (inputs: CalcInputs) => {
        const { cents, steps } = limitOf(inputs as unknown as LimitInputs);
        return { cents, steps };
      },
    ],
    entity: 'bank.creditLine',
    stored: stored('bank.credit_line', 'computed_limit'),
  });
  registerCalc(addCalc, {
    versions: [
      (inputs: CalcInputs) => {
        const { owedCents, eligibleCents, maxLtv } = inputs as unknown as MarginInputs;
        const cents = addValueOf(owedCents, eligibleCents, maxLtv);
        const how = `${formatCents(owedCents)} ÷ ${maxLtv.toFixed(2)} % − ${formatCents(eligibleCents)}`;
        return { cents, steps: [{ name: 'addValue', how, cents }] };
      },
    ],
    entity: 'bank.marginNotice',
    stored: stored('bank.margin_notice', 'add_value'),
  });
  registerCalc(repayCalc, {
    versions: [
      (inputs: CalcInputs) => {
        const { owedCents, eligibleCents, maxLtv } = inputs as unknown as MarginInputs;
        const cents = repayAmountOf(owedCents, eligibleCents, maxLtv);
        const how = `${formatCents(owedCents)} − ${formatCents(eligibleCents)} × ${maxLtv.toFixed(2)} %`;
        return { cents, steps: [{ name: 'repayAmount', how, cents }] };
      },
    ],
    entity: 'bank.marginNotice',
    stored: stored('bank.margin_notice', 'repay_amount'),
  });
}
