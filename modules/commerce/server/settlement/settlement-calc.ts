import { type Cents, formatCents, sumCents } from '#kit/contract/money.ts';
import { type CalcInputs, registerCalc } from '#kit/server/calc/calc.ts';

export const settlementCalc = 'tradeSettlement';

export interface SettlementInputs {
  readonly nets: readonly { readonly no: string; readonly cents: Cents }[];
  /** What an earlier month left over, never above nothing. */
  readonly carriedInCents: Cents;
}
/** R25: below nothing the payer pays nothing, and the rest is taken from a later month. */
export function settle({ nets, carriedInCents }: SettlementInputs) {
  const net = sumCents(nets.map((one) => one.cents));
  const due = sumCents([net, carriedInCents]);
  return { net, total: Math.max(0, due), carriedOver: Math.min(0, due) };
}

function totalFrom(given: CalcInputs) {
  const inputs = given as unknown as SettlementInputs;
  const { total, carriedOver } = settle(inputs);
  const steps = [
    ...inputs.nets.map((one) => ({ name: 'order', how: one.no, cents: one.cents })),
    ...(inputs.carriedInCents === 0
      ? []
      : [{ name: 'carriedIn', how: formatCents(inputs.carriedInCents), cents: inputs.carriedInCents }]),
    ...(carriedOver === 0 ? [] : [{ name: 'carriedOver', how: formatCents(carriedOver), cents: -carriedOver }]),
  ];
  return { cents: total, steps };
}

export const registerSettlementCalc = (): void =>
  registerCalc(settlementCalc, {
    versions: [totalFrom],
    entity: 'commerce.settlement',
    stored: (tx, after, most) =>
      tx.query(
        `select id, total as cents from commerce.settlement where tenant_no = kit.tenant() and id > $1
         order by id limit $2`,
        [after, most],
      ),
  });
