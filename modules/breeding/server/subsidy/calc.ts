import { formatCents, sumCents } from '#kit/contract/money.ts';
import { type CalcInputs, registerCalc } from '#kit/server/calc/calc.ts';

export const subsidyCalc = 'breedSubsidy';

/** So many records at so much each; what is taken back stands with its sign. */
export function lineInputs(cents: readonly number[]): CalcInputs {
  const units = new Map<number, number>();
  for (const one of cents) units.set(one, (units.get(one) ?? 0) + 1);
  return { parts: [...units].sort(([a], [b]) => b - a).map(([unitCents, n]) => ({ unitCents, n })) };
}
function lineFrom(inputs: CalcInputs) {
  const parts = (inputs.parts ?? []) as readonly { unitCents: number; n: number }[];
  const steps = parts.map(({ unitCents, n }) => ({
    name: unitCents < 0 ? 'takenBack' : 'records',
    how: `${n} × ${formatCents(unitCents)}`,
    cents: sumCents(Array.from({ length: n }, () => unitCents)),
  }));
  return { steps, cents: sumCents(steps.map((one) => one.cents)) };
}

export const registerSubsidyCalc = (): void =>
  registerCalc(subsidyCalc, {
    versions: [lineFrom],
    entity: 'breeding.subsidyLine',
    stored: (tx, after, most) =>
      tx.query(
        `select id, amount_cents as cents from breeding.subsidy_line where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });
