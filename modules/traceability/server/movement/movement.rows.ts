import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { setDue } from '#kit/server/due/due.ts';
import { insertMoved } from './movement-animal.ts';

export interface NewMovement {
  readonly kind: 'certified' | 'outside' | 'toIsolation' | 'returnBack';
  readonly certificateId: number | null;
  readonly officialNo: string | null;
  readonly fromPrincipalId: number;
  readonly regionCode: number;
  readonly toPrincipalId: number | null;
  readonly carrierId: number | null;
  readonly toText: string | null;
  readonly toRegionCode: number;
  readonly purpose: string | null;
  readonly plateNo: string | null;
  readonly dueAt: string;
  readonly animals: readonly { readonly animalId: number; readonly tag: string }[];
}

export const dueKind = 'traceMovement';

/** A movement to come, with its animals; from here on they are in no other. */
export async function insertMovement(tx: Tx, one: NewMovement, actor: number): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into traceability.movement (tenant_no, region_code, doc_no, kind, certificate_id, official_no,
       from_principal_id, to_principal_id, carrier_id, to_text, to_region_code, purpose, plate_no, heads, due_at,
       created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('QM'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     returning id, doc_no as "docNo"`,
    [
      one.regionCode,
      one.kind,
      one.certificateId,
      one.officialNo,
      one.fromPrincipalId,
      one.toPrincipalId,
      one.carrierId,
      one.toText,
      one.toRegionCode,
      one.purpose,
      one.plateNo,
      one.animals.length,
      one.dueAt,
      actor,
    ],
  );
  if (!row) throw new Error('the movement was not written');
  await insertMoved(tx, row.id, one.animals);
  await setDue(tx, dueKind, String(row.id), new Date(one.dueAt));
  return row;
}

export interface MovementRow {
  readonly id: number;
  readonly docNo: string;
  readonly kind: string;
  readonly status: string;
  readonly certificateId: number | null;
  readonly officialNo: string | null;
  readonly changeId: number | null;
  readonly fromPrincipalId: number;
  readonly toPrincipalId: number | null;
  readonly carrierId: number | null;
  readonly regionCode: number;
  readonly toRegionCode: number;
  readonly toText: string | null;
  readonly purpose: string | null;
  readonly plateNo: string | null;
  readonly heads: number;
  readonly departedAt: string | null;
  readonly dueAt: string;
  readonly arrived: number;
  readonly dead: number;
  readonly missing: number;
  readonly refused: number;
  readonly extra: string[];
  readonly requestId: string | null;
  readonly version: number;
}
const movementSql = `select id, doc_no as "docNo", kind, status, certificate_id as "certificateId",
  official_no as "officialNo", change_id as "changeId", from_principal_id as "fromPrincipalId",
  to_principal_id as "toPrincipalId", carrier_id as "carrierId", region_code as "regionCode",
  to_region_code as "toRegionCode", to_text as "toText", purpose, plate_no as "plateNo", heads,
  departed_at as "departedAt", due_at as "dueAt", arrived, dead, missing, refused, extra, request_id as "requestId",
  version from traceability.movement`;

/** The movement, held until the end of the transaction: of two scans the second finds what the first did. */
export async function lockMovement(tx: Tx, id: number): Promise<MovementRow> {
  const [row] = await tx.query<MovementRow>(`${movementSql} where id = $1 for update`, [id]);
  if (!row) throw notFound();
  return row;
}
export const movementsOfCertificate = (tx: Tx, certificateId: number): Promise<MovementRow[]> =>
  tx.query<MovementRow>(
    `${movementSql} where certificate_id = $1 and status in ('planned', 'departed') order by id for update`,
    [certificateId],
  );
export const openMovementsOf = (tx: Tx, animalIds: readonly number[]): Promise<MovementRow[]> =>
  tx.query<MovementRow>(
    `${movementSql} where tenant_no = kit.tenant() and status in ('planned', 'departed') and id in (
       select l.movement_id from traceability.movement_animal l
       where l.tenant_no = kit.tenant() and l.is_open and l.animal_id = any ($1)) order by id for update`,
    [animalIds],
  );

export interface Arrival {
  readonly status: 'arrived' | 'closed';
  readonly arrived: number;
  readonly dead: number;
  readonly missing: number;
  readonly refused: number;
  readonly extra: readonly string[];
  readonly changeId: number | null;
  readonly photos: readonly number[];
  readonly requestId: string | null;
  readonly actor: number | null;
}
export const recordArrival = (tx: Tx, id: number, one: Arrival): Promise<unknown> =>
  tx.query(
    `update traceability.movement set status = $2, arrived_at = now(), arrived = $3,
       dead = $4::int, missing = $5::int, refused = $6::int,
       extra = $7, differs = $4::int + $5::int + $6::int + cardinality($7::text[]) > 0,
       change_id = coalesce($8, change_id),
       unload_photos = $9, request_id = $10, overdue = false, version = version + 1, updated_at = now(),
       updated_by = coalesce($11, updated_by)
     where id = $1`,
    [
      id,
      one.status,
      one.arrived,
      one.dead,
      one.missing,
      one.refused,
      one.extra,
      one.changeId,
      one.photos,
      one.requestId,
      one.actor,
    ],
  );

/** A movement that comes to nothing or ends by the clock. */
export const closeMovement = (
  tx: Tx,
  id: number,
  word: string | null,
  changeId: number | null = null,
): Promise<unknown> =>
  tx.query(
    `update traceability.movement set status = 'closed', settle_word = coalesce($2, settle_word),
       change_id = coalesce($3, change_id), overdue = false, version = version + 1, updated_at = now() where id = $1`,
    [id, word, changeId],
  );

export const markOverdue = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update traceability.movement set overdue = true, version = version + 1, updated_at = now()
     where id = $1 and status = 'departed'`,
    [id],
  );

export const reassignMovements = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.movement t
     set from_principal_id = case when t.from_principal_id = $1 then $2 else t.from_principal_id end,
       to_principal_id = case when t.to_principal_id = $1 then $2 else t.to_principal_id end,
       carrier_id = case when t.carrier_id = $1 then $2 else t.carrier_id end,
       version = t.version + 1, updated_at = now()
     where t.tenant_no = kit.tenant() and $1 in (t.from_principal_id, t.to_principal_id, t.carrier_id)
       and t.status <> 'closed'`,
    [from, to],
  );

/** The certificate got another number: the movement goes under it. */
export const renumberMovement = (tx: Tx, from: number, to: number, officialNo: string): Promise<unknown> =>
  tx.query(
    `update traceability.movement set certificate_id = $2, official_no = $3, version = version + 1, updated_at = now()
     where certificate_id = $1 and status <> 'closed'`,
    [from, to, officialNo],
  );
