import { type Cents, formatCents, ratio, sumCents, times } from '#kit/contract/money.ts';
import { type CalcInputs, type CalcStep, registerCalc } from '#kit/server/calc/calc.ts';

export const orderCalc = 'tradePayable';

export interface SumLine {
  readonly title: string;
  readonly qty: number;
  readonly salePriceCents: Cents;
  readonly subsidisedQty: number;
  readonly subsidyPerUnitCents: Cents;
  readonly freightMode: string;
  readonly freightCents: Cents | null;
  readonly freeAboveCents: Cents | null;
}
export interface OrderSum {
  readonly goods: Cents;
  readonly freight: Cents;
  readonly subsidy: Cents;
  readonly payable: Cents;
  readonly steps: readonly CalcStep[];
}
const units = (price: Cents, qty: number): Cents => times(price, ratio(qty, 1));

/** R15, R30: goods, plus freight (once where it is fixed, by the unit where it is that, none above a limit), less what is subsidised. */
export function orderSum(lines: readonly SumLine[]): OrderSum {
  const goods = sumCents(lines.map((one) => units(one.salePriceCents, one.qty)));
  const charged = lines.filter((one) => one.freeAboveCents === null || goods < one.freeAboveCents);
  const fixed = Math.max(
    0,
    ...charged.filter((one) => one.freightMode === 'fixed').map((one) => one.freightCents ?? 0),
  );
  const byUnit = sumCents(
    charged.filter((one) => one.freightMode === 'byQty').map((one) => units(one.freightCents ?? 0, one.qty)),
  );
  const freight = sumCents([fixed, byUnit]);
  const subsidy = sumCents(lines.map((one) => units(one.subsidyPerUnitCents, one.subsidisedQty)));
  const steps: CalcStep[] = [
    ...lines.map((one) => ({
      name: 'goods',
      how: `${one.title}: ${one.qty} × ${formatCents(one.salePriceCents)}`,
      cents: units(one.salePriceCents, one.qty),
    })),
    ...(freight === 0 ? [] : [{ name: 'freight', how: formatCents(freight), cents: freight }]),
    ...lines
      .filter((one) => one.subsidisedQty > 0)
      .map((one) => ({
        name: 'subsidy',
        how: `${one.title}: ${one.subsidisedQty} × ${formatCents(one.subsidyPerUnitCents)}`,
        cents: -units(one.subsidyPerUnitCents, one.subsidisedQty),
      })),
  ];
  return { goods, freight, subsidy, payable: sumCents([goods, freight, -subsidy]), steps };
}

function payableFrom(given: CalcInputs) {
  const { payable, steps } = orderSum((given as unknown as { lines: SumLine[] }).lines);
  return { cents: payable, steps };
}

export const registerOrderCalc = (): void =>
  registerCalc(orderCalc, {
    versions: [payableFrom],
    entity: 'commerce.tradeOrderMoney',
    stored: (tx, after, most) =>
      tx.query(
        `select id, payable as cents from commerce.trade_order_money where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });
