import { forbidden } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { type InsClaim, insClaim, insClaimQueue } from '#modules/insurance/contract/claim/claim.ts';
import { levelsFor } from '#modules/insurance/contract/claim/claim-life.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { askFollowers } from '../coinsurance/ins-consent.ts';
import { tellClaim } from '../extension-points.ts';
import { endOffers } from '../payout/ins-assessment.ts';
import { insertReview } from '../payout/ins-claim-review.ts';
import { cancelSettlements, insertSettlements } from '../payout/ins-settlement.ts';
import { mayPass, mayReview } from '../payout/review.ts';
import { cutSlots } from '../policy/ins-cover-slot.ts';
import { setLossAgain, setUnclaimed } from '../policy/ins-policy-animal.ts';
import { push } from '../push/ins-push.ts';
import { refuse } from '../refusals.ts';
import { settingOf } from '../setting/ins-setting.ts';
import { dropArrivalClock, dropOfferClock, dropPayClock, setDispatchClock } from './claim-clock.ts';
import { claimOf, startRound } from './ins-claim.moves.ts';
import { claimAnimalsOf, retakeAnimals, setAnimalStatus } from './ins-claim-animal.ts';
import { openOffer, setOffer } from './ins-dispatch.ts';

const standing = ['reported', 'surveyed', 'assessed', 'approved'] as const;
const common = {
  insurer: 'registry.principal_name(t.insurer_id)',
  head: `(select count(*)::int from insurance.ins_claim_animal a where a.tenant_no = t.tenant_no and a.claim_id = t.id
    and a.status <> 'removed')`,
  // R56: the highest, and five for each further.
  risk: `(select least(100, coalesce(max(s.score), 0) + 5 * greatest(count(*) - 1, 0))::int from insurance.alarm_seen s
    where s.tenant_no = t.tenant_no and s.subject_entity = 'insurance.insClaim' and s.subject_id = t.id
      and s.status <> 'closed')`,
  isOverdue: `coalesce((t.status in ('reported', 'dispatched') and t.arrive_due_at < now())
    or (t.status in ('agreed', 'publicity', 'reviewing', 'approved', 'paying') and t.pay_due_at < now()), false)`,
  disposal: `(select case when count(*) = 0 then null when count(*) filter (where l.status = 'verified') = count(*)
      then 'verified' when count(l.id) > 0 then 'pending' else 'none' end
    from insurance.ins_claim_animal a left join insurance.ins_disposal_link l on l.tenant_no = a.tenant_no
      and l.claim_animal_id = a.id and l.status <> 'refused'
    where a.tenant_no = t.tenant_no and a.claim_id = t.id
      and a.status not in ('rejected', 'withdrawn', 'removed'))`,
};

async function beforeMove(call: Call, move: Move, row: InsClaim): Promise<Record<string, unknown> | undefined> {
  const { tx, actor } = call;
  const claim = await claimOf(tx, row.id, true);
  switch (move.name) {
    case 'submitReview':
      await mayReview(tx, claim);
      return { level: 1, stateSince: new Date().toISOString() };
    case 'pass':
    case 'passOn': {
      await mayPass(tx, claim, actor.userId);
      const limits = (await settingOf(tx, 'review.limits', claim.regionCode, claim.insurerId)).split(',').map(Number);
      const opinion = (move.form as { opinion?: string } | null)?.opinion ?? move.remark ?? '';
      const level = Math.max(1, claim.level);
      await insertReview(tx, claim, { level, reviewer: actor.nickname, opinion, decision: 'pass', checklist: [] });
      const isLast = level >= levelsFor(claim.amount, limits);
      if (move.name === 'pass' && isLast) return { stateSince: new Date().toISOString() };
      // Above what this level may pass, or by whoever would rather have another look at it.
      move.name = 'passOn';
      move.form = {};
      return { level: Math.min(3, level + 1) };
    }
    case 'return':
      await insertReview(tx, claim, {
        level: Math.max(1, claim.level),
        reviewer: actor.nickname,
        opinion: move.remark ?? '',
        decision: 'return',
        checklist: [],
      });
      return { level: 0 };
    case 'reject': {
      const form = move.form as { rejectCode: string; rejectText: string };
      if (claim.paid > 0) throw refuse('belowPaid');
      return { rejectCode: form.rejectCode, rejectText: form.rejectText };
    }
    case 'reopen':
      return reopened(tx, claim.id);
    case 'dispute':
      // The holder's own word, or the insurer's who took it down.
      if (!actor.scope.principals.some((one) => one === claim.principalId || one === claim.insurerId))
        throw forbidden();
      return undefined;
    default:
      if (claim.paid > 0 && move.name === 'withdraw') throw refuse('belowPaid');
      return undefined;
  }
}
/** Within two years of the loss. */
async function reopened(tx: Tx, claimId: number): Promise<Record<string, unknown>> {
  const [row] = await tx.query<{ lostOn: string }>(
    `select to_char(min(lost_on), 'YYYY-MM-DD') as "lostOn" from insurance.ins_claim_animal
     where tenant_no = kit.tenant() and claim_id = $1 and status <> 'removed'`,
    [claimId],
  );
  if (!row?.lostOn) throw refuse('nothingEligible');
  if (addDays(row.lostOn, 730) < today()) throw refuse('tooLate');
  return { rejectCode: null, rejectText: null, level: 0 };
}

