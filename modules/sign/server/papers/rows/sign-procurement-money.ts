import { formatCents, ratio, sumCents, times } from '#kit/contract/money.ts';
import { type CalcInputs, recordCalc, registerCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';

interface PricedLine {
  readonly id: number;
  readonly count: number;
  readonly priceCents: number;
}
/** R18: amount = Σ approved × price. */
function amountOf({ lines }: CalcInputs) {
  const priced = lines as unknown as readonly PricedLine[];
  const parts = priced.map((one) => times(one.priceCents, ratio(one.count, 1)));
  return {
    cents: sumCents(parts),
    steps: priced.map((one, at) => ({
      name: 'orderLine',
      how: `${one.count} × ${formatCents(one.priceCents)}`,
      cents: parts[at] as number,
    })),
  };
}
export const registerOrderCalc = (): void =>
  registerCalc('tagOrder', {
    versions: [amountOf],
    entity: 'sign.signProcurement',
    stored: (tx, after, most) =>
      tx.query(
        `select procurement_id as id, amount_cents as cents from sign.sign_procurement_money
         where procurement_id > $1 order by procurement_id limit $2`,
        [after, most],
      ),
  });

export async function saveOrderMoney(
  tx: Tx,
  order: { readonly id: number; readonly docNo: string; readonly applicantId: number },
  money: {
    readonly supplierId: number;
    readonly approverId: number | null;
    readonly contractNo: string | null;
    readonly lines: readonly PricedLine[];
  },
): Promise<number> {
  const lines = money.lines.map(({ id, count, priceCents }) => ({ id, count, priceCents }));
  const { cents } = await recordCalc(tx, {
    kind: 'tagOrder',
    id: order.id,
    rule: { ref: `sign.signProcurement:${order.id}`, content: { contractNo: money.contractNo } },
    inputs: { lines },
  });
  await tx.query(
    `insert into sign.sign_procurement_money (tenant_no, procurement_id, applicant_id, supplier_id, approver_id,
       contract_no,
       prices, amount_cents, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_no, procurement_id) do update set supplier_id = excluded.supplier_id, prices = excluded.prices,
       amount_cents = excluded.amount_cents, contract_no = excluded.contract_no, updated_at = now()`,
    [
      tx.scope.tenantNo,
      order.id,
      order.applicantId,
      money.supplierId,
      money.approverId,
      money.contractNo,
      JSON.stringify(Object.fromEntries(lines.map((one) => [one.id, one.priceCents]))),
      cents,
      tx.scope.userId,
    ],
  );
  return cents;
}
