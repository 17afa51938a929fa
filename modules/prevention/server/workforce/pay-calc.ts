import { factorOf, formatCents, sumCents, times } from '#kit/contract/money.ts';
import { type CalcInputs, type Json, registerCalc, type StoredSum } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { PayLine } from '#modules/prevention/contract/workforce/worker-scores.ts';

export const payCalc = 'workerPay';

export const payInputs = (lines: readonly PayLine[]): CalcInputs => ({
  lines: lines.map(({ what, species, n, rateCents }) => ({ what, species, n: String(n), rateCents })),
});

/** R49: every line is rounded by itself, as it is printed; the total is their sum. */
export function payFrom(inputs: CalcInputs) {
  const lines = (inputs.lines ?? []) as readonly { readonly [key: string]: Json }[];
  const steps = lines.map(({ what, species, n, rateCents }) => ({
    name: `pay_${String(what)}`,
    how: `${species === null ? '' : `${String(species)} `}${String(n)} × ${formatCents(Number(rateCents))}`,
    cents: times(Number(rateCents), factorOf(String(n))),
  }));
  return { steps, cents: sumCents(steps.map((one) => one.cents)) };
}

const stored = async (tx: Tx, after: number, most: number): Promise<StoredSum[]> => {
  const rows = await tx.query<{ id: number; cents: number; lines: PayLine[] }>(
    `select worker_quarter_id as id, pay_total_cents as cents, pay as lines from prevention.worker_pay
     where tenant_no = kit.tenant() and worker_quarter_id > $1 order by worker_quarter_id limit $2`,
    [after, most],
  );
  return rows.map(({ id, cents, lines }) => ({ id, cents, inputs: payInputs(lines) }));
};

export const registerPayCalc = (): void =>
  registerCalc(payCalc, { versions: [payFrom], entity: 'prevention.workerQuarter', stored });
