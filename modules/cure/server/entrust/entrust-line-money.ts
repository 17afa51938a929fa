import type { Tx } from '#kit/server/db/database.ts';

/** What an animal was sold for, or an insurer paid for it; told again, the new word holds. */
export const saveLineMoney = (
  tx: Tx,
  lineId: number,
  money: { saleCents?: number | null | undefined; insuredCents?: number | null | undefined },
): Promise<unknown> =>
  tx.query(
    `insert into cure.entrust_line_money as m (tenant_no, line_id, contract_id, principal_id, host_id, society_unit_id,
       sale_cents, insured_cents, created_by)
     select l.tenant_no, l.id, c.id, c.principal_id, c.host_id, c.society_unit_id, $2, $3, kit.user_id()
     from cure.entrust_line l join cure.entrust_contract c on c.id = l.contract_id where l.id = $1
     on conflict (tenant_no, line_id) do update set sale_cents = coalesce(excluded.sale_cents, m.sale_cents),
       insured_cents = coalesce(excluded.insured_cents, m.insured_cents), version = m.version + 1, updated_at = now()`,
    [lineId, money.saleCents ?? null, money.insuredCents ?? null],
  );
