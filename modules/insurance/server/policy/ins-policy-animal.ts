import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insPolicyAnimal } from '#modules/insurance/contract/policy/policy.ts';
import type { Part } from '#modules/insurance/contract/product/arithmetic.ts';
import { tellCoverEnded } from '../extension-points.ts';
import { takeSlots } from './ins-cover-slot.ts';

/** Every line that is kept, under the certificate of its holder, and its cover. */
export async function insertPolicyAnimals(tx: Tx, policyId: number): Promise<void> {
  await tx.query(
    `insert into insurance.ins_policy_animal (tenant_no, region_code, policy_id, party_id, line_id, insurer_id,
       principal_id, animal_id, ear_tag, safe_tag_no, species, stage, birth_date, product_id, cover_code, cover_from,
       cover_to, waiting_until, sum_insured, premium, split, created_by)
     select l.tenant_no, l.region_code, p.id, c.id, l.id, l.insurer_id, l.principal_id, l.animal_id, l.ear_tag,
       l.safe_tag_no, l.species, l.stage, l.birth_date, p.product_id, l.cover_code, p.cover_from, p.cover_to,
       p.waiting_until, l.sum_insured, l.premium, l.split, $2
     from insurance.ins_policy p
       join insurance.ins_enrolment_line l on l.tenant_no = p.tenant_no and l.enrolment_id = p.enrolment_id
       join insurance.ins_policy_party c on c.tenant_no = p.tenant_no and c.policy_id = p.id
         and c.enrolment_party_id = l.party_id
     where p.tenant_no = kit.tenant() and p.id = $1 and l.status in ('listed', 'checked')`,
    [policyId, tx.scope.userId],
  );
  await takeSlots(tx, policyId);
}

export interface NewCover {
  readonly partyId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly birthDate: string;
  readonly cents: number;
  readonly split: readonly Part[];
}
/** R50: animals that come under a running policy from a day on, and their cover; one that left it before comes anew. */
export async function insertAdded(
  tx: Tx,
  policyId: number,
  of: { readonly coverFrom: string; readonly waitingUntil: string | null; readonly sumInsured: number },
  animals: readonly NewCover[],
): Promise<{ id: number; animalId: number }[]> {
  const made = await tx.query<{ id: number; animalId: number }>(
    `insert into insurance.ins_policy_animal (tenant_no, region_code, policy_id, party_id, insurer_id, principal_id,
       animal_id, seq, ear_tag, species, stage, birth_date, product_id, cover_code, cover_from, cover_to, waiting_until,
       sum_insured, premium, split, created_by)
     select p.tenant_no, r."regionCode", p.id, r."partyId", p.insurer_id, r."principalId", r."animalId",
       1 + (select count(*) from insurance.ins_policy_animal o where o.tenant_no = p.tenant_no and o.policy_id = p.id
         and o.animal_id = r."animalId"),
       r."earTag", r.species, r.stage, r."birthDate", p.product_id, p.cover_code, $2, p.cover_to, $3, $4, r.cents,
       r.split, $5
     from insurance.ins_policy p, jsonb_to_recordset($6::jsonb) r("partyId" bigint, "principalId" bigint,
       "regionCode" bigint, "animalId" bigint, "earTag" text, species text, stage text, "birthDate" date, cents bigint,
       split jsonb)
     where p.tenant_no = kit.tenant() and p.id = $1
     returning id, animal_id as "animalId"`,
    [policyId, of.coverFrom, of.waitingUntil, of.sumInsured, tx.scope.userId, JSON.stringify(animals)],
  );
  await takeSlots(tx, policyId);
  return made;
}

export interface Covered {
  readonly id: number;
  readonly policyId: number;
  readonly partyId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly insurerId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly versionId: number;
  readonly policyStatus: string;
  readonly docNo: string;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly premium: number;
  readonly paid: number;
  readonly status: string;
  readonly endReason: string | null;
  readonly changeId: number | null;
}
const columns = `a.id, a.policy_id as "policyId", a.party_id as "partyId", a.animal_id as "animalId",
  a.ear_tag as "earTag", a.insurer_id as "insurerId", a.principal_id as "principalId", a.region_code as "regionCode",
  p.version_id as "versionId", p.status as "policyStatus", p.doc_no as "docNo",
  to_char(a.cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(a.cover_to, 'YYYY-MM-DD') as "coverTo", a.premium, a.paid,
  a.status, a.end_reason as "endReason", a.change_id as "changeId"`;
const from = `from insurance.ins_policy_animal a
  join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id`;

/** Covers of these animals that are in one of these states, locked. */
export const coversOf = (tx: Tx, animalIds: readonly number[], states: readonly string[]): Promise<Covered[]> =>
  tx.query<Covered>(
    `select ${columns} ${from} where a.tenant_no = kit.tenant() and a.animal_id = any ($1) and a.status = any ($2)
     order by a.id for update of a`,
    [animalIds, states],
  );
export const coversIn = (tx: Tx, policyId: number, ids: readonly number[] | null): Promise<Covered[]> =>
  tx.query<Covered>(
    `select ${columns} ${from} where a.tenant_no = kit.tenant() and a.policy_id = $1
       and ($2::bigint[] is null or a.id = any ($2)) and a.status in ('live', 'transferPending')
     order by a.id for update of a`,
    [policyId, ids],
  );