const task = (claim: Awaited<ReturnType<typeof claimOf>>, key: string, permission: string) => ({
  taskType: 'handle',
  taskName: { key: `insurance.task.${key}`, args: { docNo: claim.docNo } },
  entity: 'insurance.insClaim',
  entityId: claim.id,
  linkPath: `/insuranceMgt/claimDetail?id=${claim.id}`,
  permission,
  regionCode: claim.regionCode,
  principalId: claim.insurerId,
});

const toldBy: Readonly<Record<string, string>> = { pass: 'claim.approved', reject: 'claim.rejected' };
async function afterMove(call: Call, move: Move): Promise<void> {
  const { tx } = call;
  const claim = await claimOf(tx, move.id, true);
  const animals = move.name === 'reopen' ? [] : await claimAnimalsOf(tx, claim.id);
  await closeTask(tx, 'insurance.insClaim', claim.id);
  switch (move.name) {
    case 'pass':
      await setAnimalStatus(tx, claim.id, 'approved', ['assessed']);
      await insertSettlements(tx, claim, animals);
      break;
    case 'submitReview':
      await askFollowers(tx, claim);
      await openTask(tx, task(claim, 'review', 'ins:claim:review'));
      break;
    case 'passOn':
      await openTask(tx, task(claim, 'review', 'ins:claim:review'));
      break;
    case 'dispute':
      await endOffers(tx, claim.id, 'disputed', move.remark ?? null);
      await setAnimalStatus(tx, claim.id, 'surveyed', ['assessed']);
      await openTask(tx, task(claim, 'dispute', 'ins:claim:assess'));
      break;
    case 'return':
      await endOffers(tx, claim.id, 'replaced', null);
      await setAnimalStatus(tx, claim.id, 'surveyed', ['assessed']);
      await openTask(tx, task(claim, 'dispute', 'ins:claim:assess'));
      break;
    case 'resurvey':
      await endOffers(tx, claim.id, 'replaced', null);
      await setAnimalStatus(tx, claim.id, 'reported', ['surveyed', 'assessed']);
      await startRound(tx, claim.id);
      await setDispatchClock(tx, claim.id, new Date());
      break;
    case 'reject': {
      const lost = animals.filter((one) => one.coverStatus === 'loss');
      await setAnimalStatus(tx, claim.id, 'rejected', standing);
      await setUnclaimed(
        tx,
        lost.map((one) => one.policyAnimalId),
      );
      for (const one of lost) await cutSlots(tx, [one.policyAnimalId], one.lostOn);
      await endOffers(tx, claim.id, 'replaced', null);
      break;
    }
    case 'withdraw':
      await setAnimalStatus(tx, claim.id, 'withdrawn', standing);
      await endOffers(tx, claim.id, 'replaced', null);
      break;
    case 'reopen': {
      await retakeAnimals(tx, claim.id);
      await cancelSettlements(tx, claim.id);
      const again = await claimAnimalsOf(tx, claim.id);
      const over = again.filter((one) => ['claimed', 'ended'].includes(one.coverStatus));
      await setLossAgain(
        tx,
        over.map((one) => one.policyAnimalId),
      );
      await startRound(tx, claim.id);
      break;
    }
  }
  if (['reject', 'withdraw', 'reopen'].includes(move.name)) await endClocks(tx, claim.id);
  await tellClaim(tx, claim.id);
  const kind = toldBy[move.name];
  if (!kind) return;
  const content = { amountCents: claim.amount, rejectCode: claim.rejectCode };
  const { insurerId, docNo } = claim;
  await push(tx, { insurerId, kind, aggregate: `claim:${claim.id}`, docNo, content });
}
/** Nobody need go any more, and nothing is due. */
async function endClocks(tx: Tx, claimId: number): Promise<void> {
  await dropArrivalClock(tx, claimId);
  await dropPayClock(tx, claimId);
  // A holder who withdraws does not see whom the insurer sent.
  await inTenant(tx, tx.scope.tenantNo, 'insurance.endClocks', async (sys) => {
    const offer = await openOffer(sys, claimId);
    if (!offer) return;
    await setOffer(sys, offer.id, 'replaced');
    await dropOfferClock(sys, offer.id);
  });
}

export const claimRoutes = (): Route[] => [
  ...serveResource(insClaim)({
    expressions: {
      ...common,
      // R58: a bank sees the claim and never the phone.
      phoneMask: 'case when t.bank_id = any (insurance.my_units()) then null else t.phone_mask end',
    },
    before: { transition: beforeMove },
    after: { transition: afterMove },
  }),
  ...serveResource(insClaimQueue)({
    table: 'insurance.ins_claim',
    expressions: {
      ...common,
      levels: `(case when t.amount <= 2000000 then 1 when t.amount <= 10000000 then 2 else 3 end)`,
      noticeEnds: `(select max(n.ends_at) from insurance.ins_publicity n where n.tenant_no = t.tenant_no
        and t.id = any (n.claim_ids) and n.status = 'posted')`,
    },
    listed: `t.status in ('surveyed', 'assessed', 'agreed', 'publicity', 'reviewing', 'approved')`,
  }),
];
