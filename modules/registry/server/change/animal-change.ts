import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface NewChange {
  readonly changeType: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly toPrincipalId: number | null;
  readonly toPenId: number | null;
  readonly toRegionCode: number | null;
  readonly toPlaceText: string | null;
  readonly purpose: string | null;
  readonly buyerName: string | null;
  readonly quarantineCertNo: string | null;
  readonly vehicleNo: string | null;
  readonly happenedOn: string;
  readonly cause: string | null;
  readonly disposalWay: string | null;
  readonly witnessStaffId: number | null;
  readonly photoIds: readonly number[];
  readonly count: number;
  readonly requestId: string | null;
  readonly source: string;
  readonly status: string;
  readonly confirmMode: string;
  readonly partyIds: readonly number[];
  readonly remark: string | null;
}

export interface ChangeRow extends Omit<NewChange, 'photoIds' | 'partyIds'> {
  readonly id: number;
  readonly docNo: string;
  readonly createdBy: number | null;
  readonly version: number;
}

export async function insertChange(
  tx: Tx,
  one: NewChange,
  actor: number | null,
): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into registry.animal_change (tenant_no, doc_no, region_code, principal_id, party_ids, change_type, to_principal_id, to_pen_id, to_region_code, to_place_text,
       purpose, buyer_name, quarantine_cert_no, vehicle_no, happened_on, cause, disposal_way, witness_staff_id, photo_ids, count, request_id, source, status,
       confirm_mode, remark, created_by, updated_by)
     values ($1, kit.doc_no('RC'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $25)
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.principalId,
      one.partyIds,
      one.changeType,
      one.toPrincipalId,
      one.toPenId,
      one.toRegionCode,
      one.toPlaceText,
      one.purpose,
      one.buyerName,
      one.quarantineCertNo,
      one.vehicleNo,
      one.happenedOn,
      one.cause,
      one.disposalWay,
      one.witnessStaffId,
      one.photoIds,
      one.count,
      one.requestId,
      one.source,
      one.status,
      one.confirmMode,
      one.remark,
      actor,
    ],
  );
  return row as { id: number; docNo: string };
}

const columns = `id, doc_no as "docNo", change_type as "changeType", principal_id as "principalId", region_code as "regionCode", to_principal_id as "toPrincipalId",
  to_pen_id as "toPenId", to_region_code as "toRegionCode", to_place_text as "toPlaceText", purpose, buyer_name as "buyerName", quarantine_cert_no as "quarantineCertNo",
  vehicle_no as "vehicleNo", happened_on as "happenedOn", cause, disposal_way as "disposalWay", witness_staff_id as "witnessStaffId", count, request_id as "requestId",
  source, status, confirm_mode as "confirmMode", remark, created_by as "createdBy", version`;

/** The document as the caller sees it, locked. */
export async function lockChange(tx: Tx, id: number): Promise<ChangeRow> {
  const [row] = await tx.query<ChangeRow>(`select ${columns} from registry.animal_change where id = $1 for update`, [
    id,
  ]);
  if (!row) throw notFound();
  return row;
}

export async function changeOfRequest(tx: Tx, requestId: string): Promise<ChangeRow | null> {
  const [row] = await tx.query<ChangeRow>(
    `select ${columns} from registry.animal_change where tenant_no = $1 and request_id = $2`,
    [tx.scope.tenantNo, requestId],
  );
  return row ?? null;
}

export interface ChangeMove {
  readonly status: string;
  readonly reason?: string | null;
  readonly toPenId?: number | null;
  readonly cause?: string | null;
  readonly disposalWay?: string | null;
  readonly count?: number;
}

export async function moveChange(tx: Tx, id: number, move: ChangeMove, actor: number | null): Promise<void> {
  await tx.query(
    `update registry.animal_change set status = $2, reason = coalesce($3, reason), to_pen_id = coalesce($4, to_pen_id), cause = coalesce($5, cause),
       disposal_way = coalesce($6, disposal_way), count = coalesce($7, count), acted_by = $8, acted_at = now(), version = version + 1, updated_by = $8, updated_at = now()
     where id = $1`,
    [
      id,
      move.status,
      move.reason ?? null,
      move.toPenId ?? null,
      move.cause ?? null,
      move.disposalWay ?? null,
      move.count ?? null,
      actor,
    ],
  );
}

/** R46: handovers that wait for 7 days and whose receiver was not reminded yet; from now on they were. */
export const takeUnreminded = (
  tx: Tx,
): Promise<{ id: number; docNo: string; count: number; toPrincipalId: number }[]> =>
  tx.query(
    `update registry.animal_change set reminded_at = now() where id in (
       select id from registry.animal_change where tenant_no = $1 and status = 'submitted' and change_type = 'handover' and reminded_at is null
         and created_at < now() - interval '7 days' order by id limit 200)
     returning id, doc_no as "docNo", count, to_principal_id as "toPrincipalId"`,
    [tx.scope.tenantNo],
  );

/** R63: documents that wait go on under the survivor; what is done stays as it was written. */
export async function reassignChanges(tx: Tx, from: number, to: number): Promise<number> {
  const rows = await tx.query(
    `update registry.animal_change set principal_id = case when principal_id = $1 then $2 else principal_id end,
       to_principal_id = case when to_principal_id = $1 then $2 else to_principal_id end, version = version + 1, updated_at = now()
     where tenant_no = $3 and status = 'submitted' and (principal_id = $1 or to_principal_id = $1) returning 1`,
    [from, to, tx.scope.tenantNo],
  );
  return rows.length;
}
