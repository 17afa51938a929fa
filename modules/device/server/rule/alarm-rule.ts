import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  type AlarmRule,
  alarmRule,
  backtest,
  type RuleKind,
  ruleKinds,
  ruleVersions,
  strictKinds,
} from '#modules/device/contract/rule/alarm-rule.ts';
import { insertVersion } from './alarm-rule-version.ts';
import { backtestRule } from './backtest.ts';

type Form = Pick<AlarmRule, 'kind' | 'scope' | 'principalId' | 'comparison' | 'threshold'>;

/** R41: what protects pledged animals may be made stricter, never laxer or silent. */
function refuseLax({ kind, threshold, comparison }: Pick<Form, 'kind' | 'threshold' | 'comparison'>): void {
  if (!strictKinds.includes(kind)) return;
  const usual = ruleKinds[kind as RuleKind];
  if (
    comparison !== usual.comparison ||
    (usual.comparison === 'above' ? threshold > usual.threshold : threshold < usual.threshold)
  )
    throw refusal('stricterOnly', 'device.alarmRule.stricterOnly', { limit: usual.threshold });
}

function check(values: Form): void {
  if (!(values.kind in ruleKinds)) throw invalid([{ field: 'kind', key: 'error.field.dict' }]);
  if ((values.scope === 'principal') !== (values.principalId !== null))
    throw invalid([{ field: 'principalId', key: 'error.field.required' }]);
  refuseLax(values);
}

/** A unit's own rules are its own; the tenant's are made by who answers for all of it. */
function mayRule(call: Call, principalId: number | null): void {
  const { principals, roles } = call.actor.scope;
  const mine = principalId === null ? roles.includes('tenant_admin') : principals.includes(principalId);
  if (!mine) throw forbidden();
}

export const alarmRuleRoutes = (): Route[] => [
  ...serveResource(alarmRule)({
    before: {
      add: async (call, values) => {
        check(values);
        mayRule(call, values.principalId);
        return undefined;
      },
      edit: async (call, values, row) => {
        mayRule(call, row.principalId);
        refuseLax({ kind: row.kind, threshold: values.threshold, comparison: values.comparison as 'above' });
        return { ruleVersion: row.ruleVersion + 1 };
      },
      transition: async (call, move, row) => {
        mayRule(call, row.principalId);
        if (move.name === 'disable' && strictKinds.includes(row.kind))
          throw refusal('mustStay', 'device.alarmRule.mustStay');
        return undefined;
      },
    },
    after: {
      add: async (call, id) => insertVersion(call.tx, id),
      edit: async (call, id) => insertVersion(call.tx, id),
    },
    can: (row, verb, actor) =>
      verb === 'detail' ||
      (row.principalId === null
        ? actor.scope.roles.includes('tenant_admin')
        : actor.scope.principals.includes(row.principalId)),
  }),
  serve('device', backtest, async (call) => backtestRule(call.database, call.actor.scope, call.body)),
  serve('device', ruleVersions, async (call) => {
    const [rows] = await call.database.read<[never]>(call.actor.scope, {
      text: `select v.rule_version as "ruleVersion", v.saved_at as "savedAt", (select u.nickname
        from platform.user_view u where u.id = v.saved_by) as "savedByName",
               v.content from device.alarm_rule_version v where v.rule_id = $1 order by v.rule_version desc limit 50`,
      values: [call.query.id],
    });
    return rows;
  }),
];

export interface RuleInput {
  kind: RuleKind;
  principalId: number | null;
  threshold: number;
  holdMinutes: number;
  level: string;
}

/** The limit of a kind for a holder: its own, else the tenant's, else the product's. */
export async function ruleOf(tx: Tx, kind: RuleKind, principalId: number): Promise<RuleInput> {
  const [row] = await tx.query<RuleInput>(
    `select kind, principal_id as "principalId", threshold, hold_minutes as "holdMinutes", level
      from device.alarm_rule
     where kind = $1 and status = 'enabled' and (scope = 'tenant' or principal_id = $2)
       order by principal_id nulls last limit 1`,
    [kind, principalId],
  );
  const { threshold, hold } = ruleKinds[kind];
  return row ?? { kind, principalId: null, threshold, holdMinutes: hold, level: 'warn' };
}

/** Limits that another module keeps on a page of its own. */
export async function saveRule(tx: Tx, rule: RuleInput & { name: string }): Promise<number> {
  const { metric, comparison } = ruleKinds[rule.kind];
  refuseLax({ kind: rule.kind, threshold: rule.threshold, comparison });
  const [row] = await tx.query<{ id: number }>(
    `insert into device.alarm_rule as r (tenant_no, kind, name, scope, principal_id, metric, comparison, threshold,
      hold_minutes, level, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_no, kind, scope, coalesce(principal_id, 0), coalesce(bank_id, 0)) do update
       set threshold = excluded.threshold,
       hold_minutes = excluded.hold_minutes, level = excluded.level, rule_version = r.rule_version + 1, version = r.version + 1, updated_at = now()
     returning id`,
    [
      rule.kind,
      rule.name,
      rule.principalId === null ? 'tenant' : 'principal',
      rule.principalId,
      metric,
      comparison,
      rule.threshold,
      rule.holdMinutes,
      rule.level,
      tx.scope.userId,
    ],
  );
  await insertVersion(tx, row?.id as number);
  return row?.id as number;
}
