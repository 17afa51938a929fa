import type { Tx } from '#kit/server/db/database.ts';

export interface NewExclusion {
  readonly regionCode: number;
  readonly principalId: number;
  readonly recordKind: string;
  readonly recordId: number;
  readonly slot: number;
  readonly label: string;
  readonly on: string;
  readonly reason: string;
  readonly detail: Readonly<Record<string, unknown>>;
}
export async function insertExclusions(
  tx: Tx,
  batch: { id: number; programmeId: number },
  rows: readonly NewExclusion[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 5000)
    await tx.query(
      `insert into breeding.subsidy_exclusion (tenant_no, region_code, principal_id, batch_id, programme_id,
         record_kind,
         record_id, slot, label, happened_on, reason, detail, created_by)
       select $1, x."regionCode", x."principalId", $2, $3, x."recordKind", x."recordId", x.slot, x.label, x."on",
         x.reason, x.detail, $5
       from jsonb_to_recordset($4::jsonb) x("regionCode" bigint, "principalId" bigint, "recordKind" text,
         "recordId" bigint, slot int, label text, "on" date, reason text, detail jsonb)`,
      [tx.scope.tenantNo, batch.id, batch.programmeId, JSON.stringify(rows.slice(at, at + 5000)), tx.scope.userId],
    );
}
export const dropExclusions = (tx: Tx, batchId: number) =>
  tx.query('delete from breeding.subsidy_exclusion where tenant_no = kit.tenant() and batch_id = $1', [batchId]);
