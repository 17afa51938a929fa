import type { Tx } from '#kit/server/db/database.ts';
import type { Crossing } from '#modules/bank/contract/product/price-list.ts';
import type { Band, Bounds } from '#modules/bank/contract/product/value-arithmetic.ts';

export interface LineBounds extends Bounds {
  readonly docNo: string;
  readonly client: string | null;
}
/** The three lines of each credit line's own product, and how people call it; of lines the caller sees. */
export async function boundsOf(tx: Tx, creditLineIds: readonly number[]): Promise<Map<number, LineBounds>> {
  const rows = await tx.query<LineBounds & { id: number }>(
    `select c.id, c.doc_no as "docNo", k.client_name as client, p.max_ltv as "maxLtv", p.warn_ltv as "warnLtv",
       p.call_ltv as "callLtv", p.stop_ltv as "stopLtv"
     from bank.credit_line c
     join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id
     left join bank.bank_client k on k.tenant_no = c.tenant_no and k.id = c.client_id
     where c.tenant_no = kit.tenant() and c.id = any ($1)`,
    [creditLineIds],
  );
  return new Map(rows.map(({ id, ...bounds }) => [id, bounds]));
}

const rank: Readonly<Record<Band, number>> = { within: 0, warn: 1, call: 2, stop: 3 };
type Moved = Crossing & { readonly from: Band; readonly to: Band };
/** Those that come into another band, the worst first. */
export const crossingsOf = (moves: readonly Moved[]): Crossing[] =>
  moves
    .filter((one) => one.from !== one.to)
    .sort((a, b) => rank[b.to] - rank[a.to] || (b.ltvAfter ?? Number.MAX_VALUE) - (a.ltvAfter ?? Number.MAX_VALUE))
    .slice(0, 500)
    .map(
      ({
        creditLineId,
        docNo,
        client,
        balanceCents,
        eligibleBefore,
        eligibleAfter,
        ltvBefore,
        ltvAfter,
        from,
        to,
      }) => ({
        creditLineId,
        docNo,
        client,
        balanceCents,
        eligibleBefore,
        eligibleAfter,
        ltvBefore,
        ltvAfter,
        from,
        to,
      }),
    );
