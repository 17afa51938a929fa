import {
  type Cents,
  factorOf,
  formatCents,
  percent,
  ratio,
  splitCents,
  sumCents,
  sumOfProducts,
  times,
} from '#kit/contract/money.ts';
import { type CalcInputs, type CalcStep, registerCalc } from '#kit/server/calc/calc.ts';

export const billCalc = 'entrustBill';

export interface Death {
  readonly tag: string;
  readonly fault: 'host' | 'none';
  /** Among the deaths that are nobody's fault, which one of the contract it is, from 1. */
  readonly no: number;
  readonly insuredCents: Cents;
}
export interface BillInputs {
  readonly feeMode: string;
  readonly priceCents: Cents;
  readonly baseValueCents: Cents;
  /** As written, such as "30.00". */
  readonly sharePct: string;
  readonly hostSharePct: string;
  /** Deaths that are nobody's fault and cost the host nothing. */
  readonly freeDeaths: number;
  /** Head-days of the period, or head that left in it. */
  readonly units: number;
  /** Weights of those that left, in tenths of a kilogram. */
  readonly weights: readonly { readonly tag: string; readonly inTenths: number; readonly outTenths: number }[];
  readonly sales: readonly { readonly tag: string; readonly cents: Cents }[];
  /** Of a price for the whole: which of how many months. */
  readonly month: number;
  readonly months: number;
  readonly deaths: readonly Death[];
  readonly offsetCents: Cents;
}

/** R106. */
function feeOf(inputs: BillInputs): CalcStep {
  const { feeMode, priceCents, units } = inputs;
  const step = (how: string, cents: Cents): CalcStep => ({ name: `entrust_${feeMode}`, how, cents });
  switch (feeMode) {
    case 'gain': {
      const gained = inputs.weights.map((one) => Math.max(0, one.outTenths - one.inTenths));
      const tenths = gained.reduce((sum, one) => sum + one, 0);
      const cents = sumOfProducts(gained.map((one) => [priceCents, ratio(one, 10)] as const));
      return step(`${Math.floor(tenths / 10)}.${tenths % 10} kg × ${formatCents(priceCents)}`, cents);
    }
    case 'profitShare': {
      const profit = sumCents(inputs.sales.map((one) => one.cents - inputs.baseValueCents));
      const how = `${formatCents(Math.max(0, profit))} × ${inputs.sharePct} %`;
      return step(how, times(Math.max(0, profit), factorOf(inputs.sharePct, 100)));
    }
    case 'package': {
      // The months of a contract add up to its price.
      const parts = splitCents(
        priceCents,
        Array.from({ length: inputs.months }, () => 1),
      );
      return step(`${formatCents(priceCents)} ÷ ${inputs.months}`, parts[inputs.month - 1] ?? 0);
    }
    default:
      return step(`${units} × ${formatCents(priceCents)}`, times(priceCents, ratio(units, 1)));
  }
}

/** R107: in the order of their days; money the owner had from an insurer is taken off, never below nothing. */
function lossOf(one: Death, { baseValueCents, hostSharePct, freeDeaths }: BillInputs): Cents {
  const owed =
    one.fault === 'host'
      ? baseValueCents
      : one.no > freeDeaths
        ? times(baseValueCents, factorOf(hostSharePct, 100))
        : 0;
  return Math.max(0, owed - one.insuredCents);
}

export interface Bill {
  readonly fee: Cents;
  readonly compensation: Cents;
  readonly offset: Cents;
  readonly payable: Cents;
  readonly formula: string;
  readonly steps: readonly CalcStep[];
}
/** R108: what the owner pays; below nothing the host pays. */
export function billOf(inputs: BillInputs): Bill {
  const fee = feeOf(inputs);
  const losses = inputs.deaths.map((one) => ({ one, cents: lossOf(one, inputs) }));
  const compensation = sumCents(losses.map(({ cents }) => cents));
  const lost = losses
    .filter(({ cents }) => cents > 0)
    .map(({ one, cents }) => ({
      name: `entrust_loss_${one.fault}`,
      how: `${one.tag}: ${formatCents(inputs.baseValueCents)}${one.fault === 'none' ? ` × ${inputs.hostSharePct} %` : ''}`,
      cents: -cents,
    }));
  const offset = inputs.offsetCents;
  const steps = [
    fee,
    ...lost,
    ...(offset === 0 ? [] : [{ name: 'entrust_offset', how: formatCents(offset), cents: offset }]),
  ];
  const formula = [fee.how, ...lost.map((one) => `− ${one.how}`)].join(' ');
  return { fee: fee.cents, compensation, offset, payable: fee.cents - compensation + offset, formula, steps };
}

export function payableFrom(given: CalcInputs) {
  const { payable, steps } = billOf(given as unknown as BillInputs);
  return { cents: payable, steps };
}

export const registerBillCalc = (): void =>
  registerCalc(billCalc, {
    versions: [payableFrom],
    entity: 'cure.entrustBill',
    stored: (tx, after, most) =>
      tx.query(
        `select id, payable as cents from cure.entrust_bill where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });

/** What an allowance of so many percent of head comes to, in whole animals. */
export const freeDeathsOf = (freeLossPct: string, linesEver: number): number => {
  const { num, den } = percent(Number(freeLossPct));
  return Number((BigInt(num) * BigInt(linesEver)) / BigInt(den));
};
