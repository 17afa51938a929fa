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
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import { versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { sourceOf } from './cover-clock.ts';
import { cutSlots, emptySlots } from './ins-cover-slot.ts';
import { giveBack, insertEndorsement, refundOf, setEffective } from './ins-endorsement.ts';
import { correctPolicyNo, setPolicyStatus } from './ins-policy.status.ts';
import { coversIn, setBankOn, setEnded, setHolder } from './ins-policy-animal.ts';
import { certificateFor } from './ins-policy-party.ts';

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

interface Sets {
  readonly stored: { readonly bankId?: number | null; readonly policyNo?: string };
  readonly words: string | null;
}
/** What a change sets besides ending covers: whom the insurer pays first, or the number of the policy. */
async function setsOf(tx: Tx, body: Call<typeof makeEndorsement>['body']): Promise<Sets> {
  if (body.kind === 'correct') {
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

async function make(call: Call<typeof makeEndorsement>) {
  const { policyId, kind, policyAnimalIds, effectiveOn, reason, files, dryRun } = call.body;
  const { tx } = call;
  const policy = await policyOf(tx, policyId);
  const isWhole = kind === 'terminate' || kind === 'cancel';
  const isAll = isWhole || kind === 'correct';
  const wanted = kind === 'cancel' ? 'pendingStart' : 'effective';
  const isEarly = ['remove', 'beneficiary', 'correct'].includes(kind) && policy.status === 'pendingStart';
  if (policy.status !== wanted && !isEarly) throw wrongState(policy.status, 'insurance.endorse.title');
  const covers = await coversIn(tx, policyId, isAll ? null : policyAnimalIds);
  if (covers.length === 0) throw refuse('nothingEligible');
  const version = await versionOf(tx, policy.versionId);
  const holders = await holdersOf(
    tx,
    covers.map((one) => one.animalId),
  );
  const sets = await setsOf(tx, call.body);
  const isPriced = isWhole || kind === 'remove';
  const after = (animalId: number) =>
    kind === 'transfer' ? (holders.get(animalId)?.name ?? null) : (sets.words ?? (isPriced ? kind : null));
  const animals = (kind === 'correct' ? covers.slice(0, 1) : covers)
    .filter((one) => kind !== 'transfer' || holders.get(one.animalId)?.principalId !== one.principalId)
    .map((one) => ({
      ...(isPriced
        ? refundOf(one, version, effectiveOn, kind === 'cancel')
        : { covered: one, cents: 0, split: [], how: '', inputs: null }),
      before: kind === 'correct' ? policy.policyNo : one.status,
      after: after(one.animalId),
    }));
  if (animals.length === 0) throw refuse('nothingEligible');
  const told = {
    head: animals.length,
    premiumDeltaCents: sumCents(animals.map((one) => one.cents)),
    farmerDeltaCents: farmerPart(addParts(animals.map((one) => one.split))),
    lines: animals.map(({ covered, cents, how }) => ({ earTag: covered.earTag, cents, how })),
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
  if (one.kind === 'correct') return correctPolicyNo(tx, one.policyId, one.inputs.policyNo ?? '');
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
        const [row] = await tx.query<{ on: string }>(
          `select to_char(effective_on, 'YYYY-MM-DD') as on from insurance.ins_endorsement where id = $1`,
          [move.id],
        );
        const on = row?.on ?? today();
        // What takes effect is decided by its day, not by hand.
        if (on <= today()) await takeEffect(tx, move.id);
        else await setDue(tx, takesEffect, String(move.id), new Date(`${on}T00:00:00+08:00`));
      },
    },
  }),
];
