import type { Tx } from '#kit/server/db/database.ts';

type Check = (tx: Tx, principalId: number, day: string) => Promise<void>;
const checks: Check[] = [];

/** R44: the half that closes months says which days take no booking any more. */
export const registerClosedDays = (check: Check): void => {
  checks.push(check);
};
export async function refuseClosedDay(tx: Tx, principalId: number, day: string): Promise<void> {
  for (const check of checks) await check(tx, principalId, day);
}