const change = (tx: Tx, ids: readonly number[], set: string, values: readonly unknown[] = []) =>
  tx.query(
    `update insurance.ins_policy_animal set ${set}, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($1)`,
    [ids, ...values],
  );
export const setLoss = (tx: Tx, ids: readonly number[], on: string, changeId: number) =>
  change(tx, ids, `status = 'loss', lost_on = $2, change_id = $3`, [on, changeId]);
export async function setEnded(
  tx: Tx,
  ids: readonly number[],
  on: string,
  reason: string,
  changeId: number | null,
): Promise<void> {
  const set = `status = 'ended', ended_on = $2, end_reason = $3, change_id = coalesce($4, change_id)`;
  await change(tx, ids, set, [on, reason, changeId]);
  await tellCoverEnded(tx, ids, reason);
}
export async function setPending(tx: Tx, ids: readonly number[], on: string): Promise<void> {
  await change(tx, ids, `status = 'transferPending', pending_since = $2`, [on]);
  await tellCoverEnded(tx, ids, 'transferred');
}
export const setLive = (tx: Tx, ids: readonly number[]) =>
  change(
    tx,
    ids,
    `status = 'live', lost_on = null, ended_on = null, end_reason = null, change_id = null, pending_since = null`,
  );
export const setHolder = (tx: Tx, id: number, to: { partyId: number; principalId: number; regionCode: number }) =>
  change(tx, [id], `status = 'live', pending_since = null, party_id = $2, principal_id = $3, region_code = $4`, [
    to.partyId,
    to.principalId,
    to.regionCode,
  ]);
/** Cover goes on, and both numbers find it. */
export const setTag = (tx: Tx, id: number, tag: string, animalId: number) =>
  change(tx, [id], 'former_tags = array_append(former_tags, ear_tag), ear_tag = $2, animal_id = $3', [tag, animalId]);
/** Paid for: the cover ended with the loss. */
export const setClaimed = (tx: Tx, paid: readonly { id: number; cents: number; on: string }[]) =>
  tx.query(
    `update insurance.ins_policy_animal a set status = 'claimed', paid = a.paid + p.cents, lost_on = p.on,
       ended_on = p.on, end_reason = 'claimed', version = a.version + 1, updated_at = now()
     from jsonb_to_recordset($1::jsonb) p(id bigint, cents bigint, "on" date)
     where a.tenant_no = kit.tenant() and a.id = p.id`,
    [JSON.stringify(paid)],
  );
/** R31, R40: dead, and nothing is paid for it. */
export const setUnclaimed = (tx: Tx, ids: readonly number[]) =>
  change(tx, ids, `status = 'ended', ended_on = coalesce(lost_on, current_date), end_reason = 'deadNoClaim'`);
/** A claim taken up again: the loss is open once more. */
export const setLossAgain = (tx: Tx, ids: readonly number[]) =>
  change(tx, ids, `status = 'loss', ended_on = null, end_reason = null`);
export async function expire(tx: Tx, policyId: number): Promise<{ animalId: number }[]> {
  const ended = await tx.query<{ id: number; animalId: number }>(
    `update insurance.ins_policy_animal set status = 'ended', end_reason = 'expired', ended_on = cover_to,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and policy_id = $1 and status in ('live', 'transferPending')
     returning id, animal_id as "animalId"`,
    [policyId],
  );
  await tellCoverEnded(
    tx,
    ended.map((one) => one.id),
    'expired',
  );
  return ended;
}

export const setBank = (tx: Tx, animalIds: readonly number[], bankId: number | null, interest: Cents | null) =>
  tx.query<{ id: number }>(
    `update insurance.ins_policy_animal set bank_id = $2, bank_interest = $3, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and animal_id = any ($1) and status in ('live', 'transferPending') returning id`,
    [animalIds, bankId, bankId === null ? null : interest],
  );
/** As the register says: what was copied wrong when the list was made. */
export const setBirthDate = (tx: Tx, id: number, birthDate: string) => change(tx, [id], 'birth_date = $2', [birthDate]);
/** R41: whom the insurer pays first for these covers. */
export const setBankOn = (tx: Tx, ids: readonly number[], bankId: number | null) =>
  change(tx, ids, 'bank_id = $2, bank_interest = null', [bankId]);
/** Two units that were one: what runs is the survivor's. */
export const reassignCovers = (tx: Tx, from: number, to: number) =>
  tx.query(
    `update insurance.ins_policy_animal set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1 and status in ('live', 'transferPending', 'loss')`,
    [from, to],
  );

export const animalRoutes = (): Route[] =>
  serveResource(insPolicyAnimal)({
    expressions: {
      holderName: `(select c.holder_name from insurance.ins_policy_party c where c.tenant_no = t.tenant_no
        and c.id = t.party_id)`,
      bank: 'registry.principal_name(t.bank_id)',
    },
    match: {
      // The end of a number is what people read aloud; a number worn before finds its animal too.
      earTag: (value, add) =>
        /^\d{15}$/.test(value)
          ? `(t.ear_tag = ${add(value)} or ${add(value)} = any (t.former_tags))`
          : `t.ear_tag like '%' || ${add(value.replace(/\D/g, ''))}`,
    },
  });
