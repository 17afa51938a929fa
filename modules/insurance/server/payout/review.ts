import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Claim, claimOf } from '../claim/ins-claim.moves.ts';
import { openConsents } from '../coinsurance/ins-consent.ts';
import { refuse } from '../refusals.ts';
import { reviewersOf } from './ins-claim-review.ts';
import { unprovenOf } from './ins-disposal-link.ts';

/** What stands before a review, in the order in which it is looked at; empty where nothing does. */
export async function reviewBlockers(tx: Tx, claim: Claim): Promise<string[]> {
  const blockers: string[] = [];
  if (claim.coverCode === 'death' && (await unprovenOf(tx, claim.id)) > 0) blockers.push('noDisposal');
  if (claim.kind === 'collective') {
    const [notice] = await tx.query<{ ended: boolean | null }>(
      `select bool_or(status = 'ended') as ended from insurance.ins_publicity where tenant_no = kit.tenant()
         and claim_ids @> array[$1::bigint]`,
      [claim.id],
    );
    if (!notice?.ended) blockers.push('noticeFirst');
  }
  const [pending] = await tx.query(
    `select 1 from insurance.ins_claim_animal c join insurance.ins_policy_animal a on a.tenant_no = c.tenant_no
       and a.id = c.policy_animal_id
     where c.tenant_no = kit.tenant() and c.claim_id = $1 and a.status = 'transferPending' limit 1`,
    [claim.id],
  );
  if (pending) blockers.push('transferFirst');
  return blockers;
}
/** R38: no disposal, no payment. */
export async function mayReview(tx: Tx, claim: Claim): Promise<void> {
  const [first] = await reviewBlockers(tx, claim);
  if (first) throw refuse(first);
}
/** R39: not who surveyed, assessed or passed it before; and not while something serious is open. */
export async function mayPass(tx: Tx, claim: Claim, userId: number | null): Promise<void> {
  const before = [claim.surveyedBy, claim.assessedBy, ...(await reviewersOf(tx, claim))];
  if (before.includes(userId)) throw refuse('samePerson');
  const blocked = await inTenant(tx, tx.scope.tenantNo, 'insurance.alarms', (sys) =>
    sys.query(
      `select 1 from insurance.alarm_seen where tenant_no = kit.tenant() and subject_entity = 'insurance.insClaim'
         and subject_id = $1 and score >= 80 and status <> 'closed' limit 1`,
      [claim.id],
    ),
  );
  if (blocked.length > 0) throw refuse('alertOpen');
  if ((await openConsents(tx, claim.id)) > 0) throw refuse('consentMissing');
  const [sum] = await tx.query<{ cents: number }>(
    `select coalesce(sum(amount), 0)::bigint as cents from insurance.ins_claim_animal where tenant_no = kit.tenant()
       and claim_id = $1 and status = 'assessed'`,
    [claim.id],
  );
  // R40: what is approved is what was assessed, to the cent.
  if (sum?.cents !== claim.amount) throw refuse('amountMismatch');
  await mayReview(tx, await claimOf(tx, claim.id));
}
