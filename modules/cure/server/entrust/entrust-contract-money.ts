import type { Tx } from '#kit/server/db/database.ts';

export interface Terms {
  readonly price: number;
  readonly sharePct: string | null;
  readonly baseValue: number;
}
interface Sides {
  readonly principalId: number;
  readonly hostId: number;
  readonly societyUnitId: number | null;
}
export const saveTerms = (tx: Tx, contractId: number, sides: Sides, terms: Terms): Promise<unknown> =>
  tx.query(
    `insert into cure.entrust_contract_money as m (tenant_no, contract_id, principal_id, host_id, society_unit_id,
       price,
       share_pct, base_value, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, kit.user_id())
     on conflict (tenant_no, contract_id) do update set principal_id = excluded.principal_id,
       host_id = excluded.host_id,
       society_unit_id = excluded.society_unit_id, price = excluded.price, share_pct = excluded.share_pct,
       base_value = excluded.base_value, version = m.version + 1, updated_at = now()`,
    [contractId, sides.principalId, sides.hostId, sides.societyUnitId, terms.price, terms.sharePct, terms.baseValue],
  );

/** Null for whoever is neither side nor witness. */
export async function termsOf(tx: Tx, contractId: number): Promise<Terms | null> {
  const [row] = await tx.query<Terms>(
    `select price, share_pct::text as "sharePct", base_value as "baseValue" from cure.entrust_contract_money
     where contract_id = $1`,
    [contractId],
  );
  return row ?? null;
}

/** A draft that is thrown away takes its terms with it. */
export const dropTerms = (tx: Tx, contractId: number): Promise<unknown> =>
  tx.query('delete from cure.entrust_contract_money where contract_id = $1', [contractId]);

/** The sides of open contracts as they are called now. */
export const reassignTerms = (tx: Tx): Promise<unknown> =>
  tx.query(
    `update cure.entrust_contract_money m set principal_id = c.principal_id, host_id = c.host_id
     from cure.entrust_contract c where c.id = m.contract_id and c.tenant_no = kit.tenant() and c.status <> 'ended'
       and (c.principal_id, c.host_id) is distinct from (m.principal_id, m.host_id)`,
    [],
  );
