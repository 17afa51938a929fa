import type { Tx } from '#kit/server/db/database.ts';
import { sumEnrolment } from './ins-enrolment.sums.ts';
import { sumParties } from './ins-enrolment-party.sums.ts';

/** Lines → holders → list, always in this order: nothing is computed again from totals (R4). */
export async function retotal(tx: Tx, enrolmentId: number): Promise<void> {
  await sumParties(tx, enrolmentId);
  await sumEnrolment(tx, enrolmentId);
}
