import type { Tx } from '#kit/server/db/database.ts';

/** R4: every question asked at the door is kept, with what it found. */
export const insertCheck = (
  tx: Tx,
  one: {
    readonly unitId: number;
    readonly productId: number | null;
    readonly tags: readonly string[];
    readonly heads: number;
    readonly taken: number;
    readonly by: number | null;
  },
): Promise<unknown> =>
  tx.query(
    `insert into bank.pledge_check (tenant_no, unit_id, product_id, tags, heads, taken, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6)`,
    [one.unitId, one.productId, one.tags, one.heads, one.taken, one.by],
  );
