import type { Tx } from '#kit/server/db/database.ts';
import type { Holder } from '../../numbers/tag-move.ts';

export interface NewReceiving {
  readonly sourceType: 'shipment' | 'stockOut' | 'recovery';
  readonly sourceId: number;
  readonly sourceNo: string;
  readonly from: Holder;
  readonly to: Holder;
  readonly count: number;
  readonly sentOn: string;
  readonly dueOn: string;
  readonly regionCode: number;
}

export async function insertReceiving(tx: Tx, one: NewReceiving): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into sign.sign_receiving (tenant_no, region_code, doc_no, source_type, source_id, source_no,
       from_principal_id,
       from_staff_id, to_principal_id, to_staff_id, count, sent_on, due_on, created_by, updated_by)
     values ($1, $2, kit.doc_no('ER'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.sourceType,
      one.sourceId,
      one.sourceNo,
      one.from.principalId,
      one.from.staffId,
      one.to.principalId,
      one.to.staffId,
      one.count,
      one.sentOn,
      one.dueOn,
      tx.scope.userId,
    ],
  );
  if (!row) throw new Error('no receiving');
  return row;
}

export interface Receiving {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly sourceType: 'shipment' | 'stockOut' | 'recovery';
  readonly sourceId: number;
  readonly sourceNo: string;
  readonly fromPrincipalId: number;
  readonly fromStaffId: number | null;
  readonly toPrincipalId: number;
  readonly toStaffId: number | null;
  readonly regionCode: number;
  readonly signedBy: number | null;
}
export async function receivingOf(tx: Tx, id: number, lock = false): Promise<Receiving | null> {
  const [row] = await tx.query<Receiving>(
    `select id, doc_no as "docNo", version, status, source_type as "sourceType", source_id as "sourceId",
       source_no as "sourceNo", from_principal_id as "fromPrincipalId", from_staff_id as "fromStaffId",
       to_principal_id as "toPrincipalId", to_staff_id as "toStaffId", region_code as "regionCode", signed_by as "signedBy"
     from sign.sign_receiving where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return row ?? null;
}

export async function signReceivingRow(
  tx: Tx,
  id: number,
  values: { status: string; signature: readonly number[]; proxy: boolean; proxyPhoto: readonly number[] },
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update sign.sign_receiving set status = $2, signed_by = $3, signed_at = now(), signature = $4, proxy = $5,
       proxy_photo = $6, version = version + 1, updated_at = now(), updated_by = $3 where id = $1 returning version`,
    [id, values.status, tx.scope.userId, values.signature, values.proxy, values.proxyPhoto],
  );
  return row?.version ?? 0;
}
export async function settleReceivingRow(tx: Tx, id: number, status: string, reason: string): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update sign.sign_receiving set status = $2, reason = $3, version = version + 1, updated_at = now(), updated_by = $4
     where id = $1 returning version`,
    [id, status, reason, tx.scope.userId],
  );
  return row?.version ?? 0;
}
export const dropReceiving = (tx: Tx, sourceType: string, sourceId: number) =>
  tx.query(
    `delete from sign.sign_receiving where tenant_no = $1 and source_type = $2 and source_id = $3
       and status = 'waiting'`,
    [tx.scope.tenantNo, sourceType, sourceId],
  );
