import type { Tx } from '#kit/server/db/database.ts';

export interface Account {
  readonly lineId: number;
  readonly payeeId: number;
  readonly enc: string | null;
  readonly mask: string | null;
  readonly bank: string | null;
}
/** R48: the account as the registry had it when the batch was checked, seen by payee and payer alone. */
export const insertAccounts = (tx: Tx, payerId: number, rows: readonly Account[]) =>
  tx.query(
    `insert into breeding.subsidy_pay (tenant_no, line_id, payee_id, payer_id, account_enc, account_mask, bank_name,
       created_by)
     select $1, r."lineId", r."payeeId", $2, r.enc, r.mask, r.bank, $4
     from jsonb_to_recordset($3::jsonb) r("lineId" bigint, "payeeId" bigint, enc text, mask text, bank text)
     on conflict (tenant_no, line_id) do nothing`,
    [tx.scope.tenantNo, payerId, JSON.stringify(rows), tx.scope.userId],
  );
export const setPayResult = (tx: Tx, lineId: number, ref: string | null, reason: string | null) =>
  tx.query(
    `update breeding.subsidy_pay set bank_ref = $2, fail_reason = $3 where tenant_no = kit.tenant() and line_id = $1`,
    [lineId, ref, reason],
  );
