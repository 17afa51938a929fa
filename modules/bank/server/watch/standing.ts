import type { Tx } from '#kit/server/db/database.ts';
import type { BankAlarm } from '#modules/bank/contract/watch/alarm-kinds.ts';
import { closeAlarm } from '#modules/platform/server/index.ts';
import { alarmKey, type Raised, raise } from './kernel.ts';

/** What holds now of a kind is open, and what does not hold any more is closed; `only` limits the look to some keys. */
export async function standing(
  tx: Tx,
  kind: BankAlarm,
  found: readonly (Raised & { readonly key: number | string })[],
  only?: readonly (number | string)[],
): Promise<void> {
  for (const one of found) await raise(tx, kind, one);
  const holds = new Set(found.map((one) => alarmKey(kind, one.key)));
  const looked = only && new Set(only.map((key) => alarmKey(kind, key)));
  const open = await tx.query<{ key: string }>(
    `select dedup_key as key from bank.watch_alarm where tenant_no = kit.tenant() and kind = $1 and status <> 'closed'`,
    [kind],
  );
  for (const { key } of open) if (!holds.has(key) && (!looked || looked.has(key))) await closeAlarm(tx, key);
}
