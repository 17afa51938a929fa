import { notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { waitingUntil } from '#modules/insurance/contract/product/days.ts';
import { agreementFor } from '../coinsurance/ins-agreement.status.ts';
import { bookShares } from '../coinsurance/ins-coins-entry.ts';
import { blockersOf, needsNotice } from '../enrolment/blockers.ts';
import { copyAccounts } from '../enrolment/ins-account.ts';
import { type List, listOf, moveList } from '../enrolment/ins-enrolment.moves.ts';
import { dropLines, insureLines } from '../enrolment/ins-enrolment-line.ts';
import { dropParties, setPartyStatus } from '../enrolment/ins-enrolment-party.ts';
import { endOrders } from '../enrolment/ins-order.ts';
import { retotal } from '../enrolment/retotal.ts';
import { type Version, versionOf } from '../product/version-of.ts';
import { push } from '../push/ins-push.ts';
import { isViolation, refuse } from '../refusals.ts';
import { clerkOf, mayIssue } from '../setting/ins-clerk.ts';
import { setCoverClock } from './cover-clock.ts';
import { insertPolicyAnimals } from './ins-policy-animal.ts';
import { insertCertificates } from './ins-policy-party.ts';

export interface IssueAsk {
  readonly enrolmentId: number;
  readonly version: number | null;
  readonly policyNo: string | null;
  readonly dropUnpaid: boolean;
  /** Nobody in particular: policies of former years, and the demo. */
  readonly isImport?: boolean;
}
export interface Issued {
  readonly policyId: number;
  readonly docNo: string;
  readonly head: number;
  readonly premiumCents: number;
  readonly dropped: string[];
}

/** R22: whoever did not pay is left out before the totals are struck. */
async function leaveUnpaid(tx: Tx, list: List, mayDrop: boolean): Promise<string[]> {
  const unpaid = await tx.query<{ id: number; name: string }>(
    `select p.id, p.holder_name as name from insurance.ins_enrolment_party p
     where p.tenant_no = kit.tenant() and p.enrolment_id = $1 and p.status in ('listed', 'signed', 'checked')
       and p.farmer_premium > 0 and not exists (select 1 from insurance.ins_order o where o.tenant_no = p.tenant_no
         and o.party_id = p.id and o.kind = 'premium' and o.status = 'confirmed')`,
    [list.id],
  );
  if (unpaid.length === 0) return [];
  if (!mayDrop) throw refuse('notPaid', { n: unpaid.length });
  const ids = unpaid.map((one) => one.id);
  await dropLines(tx, { partyIds: ids }, 'unpaid');
  await dropParties(tx, ids, 'unpaid');
  await endOrders(tx, { partyIds: ids }, 'unpaid');
  await retotal(tx, list.id);
  return unpaid.map((one) => one.name);
}

async function insertPolicy(
  tx: Tx,
  list: List,
  version: Version,
  ask: IssueAsk,
): Promise<{ id: number; docNo: string }> {
  const [former] = await tx.query<{ to: string }>(
    `select to_char(cover_to, 'YYYY-MM-DD') as to from insurance.ins_policy where tenant_no = kit.tenant() and id = $1`,
    [list.renewalOfId ?? 0],
  );
  const waiting = waitingUntil(list.coverFrom, version.waitingDays, former?.to ?? null);
  try {
    const [row] = await tx.query<{ id: number; docNo: string }>(
      `insert into insurance.ins_policy (tenant_no, region_code, doc_no, policy_no, enrolment_id, insurer_id,
         version_id,
         product_id, cover_code, organiser_id, organiser_name, kind, months, cover_from, cover_to, waiting_until, head,
         sum_insured, premium, farmer_premium, split, issued_by, clerk_user_id, coordinator_id, imported, created_by,
         updated_by)
       select e.tenant_no, e.region_code, kit.doc_no('IP'), $2, e.id, e.insurer_id, e.version_id, e.product_id,
         e.cover_code, e.organiser_id, e.organiser_name, e.kind, e.months, e.cover_from, e.cover_to, $3, e.head,
         e.sum_insured, e.premium, e.farmer_premium, e.split, $4, e.clerk_user_id, e.coordinator_id, $5, $4, $4
       from insurance.ins_enrolment e where e.tenant_no = kit.tenant() and e.id = $1
       returning id, doc_no as "docNo"`,
      [list.id, ask.policyNo, waiting, tx.scope.userId, ask.isImport ?? false],
    );
    if (!row) throw notFound();
    return row;
  } catch (error) {
    if (isViolation(error, 'ins_policy_no')) throw refuse('policyNoUsed');
    throw error;
  }
}

async function mustBeReady(tx: Tx, list: List, userId: number | null): Promise<void> {
  if (list.coverFrom <= today()) throw refuse('coverTooEarly');
  const blocker = (await blockersOf(tx, list)).find(
    (one) => !['notPaid', 'notConfirmed', 'coverPassed'].includes(one.code),
  );
  if (blocker) throw refuse(blocker.code, { n: blocker.count, date: blocker.day ?? '' });
  if (await needsNotice(tx, list)) {
    const [notice] = await tx.query<{ ended: boolean }>(
      `select bool_or(status = 'ended') as ended from insurance.ins_publicity where tenant_no = kit.tenant()
         and enrolment_id = $1`,
      [list.id],
    );
    if (!notice?.ended) throw refuse('noticeFirst');
  }
  mayIssue(await clerkOf(tx, userId), list, today());
}

/** R45, R46: the agreement of the day binds the policy to its end, and its premium is shared. */
async function bindAgreement(sys: Tx, policy: { id: number; docNo: string }, list: List): Promise<void> {
  const agreement = await agreementFor(sys, list, today());
  if (!agreement) return;
  await sys.query(
    `update insurance.ins_policy set agreement_version_id = $2, co_insurer_ids = $3
     where tenant_no = kit.tenant() and id = $1`,
    [policy.id, agreement.id, agreement.followers],
  );
  const premium = { id: policy.id, no: policy.docNo, policyId: policy.id, cents: list.premium, on: today() };
  await bookShares(sys, { kind: 'premium', ...premium });
}

/** R22: list, policy, certificates, animals and covers stand or fall together. */
export async function issue(tx: Tx, ask: IssueAsk, by: string | null): Promise<Issued> {
  const list = await listOf(tx, ask.enrolmentId, true);
  if (ask.version !== null && list.version !== ask.version) throw staleVersion();
  if (list.status !== 'approved') throw wrongState(list.status, 'insurance.issue.title');
  // R61: what was issued elsewhere has a number there.
  if (ask.isImport && !ask.policyNo) throw refuse('policyNoMissing');
  const dropped = await leaveUnpaid(tx, list, ask.dropUnpaid);
  const kept = await listOf(tx, list.id);
  if (kept.head === 0) throw refuse('nothingEligible');
  if (!ask.isImport) await mustBeReady(tx, kept, tx.scope.userId);
  const version = await versionOf(tx, kept.versionId);
  const policy = await insertPolicy(tx, kept, version, ask);
  await insertCertificates(tx, policy.id);
  await insertPolicyAnimals(tx, policy.id);
  await inTenant(tx, tx.scope.tenantNo, 'insurance.issue', async (sys) => {
    await copyAccounts(sys, policy.id);
    await bindAgreement(sys, policy, kept);
  });
  await insureLines(tx, kept.id);
  await setPartyStatus(tx, kept.id, ['signed', 'checked'], 'insured');
  await moveList(tx, kept.id, { name: 'issue', from: ['approved'], to: 'issued', by });
  await dropDue(tx, 'insurance.enrolLapses', String(kept.id));
  if (kept.renewalOfId)
    await tx.query('update insurance.ins_policy set renewed_by_id = $2 where tenant_no = kit.tenant() and id = $1', [
      kept.renewalOfId,
      policy.id,
    ]);
  await setCoverClock(tx, policy.id, kept.coverFrom, kept.coverTo);
  await push(tx, {
    insurerId: kept.insurerId,
    kind: 'policy.issued',
    aggregate: `policy:${policy.id}`,
    docNo: policy.docNo,
    content: {
      policyNo: ask.policyNo,
      coverFrom: kept.coverFrom,
      coverTo: kept.coverTo,
      head: kept.head,
      premiumCents: kept.premium,
    },
  });
  return { policyId: policy.id, docNo: policy.docNo, head: kept.head, premiumCents: kept.premium, dropped };
}
