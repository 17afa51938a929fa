import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { reminderAt, reminders } from '#modules/insurance/contract/claim/claim-life.ts';
import { closeAlarm, openTask } from '#modules/platform/server/index.ts';
import { claimOf } from './ins-claim.moves.ts';

export const clocks = {
  arrival: 'insurance.claimArrival',
  dispatch: 'insurance.claimDispatch',
  offer: 'insurance.surveyOffer',
  payment: 'insurance.claimPayment',
} as const;

/** R32: reminders at half and at 85 %, an alarm when the time is over. */
export async function setArrivalClock(tx: Tx, claimId: number, from: Date, to: Date): Promise<void> {
  for (const part of reminders) await setDue(tx, clocks.arrival, `${claimId}:${part}`, reminderAt(from, to, part));
}
export async function dropArrivalClock(tx: Tx, claimId: number): Promise<void> {
  for (const part of reminders) await dropDue(tx, clocks.arrival, `${claimId}:${part}`);
  await dropDue(tx, clocks.dispatch, String(claimId));
  await closeAlarm(tx, `clockArrive:${claimId}`);
}
export const setDispatchClock = (tx: Tx, claimId: number, at: Date) => setDue(tx, clocks.dispatch, String(claimId), at);
export const setOfferClock = (tx: Tx, dispatchId: number, at: Date) => setDue(tx, clocks.offer, String(dispatchId), at);
export const dropOfferClock = (tx: Tx, dispatchId: number) => dropDue(tx, clocks.offer, String(dispatchId));
/** R43: what is agreed is paid within its days. */
export const setPayClock = (tx: Tx, claimId: number, at: Date) => setDue(tx, clocks.payment, String(claimId), at);
export async function dropPayClock(tx: Tx, claimId: number): Promise<void> {
  await dropDue(tx, clocks.payment, String(claimId));
  await closeAlarm(tx, `clockPay:${claimId}`);
}

/** Nobody goes: whoever assigns hears of it as work to do. */
export async function askManager(tx: Tx, claimId: number): Promise<void> {
  const claim = await claimOf(tx, claimId);
  await openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'insurance.task.dispatch', args: { docNo: claim.docNo } },
    entity: 'insurance.insClaim',
    entityId: claim.id,
    linkPath: `/insuranceMgt/surveyDispatch?claimId=${claim.id}`,
    permission: 'ins:dispatch:assign',
    regionCode: claim.regionCode,
    principalId: claim.insurerId,
  });
}
