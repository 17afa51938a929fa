import type { Tx } from '#kit/server/db/database.ts';

export interface NewAction {
  readonly name: string;
  readonly type: string;
  readonly diseaseCode: string;
  readonly regionCode: number;
  readonly regionCodes: readonly number[];
  readonly indexPrincipalId: number | null;
  readonly formCode: string;
  readonly infectedKm: number;
  readonly threatenedKm: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly startDate: string;
  readonly suspectedOn: string | null;
  readonly source: { readonly entity: string; readonly id: number } | null;
}

export async function insertAction(tx: Tx, one: NewAction, actor: number | null): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into prevention.investigation_action (tenant_no, doc_no, name, type, disease_code, region_code, region_codes, index_principal_id, suspected_on, form_code,
       infected_km, threatened_km, longitude, latitude, start_date, source_entity, source_id, created_by, updated_by)
     values ($1, kit.doc_no('IV'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) returning id`,
    [
      tx.scope.tenantNo,
      one.name,
      one.type,
      one.diseaseCode,
      one.regionCode,
      one.regionCodes,
      one.indexPrincipalId,
      one.suspectedOn,
      one.formCode,
      one.infectedKm,
      one.threatenedKm,
      one.longitude,
      one.latitude,
      one.startDate,
      one.source?.entity ?? null,
      one.source?.id ?? null,
      actor,
    ],
  );
  return row?.id as number;
}

/** The first record of the field makes an issued action an ongoing one. */
export async function startAction(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update prevention.investigation_action set status = 'ongoing', version = version + 1, updated_at = now() where id = $1 and status = 'issued'`,
    [id],
  );
}
