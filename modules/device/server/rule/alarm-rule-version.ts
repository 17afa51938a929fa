import type { Tx } from '#kit/server/db/database.ts';

/** R40: open alarms keep the version that raised them, so every one is kept. */
export const insertVersion = (tx: Tx, ruleId: number): Promise<void> =>
  tx
    .query(
      `insert into device.alarm_rule_version (tenant_no, rule_id, rule_version, content, saved_by)
       select r.tenant_no, r.id, r.rule_version, jsonb_build_object('metric', r.metric, 'comparison', r.comparison,
         'threshold', r.threshold,
         'seriousThreshold', r.serious_threshold, 'clearThreshold', r.clear_threshold, 'holdMinutes', r.hold_minutes, 'level', r.level), $2
       from device.alarm_rule r where r.id = $1 on conflict do nothing`,
      [ruleId, tx.scope.userId],
    )
    .then(() => {});
