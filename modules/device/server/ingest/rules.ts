import type { Tx } from '#kit/server/db/database.ts';
import type { DeviceAlarmKind } from '#modules/device/contract/rule/alarm-kinds.ts';
import { type RuleKind, ruleKinds } from '#modules/device/contract/rule/alarm-rule.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { raise, settle } from './alarms.ts';
import { bindingAt, type Known } from './known.ts';
import { type RuleClock, readClocks, saveClocks } from './rows/rule-state.ts';

export interface Limit {
  kind: DeviceAlarmKind;
  metric: string;
  comparison: 'above' | 'below';
  threshold: number;
  serious: number | null;
  clear: number | null;
  holdMinutes: number;
  level: AlarmLevel;
  ruleId?: number;
  ruleVersion?: number;
}
export interface Measured {
  device: Known;
  at: number;
  metrics: Record<string, number>;
  late: boolean;
  mute: boolean;
}

/** Which kinds of device a rule is for. */
const ruleDevices: Record<string, readonly string[]> = {
  noMotion: ['earTag', 'collar'],
  fever: ['earTag', 'collar'],
  estrus: ['earTag', 'collar'],
  transport: ['collar'],
};

interface Standard {
  principalId: number | null;
  hovelKind: string | null;
  metric: string;
  low: number | null;
  high: number | null;
  seriousLow: number | null;
  seriousHigh: number | null;
  holdMinutes: number;
}
interface RuleRow {
  id: number;
  kind: RuleKind;
  scope: string;
  principalId: number | null;
  metric: string;
  comparison: 'above' | 'below';
  threshold: number;
  seriousThreshold: number | null;
  clearThreshold: number | null;
  holdMinutes: number;
  level: AlarmLevel;
  ruleVersion: number;
  status: string;
}

/** Rules and standards of a tenant, read once per batch; what a device is held to follows from them. */
export class Limits {
  readonly #rules: readonly RuleRow[];
  readonly #standards: readonly Standard[];

  private constructor(rules: readonly RuleRow[], standards: readonly Standard[]) {
    this.#rules = rules;
    this.#standards = standards;
  }

  static async read(tx: Tx): Promise<Limits> {
    const [rules, standards] = await Promise.all([
      tx.query<RuleRow>(
        `select id, kind, scope, principal_id as "principalId", metric, comparison, threshold, serious_threshold
          as "seriousThreshold",
           clear_threshold as "clearThreshold", hold_minutes as "holdMinutes", level, rule_version as "ruleVersion", status
         from device.alarm_rule where tenant_no = $1`,
        [tx.scope.tenantNo],
      ),
      tx.query<Standard>(
        `select principal_id as "principalId", hovel_kind as "hovelKind", metric, low, high, serious_low
          as "seriousLow",
           serious_high as "seriousHigh", hold_minutes as "holdMinutes" from device.env_standard
         order by tenant_no desc, principal_id nulls last, hovel_kind nulls last`,
      ),
    ]);
    return new Limits(rules, standards);
  }

