import type { Tx } from '#kit/server/db/database.ts';

export const addPaid = (tx: Tx, id: number, cents: number): Promise<unknown> =>
  tx.query(
    `update farm.sale_order set paid = paid + $2, version = version + 1, updated_by = $3, updated_at = now()
     where id = $1`,
    [id, cents, tx.scope.userId],
  );
