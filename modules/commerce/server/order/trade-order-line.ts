import { ratio, sumCents, times } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Sides } from '../common.ts';
import type { Judged } from '../shop/judge.ts';

export interface LineRow {
  readonly id: number;
  readonly orderId: number;
  readonly productId: number;
  readonly productSkuId: number;
  readonly skuId: number;
  readonly title: string;
  readonly spec: string;
  readonly unit: string;
  readonly coldChain: boolean;
  readonly hasExpiry: boolean;
  readonly shelfLifeMonths: number | null;
  readonly qty: number;
  readonly salePrice: number;
  readonly subsidyPerUnit: number;
  readonly subsidisedQty: number;
  readonly unsubsidisedQty: number;
  readonly lineAmount: number;
  readonly shippedQty: number;
  readonly receivedQty: number;
  readonly cancelledQty: number;
  readonly returnedQty: number;
}
const columns = `id, order_id as "orderId", product_id as "productId", product_sku_id as "productSkuId",
  sku_id as "skuId", title, spec, unit, cold_chain as "coldChain", has_expiry as "hasExpiry",
  shelf_life_months as "shelfLifeMonths", qty, sale_price as "salePrice", subsidy_per_unit as "subsidyPerUnit",
  subsidised_qty as "subsidisedQty", unsubsidised_qty as "unsubsidisedQty", line_amount as "lineAmount",
  shipped_qty as "shippedQty", received_qty as "receivedQty", cancelled_qty as "cancelledQty",
  returned_qty as "returnedQty"`;

export const linesOf = (all: Tx, orderId: number, lock = false): Promise<LineRow[]> =>
  all.query<LineRow>(
    `select ${columns} from commerce.trade_order_line where tenant_no = kit.tenant() and order_id = $1
     order by ${lock ? 'sku_id, id for update' : 'line_no'}`,
    [orderId],
  );

/** R14: what was seen when it was ordered, for good. */
export async function insertLines(all: Tx, orderId: number, sides: Sides, lines: readonly Judged[]): Promise<void> {
  for (const [at, one] of lines.entries())
    await all.query(
      `insert into commerce.trade_order_line (tenant_no, order_id, line_no, principal_id, supplier_id, product_id,
         product_sku_id, sku_id, title, spec, unit, photo, manufacturer, approval_no, category_id, cold_chain,
         has_expiry, shelf_life_months, qty, sale_price, market_price, subsidy_per_unit, subsidised_qty, line_amount)
       values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
         $21, $22, $23)`,
      [
        orderId,
        at + 1,
        sides.principalId,
        sides.supplierId,
        one.productId,
        one.productSkuId,
        one.skuId,
        one.title,
        one.spec,
        one.unit,
        one.content.photos[0] ?? null,
        one.content.manufacturer,
        one.content.approvalNo,
        one.categoryId,
        one.coldChain,
        one.hasExpiry,
        one.content.shelfLifeMonths,
        one.qty,
        one.salePrice,
        one.marketPrice,
        one.subsidyPerUnit,
        one.subsidisedQty,
        times(one.salePrice, ratio(one.qty, 1)),
      ],
    );
}

/** Units of a line that still count: neither cancelled nor given back. */
const alive = (line: LineRow) => line.qty - line.cancelledQty - line.returnedQty;
const subsidisedNow = (line: LineRow) => line.subsidisedQty - line.unsubsidisedQty;

/** Of so many units that go, how many were subsidised: those at full price, bought last, go first. */
export function subsidisedOf(line: LineRow, units: number): number {
  return Math.max(0, subsidisedNow(line) - (alive(line) - units));
}
/** R24: what was paid for so many units. */
export function paidFor(line: LineRow, units: number): number {
  const aided = subsidisedOf(line, units);
  return sumCents([
    times(line.salePrice, ratio(units - aided, 1)),
    times(line.salePrice - line.subsidyPerUnit, ratio(aided, 1)),
  ]);
}

/** What is owed when nothing is refunded: less the units that will never be sent, and nothing at all where none is. */
export function toPay(lines: readonly LineRow[], payable: number): number {
  if (lines.length > 0 && lines.every((line) => line.cancelledQty === line.qty)) return 0;
  const unsent = lines.map((line) => {
    const aided = Math.max(0, line.subsidisedQty - (line.qty - line.cancelledQty));
    return sumCents([
      times(line.salePrice, ratio(line.cancelledQty - aided, 1)),
      times(line.salePrice - line.subsidyPerUnit, ratio(aided, 1)),
    ]);
  });
  return payable - sumCents(unsent);
}

export interface LineStep {
  readonly shipped?: number;
  readonly received?: number;
  readonly cancelled?: number;
  readonly returned?: number;
  readonly unsubsidised?: number;
  readonly refunded?: number;
}
export async function stepLine(all: Tx, id: number, step: LineStep): Promise<void> {
  await all.query(
    `update commerce.trade_order_line set shipped_qty = shipped_qty + $2, received_qty = received_qty + $3,
       cancelled_qty = cancelled_qty + $4, returned_qty = returned_qty + $5, unsubsidised_qty = unsubsidised_qty + $6,
       refunded = refunded + $7 where id = $1`,
    [
      id,
      step.shipped ?? 0,
      step.received ?? 0,
      step.cancelled ?? 0,
      step.returned ?? 0,
      step.unsubsidised ?? 0,
      step.refunded ?? 0,
    ],
  );
}

/** R29: once by the buyer, to be changed for thirty days. */
export async function rateLine(all: Tx, id: number, rating: number, words: string | null): Promise<boolean> {
  const rows = await all.query(
    `update commerce.trade_order_line set rating = $2, rating_text = $3, rated_at = coalesce(rated_at, now())
     where id = $1 and received_qty > 0 and (rated_at is null or rated_at > now() - interval '30 days') returning id`,
    [id, rating, words],
  );
  return rows.length > 0;
}

/** Follows the order it is of. */
export async function reassignLines(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update commerce.trade_order_line l set principal_id = $2 from commerce.trade_order o
     where o.id = l.order_id and l.tenant_no = kit.tenant() and l.principal_id = $1 and o.principal_id = $2`,
    [from, to],
  );
}
