import type { Tx } from '#kit/server/db/database.ts';

export const putCost = (tx: Tx, principalId: number, batchId: number, cost: number): Promise<unknown> =>
  tx.query(
    `insert into farm.slaughter_cost (tenant_no, principal_id, batch_id, cost) values ($1, $2, $3, $4)
     on conflict (tenant_no, batch_id) do update set cost = excluded.cost`,
    [tx.scope.tenantNo, principalId, batchId, cost],
  );