  of(device: Known, principalId: number): Limit[] {
    if (device.kind === 'envSensor') return this.#air(principalId);
    return (Object.keys(ruleKinds) as RuleKind[]).flatMap((kind) => {
      if (!ruleDevices[kind]?.includes(device.kind)) return [];
      const own = this.#rules.find(
        (one) => one.kind === kind && one.scope === 'principal' && one.principalId === principalId,
      );
      const row = own ?? this.#rules.find((one) => one.kind === kind && one.scope === 'tenant');
      // A kind nobody set keeps silent but for those that must speak.
      if (row?.status !== 'enabled') return kind === 'transport' ? [usual(kind)] : [];
      return [
        {
          kind,
          metric: row.metric,
          comparison: row.comparison,
          threshold: row.threshold,
          serious: row.seriousThreshold,
          clear: row.clearThreshold,
          holdMinutes: row.holdMinutes,
          level: row.level,
          ruleId: row.id,
          ruleVersion: row.ruleVersion,
        },
      ];
    });
  }

  #air(principalId: number): Limit[] {
    const metrics = [...new Set(this.#standards.map((one) => one.metric))];
    return metrics.flatMap((metric) => {
      const own = this.#standards.find((one) => one.metric === metric && one.principalId === principalId);
      const one =
        own ??
        this.#standards.find((all) => all.metric === metric && all.principalId === null && all.hovelKind === null);
      if (!one) return [];
      const common = { metric, clear: null, holdMinutes: one.holdMinutes, level: 'warn' as const };
      const high = metric === 'thi' ? ('heatStress' as const) : ('envHigh' as const);
      return [
        ...(one.high === null
          ? []
          : [{ ...common, kind: high, comparison: 'above' as const, threshold: one.high, serious: one.seriousHigh }]),
        ...(one.low === null
          ? []
          : [
              {
                ...common,
                kind: 'envLow' as const,
                comparison: 'below' as const,
                threshold: one.low,
                serious: one.seriousLow,
              },
            ]),
      ];
    });
  }
}

const usual = (kind: RuleKind): Limit => {
  const { metric, comparison, threshold, hold } = ruleKinds[kind];
  return { kind, metric, comparison, threshold, serious: null, clear: null, holdMinutes: hold, level: 'urgent' };
};

export const isPast = (value: number, comparison: 'above' | 'below', threshold: number): boolean =>
  comparison === 'above' ? value > threshold : value < threshold;

/** R18: in the order things happened; a value past its limit for as long as the rule says opens an alarm, one within it closes it. */
export async function watchLimits(tx: Tx, measured: readonly Measured[]): Promise<void> {
  if (measured.length === 0) return;
  const [limits, clocks] = await Promise.all([
    Limits.read(tx),
    readClocks(tx, [...new Set(measured.map((one) => one.device.id))]),
  ]);
  const moved = new Map<string, RuleClock>();
  const ended = new Map<string, RuleClock>();
  for (const one of measured.toSorted((a, b) => a.at - b.at)) {
    const principalId = bindingAt(one.device, one.at)?.principalId ?? one.device.principalId;
    for (const limit of limits.of(one.device, principalId)) {
      const value = one.metrics[limit.metric];
      if (value === undefined) continue;
      const about = `${limit.kind}.${limit.metric}`;
      const key = `${one.device.id}:${about}`;
      const clock = clocks.get(key);
      if (clock && one.at <= clock.last) continue;
      if (!isPast(value, limit.comparison, limit.threshold)) {
        if (!clock || (limit.clear !== null && isPast(value, limit.comparison, limit.clear))) continue;
        clocks.delete(key);
        moved.delete(key);
        ended.set(key, clock);
        if (clock.level) await settle(tx, limit.kind, one.device.id, limit.metric);
        continue;
      }
      const next = clock ?? { deviceId: one.device.id, kind: about, since: one.at, last: one.at, level: null };
      next.last = one.at;
      ended.delete(key);
      clocks.set(key, next);
      moved.set(key, next);
      if (one.mute || one.at - next.since < limit.holdMinutes * 60_000) continue;
      const level = limit.serious !== null && isPast(value, limit.comparison, limit.serious) ? 'urgent' : limit.level;
      if (next.level === level || next.level === 'urgent') continue;
      next.level = level;
      await raise(tx, {
        kind: limit.kind,
        device: one.device,
        at: one.at,
        level,
        about: limit.metric,
        late: one.late,
        args: { metric: limit.metric, value: Math.round(value * 10) / 10, limit: limit.threshold },
        evidence: { metric: limit.metric, value, limit: limit.threshold, since: new Date(next.since).toISOString() },
        ruleId: limit.ruleId,
        ruleVersion: limit.ruleVersion,
      });
    }
  }
  await saveClocks(
    tx,
    [...moved.values()],
    [...ended.values()].filter((one) => !moved.has(`${one.deviceId}:${one.kind}`)),
  );
}
