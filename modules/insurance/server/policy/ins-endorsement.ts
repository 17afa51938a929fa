import { notFound } from '#kit/contract/errors.ts';
import { reverse, sumCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { EndorsedAnimal } from '#modules/insurance/contract/policy/policy.ts';
import { addParts, farmerPart, type Part, proRataOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { coverDays, daysBetween } from '#modules/insurance/contract/product/days.ts';
import { bookShares, reverseShares } from '../coinsurance/ins-coins-entry.ts';
import { insertRefund } from '../enrolment/ins-order.changes.ts';
import { asInputs, endorsementCalc } from '../product/calc.ts';
import { ruleOf, type Version, versionOf } from '../product/version-of.ts';
import { push } from '../push/ins-push.ts';
import type { Covered } from './ins-policy-animal.ts';

export interface Priced {
  readonly covered: Covered;
  readonly cents: number;
  readonly split: readonly Part[];
  readonly how: string;
  readonly inputs: object | null;
  readonly more?: Pick<EndorsedAnimal, 'photos' | 'takenAt' | 'sets'>;
}
/** R8: what goes back for an animal that leaves on a day; nothing where the rule says none or a claim was paid. */
export function refundOf(covered: Covered, version: Version, effectiveOn: string, isWhole = false): Priced {
  const isDue = isWhole || (version.refundRule === 'proRata' && covered.paid === 0 && covered.status !== 'loss');
  if (!isDue) return { covered, cents: 0, split: [], how: '', inputs: null };
  const days = coverDays(covered.coverFrom, covered.coverTo);
  const daysLeft = isWhole ? days : Math.max(0, Math.min(days, daysBetween(effectiveOn, covered.coverTo)));
  const inputs = { premiumCents: covered.premium, daysLeft, days, shares: version.payers };
  const { cents, steps } = proRataOf(inputs);
  const parts = splitOf(cents, version.payers);
  const back = reverse(parts.map((one) => one.cents));
  return {
    covered,
    cents: cents === 0 ? 0 : -cents,
    split: parts.map((one, at) => ({ ...one, cents: back[at] ?? 0 })),
    how: steps[0]?.how ?? '',
    inputs: { earTag: covered.earTag, ...inputs },
  };
}

export interface NewEndorsement {
  readonly kind: string;
  readonly policyId: number;
  readonly animals: readonly (Priced & { readonly before: string | null; readonly after: string | null })[];
  readonly effectiveOn: string;
  readonly reason: string | null;
  readonly files?: readonly number[];
  readonly changeId?: number | null;
  /** What it sets, where that is no animal's. */
  readonly sets?: { readonly bankId?: number | null; readonly policyNo?: string };
  readonly auto: boolean;
  readonly status: 'submitted' | 'effective';
}
export async function insertEndorsement(tx: Tx, one: NewEndorsement): Promise<{ id: number; docNo: string }> {
  const [first] = one.animals;
  if (!first) throw notFound();
  const { covered } = first;
  const version = await versionOf(tx, covered.versionId);
  const split = addParts(one.animals.map((animal) => animal.split));
  const items: EndorsedAnimal[] = one.animals.map((animal) => ({
    policyAnimalId: animal.covered.id,
    animalId: animal.covered.animalId,
    earTag: animal.covered.earTag,
    before: animal.before,
    after: animal.after,
    cents: animal.cents,
    split: animal.split,
    ...animal.more,
  }));
  const priced = one.animals.flatMap((animal) => (animal.inputs ? [animal.inputs] : []));
  const sign = priced.length === 0 ? 0 : one.kind === 'add' ? 1 : -1;
  const inputs = { sign, items: priced, ...one.sets };
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into insurance.ins_endorsement (tenant_no, region_code, doc_no, policy_id, insurer_id, principal_id,
       holder_name, kind, items, head, effective_on, premium_delta, farmer_delta, split, inputs, reason, files, change_id,
       auto, status, created_by, updated_by)
     select kit.tenant(), $1, kit.doc_no('IB'), $2, $3, $4,
       coalesce((select c.holder_name from insurance.ins_policy_party c where c.tenant_no = kit.tenant()
         and c.id = $5), ''),
       $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19
     returning id, doc_no as "docNo"`,
    [
      covered.regionCode,
      one.policyId,
      covered.insurerId,
      covered.principalId,
      covered.partyId,
      one.kind,
      JSON.stringify(items),
      items.length,
      one.effectiveOn,
      sumCents(items.map((item) => item.cents)),
      farmerPart(split),
      JSON.stringify(split),
      JSON.stringify(inputs),
      one.reason,
      one.files && one.files.length > 0 ? one.files : null,
      one.changeId ?? null,
      one.auto,
      one.status,
      tx.scope.userId,
    ],
  );
  if (!row) throw notFound();
  await recordCalc(tx, { kind: endorsementCalc, id: row.id, rule: ruleOf(version), inputs: asInputs(inputs) });
  if (one.status === 'effective') {
    await giveBack(tx, row.id);
    await shareDelta(tx, row.id);
  }
  return row;
}
/** R46, R59: what a change adds to or takes from the premium, among those who share it; and who hears of it. */
async function shareDelta(tx: Tx, id: number): Promise<void> {
  const [one] = await tx.query<{
    no: string;
    policyId: number;
    cents: number;
    on: string;
    kind: string;
    insurerId: number;
  }>(
    `select doc_no as no, policy_id as "policyId", premium_delta as cents, to_char(effective_on, 'YYYY-MM-DD') as on,
       kind, insurer_id as "insurerId" from insurance.ins_endorsement where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  if (!one) return;
  const { no, policyId, cents, on } = one;
  await bookShares(tx, { kind: 'endorsement', id, no, policyId, cents, on });
  await push(tx, {
    insurerId: one.insurerId,
    kind: 'endorsement.effective',
    aggregate: `policy:${policyId}`,
    docNo: no,
    content: { change: one.kind, effectiveOn: on, premiumDeltaCents: cents },
  });
}
/** The holder's part of what goes back; the others' stand in the next statement. */
export async function giveBack(tx: Tx, endorsementId: number): Promise<void> {
  const rows = await tx.query<{ partyId: number; cents: number; head: number }>(
    `select c.enrolment_party_id as "partyId", -sum((s.part ->> 'cents')::bigint)::bigint as cents,
       count(distinct i.item ->> 'animalId')::int as head
     from insurance.ins_endorsement e, jsonb_array_elements(e.items) i(item),
       jsonb_array_elements(i.item -> 'split') s(part), insurance.ins_policy_animal a, insurance.ins_policy_party c
     where e.tenant_no = kit.tenant() and e.id = $1 and s.part ->> 'level' = 'farmer'
       and a.tenant_no = e.tenant_no and a.id = (i.item ->> 'policyAnimalId')::bigint
       and c.tenant_no = a.tenant_no and c.id = a.party_id and c.enrolment_party_id is not null
     group by 1 having sum((s.part ->> 'cents')::bigint) < 0`,
    [endorsementId],
  );
  for (const one of rows) await insertRefund(tx, endorsementId, one);
}
export async function setEffective(tx: Tx, id: number): Promise<void> {
  const entity = 'insurance.insEndorsement';
  await tx.query(
    `update insurance.ins_endorsement set status = 'effective', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  const step = { entity, entityId: id, name: 'takeEffect', from: 'approved', to: 'effective' };
  await recordTransition(tx, { userId: tx.scope.userId, nickname: null }, step);
  await shareDelta(tx, id);
}
/** Each animal with the cover it got. */
export const setItems = (tx: Tx, id: number, items: readonly EndorsedAnimal[]) =>
  tx.query('update insurance.ins_endorsement set items = $2 where tenant_no = kit.tenant() and id = $1', [
    id,
    JSON.stringify(items),
  ]);
/** Approved, and never paid for. */
export async function lapseEndorsement(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update insurance.ins_endorsement set status = 'rejected', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  const step = { entity: 'insurance.insEndorsement', entityId: id, name: 'lapse', from: 'approved', to: 'rejected' };
  await recordTransition(tx, { userId: null, nickname: null }, step);
}
/** What a document did, taken back by its own parts: nothing is split anew. */
export async function reverseEndorsements(tx: Tx, changeId: number, on: string): Promise<void> {
  const reversed = await tx.query<{ id: number }>(
    `update insurance.ins_endorsement set status = 'rejected',
       reason = concat_ws(' ', reason, '(revoked ' || $2 || ')'),
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and change_id = $1 and auto and kind = 'remove' and status = 'effective'
     returning id`,
    [changeId, on],
  );
  await reverseShares(
    tx,
    reversed.map((one) => one.id),
    on,
  );
}
