import type { Tx } from '#kit/server/db/database.ts';

export interface NewBasis {
  readonly lineId: number;
  readonly ruleId: number;
  readonly recordKind: string;
  readonly recordId: number;
  readonly slot: number;
  readonly adjustOf: number | null;
  readonly label: string;
  readonly on: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly cents: number;
}
const most = 5000;
export async function insertBases(
  tx: Tx,
  batch: { id: number; programmeId: number },
  bases: readonly NewBasis[],
): Promise<void> {
  for (let at = 0; at < bases.length; at += most)
    await tx.query(
      `insert into breeding.subsidy_basis (tenant_no, batch_id, line_id, programme_id, rule_id, record_kind, record_id,
         slot, adjust_of, label, happened_on, inputs, amount_cents, created_by)
       select $1, $2, b."lineId", $3, b."ruleId", b."recordKind", b."recordId", b.slot, b."adjustOf", b.label, b."on",
         b.inputs, b.cents, $5
       from jsonb_to_recordset($4::jsonb) b("lineId" bigint, "ruleId" bigint, "recordKind" text, "recordId" bigint,
         slot int, "adjustOf" bigint, label text, "on" date, inputs jsonb, cents bigint)`,
      [tx.scope.tenantNo, batch.id, batch.programmeId, JSON.stringify(bases.slice(at, at + most)), tx.scope.userId],
    );
}
/** Of a batch that was cancelled none counts: its records are free again. */
export const freeBases = (tx: Tx, batchId: number) =>
  tx.query('update breeding.subsidy_basis set is_live = false where tenant_no = kit.tenant() and batch_id = $1', [
    batchId,
  ]);
export const dropBases = (tx: Tx, batchId: number) =>
  tx.query('delete from breeding.subsidy_basis where tenant_no = kit.tenant() and batch_id = $1', [batchId]);
