import type { Tx } from '#kit/server/db/database.ts';

export const insertHolders = (tx: Tx, holdId: number, holders: readonly number[]) =>
  tx.query(
    `insert into sign.tag_hold_party (tenant_no, tag_hold_id, party_id)
     select $1, $2, x.id from unnest($3::bigint[]) x(id) on conflict do nothing`,
    [tx.scope.tenantNo, holdId, holders],
  );
