import { type CalcInputs, type Computed, registerCalc } from '#kit/server/calc/calc.ts';
import { type PriceAsk, type PriceMode, priceAnimals, tenGrams } from '#modules/farm/contract/sale/price.ts';

export const saleCalc = 'farmSale';
export const slaughterCalc = 'farmSlaughter';

/** Weights in ten-gram steps: whole numbers, as the ledger keeps them. */
export const priceInputs = (ask: PriceAsk): CalcInputs => ({
  mode: ask.mode,
  unitCents: ask.unitCents,
  grades: (ask.grades ?? []).map((one) => [one.grade, one.cents]),
  lines: ask.lines.map((one) => [tenGrams(one.kg), tenGrams(one.carcassKg), one.grade ?? '']),
});
export function priceFrom(inputs: CalcInputs): Computed {
  const { cents, steps } = priceAnimals(askFrom(inputs));
  return { cents, steps };
}
export const askFrom = (inputs: CalcInputs): PriceAsk => ({
  mode: inputs.mode as PriceMode,
  unitCents: Number(inputs.unitCents),
  grades: (inputs.grades as [string, number][]).map(([grade, cents]) => ({ grade, cents })),
  lines: (inputs.lines as [number, number, string][]).map(([kg, carcass, grade]) => ({
    kg: kg / 100,
    carcassKg: carcass / 100,
    grade,
  })),
});

export function registerPriceCalcs(): void {
  registerCalc(saleCalc, {
    versions: [priceFrom],
    entity: 'farm.saleOrder',
    stored: (tx, after, most) =>
      tx.query(
        `select id, amount as cents from farm.sale_order where tenant_no = kit.tenant() and id > $1
           and status in ('delivered', 'closed') order by id limit $2`,
        [after, most],
      ),
  });
  registerCalc(slaughterCalc, {
    versions: [priceFrom],
    entity: 'farm.slaughterMoney',
    stored: (tx, after, most) =>
      tx.query(
        `select id, amount as cents from farm.slaughter_money where tenant_no = kit.tenant() and id > $1
           and settled_on is not null order by id limit $2`,
        [after, most],
      ),
  });
}
