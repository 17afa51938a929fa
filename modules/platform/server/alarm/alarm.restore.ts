import type { Tx } from '#kit/server/db/database.ts';
import { addStep, publishAlarm } from './tell-alarm.ts';

/**
 * What had ended them was itself taken back: opens again, without telling anybody anew, the newest alarm of each key that had
 * closed by itself. What somebody closed stays closed. Answers the keys that are open again.
 */
export async function restoreAlarms(tx: Tx, keys: readonly string[]): Promise<readonly string[]> {
  const back = await tx.query<{ id: number; key: string }>(
    `update platform.alarm a set status = 'open', close_reason = null, closed_at = null, closed_by = null, folded_into = null,
       ack_due_at = clock_timestamp() + platform.alarm_patience(a.ack_minutes, a.level),
       next_step_at = clock_timestamp() + platform.alarm_patience(a.ack_minutes, a.level), version = a.version + 1,
       updated_at = clock_timestamp(), updated_by = kit.user_id()
     from (select distinct on (o.dedup_key) o.id, o.status, o.close_reason from platform.alarm o
       where o.tenant_no = kit.tenant() and o.dedup_key = any ($1) order by o.dedup_key, o.opened_at desc, o.id desc) last
     where a.id = last.id and last.status = 'closed' and last.close_reason = 'selfRecovered'
     returning a.id, a.dedup_key as key`,
    [keys],
  );
  for (const { id } of back) {
    await addStep(tx, id, 'reopened');
    await publishAlarm(tx, id, 'opened');
  }
  return back.map((one) => one.key);
}
