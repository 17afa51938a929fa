import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { addDays, addMonths } from '#modules/insurance/contract/product/days.ts';
import { setFlag, setParty, setStake, writeEvents } from '#modules/registry/server/index.ts';
import { type PolicyHead, setPolicyStatus } from './ins-policy.status.ts';
import { expire } from './ins-policy-animal.ts';

const starts = 'insurance.coverStarts';
const ends = 'insurance.coverEnds';
const forgets = 'insurance.sightEnds';
export const midnight = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
export const sourceOf = (policyId: number): string => `insurance.policy:${policyId}`;

export interface Head {
  readonly animalId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly sumInsured: number;
}
/** From the first day of cover: flag, sight of the insurer, and a line in the life of each animal. */
async function start(tx: Tx, policyId: number): Promise<void> {
  const policy = await setPolicyStatus(tx, policyId, ['pendingStart'], 'effective');
  if (!policy) return;
  const animals = await tx.query<Head>(
    `select animal_id as "animalId", principal_id as "principalId", region_code as "regionCode",
       sum_insured as "sumInsured"
     from insurance.ins_policy_animal where tenant_no = kit.tenant() and policy_id = $1
       and status in ('live', 'transferPending') order by animal_id`,
    [policyId],
  );
  await begin(tx, policy, animals, policy.coverFrom);
}
/** The first day of these animals' cover. */
export async function begin(tx: Tx, policy: PolicyHead, animals: readonly Head[], day: string): Promise<void> {
  if (animals.length === 0) return;
  await setStake(tx, {
    animalIds: animals.map((one) => one.animalId),
    partyId: policy.insurerId,
    role: 'insurer',
    flag: 'insured',
    on: true,
    source: sourceOf(policy.id),
    actor: policy.issuedBy,
  });
  const source = { entity: 'insurance.insPolicy', id: policy.id, docNo: policy.docNo };
  await writeEvents(
    tx,
    animals.map((one) => ({
      animalId: one.animalId,
      kind: 'insured',
      happenedOn: day,
      principalId: one.principalId,
      regionCode: one.regionCode,
      source,
      summary: { policy: policy.docNo, cover: policy.coverCode, until: policy.coverTo },
    })),
  );
}

async function end(tx: Tx, policyId: number): Promise<void> {
  const policy = await setPolicyStatus(tx, policyId, ['effective', 'pendingStart'], 'expired');
  if (!policy) return;
  const ended = (await expire(tx, policyId)).map((one) => one.animalId);
  if (ended.length > 0) await setFlag(tx, ended, 'insured', false, sourceOf(policyId), null);
  // R10: the insurer sees what it insured for two years more.
  await setDue(tx, forgets, String(policyId), midnight(addMonths(addDays(policy.coverTo, 1), 24)));
}

async function forget(tx: Tx, policyId: number): Promise<void> {
  const animals = await tx.query<{ id: number; insurerId: number }>(
    `select distinct animal_id as id, insurer_id as "insurerId" from insurance.ins_policy_animal
     where tenant_no = kit.tenant() and policy_id = $1`,
    [policyId],
  );
  const [first] = animals;
  if (!first) return;
  const ids = animals.map((one) => one.id);
  await setParty(tx, ids, first.insurerId, 'insurer', false, sourceOf(policyId), null);
}

/** At the midnight cover begins and after the one it ends; what is past already happens now. */
export async function setCoverClock(tx: Tx, policyId: number, coverFrom: string, coverTo: string): Promise<void> {
  const sys = <T>(work: (all: Tx) => Promise<T>) => inTenant(tx, tx.scope.tenantNo, 'insurance.cover', work);
  if (coverFrom <= today()) await sys((all) => start(all, policyId));
  else await setDue(tx, starts, String(policyId), midnight(coverFrom));
  if (coverTo < today()) await sys((all) => end(all, policyId));
  else await setDue(tx, ends, String(policyId), midnight(addDays(coverTo, 1)));
}

export function registerCoverClocks(): void {
  registerDue(starts, (tx, { ref }) => start(tx, Number(ref)));
  registerDue(ends, (tx, { ref }) => end(tx, Number(ref)));
  registerDue(forgets, (tx, { ref }) => forget(tx, Number(ref)));
}
