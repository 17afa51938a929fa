import type { Tx } from '#kit/server/db/database.ts';

export interface NewLine {
  readonly kind: string;
  readonly orderId: number;
  readonly orderNo: string;
  readonly afterSaleId: number | null;
  readonly buyer: string;
  readonly doneOn: string;
  readonly goods: number;
  readonly freight: number;
  readonly subsidy: number;
  readonly refund: number;
  readonly net: number;
}
/** R25: an order once of each kind, a refund once; whoever comes second adds nothing. */
export async function insertLine(all: Tx, parentId: number, one: NewLine): Promise<boolean> {
  const rows = await all.query(
    `insert into commerce.settlement_line (tenant_no, parent_id, line_no, kind, order_id, order_no, after_sale_id,
       buyer, done_on, goods, freight, subsidy, refund, net)
     values (kit.tenant(), $1, (select count(*)::int + 1 from commerce.settlement_line where parent_id = $1), $2, $3,
       $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning id`,
    [
      parentId,
      one.kind,
      one.orderId,
      one.orderNo,
      one.afterSaleId,
      one.buyer,
      one.doneOn,
      one.goods,
      one.freight,
      one.subsidy,
      one.refund,
      one.net,
    ],
  );
  return rows.length > 0;
}

export async function disputeLine(all: Tx, parentId: number, id: number, reason: string): Promise<boolean> {
  const rows = await all.query(
    'update commerce.settlement_line set disputed_reason = $3 where id = $2 and parent_id = $1 returning id',
    [parentId, id, reason],
  );
  return rows.length > 0;
}
