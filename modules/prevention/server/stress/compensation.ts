import { type Cents, formatCents, percent, times } from '#kit/contract/money.ts';
import { type CalcInputs, registerCalc, type StoredSum } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';

export const compensationCalc = 'stressCompensation';

/** What a case's money is computed from; the ratio as it is written, in percent. */
export const compensationInputs = (one: { amountCents: Cents; ratio: number; offsetCents: Cents | null }) => ({
  standardCents: one.amountCents,
  ratio: String(one.ratio),
  offsetCents: one.offsetCents,
});

/** R32, R33: the standard times its ratio, less what insurance pays; never less than nothing. */
export function compensationOf(inputs: CalcInputs) {
  const [standard, ratio, offset] = [Number(inputs.standardCents), String(inputs.ratio), Number(inputs.offsetCents)];
  const full = times(standard, percent(Number(ratio)));
  const cents = Math.max(0, full - offset);
  const steps = [
    { name: 'stressStandard', how: formatCents(standard), cents: standard },
    { name: 'stressRatio', how: `${formatCents(standard)} × ${ratio} %`, cents: full },
    { name: 'stressOffset', how: `${formatCents(full)} − ${formatCents(offset)}`, cents },
  ];
  return { steps: inputs.offsetCents === null ? steps.slice(0, 2) : steps, cents };
}

const stored = async (tx: Tx, after: number, most: number): Promise<StoredSum[]> => {
  const rows = await tx.query<{
    id: number;
    cents: number;
    amountCents: number;
    ratio: number;
    offsetCents: number | null;
  }>(
    `select id, amount_cents as cents, standard_amount_cents as "amountCents", ratio::float8 as ratio,
       claim_offset_cents as "offsetCents"
     from prevention.stress_case where tenant_no = kit.tenant() and id > $1 and amount_cents is not null
       and standard_amount_cents is not null and ratio is not null order by id limit $2`,
    [after, most],
  );
  return rows.map(({ id, cents, ...inputs }) => ({ id, cents, inputs: compensationInputs(inputs) }));
};

export const registerCompensation = (): void =>
  registerCalc(compensationCalc, { versions: [compensationOf], entity: 'prevention.stressCase', stored });
