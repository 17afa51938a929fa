import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface ComplaintLine {
  readonly id: number;
  readonly orderLineId: number;
  readonly title: string;
  readonly qty: number;
}
export const complaintLines = (all: Tx, afterSaleId: number): Promise<ComplaintLine[]> =>
  all.query<ComplaintLine>(
    `select id, order_line_id as "orderLineId", title, qty from commerce.after_sale_line
     where after_sale_id = $1 order by id`,
    [afterSaleId],
  );

export async function insertComplaintLines(
  all: Tx,
  afterSaleId: number,
  lines: readonly { orderLineId: number; title: string; qty: number }[],
): Promise<void> {
  for (const one of lines)
    await all.query(
      `insert into commerce.after_sale_line (tenant_no, after_sale_id, order_line_id, title, qty)
       values (kit.tenant(), $1, $2, $3, $4)`,
      [afterSaleId, one.orderLineId, one.title, one.qty],
    );
}

export const setAided = (all: Tx, id: number, units: number): Promise<unknown> =>
  all.query('update commerce.after_sale_line set subsidised_qty = $2 where id = $1', [id, units]);

/** Over the row `a`: the supplier owes new goods, and has not sent them yet. */
export const resendDue = `(((a.kind = 'reship' and a.status in ('agreed', 'decided'))
    or (a.kind = 'exchange' and a.status = 'returned'))
  and not exists (select 1 from commerce.shipment w where w.tenant_no = a.tenant_no and w.after_sale_id = a.id))`;

/** What is to be sent again for a complaint that was agreed to, by the lines of the order. */
export async function agreedLines(all: Tx, afterSaleId: number, orderId: number): Promise<Map<number, number>> {
  const [row] = await all.query<{ isDue: boolean }>(
    `select ${resendDue} as "isDue" from commerce.after_sale a where a.id = $1 and a.order_id = $2 for update`,
    [afterSaleId, orderId],
  );
  if (!row?.isDue) throw refusal('notReship', 'commerce.refusal.notReship');
  return new Map((await complaintLines(all, afterSaleId)).map((one) => [one.orderLineId, one.qty]));
}
