import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

export interface NewEntry {
  readonly entryKind: string;
  readonly principalId: number;
  readonly ownerId: number;
  readonly regionCode: number;
  readonly hovelId: number | null;
  readonly penId: number | null;
  readonly species: string;
  readonly breed: string | null;
  readonly motherTag: string | null;
  readonly originRegionCode: number | null;
  readonly quarantineCertNo: string | null;
  readonly sellerName: string | null;
  readonly wornOn: string;
  readonly wornByStaffId: number | null;
  readonly segments: string;
  readonly count: number;
  readonly requestId: string | null;
  readonly source: string;
}

export async function insertEntry(tx: Tx, one: NewEntry, actor: number | null): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into registry.animal_entry (tenant_no, doc_no, region_code, principal_id, owner_id, entry_kind, hovel_id, pen_id, species, breed, mother_tag,
       origin_region_code, quarantine_cert_no, seller_name, worn_on, worn_by_staff_id, segments, count, request_id, source, created_by, updated_by)
     values ($1, kit.doc_no('RE'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20) returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.principalId,
      one.ownerId,
      one.entryKind,
      one.hovelId,
      one.penId,
      one.species,
      one.breed,
      one.motherTag,
      one.originRegionCode,
      one.quarantineCertNo,
      one.sellerName,
      one.wornOn,
      one.wornByStaffId,
      one.segments,
      one.count,
      one.requestId,
      one.source,
      actor,
    ],
  );
  return row as { id: number; docNo: string };
}

/** The answer a repeated call gets: the one of the first. */
export async function entryOfRequest(
  tx: Tx,
  requestId: string,
): Promise<{ id: number; docNo: string; count: number; segments: string } | null> {
  const [row] = await tx.query<{ id: number; docNo: string; count: number; segments: string }>(
    'select id, doc_no as "docNo", count, segments from registry.animal_entry where tenant_no = $1 and request_id = $2',
    [tx.scope.tenantNo, requestId],
  );
  return row ?? null;
}

/** The animals of an entry in the order they were given, wherever they stand now. */
export async function animalsOfEntry(tx: Tx, entryId: number): Promise<number[]> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'animalsOfEntry', (all) =>
    all.query<{ id: number }>(
      `select e.animal_id as id from registry.animal_event e
       where e.tenant_no = $1 and e.source_entity = 'registry.animalEntry' and e.source_id = $2
         and e.kind in ('registered', 'recovered') and e.void_of is null order by e.id`,
      [tx.scope.tenantNo, entryId],
    ),
  );
  return rows.map((row) => row.id);
}
