import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import type { Cause } from '#kit/server/http/reasons.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { openTask } from '#modules/platform/server/index.ts';
import {
  closeGuards,
  type DoorAsk,
  doors,
  type ExitKind,
  onExit,
  onHandover,
  onPrincipalMerged,
  onRestored,
  onTagReplaced,
  setFlag,
} from '#modules/registry/server/index.ts';
import { reassignClaims } from '../claim/ins-claim.moves.ts';
import { reassignClaimAnimals } from '../claim/ins-claim-animal.ts';
import { reassignLines } from '../enrolment/ins-enrolment-line.ts';
import { reassignParties } from '../enrolment/ins-enrolment-party.ts';
import { cancelRefunds } from '../enrolment/ins-order.changes.ts';
import { versionOf } from '../product/version-of.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { sourceOf } from './cover-clock.ts';
import { cutSlots, moveSlots, restoreSlots } from './ins-cover-slot.ts';
import { insertEndorsement, refundOf, reverseEndorsements } from './ins-endorsement.ts';
import {
  type Covered,
  coversOf,
  reassignCovers,
  setEnded,
  setLive,
  setLoss,
  setPending,
  setTag,
} from './ins-policy-animal.ts';
import { reassignCertificates } from './ins-policy-party.ts';

const running = ['live', 'transferPending'] as const;
const endReasons: Partial<Record<ExitKind, string>> = {
  saleOut: 'sold',
  homeSlaughter: 'slaughtered',
  slaughter: 'slaughtered',
  cull: 'culled',
};
const transferEnds = 'insurance.transferEnds';
/** Purposes under which an animal changes hands and stays whose it was. */
const keeps = new Set(['entrust', 'returned', 'show']);

const lower = async (tx: Tx, covers: readonly Covered[]): Promise<void> => {
  for (const [policyId, own] of Map.groupBy(covers, (one) => one.policyId))
    await setFlag(
      tx,
      own.map((one) => one.animalId),
      'insured',
      false,
      sourceOf(policyId),
      null,
    );
};

/** R50: animals that leave take their cover off the policy, with the money of the days left. */
async function leave(tx: Tx, covers: readonly Covered[], on: string, reason: string, changeId: number): Promise<void> {
  for (const [policyId, own] of Map.groupBy(covers, (one) => one.policyId)) {
    const version = await versionOf(tx, own[0]?.versionId ?? 0);
    await insertEndorsement(tx, {
      kind: 'remove',
      policyId,
      animals: own.map((one) => ({ ...refundOf(one, version, on), before: one.status, after: reason })),
      effectiveOn: on,
      reason,
      changeId,
      auto: true,
      status: 'effective',
    });
  }
  const ids = covers.map((one) => one.id);
  await setEnded(tx, ids, on, reason, changeId);
  await cutSlots(tx, ids, on);
  await lower(tx, covers);
}

async function exited(tx: Tx, kind: ExitKind, animalIds: readonly number[], on: string, changeId: number) {
  const covers = (await coversOf(tx, animalIds, running)).filter((one) => on <= one.coverTo);
  if (covers.length === 0) return;
  const reason = endReasons[kind];
  if (reason) await leave(tx, covers, on, reason, changeId);
  else {
    await setLoss(
      tx,
      covers.map((one) => one.id),
      on,
      changeId,
    );
    await lower(tx, covers);
  }
}

/** R50: whose it is now has to be written into the policy; until then a loss is the present holder's to claim. */
async function handedOver(tx: Tx, animalIds: readonly number[]): Promise<void> {
  const covers = await coversOf(tx, animalIds, ['live']);
  if (covers.length === 0) return;
  await setPending(
    tx,
    covers.map((one) => one.id),
    today(),
  );
  for (const [policyId, own] of Map.groupBy(covers, (one) => one.policyId)) {
    const [first] = own;
    if (!first) continue;
    const days = await numberOf(tx, 'transfer.days', first.regionCode, first.insurerId);
    for (const one of own)
      await setDue(tx, transferEnds, String(one.id), new Date(`${addDays(today(), days)}T00:00:00+08:00`));
    await openTask(tx, {
      taskType: 'handle',
      taskName: { key: 'insurance.task.transfer', args: { docNo: first.docNo, n: own.length } },
      entity: 'insurance.insPolicy',
      entityId: policyId,
      linkPath: `/insuranceMgt/insuredAnimals?policyId=${policyId}&status=transferPending`,
      permission: 'ins:endorse:add',
      regionCode: first.regionCode,
      principalId: first.insurerId,
    });
  }
}

