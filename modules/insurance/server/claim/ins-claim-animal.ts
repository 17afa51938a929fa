import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { evidenceHold } from '#modules/device/server/index.ts';
import { insClaimAnimal } from '#modules/insurance/contract/claim/claim.ts';
import { isViolation, refuse } from '../refusals.ts';

/** R29: once per cover; of two who report one animal the second hears that it is done. */
export async function insertClaimAnimals(
  tx: Tx,
  claimId: number,
  policyAnimalIds: readonly number[],
  lostOn: string,
): Promise<void> {
  try {
    await tx.query(
      `insert into insurance.ins_claim_animal (tenant_no, region_code, claim_id, insurer_id, principal_id, bank_id,
         policy_animal_id, animal_id, ear_tag, safe_tag_no, species, birth_date, change_id, lost_on, created_by,
         updated_by)
       select a.tenant_no, c.region_code, c.id, c.insurer_id, c.principal_id, a.bank_id, a.id, a.animal_id, a.ear_tag,
         a.safe_tag_no, a.species, a.birth_date, a.change_id, $3, $4, $4
       from insurance.ins_policy_animal a, insurance.ins_claim c
       where a.tenant_no = kit.tenant() and a.id = any ($2) and c.tenant_no = a.tenant_no and c.id = $1 order by a.id`,
      [claimId, policyAnimalIds, lostOn, tx.scope.userId],
    );
  } catch (error) {
    if (isViolation(error, 'one_claim')) throw refuse('alreadyClaimed');
    throw error;
  }
  const animals = await tx.query<{ id: number }>(
    'select animal_id as id from insurance.ins_claim_animal where tenant_no = kit.tenant() and claim_id = $1',
    [claimId],
  );
  await evidenceHold(
    tx,
    animals.map((one) => one.id),
    claimHold(claimId),
  );
}

/** The bank lets the holder have the money; what was ordered to be paid already stays. */
export const dropBank = (tx: Tx, claimId: number, bankId: number): Promise<unknown> =>
  tx.query(
    `update insurance.ins_claim_animal set bank_id = null, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and claim_id = $1 and bank_id = $2
       and status not in ('approved', 'paid', 'rejected', 'withdrawn', 'removed')`,
    [claimId, bankId],
  );

/** Under which name a claim holds what devices told of its animals. */
export const claimHold = (claimId: number): string => `insurance.claim:${claimId}`;

export interface ClaimAnimal {
  readonly id: number;
  readonly claimId: number;
  readonly animalId: number;
  readonly policyAnimalId: number;
  readonly earTag: string;
  readonly birthDate: string;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly lostOn: string;
  readonly changeId: number | null;
  readonly bankId: number | null;
  readonly bankInterest: number | null;
  readonly sumInsured: number;
  readonly paidOnCover: number;
  readonly weightKg: number | null;
  readonly finding: string | null;
  readonly liabilityCode: string | null;
  readonly amount: number;
  readonly paid: number;
  readonly coverStatus: string;
  readonly status: string;
}
/** Those that are still claimed for. */
export const claimAnimalsOf = (tx: Tx, claimId: number): Promise<ClaimAnimal[]> =>
  tx.query<ClaimAnimal>(
    `select c.id, c.claim_id as "claimId", c.animal_id as "animalId", c.policy_animal_id as "policyAnimalId",
       c.ear_tag as "earTag", to_char(c.birth_date, 'YYYY-MM-DD') as "birthDate",
       to_char(a.cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(a.cover_to, 'YYYY-MM-DD') as "coverTo",
       to_char(c.lost_on, 'YYYY-MM-DD') as "lostOn", c.change_id as "changeId", c.bank_id as "bankId",
       a.bank_interest as "bankInterest", a.sum_insured as "sumInsured", a.paid as "paidOnCover", c.weight_kg::float8 as "weightKg", c.finding,
       c.liability_code as "liabilityCode", c.amount, c.paid, a.status as "coverStatus", c.status
     from insurance.ins_claim_animal c
       join insurance.ins_policy_animal a on a.tenant_no = c.tenant_no and a.id = c.policy_animal_id
     where c.tenant_no = kit.tenant() and c.claim_id = $1 and c.status not in ('rejected', 'withdrawn', 'removed')
     order by c.id for update of c`,
    [claimId],
  );

