import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { writeOnce } from '#modules/registry/server/index.ts';

export interface CaseRow {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly animalId: number | null;
  readonly earTag: string | null;
  readonly species: string;
  readonly stage: string | null;
  readonly staffId: number | null;
  readonly lotId: number | null;
  readonly lotNo: string;
  readonly vaccineName: string;
  readonly weight: number | null;
  readonly diedOn: string | null;
  readonly reporterId: number;
  readonly verifierId: number | null;
  readonly deathChangeId: number | null;
  readonly disposedOn: string | null;
  readonly publicTo: string | null;
  readonly amountCents: number | null;
  readonly photos: readonly number[];
}

/** A case as the caller sees it, locked. */
export async function lockCase(tx: Tx, id: number): Promise<CaseRow> {
  const [row] = await tx.query<CaseRow>(
    `select c.id, c.doc_no as "docNo", c.version, c.status, c.principal_id as "principalId", c.region_code as "regionCode", c.animal_id as "animalId", c.ear_tag as "earTag", c.species, c.stage,
       c.staff_id as "staffId", c.lot_id as "lotId", c.lot_no as "lotNo", c.vaccine_name as "vaccineName", c.weight::float8 as weight,
       to_char(c.died_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "diedOn", c.reporter_id as "reporterId", c.verifier_id as "verifierId", c.death_change_id as "deathChangeId",
       to_char(c.disposed_on, 'YYYY-MM-DD') as "disposedOn", to_char(c.public_to, 'YYYY-MM-DD') as "publicTo", c.amount_cents as "amountCents", c.photos
     from prevention.stress_case c where c.id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

export interface Disposing {
  readonly way: string;
  readonly on: string;
  readonly by: string | null;
  readonly photos: readonly number[];
  readonly disposalRefId: number | null;
}

/** What became of the carcass; the animal's life tells it once. */
export async function disposeCase(tx: Tx, one: CaseRow, disposal: Disposing): Promise<number> {
  const [saved] = await tx.query<{ version: number }>(
    `update prevention.stress_case set disposal = $2, disposed_on = $3, disposal_ref_id = coalesce($4, disposal_ref_id), version = version + 1, updated_at = now(), updated_by = $5
     where id = $1 returning version`,
    [one.id, JSON.stringify(disposal), disposal.on, disposal.disposalRefId, tx.scope.userId],
  );
  if (!saved) throw notFound();
  if (one.animalId !== null)
    await writeOnce(tx, {
      animalId: one.animalId,
      kind: 'disposed',
      happenedOn: disposal.on,
      principalId: one.principalId,
      regionCode: one.regionCode,
      source: { entity: 'prevention.stressCase', id: one.id, docNo: one.docNo },
      summary: { way: disposal.way, docNo: one.docNo },
    });
  return saved.version;
}

/**
 * Traceability has made the record of the carcass: the case names it.
 *
 * @example
 * await setDisposal(tx, caseId, disposalId);
 */
export async function setDisposal(tx: Tx, caseId: number, disposalRefId: number): Promise<void> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'stressDisposal', (all) =>
    all.query(
      `update prevention.stress_case set disposal_ref_id = $2, disposal = coalesce(disposal, '{}') || jsonb_build_object('disposalRefId', $2::bigint), version = version + 1, updated_at = now()
       where id = $1 returning id`,
      [caseId, disposalRefId],
    ),
  );
  if (rows.length === 0) throw notFound();
}