async function retagged(tx: Tx, animalId: number, newTag: string, mergedFromId: number | undefined): Promise<void> {
  const covers = await coversOf(tx, [mergedFromId ?? animalId], [...running, 'loss']);
  for (const one of covers) {
    await insertEndorsement(tx, {
      kind: 'retag',
      policyId: one.policyId,
      animals: [{ covered: one, cents: 0, split: [], how: '', inputs: null, before: one.earTag, after: newTag }],
      effectiveOn: today(),
      reason: null,
      auto: true,
      status: 'effective',
    });
    await setTag(tx, one.id, newTag, animalId);
    if (mergedFromId) await moveSlots(tx, one.id, animalId);
  }
}

async function restored(tx: Tx, animalIds: readonly number[], changeId: number): Promise<void> {
  const covers = (await coversOf(tx, animalIds, ['loss', 'ended'])).filter(
    (one) =>
      one.coverTo >= today() &&
      (one.status === 'loss' || (one.changeId === changeId && Object.values(endReasons).includes(one.endReason ?? ''))),
  );
  if (covers.length === 0) return;
  const ids = covers.map((one) => one.id);
  await setLive(tx, ids);
  await restoreSlots(tx, ids);
  await cancelRefunds(tx, changeId);
  await reverseEndorsements(tx, changeId, today());
  for (const [policyId, own] of Map.groupBy(
    covers.filter((one) => one.policyStatus === 'effective'),
    (one) => one.policyId,
  ))
    await setFlag(
      tx,
      own.map((one) => one.animalId),
      'insured',
      true,
      sourceOf(policyId),
      null,
    );
}

/** R13: until when it is covered, to whoever sees the cover; others see the animal's flag alone. */
async function shutForCover(tx: Tx, { animalId, earTag }: DoorAsk): Promise<Cause[]> {
  const [cover] = await tx.query<{ until: string | null }>(
    `select to_char(max(cover_to), 'YYYY-MM-DD') as until from insurance.ins_policy_animal
     where tenant_no = kit.tenant() and animal_id = $1 and status in ('live', 'transferPending') and cover_to >= $2`,
    [animalId, today()],
  );
  if (!cover?.until) return [];
  return [
    {
      bizCode: 'covered',
      key: 'insurance.refusal.coveredUntil',
      args: { tag: earTag, date: cover.until },
      wayOut: 'insurance.refusal.coveredWayOut',
      evidence: { path: `/insuranceMgt/insuredAnimals?earTag=${earTag}`, permission: 'ins:animal:list' },
    },
  ];
}

export function registerRegistryHooks(): void {
  const sys = <T>(tx: Tx, work: (all: Tx) => Promise<T>) => inTenant(tx, tx.scope.tenantNo, 'insurance.registry', work);
  onExit.register('insurance', (tx, { kind, animalIds, happenedOn, changeId }) =>
    sys(tx, (all) => exited(all, kind, animalIds, happenedOn, changeId)),
  );
  onHandover.register('insurance', async (tx, { animalIds, purpose }) => {
    if (!keeps.has(purpose ?? '')) await sys(tx, (all) => handedOver(all, animalIds));
  });
  onTagReplaced.register('insurance', async (tx, { animalId, tagKind, newTag, mergedFromId }) => {
    if (tagKind === 'ear') await sys(tx, (all) => retagged(all, animalId, newTag, mergedFromId));
  });
  onRestored.register('insurance', (tx, { animalIds, docRef }) =>
    sys(tx, (all) => restored(all, animalIds, docRef.id)),
  );
  onPrincipalMerged.register('insurance', (tx, { loserId, survivorId }) =>
    sys(tx, async (all) => {
      await reassignCertificates(all, loserId, survivorId);
      await reassignCovers(all, loserId, survivorId);
      await reassignParties(all, loserId, survivorId);
      await reassignLines(all, loserId, survivorId);
      await reassignClaims(all, loserId, survivorId);
      await reassignClaimAnimals(all, loserId, survivorId);
    }),
  );
  doors.register('insurance', ['insure'], shutForCover);
  closeGuards.register('insurance', {
    ask: async (tx, { principalId }) => {
      const [live] = await sys(tx, (all) =>
        all.query<{ n: number }>(
          `select count(*)::int as n from insurance.ins_policy_animal where tenant_no = kit.tenant()
             and principal_id = $1 and status in ('live', 'transferPending', 'loss')`,
          [principalId],
        ),
      );
      return live && live.n > 0
        ? [{ bizCode: 'coverRuns', key: 'insurance.refusal.coverRuns', args: { n: live.n } }]
        : [];
    },
  });
  registerDue(transferEnds, async (tx, { ref }) => {
    const [one] = await tx.query<{ animalId: number }>(
      `select animal_id as "animalId" from insurance.ins_policy_animal where tenant_no = kit.tenant() and id = $1
         and status = 'transferPending'`,
      [Number(ref)],
    );
    if (!one) return;
    const covers = await coversOf(tx, [one.animalId], ['transferPending']);
    await leave(tx, covers, today(), 'transferred', 0);
  });
}
