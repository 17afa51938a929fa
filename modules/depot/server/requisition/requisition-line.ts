import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { SuggestionParts } from '#modules/depot/contract/requisition/requisition.ts';

export interface Asked {
  readonly requisitionId: number;
  readonly materialId: number;
  readonly qty: number;
}

/** R36: goods leave for a requisition (a negative quantity: they came back); never more than was approved. */
export async function addIssued(tx: Tx, asked: Asked): Promise<void> {
  const rows = await tx.query(
    `update depot.requisition_line set issued = issued + $3 where requisition_id = $1 and material_id = $2
       and issued + $3 <= coalesce(approved, 0) and issued + $3 >= 0 returning 1`,
    [asked.requisitionId, asked.materialId, asked.qty],
  );
  if (rows.length === 0) throw refusal('overApproved', 'depot.ledger.overApproved');
}

/** They arrived. */
export async function addReceived(tx: Tx, asked: Asked): Promise<void> {
  await tx.query(
    'update depot.requisition_line set received = received + $3 where requisition_id = $1 and material_id = $2',
    [asked.requisitionId, asked.materialId, asked.qty],
  );
}

export interface WantedLine {
  readonly materialId: number;
  readonly asked: number;
  readonly suggested: number | null;
  readonly parts: SuggestionParts | null;
}

/** A paper that is written anew has these lines and no others. */
export async function replaceLines(tx: Tx, requisitionId: number, lines: readonly WantedLine[]): Promise<void> {
  await tx.query('delete from depot.requisition_line where requisition_id = $1', [requisitionId]);
  await tx.query(
    `insert into depot.requisition_line (tenant_no, requisition_id, line_no, material_id, asked, suggested, parts, created_by)
     select $1, $2, n, x.material_id, x.asked, x.suggested, x.parts, $7
     from unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::jsonb[]) with ordinality x(material_id, asked, suggested, parts, n)`,
    [
      tx.scope.tenantNo,
      requisitionId,
      lines.map((one) => one.materialId),
      lines.map((one) => one.asked),
      lines.map((one) => one.suggested),
      lines.map((one) => (one.parts ? JSON.stringify(one.parts) : null)),
      tx.scope.userId,
    ],
  );
}

export interface Approval {
  readonly materialId: number;
  readonly approved: number;
  readonly reason?: string | null | undefined;
}

/** Never more than was asked. */
export async function approveLines(tx: Tx, requisitionId: number, lines: readonly Approval[]): Promise<void> {
  const rows = await tx.query(
    `update depot.requisition_line l set approved = x.approved, refuse_reason = x.reason
     from unnest($2::bigint[], $3::numeric[], $4::text[]) x(material_id, approved, reason)
     where l.requisition_id = $1 and l.material_id = x.material_id and x.approved <= l.asked returning 1`,
    [
      requisitionId,
      lines.map((one) => one.materialId),
      lines.map((one) => one.approved),
      lines.map((one) => one.reason || null),
    ],
  );
  if (rows.length < lines.length) throw refusal('overAsked', 'depot.requisition.overAsked');
}
