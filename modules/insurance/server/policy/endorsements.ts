import { notFound, wrongState } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue, registerDue, setDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { type EndorsedAnimal, insEndorsement } from '#modules/insurance/contract/policy/policy.ts';
import { makeEndorsement } from '#modules/insurance/contract/policy/policy-calls.ts';
import { addParts, farmerPart } from '#modules/insurance/contract/product/arithmetic.ts';
import { daysBetween } from '#modules/insurance/contract/product/days.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import { type Version, versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { askExtra, keepPhotos, priceAdded } from './additions.ts';
import { sourceOf } from './cover-clock.ts';
import { cutSlots, emptySlots } from './ins-cover-slot.ts';
import { giveBack, insertEndorsement, type NewEndorsement, refundOf, setEffective } from './ins-endorsement.ts';
import { correctPolicyNo, setPolicyStatus } from './ins-policy.status.ts';
import { type Covered, coversIn, setBankOn, setBirthDate, setEnded, setHolder } from './ins-policy-animal.ts';
import { certificateFor, setHolderName } from './ins-policy-party.ts';

const takesEffect = 'insurance.endorsementStarts';
interface Policy {
  readonly id: number;
  readonly docNo: string;
  readonly policyNo: string | null;
  readonly status: string;
  readonly versionId: number;
  readonly insurerId: number;
  readonly regionCode: number;
}
async function policyOf(tx: Tx, id: number): Promise<Policy> {
  const [row] = await tx.query<Policy>(
    `select id, doc_no as "docNo", policy_no as "policyNo", status, version_id as "versionId",
       insurer_id as "insurerId",
       region_code as "regionCode" from insurance.ins_policy where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** Who holds these animals now; the insurer need not see the register for it. */
const holdersOf = (tx: Tx, animalIds: readonly number[]) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.holders', async (sys) => {
    const rows = await sys.query<{ animalId: number; principalId: number; name: string; regionCode: number }>(
      `select a.id as "animalId", h.id as "principalId", h.name, h.region_code as "regionCode"
       from insurance.animal_seen a join insurance.holder_seen h on h.id = a.principal_id where a.id = any ($1)`,
      [animalIds],
    );
    return new Map(rows.map((one) => [one.animalId, one]));
  });

type Body = Call<typeof makeEndorsement>['body'];
type Changed = NewEndorsement['animals'];
const unpriced = (covered: Covered) => ({ covered, cents: 0, split: [], how: '', inputs: null });

/** What was copied wrong when the list was made, as the register has it now; facts are put right there, never here. */
async function correctedBy(tx: Tx, covers: readonly Covered[], version: Version): Promise<Changed> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'insurance.correct', (sys) =>
    sys.query<{ id: number; was: string; named: string; birthDate: string; holderName: string }>(
      `select c.id, to_char(c.birth_date, 'YYYY-MM-DD') as was, p.holder_name as named,
         to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", h.name as "holderName"
       from insurance.ins_policy_animal c
         join insurance.ins_policy_party p on p.tenant_no = c.tenant_no and p.id = c.party_id
         join insurance.animal_seen a on a.id = c.animal_id
         join insurance.holder_seen h on h.id = c.principal_id
       where c.tenant_no = kit.tenant() and c.id = any ($1)`,
      [covers.map((one) => one.id)],
    ),
  );
  const { ageMinDays, ageMaxDays } = version;
  const wrong = rows.filter((one) => one.was !== one.birthDate || one.named !== one.holderName);
  if (wrong.length === 0) throw refuse('nothingToCorrect');
  return wrong.map(({ id, was, named, birthDate, holderName }) => {
    const covered = covers.find((one) => one.id === id) as Covered;
    const age = daysBetween(birthDate, covered.coverFrom);
    // An animal that was never eligible is taken off the policy, not written right.
    if ((ageMinDays !== null && age < ageMinDays) || (ageMaxDays !== null && age > ageMaxDays))
      throw refuse('notEligible', { reasons: covered.earTag });
    return {
      ...unpriced(covered),
      before: `${named} ${was}`,
      after: `${holderName} ${birthDate}`,
      more: { sets: { birthDate, holderName } },
    };
  });
}

interface Sets {
  readonly stored: { readonly bankId?: number | null; readonly policyNo?: string };
  readonly words: string | null;
}
/** What a change sets besides ending covers: whom the insurer pays first, or the number of the policy. */
async function setsOf(tx: Tx, body: Body): Promise<Sets> {
  if (body.kind === 'correct') {
    if (!body.policyNo && body.policyAnimalIds.length > 0) return { stored: {}, words: null };
    if (!body.policyNo) throw refuse('policyNoMissing');
    return { stored: { policyNo: body.policyNo }, words: body.policyNo };
  }
  if (body.kind !== 'beneficiary') return { stored: {}, words: null };
  if (!body.bank) return { stored: { bankId: null }, words: null };
  const [bank] = await inTenant(tx, tx.scope.tenantNo, 'insurance.bank', (sys) =>
    sys.query<{ id: number; name: string }>(
      `select id, name from insurance.holder_seen where tenant_no = kit.tenant() and type = 'bank'
         and status = 'active' and name = $1`,
      [body.bank],
    ),
  );
  if (!bank) throw refuse('noSuchBank', { name: body.bank });
  return { stored: { bankId: bank.id }, words: bank.name };
}

/** The animals a change is about, each with what was, what is and its money. */
async function changedBy(tx: Tx, policy: Policy, body: Body, sets: Sets): Promise<Changed> {
  const { kind, policyAnimalIds, effectiveOn } = body;
  const isWhole = kind === 'terminate' || kind === 'cancel';
  const isNumber = kind === 'correct' && sets.stored.policyNo !== undefined;
  const covers = await coversIn(tx, policy.id, isWhole || isNumber ? null : policyAnimalIds);
  if (covers.length === 0) throw refuse('nothingEligible');
  const version = await versionOf(tx, policy.versionId);
  if (kind === 'correct' && !isNumber) return correctedBy(tx, covers, version);
  const holders = await holdersOf(
    tx,
    covers.map((one) => one.animalId),
  );
  const isPriced = isWhole || kind === 'remove';
  const after = (animalId: number) =>
    kind === 'transfer' ? (holders.get(animalId)?.name ?? null) : (sets.words ?? (isPriced ? kind : null));
  return (isNumber ? covers.slice(0, 1) : covers)
    .filter((one) => kind !== 'transfer' || holders.get(one.animalId)?.principalId !== one.principalId)
    .map((one) => ({
      ...(isPriced ? refundOf(one, version, effectiveOn, kind === 'cancel') : unpriced(one)),
      before: isNumber ? policy.policyNo : one.status,
      after: after(one.animalId),
    }));
}

async function make(call: Call<typeof makeEndorsement>) {
  const { policyId, kind, effectiveOn, reason, files, dryRun } = call.body;
  const { tx } = call;
  const policy = await policyOf(tx, policyId);
  const wanted = kind === 'cancel' ? 'pendingStart' : 'effective';
  const isEarly = ['remove', 'beneficiary', 'correct'].includes(kind) && policy.status === 'pendingStart';
  if (policy.status !== wanted && !isEarly) throw wrongState(policy.status, 'insurance.endorse.title');
  const sets = await setsOf(tx, call.body);
  const added = kind === 'add' ? await priceAdded(tx, policy, call.body.animals, effectiveOn, dryRun) : null;
  const animals = added?.animals ?? (await changedBy(tx, policy, call.body, sets));
  if (animals.length === 0) throw refuse('nothingEligible');
  const told = {
    head: animals.length,
    premiumDeltaCents: sumCents(animals.map((one) => one.cents)),
    farmerDeltaCents: farmerPart(addParts(animals.map((one) => one.split))),
    lines: animals.map(({ covered, cents, how, before, after }) => ({
      earTag: covered.earTag,
      cents,
      how,
      before,
      after,
    })),
    angles: added?.angles ?? [],
  };
  if (dryRun) return { endorsementId: null, docNo: null, ...told };
  const status = 'submitted' as const;
  const made = await insertEndorsement(tx, {
    kind,
    policyId,
    animals,
    effectiveOn,
    reason,
    files,
    sets: sets.stored,
    auto: false,
    status,
  });
  if (added) await keepPhotos(tx, made.id, added.files);
  if (files.length > 0) await linkFiles(tx, files, 'insurance.insEndorsement', made.id);
  await openTask(tx, {
    taskType: 'audit',
    taskName: { key: 'insurance.task.endorse', args: { docNo: made.docNo } },
    entity: 'insurance.insEndorsement',
    entityId: made.id,
    linkPath: `/insuranceMgt/maintenance?docNo=${made.docNo}`,
    permission: 'ins:endorse:approve',
    regionCode: policy.regionCode,
    principalId: policy.insurerId,
  });
  call.answer.msg = call.say('ok.saved');
  return { endorsementId: made.id, docNo: made.docNo, ...told };
}

interface Stored {
  readonly kind: string;
  readonly policyId: number;
  readonly effectiveOn: string;
  readonly items: readonly EndorsedAnimal[];
  readonly inputs: { readonly bankId?: number | null; readonly policyNo?: string };
}
/** What an approved change does to policy, animals and covers. */
async function apply(tx: Tx, id: number): Promise<void> {
  const [one] = await tx.query<Stored>(
    `select kind, policy_id as "policyId", to_char(effective_on, 'YYYY-MM-DD') as "effectiveOn", items, inputs
     from insurance.ins_endorsement where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  if (!one) throw notFound();
  const covers = await coversIn(
    tx,
    one.policyId,
    one.items.map((item) => item.policyAnimalId),
  );
  const ids = covers.map((cover) => cover.id);
  if (one.kind === 'transfer') {
    const holders = await holdersOf(
      tx,
      covers.map((cover) => cover.animalId),
    );
    for (const cover of covers) {
      const to = holders.get(cover.animalId);
      if (!to) continue;
      const partyId = await inTenant(tx, tx.scope.tenantNo, 'insurance.transfer', (sys) =>
        certificateFor(sys, one.policyId, to.principalId),
      );
      await setHolder(tx, cover.id, { partyId, principalId: to.principalId, regionCode: to.regionCode });
      await dropDue(tx, 'insurance.transferEnds', String(cover.id));
    }
    await closeTask(tx, 'insurance.insPolicy', one.policyId);
    return;
  }
  if (one.kind === 'beneficiary') return void (await setBankOn(tx, ids, one.inputs.bankId ?? null));
  if (one.kind === 'correct') {
    if (one.inputs.policyNo) return correctPolicyNo(tx, one.policyId, one.inputs.policyNo);
    for (const cover of covers) {
      const sets = one.items.find((item) => item.policyAnimalId === cover.id)?.sets;
      if (!sets) continue;
      await setBirthDate(tx, cover.id, sets.birthDate);
      await setHolderName(tx, [cover.partyId], sets.holderName);
    }
    return;
  }
  await giveBack(tx, id);
  await setEnded(tx, ids, one.effectiveOn, one.kind === 'cancel' ? 'cancelled' : 'removed', null);
  if (one.kind === 'cancel') await emptySlots(tx, ids);
  else await cutSlots(tx, ids, one.effectiveOn);
  if (one.kind === 'cancel') await setPolicyStatus(tx, one.policyId, ['pendingStart'], 'cancelled', 'cancelled');
  if (one.kind === 'terminate') await setPolicyStatus(tx, one.policyId, ['effective'], 'terminated', 'removed');
  await inTenant(tx, tx.scope.tenantNo, 'insurance.endorse', (sys) =>
    setFlag(
      sys,
      covers.map((cover) => cover.animalId),
      'insured',
      false,
      sourceOf(one.policyId),
      tx.scope.userId,
    ),
  );
}

const takeEffect = async (tx: Tx, id: number): Promise<void> => {
  await apply(tx, id);
  await setEffective(tx, id);
};
export const registerEndorsementClock = (): void =>
  registerDue(takesEffect, (tx, { ref }) => takeEffect(tx, Number(ref)));

export const endorsementRoutes = (): Route[] => [
  serve('insurance', makeEndorsement, make),
  ...serveResource(insEndorsement)({
    before: {
      transition: async (call, move, row) => {
        const [made] = await call.tx.query<{ by: number | null }>(
          'select created_by as by from insurance.ins_endorsement where id = $1',
          [row.id],
        );
        if (made?.by === call.actor.userId) throw refuse('samePerson');
        if (move.name === 'reject') return { reason: move.remark ?? row.reason };
        return { approvedBy: call.actor.userId, approvedAt: new Date().toISOString() };
      },
    },
    after: {
      transition: async (call, move) => {
        const { tx } = call;
        await closeTask(tx, 'insurance.insEndorsement', move.id);
        if (move.name !== 'approve') return;
        const [row] = await tx.query<{ on: string; kind: string }>(
          `select to_char(effective_on, 'YYYY-MM-DD') as on, kind from insurance.ins_endorsement where id = $1`,
          [move.id],
        );
        if (row?.kind === 'add') return askExtra(tx, move.id);
        const on = row?.on ?? today();
        // What takes effect is decided by its day, not by hand.
        if (on <= today()) await takeEffect(tx, move.id);
        else await setDue(tx, takesEffect, String(move.id), new Date(`${on}T00:00:00+08:00`));
      },
    },
  }),
];
