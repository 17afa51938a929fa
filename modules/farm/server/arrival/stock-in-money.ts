import { factorOf, ratio, times } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';

interface Paid {
  readonly stockInId: number;
  readonly principalId: number;
  readonly mode: 'live' | 'head';
  readonly unitCents: number;
  readonly freightCents: number;
  readonly head: number;
  readonly kg: number;
}

/** What the batch came to: by the kilogram bought or by the head, and the way. */
export async function writePaid(tx: Tx, paid: Paid): Promise<number> {
  const goodsCents =
    paid.mode === 'head'
      ? times(paid.unitCents, ratio(paid.head, 1))
      : times(paid.unitCents, factorOf(paid.kg.toFixed(2)));
  const amountCents = goodsCents + paid.freightCents;
  await tx.query(
    `insert into farm.stock_in_money (tenant_no, principal_id, stock_in_id, price_mode, unit_price_cents, freight_cents,
       amount_cents, created_by) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_no, stock_in_id) do update set amount_cents = excluded.amount_cents`,
    [paid.principalId, paid.stockInId, paid.mode, paid.unitCents, paid.freightCents, amountCents, tx.scope.userId],
  );
  return amountCents;
}
