import { recordCalcs } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insEnrolmentLine } from '#modules/insurance/contract/enrolment/enrolment.ts';
import { farmerPart, premiumOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { asInputs, premiumCalc } from '../product/calc.ts';
import { premiumInputs, ruleOf, type Version } from '../product/version-of.ts';
import { isViolation, refuse } from '../refusals.ts';
import type { Judged } from './eligibility.ts';

export interface NewLines {
  readonly enrolmentId: number;
  readonly insurerId: number;
  readonly version: Version;
  readonly months: number;
  readonly partyOf: ReadonlyMap<number, number>;
  readonly animals: readonly Judged[];
}
/** R4: every head with its own premium and parts, and how they came about. */
export async function insertLines(tx: Tx, lines: NewLines): Promise<void> {
  const { version, months } = lines;
  const inputs = premiumInputs(version, months);
  const { cents } = premiumOf(inputs);
  const split = splitOf(cents, version.payers);
  const rows = lines.animals.map(({ row, ageDays }) => ({
    party: lines.partyOf.get(row.principalId),
    region: row.regionCode,
    principal: row.principalId,
    animal: row.animalId,
    tag: row.tag,
    species: row.species,
    breed: row.breed,
    sex: row.sex,
    stage: row.stage,
    born: row.birthDate,
    age: ageDays,
  }));
  const made = await tx.query<{ id: number }>(
    `insert into insurance.ins_enrolment_line (tenant_no, enrolment_id, insurer_id, cover_code, sum_insured, premium,
       farmer_premium, split, party_id, region_code, principal_id, animal_id, ear_tag, species, breed, sex, stage,
       birth_date, age_days, created_by)
     select $1, $2, $3, $4, $5, $6, $7, $8, r.party, r.region, r.principal, r.animal, r.tag, r.species, r.breed, r.sex,
       r.stage, r.born, r.age, $9
     from jsonb_to_recordset($10::jsonb) r(party bigint, region bigint, principal bigint, animal bigint, tag text,
       species text, breed text, sex text, stage text, born date, age int)
     returning id`,
    [
      tx.scope.tenantNo,
      lines.enrolmentId,
      lines.insurerId,
      version.coverCode,
      version.sumInsured,
      cents,
      farmerPart(split),
      JSON.stringify(split),
      tx.scope.userId,
      JSON.stringify(rows),
    ],
  );
  const items = made.map(({ id }) => ({ id, inputs: asInputs(inputs) }));
  await recordCalcs(tx, { kind: premiumCalc, rule: ruleOf(version), items });
}

export const removeLines = (tx: Tx, enrolmentId: number) =>
  tx.query('delete from insurance.ins_enrolment_line where tenant_no = kit.tenant() and enrolment_id = $1', [
    enrolmentId,
  ]);

/** R12: from now on these animals are in the hands of this list alone. */
export async function takeAnimals(tx: Tx, enrolmentId: number): Promise<void> {
  try {
    await tx.query(
      `update insurance.ins_enrolment_line set open = true where tenant_no = kit.tenant() and enrolment_id = $1
         and status in ('listed', 'checked') and not open`,
      [enrolmentId],
    );
  } catch (error) {
    if (isViolation(error, 'ins_line_open')) throw refuse('inOtherEnrolment');
    throw error;
  }
}
export const freeAnimals = (tx: Tx, enrolmentId: number) =>
  tx.query(
    `update insurance.ins_enrolment_line set open = false, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and enrolment_id = $1 and open`,
    [enrolmentId],
  );

export const dropLines = (
  tx: Tx,
  where: { readonly lineIds?: readonly number[]; readonly partyIds?: readonly number[] },
  reason: string | null,
): Promise<{ id: number }[]> =>
  tx.query<{ id: number }>(
    `update insurance.ins_enrolment_line set status = 'dropped', open = false, drop_reason = $3,
       version = version + 1, updated_at = now(), updated_by = $4
     where tenant_no = kit.tenant() and status in ('listed', 'checked') and (id = any ($1) or party_id = any ($2))
     returning id`,
    [where.lineIds ?? [], where.partyIds ?? [], reason, tx.scope.userId],
  );
/** Back on the list it was taken off; taken again where the list is open. */
export async function restoreLines(tx: Tx, lineIds: readonly number[], isOpen: boolean): Promise<{ id: number }[]> {
  try {
    return await tx.query<{ id: number }>(
      `update insurance.ins_enrolment_line set status = 'listed', open = $2, drop_reason = null,
         version = version + 1, updated_at = now(), updated_by = $3
       where tenant_no = kit.tenant() and status = 'dropped' and id = any ($1) returning id`,
      [lineIds, isOpen, tx.scope.userId],
    );
  } catch (error) {
    if (isViolation(error, 'ins_line_open')) throw refuse('inOtherEnrolment');
    throw error;
  }
}

/** R24: which lines a checker has to see. */
export const markToSee = (tx: Tx, enrolmentId: number, lineIds: readonly number[] | null) =>
  tx.query(
    `update insurance.ins_enrolment_line set to_see = $2::bigint[] is null or id = any ($2),
       check_result = case when $2::bigint[] is null or id = any ($2) then null else 'notChecked' end
     where tenant_no = kit.tenant() and enrolment_id = $1 and status in ('listed', 'checked')`,
    [enrolmentId, lineIds],
  );
export const markAllToSee = (tx: Tx, partyId: number) =>
  tx.query(
    `update insurance.ins_enrolment_line set to_see = true,
       check_result = case when check_result = 'notChecked' then null else check_result end
     where tenant_no = kit.tenant() and party_id = $1 and status in ('listed', 'checked')`,
    [partyId],
  );
export const markSeen = (tx: Tx, lineIds: readonly number[], result: 'match' | 'handled') =>
  tx.query(
    `update insurance.ins_enrolment_line set check_result = $2, status = 'checked'
     where tenant_no = kit.tenant() and id = any ($1) and status in ('listed', 'checked')`,
    [lineIds, result],
  );
export const setSafeTag = (tx: Tx, lineId: number, safeTagNo: string) =>
  tx.query('update insurance.ins_enrolment_line set safe_tag_no = $2 where tenant_no = kit.tenant() and id = $1', [
    lineId,
    safeTagNo,
  ]);
export const settleUnseen = (tx: Tx, enrolmentId: number) =>
  tx.query(
    `update insurance.ins_enrolment_line set status = 'checked' where tenant_no = kit.tenant()
       and enrolment_id = $1 and status = 'listed'`,
    [enrolmentId],
  );
export const insureLines = (tx: Tx, enrolmentId: number) =>
  tx.query(
    `update insurance.ins_enrolment_line set status = 'insured', open = false, version = version + 1
     where tenant_no = kit.tenant() and enrolment_id = $1 and status in ('listed', 'checked')`,
    [enrolmentId],
  );
/** R15: ages follow the day on which cover begins. */
export const moveAges = (tx: Tx, enrolmentId: number, coverFrom: string) =>
  tx.query(
    `update insurance.ins_enrolment_line set age_days = $2::date - birth_date
     where tenant_no = kit.tenant() and enrolment_id = $1`,
    [enrolmentId, coverFrom],
  );

export const reassignLines = (tx: Tx, from: number, to: number) =>
  tx.query(
    `update insurance.ins_enrolment_line set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1 and open`,
    [from, to],
  );

export const lineRoutes = (): Route[] =>
  serveResource(insEnrolmentLine)({
    expressions: {
      holderName: `(select p.holder_name from insurance.ins_enrolment_party p where p.tenant_no = t.tenant_no
        and p.id = t.party_id)`,
    },
  });
