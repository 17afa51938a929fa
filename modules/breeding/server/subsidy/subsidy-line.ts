import type { Tx } from '#kit/server/db/database.ts';

export interface NewLine {
  readonly key: string;
  readonly regionCode: number;
  readonly payeeKind: string;
  readonly payeeId: number;
  readonly principalId: number;
  readonly payeeName: string;
  readonly count: number;
  readonly cents: number;
  readonly shares: readonly { source: string; cents: number }[];
  readonly adjustOf: number | null;
}
/** Answers the id of each line by its key. */
export async function insertLines(
  tx: Tx,
  batch: { id: number; programmeId: number; year: number },
  lines: readonly NewLine[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: number; key: string }>(
    `with given as (select l.*, row_number() over () as n from jsonb_to_recordset($5::jsonb) l(key text,
         "regionCode" bigint, "payeeKind" text, "payeeId" bigint, "principalId" bigint, "payeeName" text, count int,
         cents bigint, shares jsonb, "adjustOf" bigint)),
       made as (insert into breeding.subsidy_line (tenant_no, region_code, batch_id, programme_id, year, payee_kind,
         payee_id, principal_id, payee_name, count, amount_cents, shares, adjust_of, created_by, updated_by)
       select $1, g."regionCode", $2, $3, $4, g."payeeKind", g."payeeId", g."principalId", g."payeeName", g.count,
         g.cents, g.shares, g."adjustOf", $6, $6 from given g order by g.n
       returning id, payee_kind, payee_id, adjust_of)
     select m.id, m.payee_kind || ':' || m.payee_id || case when m.adjust_of is null then '' else ':-' end as key
     from made m`,
    [tx.scope.tenantNo, batch.id, batch.programmeId, batch.year, JSON.stringify(lines), tx.scope.userId],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}
export const dropLines = (tx: Tx, batchId: number) =>
  tx.query('delete from breeding.subsidy_line where tenant_no = kit.tenant() and batch_id = $1', [batchId]);

export const setHold = (tx: Tx, id: number, reason: string | null) =>
  tx.query(
    `update breeding.subsidy_line set pay_status = $2, hold_reason = $3, version = version + 1, updated_by = $4,
       updated_at = now() where id = $1`,
    [id, reason === null ? 'pending' : 'held', reason, tx.scope.userId],
  );
export const setPaid = (tx: Tx, ids: readonly number[], status: 'paid' | 'failed', on: string | null) =>
  tx.query(
    `update breeding.subsidy_line set pay_status = $2, paid_on = $3, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($1)`,
    [ids, status, on],
  );
export const setAccounts = (tx: Tx, rows: readonly { id: number; mask: string | null }[]) =>
  tx.query(
    `update breeding.subsidy_line l set account_mask = r.mask,
       pay_status = case when r.mask is null then 'held' else l.pay_status end,
       hold_reason = case when r.mask is null then 'noAccount' else l.hold_reason end
     from jsonb_to_recordset($1::jsonb) r(id bigint, mask text) where l.tenant_no = kit.tenant() and l.id = r.id`,
    [JSON.stringify(rows)],
  );
