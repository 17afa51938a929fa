import type { Tx } from '#kit/server/db/database.ts';
import type { TreatmentSheet } from '#modules/cure/contract/treatment/treatment.ts';

export interface TreatmentKey {
  readonly id: number;
  readonly docNo: string;
  readonly heads: number;
  readonly meatUntil: string | null;
}

export async function treatmentOfRequest(tx: Tx, requestId: string): Promise<TreatmentKey | null> {
  const [row] = await tx.query<TreatmentKey>(
    `select id, doc_no as "docNo", heads, to_char(meat_until, 'YYYY-MM-DD') as "meatUntil" from cure.treatment
     where tenant_no = kit.tenant() and request_id = $1`,
    [requestId],
  );
  return row ?? null;
}

export interface NewTreatment {
  readonly sheet: Omit<TreatmentSheet, 'source'> & { readonly source: string };
  readonly regionCode: number;
  readonly staffId: number | null;
  readonly unitId: number | null;
  readonly heads: number;
  readonly medicines: string;
  readonly meatUntil: string | null;
}

/** Null where the same request was written meanwhile. */
export async function insertTreatment(tx: Tx, made: NewTreatment): Promise<TreatmentKey | null> {
  const { sheet } = made;
  const [row] = await tx.query<TreatmentKey>(
    `insert into cure.treatment (tenant_no, region_code, principal_id, doc_no, treated_on, staff_id, unit_id,
      prescription_id, consult_id,
       cause, case_id, result, diagnosis_tag_id, signs, species, pen_id, isolate, contagious, heads, untagged_head, medicines, photos,
       source, meat_until, request_id, created_by)
     values (kit.tenant(), $1, $2, kit.doc_no('CT'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       $17, $18, $19, $20,
       $21, $22, $23, $24)
     on conflict (tenant_no, request_id) do nothing
     returning id, doc_no as "docNo", heads, to_char(meat_until, 'YYYY-MM-DD') as "meatUntil"`,
    [
      made.regionCode,
      sheet.principalId,
      sheet.treatedOn,
      made.staffId,
      made.unitId,
      sheet.prescriptionId ?? null,
      sheet.consultId ?? null,
      sheet.cause,
      sheet.caseId ?? null,
      ['disease', 'injury', 'surgery'].includes(sheet.cause) ? 'ongoing' : null,
      sheet.diagnosisTagId ?? null,
      sheet.signs ?? null,
      sheet.species,
      sheet.penId ?? null,
      sheet.isolate,
      sheet.contagious,
      made.heads,
      sheet.untaggedHead,
      made.medicines,
      sheet.photos,
      sheet.source,
      made.meatUntil,
      sheet.requestId,
      tx.scope.userId,
    ],
  );
  if (row && !sheet.caseId) await tx.query('update cure.treatment set case_id = id where id = $1', [row.id]);
  return row ?? null;
}

export const tellLots = (tx: Tx, id: number, lots: string): Promise<unknown> =>
  tx.query('update cure.treatment set lots = $2 where id = $1', [id, lots]);

export interface Voidable {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly source: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly treatedOn: string;
  readonly meatUntil: string | null;
  readonly prescriptionId: number | null;
  readonly createdBy: number | null;
  readonly staffUserId: number | null;
  readonly ageHours: number;
}

export async function lockTreatment(tx: Tx, id: number): Promise<Voidable | null> {
  const [row] = await tx.query<Voidable>(
    `select t.id, t.doc_no as "docNo", t.version, t.status, t.source, t.principal_id as "principalId",
      t.region_code as "regionCode",
       to_char(t.treated_on, 'YYYY-MM-DD') as "treatedOn", to_char(t.meat_until, 'YYYY-MM-DD') as "meatUntil",
       t.prescription_id as "prescriptionId", t.created_by as "createdBy",
       (select s.user_id from cure.staff_seen s where s.id = t.staff_id) as "staffUserId",
       (extract(epoch from now() - t.created_at) / 3600)::float8 as "ageHours"
     from cure.treatment t where t.id = $1 for update of t`,
    [id],
  );
  return row ?? null;
}

export const markVoided = (tx: Tx, id: number, reason: string): Promise<unknown> =>
  tx.query(
    `update cure.treatment set status = 'voided', void_reason = $2, result = null, version = version + 1,
      updated_by = $3, updated_at = now()
     where id = $1`,
    [id, reason, tx.scope.userId],
  );

/** On the first record of the illness, where its result stands. */
export const endCase = (tx: Tx, caseId: number, result: string): Promise<unknown[]> =>
  tx.query(
    `update cure.treatment t set result = $2, version = t.version + 1, updated_by = $3, updated_at = now()
     from cure.treatment asked where asked.id = $1 and t.id = asked.case_id and t.result = 'ongoing' returning t.id`,
    [caseId, result, tx.scope.userId],
  );