export interface Finding {
  readonly id: number;
  readonly finding: string;
  readonly liabilityCode: string | null;
  readonly exclusionCode: string | null;
  readonly weightKg: number | null;
  readonly lengthCm: number | null;
  readonly note: string | null;
}
/** R31: what is alive or not insured is taken off the claim. */
export const setFindings = (tx: Tx, findings: readonly Finding[]) =>
  tx.query(
    `update insurance.ins_claim_animal c set finding = f.finding, liability_code = f."liabilityCode",
       exclusion_code = f."exclusionCode", weight_kg = f."weightKg", length_cm = f."lengthCm", note = f.note,
       status = case when f.finding in ('alive', 'notInsured') then 'removed' else 'surveyed' end,
       version = c.version + 1, updated_at = now(), updated_by = $2
     from jsonb_to_recordset($1::jsonb) f(id bigint, finding text, "liabilityCode" text, "exclusionCode" text,
       "weightKg" numeric, "lengthCm" numeric, note text)
     where c.tenant_no = kit.tenant() and c.id = f.id`,
    [JSON.stringify(findings), tx.scope.userId],
  );
export const setDeath = (tx: Tx, ids: readonly number[], changeId: number) =>
  tx.query('update insurance.ins_claim_animal set change_id = $2 where tenant_no = kit.tenant() and id = any ($1)', [
    ids,
    changeId,
  ]);
export interface Worth {
  readonly id: number;
  readonly liabilityCode: string;
  readonly weightKg: number | null;
  readonly cullPaid: number;
  readonly salvage: number;
  readonly insured: number | null;
  readonly eligible: number | null;
  readonly amount: number;
}
export const setWorth = (tx: Tx, round: number, lines: readonly Worth[]) =>
  tx.query(
    `update insurance.ins_claim_animal c set liability_code = w."liabilityCode",
       weight_kg = coalesce(w."weightKg", c.weight_kg), cull_paid = w."cullPaid", salvage = w.salvage,
       insured_head = w.insured, eligible_head = w.eligible, amount = w.amount, calc_round = $3, status = 'assessed',
       version = c.version + 1, updated_at = now(), updated_by = $2
     from jsonb_to_recordset($1::jsonb) w(id bigint, "liabilityCode" text, "weightKg" numeric, "cullPaid" bigint,
       salvage bigint, insured int, eligible int, amount bigint)
     where c.tenant_no = kit.tenant() and c.id = w.id`,
    [JSON.stringify(lines), tx.scope.userId, round],
  );
/** All of a claim that still stand. */
export const setAnimalStatus = (tx: Tx, claimId: number, status: string, from: readonly string[]) =>
  tx.query(
    `update insurance.ins_claim_animal set status = $2, version = version + 1, updated_at = now(), updated_by = $4
     where tenant_no = kit.tenant() and claim_id = $1 and status = any ($3)`,
    [claimId, status, from, tx.scope.userId],
  );
/** A claim taken up again claims its animals anew; one that was claimed for elsewhere in the meantime is refused. */
export async function retakeAnimals(tx: Tx, claimId: number): Promise<void> {
  try {
    await tx.query(
      `update insurance.ins_claim_animal set status = 'surveyed', version = version + 1, updated_at = now()
       where tenant_no = kit.tenant() and claim_id = $1 and status <> 'removed'`,
      [claimId],
    );
  } catch (error) {
    if (isViolation(error, 'one_claim')) throw refuse('alreadyClaimed');
    throw error;
  }
}
/** Every cent of an animal's amount is paid. */
export const setAnimalsPaid = (tx: Tx, claimId: number) =>
  tx.query<{ policyAnimalId: number; cents: number; animalId: number; lostOn: string }>(
    `with before as (select id, paid from insurance.ins_claim_animal where tenant_no = kit.tenant() and claim_id = $1
       and status = 'approved' for update)
     update insurance.ins_claim_animal c set paid = c.amount, status = 'paid', version = version + 1, updated_at = now()
     from before b where c.tenant_no = kit.tenant() and c.id = b.id
     returning c.policy_animal_id as "policyAnimalId", c.amount - b.paid as cents, c.animal_id as "animalId",
       to_char(c.lost_on, 'YYYY-MM-DD') as "lostOn"`,
    [claimId],
  );

export const reassignClaimAnimals = (tx: Tx, from: number, to: number) =>
  tx.query(
    `update insurance.ins_claim_animal set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1
       and status in ('reported', 'surveyed', 'assessed', 'approved')`,
    [from, to],
  );

export const claimAnimalRoutes = (): Route[] =>
  serveResource(insClaimAnimal)({
    expressions: {
      sumInsured: `(select a.sum_insured from insurance.ins_policy_animal a where a.tenant_no = t.tenant_no
        and a.id = t.policy_animal_id)`,
      isDead: `exists (select 1 from insurance.ins_policy_animal a where a.tenant_no = t.tenant_no
        and a.id = t.policy_animal_id and a.lost_on is not null)`,
      bank: 'registry.principal_name(t.bank_id)',
      proof: `(select l.status from insurance.ins_disposal_link l where l.tenant_no = t.tenant_no
        and l.claim_animal_id = t.id and l.status <> 'refused')`,
    },
  });
