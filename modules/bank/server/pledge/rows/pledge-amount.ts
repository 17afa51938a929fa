import type { Tx } from '#kit/server/db/database.ts';

/** Sums of a pledge, for its parties alone. */
export const insertPledgeAmount = (
  tx: Tx,
  id: number,
  of: { readonly bankId: number; readonly principalId: number },
): Promise<unknown> =>
  tx.query('insert into bank.pledge_amount (id, tenant_no, bank_id, principal_id) values ($1, kit.tenant(), $2, $3)', [
    id,
    of.bankId,
    of.principalId,
  ]);
export const setStartValue = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_amount p set value_at_start = coalesce((select sum(a.start_value) from bank.pledge_item i
         join bank.pledge_item_amount a on a.tenant_no = i.tenant_no and a.id = i.id
         where i.tenant_no = p.tenant_no and i.pledge_id = p.id and i.state in ('pledged', 'releasing', 'missing')), 0),
       version = version + 1, updated_at = now() where p.tenant_no = kit.tenant() and p.id = $1`,
    [id],
  );
export const reassignPledgeAmounts = (tx: Tx, loserId: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_amount a set principal_id = p.principal_id from bank.pledge p
     where a.tenant_no = kit.tenant() and p.tenant_no = a.tenant_no and p.id = a.id and a.principal_id = $1`,
    [loserId],
  );
