import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { ruleOf } from '../settings/sign-rule.ts';

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** R9: a paper is not of tomorrow, and not older than the rule allows. */
export async function checkDay(tx: Tx, day: string, regionCode: number): Promise<void> {
  const most = await ruleOf(tx, 'backdateDays', regionCode);
  if (day > today() || day < dayAfter(today(), -most))
    throw refusal('dateRange', 'sign.refuse.dateRange', { ranges: day, n: most });
}
