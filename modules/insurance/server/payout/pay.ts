import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import {
  makePaymentBatch,
  parsePaymentResults,
  paymentFile,
  registerPayment,
  takePaymentResults,
} from '#kit/server/payment/payment.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { today } from '#kit/server/today.ts';
import { batchSettlements, takeSettlementResults } from '#modules/insurance/contract/payout/payout.ts';
import { notify } from '#modules/platform/server/index.ts';
import { setFlag, writeEvents } from '#modules/registry/server/index.ts';
import { dropPayClock } from '../claim/claim-clock.ts';
import { claimOf, setClaim, stepClaim } from '../claim/ins-claim.moves.ts';
import { setAnimalsPaid } from '../claim/ins-claim-animal.ts';
import { bookShares } from '../coinsurance/ins-coins-entry.ts';
import { onClaimPaid } from '../extension-points.ts';
import { sourceOf } from '../policy/cover-clock.ts';
import { cutSlots } from '../policy/ins-cover-slot.ts';
import { addPaidClaims } from '../policy/ins-policy.status.ts';
import { setClaimed } from '../policy/ins-policy-animal.ts';
import { push } from '../push/ins-push.ts';
import { refuse } from '../refusals.ts';
import { setSettled, setSubmitted, settlementsOf } from './ins-settlement.ts';

const kind = 'insurance.settlement';

async function batch(call: Call<typeof batchSettlements>) {
  const { tx } = call;
  const rows = await settlementsOf(tx, call.body.settlementIds);
  if (rows.length !== new Set(call.body.settlementIds).size) throw refuse('notWaiting');
  if (rows.some((one) => one.status !== 'waiting')) throw refuse('notWaiting');
  if (rows.some((one) => !one.enc)) throw refuse('noAccount');
  const { tenantNo } = tx.scope;
  const batchNo = `IYB${today().replaceAll('-', '')}-${Date.now().toString(36)}`;
  const made = await makePaymentBatch(
    tx,
    kind,
    batchNo,
    rows.map((one) => ({
      entity: 'insurance.insSettlement',
      id: one.id,
      payeeName: one.payeeName,
      account: one.enc ? unseal(one.enc, tenantNo) : null,
      bankName: one.bankName,
      cents: one.amount,
    })),
  );
  await setSubmitted(
    tx,
    rows.map((one) => one.id),
    batchNo,
  );
  for (const claimId of new Set(rows.map((one) => one.claimId))) {
    const claim = await claimOf(tx, claimId, true);
    if (claim.status === 'approved') await stepClaim(tx, claim, 'pay', call.actor.nickname);
  }
  call.answer.msg = call.say('ok.saved');
  return { batchNo, lines: rows.length, totalCents: made.totalCents, file: await paymentFile(tx, made.id) };
}

/** R43: exactly at equality; the life of each animal says it, its cover is over, and the policy counts it. */
async function closeIfPaid(tx: Tx, claimId: number): Promise<boolean> {
  const claim = await claimOf(tx, claimId, true);
  if (claim.status !== 'paying' || claim.paid !== claim.amount) return false;
  await stepClaim(tx, claim, 'close', null);
  await dropPayClock(tx, claimId);
  const animals = await setAnimalsPaid(tx, claimId);
  await setClaimed(
    tx,
    animals.map((one) => ({ id: one.policyAnimalId, cents: one.cents, on: one.lostOn })),
  );
  for (const one of animals) await cutSlots(tx, [one.policyAnimalId], one.lostOn);
  if (claim.policyId) {
    const cents = sumCents(animals.map((one) => one.cents));
    await addPaidClaims(tx, claim.policyId, cents);
    const shared = { id: claim.id, no: claim.docNo, policyId: claim.policyId, cents: -cents, turn: claim.round };
    await bookShares(tx, { kind: 'claim', ...shared, on: today() });
  }
  await push(tx, {
    insurerId: claim.insurerId,
    kind: 'claim.closed',
    aggregate: `claim:${claim.id}`,
    docNo: claim.docNo,
    content: { paidCents: claim.paid },
  });
  const source = { entity: 'insurance.insClaim', id: claim.id, docNo: claim.docNo };
  const ids = animals.map((one) => one.animalId);
  await inTenant(tx, tx.scope.tenantNo, 'insurance.close', async (sys) => {
    if (claim.policyId) await setFlag(sys, ids, 'insured', false, sourceOf(claim.policyId), null);
    await writeEvents(
      sys,
      ids.map((animalId) => ({
        animalId,
        kind: 'claimed',
        happenedOn: today(),
        principalId: claim.principalId,
        regionCode: claim.regionCode,
        source,
        summary: { claim: claim.docNo },
      })),
    );
    await notify(sys, {
      type: 'notice',
      title: { key: 'insurance.told.paid', args: { docNo: claim.docNo } },
      content: { key: 'insurance.told.paidText', args: { docNo: claim.docNo } },
      audience: { principalIds: [claim.principalId] },
      linkPath: `/insuranceMgt/claimDetail?id=${claim.id}`,
    });
  });
  return true;
}

const closed = new WeakMap<Tx, number>();
export const registerSettlementPayment = (): void =>
  registerPayment(kind, {
    paid: async (tx, line, result) => {
      const [row] = await setSettled(tx, line.id, 'paid', result.on, null);
      if (!row) return;
      const claim = await claimOf(tx, row.claimId, true);
      await setClaim(tx, claim.id, { paid: sumCents([claim.paid, row.amount]) });
      await onClaimPaid.tell(tx, {
        claimId: claim.id,
        docNo: claim.docNo,
        bankId: row.bankId,
        settlementNo: row.docNo,
        cents: row.amount,
        on: result.on,
      });
      if (await closeIfPaid(tx, claim.id)) closed.set(tx, (closed.get(tx) ?? 0) + 1);
    },
    failed: async (tx, line, result) => {
      await setSettled(tx, line.id, 'failed', result.on, result.reason ?? '');
    },
  });

/** The bank's answer; the same again changes nothing. */
async function takeResults(call: Call<typeof takeSettlementResults>) {
  const { tx } = call;
  const { results, unreadable } = parsePaymentResults(call.body.text);
  const taken = await takePaymentResults(tx, kind, results);
  call.answer.msg = call.say('ok.saved');
  return {
    settled: taken.settled.length,
    known: taken.known.length,
    unknown: taken.unknown,
    differing: taken.differing,
    unreadable,
    closed: closed.get(tx) ?? 0,
  };
}

export const payRoutes = (): Route[] => [
  serve('insurance', batchSettlements, batch),
  serve('insurance', takeSettlementResults, takeResults),
];
