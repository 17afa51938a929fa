import { notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Heads } from '#modules/prevention/contract/visit/judge.ts';
import { diseasesIn, holderOf } from './facts.ts';
import { kilometres } from './flags.ts';

/** What a sheet says besides its own row, to whoever sees the row. */
export async function detailOf(tx: Tx, id: number) {
  const [visit] = await tx.query<{
    principalId: number;
    visitedOn: string;
    foundUntagged: Record<string, Record<string, number>>;
    signId: number | null;
    draft: unknown;
    helpers: string[];
    mode: string;
    result: string;
    photos: number[];
    proofs: number[];
    remark: string | null;
    canCopy: boolean;
    at: Place | null;
  }>(
    `select v.principal_id as "principalId", to_char(v.visited_on, 'YYYY-MM-DD') as "visitedOn", v.found_untagged as "foundUntagged", v.holder_sign_id as "signId",
       v.mode, v.result, v.photos, v.purchase_proof as proofs, v.remark,
       v.status = 'voided' and v.created_by = kit.user_id() as "canCopy",
       case when v.longitude is not null
         then jsonb_build_object('longitude', v.longitude, 'latitude', v.latitude) end as at,
       case when v.created_by = kit.user_id() then v.draft end as draft, array(select s.name from registry.staff s where s.id = any (v.helpers)) as helpers
     from prevention.immunisation_visit v where v.id = $1`,
    [id],
  );
  if (!visit) throw notFound();
  const lines = await tx.query<{
    lineNo: number;
    vaccineCode: string;
    vaccineName: string;
    lotId: number | null;
    lotNo: string;
    diseaseCodes: string[];
    route: string;
    taggedHead: number;
    untagged: Record<string, Record<string, number>>;
    dosesUsed: number;
  }>(
    `select line_no as "lineNo", vaccine_code as "vaccineCode", vaccine_name as "vaccineName", lot_id as "lotId", lot_no as "lotNo", disease_codes as "diseaseCodes", route,
       tagged_head as "taggedHead", untagged, doses_used as "dosesUsed" from prevention.immunisation_line where visit_id = $1 order by line_no`,
    [id],
  );
  const animals = await tx.query<{
    animalId: number;
    earTag: string;
    species: string;
    stage: string | null;
    diseaseCodes: string[];
    lineNos: number[];
    result: string;
    exemptReason: string | null;
    exemptUntil: string | null;
    routineReason: string | null;
    guest: boolean;
    note: string | null;
  }>(
    `select i.animal_id as "animalId", i.ear_tag as "earTag", i.species, a.stage, i.disease_codes as "diseaseCodes", i.line_nos as "lineNos", i.result, i.exempt_reason as "exemptReason",
       to_char(i.exempt_until, 'YYYY-MM-DD') as "exemptUntil", i.routine_reason as "routineReason", i.principal_id <> $2 as guest, i.note
     from prevention.immunisation_animal i left join registry.animal a on a.id = i.animal_id
     where i.tenant_no = kit.tenant() and i.visit_id = $1 and i.visited_on = $3 order by i.result, i.species, i.ear_tag`,
    [id, visit.principalId, visit.visitedOn],
  );
  const stressCases = await tx.query<{ id: number; docNo: string; status: string }>(
    'select id, doc_no as "docNo", status from prevention.stress_case where visit_id = $1 order by id',
    [id],
  );
  const { foundUntagged, helpers, signId, draft } = visit;
  return {
    lines,
    animals,
    stressCases,
    foundUntagged: foundUntagged as Record<string, Record<string, number>> & Heads,
    helpers,
    signId,
    draft: draft ?? (visit.canCopy ? copyOf(visit, id, lines, animals) : null),
    kmAway: visit.at ? await kmFrom(tx, visit.principalId, visit.at) : null,
    diseases: await diseasesIn(tx),
  };
}

/** From the holder's place, in kilometres. */
async function kmFrom(tx: Tx, principalId: number, at: Place): Promise<number | null> {
  const { longitude, latitude } = await holderOf(tx, principalId);
  if (longitude === null || latitude === null) return null;
  return Math.round(kilometres(at, { longitude, latitude }) * 10) / 10;
}

interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** A voided sheet as the form of a new one: who made it corrects what was wrong and need not begin again. */
const copyOf = (
  visit: { readonly principalId: number; readonly visitedOn: string } & Readonly<Record<string, unknown>>,
  id: number,
  lines: readonly Readonly<Record<string, unknown>>[],
  animals: readonly { readonly guest: boolean }[],
) => ({
  clientKey: `copy-${id}`,
  principalId: visit.principalId,
  mode: visit.mode,
  visitedOn: visit.visitedOn,
  result: visit.result,
  animals,
  lines,
  foundUntagged: visit.foundUntagged,
  photos: visit.photos,
  purchaseProof: visit.proofs,
  holderSignId: visit.signId,
  location: visit.at,
  remark: visit.remark,
});

interface TotalsAsk {
  readonly modes: string;
  readonly seasonId?: number | undefined;
  readonly regionCode?: number | undefined;
  readonly principalId?: number | undefined;
  readonly staffId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What stands under the list: counted visits of the asked kind. */
export async function totalsOf(tx: Tx, ask: TotalsAsk) {
  const [lo, hi] = ask.regionCode ? rangeOf(ask.regionCode) : [0, 1e12];
  const where = `v.counted and v.mode = any ($1) and ($2::bigint is null or v.season_id = $2) and v.region_code >= $3 and v.region_code < $4
    and ($5::date is null or v.visited_on >= $5) and ($6::date is null or v.visited_on <= $6)
    and ($7::bigint is null or v.principal_id = $7) and ($8::bigint is null or v.staff_id = $8)`;
  const { seasonId = null, from = null, to = null, principalId = null, staffId = null } = ask;
  const values = [ask.modes.split(','), seasonId, lo, hi, from, to, principalId, staffId];
  const [sums] = await tx.query<{ visits: number; households: number; doses: number; subsidy: number }>(
    `select count(*)::int as visits, count(distinct v.principal_id)::int as households, coalesce(sum(v.doses), 0)::int as doses,
       kit.yuan(coalesce(sum(v.subsidy_cents), 0)::bigint) as subsidy
     from prevention.immunisation_visit v where ${where}`,
    values,
  );
  const heads = await tx.query<{ code: string; n: number }>(
    `select y.disease_code as code, sum(y.tagged + y.untagged)::int as n from prevention.immunisation_visit v join prevention.immunisation_tally y on y.tenant_no = v.tenant_no and y.visit_id = v.id
     where ${where} group by 1`,
    values,
  );
  return {
    visits: sums?.visits ?? 0,
    households: sums?.households ?? 0,
    doses: sums?.doses ?? 0,
    subsidy: Number(sums?.subsidy ?? 0),
    diseases: await diseasesIn(tx),
    heads: Object.fromEntries(heads.map((one) => [one.code, one.n])),
  };
}
