import type { Tx } from '#kit/server/db/database.ts';

/** Sums of one head, for the parties of its pledge alone. */
export const insertItemAmounts = (
  tx: Tx,
  ids: readonly number[],
  of: { readonly bankId: number; readonly principalId: number },
): Promise<unknown> =>
  tx.query(
    `insert into bank.pledge_item_amount (id, tenant_no, bank_id, principal_id)
     select unnest($1::bigint[]), kit.tenant(), $2, $3`,
    [ids, of.bankId, of.principalId],
  );
export const setItemAmounts = (
  tx: Tx,
  values: readonly { readonly id: number; readonly cents: number }[],
  isStart: boolean,
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item_amount a set value = g.cents,
       start_value = case when $2 then g.cents else a.start_value end, updated_at = now()
     from jsonb_to_recordset($1::jsonb) g(id bigint, cents bigint) where a.tenant_no = kit.tenant() and a.id = g.id`,
    [JSON.stringify(values), isStart],
  );
export const setInsuredSums = (
  tx: Tx,
  covers: readonly { readonly id: number; readonly sumCents: number | null }[],
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item_amount a set sum_insured = g."sumCents", updated_at = now()
     from jsonb_to_recordset($1::jsonb) g(id bigint, "sumCents" bigint)
     where a.tenant_no = kit.tenant() and a.id = g.id`,
    [JSON.stringify(covers)],
  );
export const reassignItemAmounts = (tx: Tx, loserId: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_item_amount a set principal_id = i.principal_id from bank.pledge_item i
     where a.tenant_no = kit.tenant() and i.tenant_no = a.tenant_no and i.id = a.id and a.principal_id = $1`,
    [loserId],
  );
