import { formatCents, sumCents } from '#kit/contract/money.ts';
import { type CalcInputs, registerCalc } from '#kit/server/calc/calc.ts';

export const closingCalc = 'bankClosing';

/** R24: what a statement ends with. */
export function registerMoneyCalc(): void {
  registerCalc(closingCalc, {
    versions: [
      (inputs: CalcInputs) => {
        const [opening, disbursed, repaid] = [inputs.openingCents, inputs.disbursedCents, inputs.repaidCents].map(
          Number,
        );
        const cents = sumCents([opening ?? 0, disbursed ?? 0, -(repaid ?? 0)]);
        const how = `${formatCents(opening ?? 0)} + ${formatCents(disbursed ?? 0)} − ${formatCents(repaid ?? 0)}`;
        return { cents, steps: [{ name: 'closing', how, cents }] };
      },
    ],
    entity: 'bank.creditStatement',
    stored: (tx, after, most) =>
      tx.query(
        `select id, closing as cents from bank.credit_statement where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });
}
