import type { Tx } from '#kit/server/db/database.ts';
import type { VisitSheet } from '#modules/prevention/contract/visit/visit-sheet.ts';

export interface NewVisit {
  readonly sheet: VisitSheet;
  readonly regionCode: number;
  readonly seasonId: number | null;
  readonly staffId: number | null;
  readonly result: string;
  readonly foundTagged: number;
  readonly flags: readonly string[];
  readonly spotCheck: boolean;
  readonly heads: { readonly cattle: number; readonly sheep: number; readonly goat: number };
  readonly diseaseCodes: readonly string[];
  readonly lots: readonly string[];
  readonly vaccines: string;
  readonly doses: number;
  readonly reasons: readonly string[];
  readonly counted: boolean;
}

export interface VisitKey {
  readonly id: number;
  readonly docNo: string;
}

/** R21: the sheet of a key, if it was sent before. */
export async function visitOfKey(tx: Tx, clientKey: string) {
  const [row] = await tx.query<
    VisitKey & { status: string; flags: string[]; result: string; createdBy: number | null }
  >(
    `select id, doc_no as "docNo", status, flags, result, created_by as "createdBy" from prevention.immunisation_visit where tenant_no = $1 and client_key = $2`,
    [tx.scope.tenantNo, clientKey],
  );
  return row;
}

const time = (text: string | null | undefined) => text ?? null;

/** A sheet that was told; a draft of the same key becomes it. */
export async function insertVisit(tx: Tx, one: NewVisit, actor: number | null): Promise<VisitKey> {
  const { sheet } = one;
  const [row] = await tx.query<VisitKey>(
    `insert into prevention.immunisation_visit as v (tenant_no, doc_no, client_key, mode, season_id, principal_id, region_code, staff_id, helpers, visited_on, started_at, ended_at, result,
       found_tagged, found_untagged, longitude, latitude, photos, holder_sign_id, purchase_proof, flags, spot_check, remark, cattle, sheep, goat, disease_codes, lots, vaccines, doses,
       reasons, counted, status, submitted_at, created_by, updated_by)
     values ($1, kit.doc_no('IM'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31,
       'submitted', now(), $32, $32)
     on conflict (tenant_no, client_key) do update set mode = excluded.mode, season_id = excluded.season_id, principal_id = excluded.principal_id, region_code = excluded.region_code,
       staff_id = excluded.staff_id, helpers = excluded.helpers, visited_on = excluded.visited_on, started_at = excluded.started_at, ended_at = excluded.ended_at, result = excluded.result,
       found_tagged = excluded.found_tagged, found_untagged = excluded.found_untagged, longitude = excluded.longitude, latitude = excluded.latitude, photos = excluded.photos,
       holder_sign_id = excluded.holder_sign_id, purchase_proof = excluded.purchase_proof, flags = excluded.flags, spot_check = excluded.spot_check, remark = excluded.remark,
       cattle = excluded.cattle, sheep = excluded.sheep, goat = excluded.goat, disease_codes = excluded.disease_codes, lots = excluded.lots, vaccines = excluded.vaccines,
       doses = excluded.doses, reasons = excluded.reasons, counted = excluded.counted, status = 'submitted', submitted_at = now(), draft = null, version = v.version + 1,
       updated_by = excluded.updated_by, updated_at = now()
     where v.status = 'draft' and v.created_by = excluded.created_by
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      sheet.clientKey,
      sheet.mode,
      one.seasonId,
      sheet.principalId,
      one.regionCode,
      one.staffId,
      sheet.helpers,
      sheet.visitedOn,
      time(sheet.startedAt),
      time(sheet.endedAt),
      one.result,
      one.foundTagged,
      JSON.stringify(sheet.foundUntagged ?? {}),
      sheet.location?.longitude ?? null,
      sheet.location?.latitude ?? null,
      sheet.photos,
      sheet.holderSignId ?? null,
      sheet.purchaseProof,
      one.flags,
      one.spotCheck,
      sheet.remark ?? null,
      one.heads.cattle,
      one.heads.sheep,
      one.heads.goat,
      one.diseaseCodes,
      one.lots,
      one.vaccines,
      one.doses,
      one.reasons,
      one.counted,
      actor,
    ],
  );
  if (!row) throw new Error(`visit ${sheet.clientKey} is somebody else's`);
  return row;
}

/** What was typed so far, under its key. */
export async function saveDraft(
  tx: Tx,
  draft: { clientKey: string; mode: string; principalId: number; visitedOn: string },
  facts: { regionCode: number; staffId: number | null },
): Promise<VisitKey | undefined> {
  const [row] = await tx.query<VisitKey>(
    `insert into prevention.immunisation_visit as v (tenant_no, doc_no, client_key, mode, principal_id, region_code, staff_id, visited_on, result, draft, status, created_by, updated_by)
     values ($1, kit.doc_no('IM'), $2, $3, $4, $5, $6, $7, 'partial', $8, 'draft', $9, $9)
     on conflict (tenant_no, client_key) do update set draft = excluded.draft, mode = excluded.mode, staff_id = excluded.staff_id, principal_id = excluded.principal_id,
       region_code = excluded.region_code, visited_on = excluded.visited_on, version = v.version + 1, updated_at = now()
     where v.status = 'draft' and v.created_by = excluded.created_by
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      draft.clientKey,
      draft.mode,
      draft.principalId,
      facts.regionCode,
      facts.staffId,
      draft.visitedOn,
      JSON.stringify(draft),
      tx.scope.userId,
    ],
  );
  return row;
}

export interface VisitRow extends VisitKey {
  readonly mode: string;
  readonly seasonId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly staffId: number | null;
  readonly visitedOn: string;
  readonly result: string;
  readonly counted: boolean;
  readonly status: string;
  readonly createdBy: number | null;
  readonly isFresh: boolean;
  readonly flags: readonly string[];
}

export async function lockVisit(tx: Tx, id: number, makerHours = 72): Promise<VisitRow | undefined> {
  const [row] = await tx.query<VisitRow>(
    `select id, doc_no as "docNo", mode, season_id as "seasonId", principal_id as "principalId", region_code as "regionCode", staff_id as "staffId",
       to_char(visited_on, 'YYYY-MM-DD') as "visitedOn", result, counted, status, created_by as "createdBy", flags,
       coalesce(submitted_at > now() - make_interval(hours => $2), true) as "isFresh"
     from prevention.immunisation_visit where id = $1 for update`,
    [id, makerHours],
  );
  return row;
}

/** Whether the sheet is in the figures; the row's own trigger counts the visit itself. */
export async function setCounted(tx: Tx, id: number, counted: boolean): Promise<void> {
  await tx.query('update prevention.immunisation_visit set counted = $2 where id = $1', [id, counted]);
}
