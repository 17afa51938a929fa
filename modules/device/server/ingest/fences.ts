import type { Tx } from '#kit/server/db/database.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { type Raised, raise, settle } from './alarms.ts';
import { bindingAt, type Known } from './known.ts';
import { depth, type Rings } from './places.ts';
import { Presences } from './rows/fence-presence.ts';

export interface FenceRule {
  id: number;
  fenceId: number;
  trigger: 'enter' | 'leave' | 'stay';
  minutes: number | null;
  scope: string;
  /** Stages of the animals it is for, where it is not for all. */
  scopeWords: string[];
  level: AlarmLevel;
  weekDays: number[];
  fromTime: string | null;
  toTime: string | null;
  seasonFrom: string | null;
  seasonTo: string | null;
  bufferM: number | null;
  confirmFixes: number | null;
}
export interface Fence {
  id: number;
  name: string;
  principalId: number;
  geometries: { polygon: Rings; from: number; to: number }[];
  rules: FenceRule[];
}
export interface Fix {
  device: Known;
  at: number;
  longitude: number;
  latitude: number;
  acc: number | null;
  late: boolean;
  /** Too late to tell anybody. */
  mute: boolean;
}

const usual = { bufferM: 30, confirmFixes: 2 };
const batchHeads = 5;
const batchMinutes = 30;
const kinds = { leave: 'fenceLeave', enter: 'fenceEnter', stay: 'fenceStay' } as const;

/** R29: days, hours (over midnight too) and season of a rule, by China's clock. */
export function inWindow(
  rule: Pick<FenceRule, 'weekDays' | 'fromTime' | 'toTime' | 'seasonFrom' | 'seasonTo'>,
  at: number,
): boolean {
  const local = new Date(at + 8 * 3_600_000).toISOString();
  const [day, time] = [local.slice(5, 10), local.slice(11, 16)];
  const between = (value: string, from: string | null, to: string | null) =>
    from === null || to === null || (from <= to ? value >= from && value < to : value >= from || value < to);
  const weekDay = new Date(at + 8 * 3_600_000).getUTCDay() || 7;
  return (
    (rule.weekDays.length === 0 || rule.weekDays.includes(weekDay)) &&
    between(time, rule.fromTime, rule.toTime) &&
    between(day, rule.seasonFrom, rule.seasonTo)
  );
}

export async function readFences(tx: Tx, principalIds: readonly number[]): Promise<Fence[]> {
  if (principalIds.length === 0) return [];
  const fences = await tx.query<Omit<Fence, 'geometries' | 'rules'> & { now: Rings }>(
    `select id, name, principal_id as "principalId", polygon as now from device.fence
     where tenant_no = $1 and principal_id = any ($2) and status = 'active'`,
    [tx.scope.tenantNo, principalIds],
  );
  if (fences.length === 0) return [];
  const ids = fences.map((one) => one.id);
  const [rules, old] = await Promise.all([
    tx.query<FenceRule>(
      `select id, fence_id as "fenceId", trigger, minutes, scope, scope_words as "scopeWords", level,
         week_days as "weekDays", from_time as "fromTime",
         to_time as "toTime", season_from as "seasonFrom", season_to as "seasonTo", buffer_m as "bufferM", confirm_fixes as "confirmFixes"
       from device.fence_rule where tenant_no = $1 and fence_id = any ($2) and status = 'enabled'`,
      [tx.scope.tenantNo, ids],
    ),
    tx.query<{ fenceId: number; polygon: Rings; from: number; to: number | null }>(
      `select fence_id as "fenceId", polygon, (extract(epoch from valid_from) * 1000)::float8 as "from",
         (extract(epoch from valid_to) * 1000)::float8 as "to"
       from device.fence_geometry where tenant_no = $1 and fence_id = any ($2) and (valid_to is null
         or valid_to > now() - interval '8 days')`,
      [tx.scope.tenantNo, ids],
    ),
  ]);
  return fences.map(({ now, ...fence }) => {
    const own = old.filter((one) => one.fenceId === fence.id).map((one) => ({ ...one, to: one.to ?? Infinity }));
    return {
      ...fence,
      geometries: own.length > 0 ? own : [{ polygon: now, from: 0, to: Infinity }],
      rules: rules.filter((one) => one.fenceId === fence.id),
    };
  });
}

/** The stage of each animal these fixes are of, asked only where a rule is for some stages. */
async function stagesOf(tx: Tx, fences: readonly Fence[], fixes: readonly Fix[]): Promise<Map<number, string>> {
  if (!fences.some((fence) => fence.rules.some((rule) => rule.scope === 'stages'))) return new Map();
  const ids = fixes.flatMap((fix) => {
    const binding = bindingAt(fix.device, fix.at);
    return binding?.targetKind === 'animal' ? [binding.targetId] : [];
  });
  const rows = await tx.query<{ id: number; stage: string }>(
    `select id, coalesce(stage, '') as stage from registry.animal_view where tenant_no = $1 and id = any ($2)`,
    [tx.scope.tenantNo, [...new Set(ids)]],
  );
  return new Map(rows.map((one) => [one.id, one.stage]));
}

const isIn = (rule: FenceRule, fix: Fix, stages: ReadonlyMap<number, string>): boolean => {
  if (rule.scope === 'all') return true;
  const binding = bindingAt(fix.device, fix.at);
  return binding?.targetKind === 'animal' && rule.scopeWords.includes(stages.get(binding.targetId) ?? '');
};

/** R26, R27: each good fix against the fences of its holder as they were then, in the order things happened. */
export async function watchFences(tx: Tx, fixes: readonly Fix[]): Promise<void> {
  if (fixes.length === 0) return;
  const holderOf = (fix: Fix) => bindingAt(fix.device, fix.at)?.principalId ?? fix.device.principalId;
  const fences = await readFences(tx, [...new Set(fixes.map(holderOf))]);
  if (fences.length === 0) return;
  const stages = await stagesOf(tx, fences, fixes);
  const presences = await Presences.read(tx, [...new Set(fixes.map((one) => one.device.id))]);
  // The last fix of a leaving by fence: whether many left together is asked once they are all known.
  const left = new Map<Fence, Fix>();
  for (const fix of fixes.toSorted((a, b) => a.at - b.at))
    for (const fence of fences)
      if (fence.principalId === holderOf(fix) && (await watch(tx, presences, fence, fix, stages))) left.set(fence, fix);
  for (const [fence, fix] of left) await raiseBatch(tx, fence, fix);
  await presences.save(tx);
}

/** Whether somebody was told that it left. */
async function watch(
  tx: Tx,
  presences: Presences,
  fence: Fence,
  fix: Fix,
  stages: ReadonlyMap<number, string>,
): Promise<boolean> {
  const geometry = fence.geometries.find((one) => one.from <= fix.at && fix.at < one.to) ?? fence.geometries.at(-1);
  if (!geometry) return false;
  const deep = depth(geometry.polygon, fix.longitude, fix.latitude);
  const rules = fence.rules.filter((rule) => isIn(rule, fix, stages));
  const buffer = Math.max(...rules.map((rule) => rule.bufferM ?? usual.bufferM), 0) || usual.bufferM;
  const confirm = Math.max(...rules.map((rule) => rule.confirmFixes ?? usual.confirmFixes), 0) || usual.confirmFixes;
  const margin = Math.max(buffer, fix.acc ?? 0);
  const before = presences.get(fence.id, fix.device.id);
  if (!before) {
    presences.set({
      fenceId: fence.id,
      deviceId: fix.device.id,
      inside: deep >= 0,
      since: fix.at,
      lastFix: fix.at,
      pending: 0,
      fired: [],
      changed: true,
    });
    return false;
  }
  // What came before the last fix is known by now: it moves nothing.
  if (fix.at <= before.lastFix) return false;
  const one = { ...before, lastFix: fix.at, changed: true };
  const crossed = before.inside ? deep < -margin : deep > margin;
  one.pending = crossed ? before.pending + 1 : 0;
  if (one.pending >= confirm) {
    one.inside = !before.inside;
    one.since = fix.at;
    one.pending = 0;
    one.fired = [];
    await closeOpposite(tx, fence, fix, one.inside);
  }
  presences.set(one);
  if (fix.mute) return false;
  let hasLeft = false;
  for (const rule of rules) {
    const name = String(rule.id);
    if (one.fired.includes(name) || !inWindow(rule, fix.at)) continue;
    const wrong =
      rule.trigger === 'leave'
        ? !one.inside
        : rule.trigger === 'enter'
          ? one.inside
          : one.inside && fix.at - one.since >= (rule.minutes ?? 60) * 60_000;
    if (!wrong) continue;
    one.fired = [...one.fired, name];
    await speakUp(tx, fence, rule, fix, deep);
    hasLeft ||= rule.trigger === 'leave';
  }
  return hasLeft;
}

async function closeOpposite(tx: Tx, fence: Fence, fix: Fix, inside: boolean): Promise<void> {
  for (const kind of inside ? (['fenceLeave'] as const) : (['fenceEnter', 'fenceStay'] as const))
    await settle(tx, kind, fix.device.id, String(fence.id));
}

async function speakUp(tx: Tx, fence: Fence, rule: FenceRule, fix: Fix, deep: number): Promise<void> {
  const kind = kinds[rule.trigger as keyof typeof kinds];
  const raised: Raised = {
    kind,
    device: fix.device,
    at: fix.at,
    level: rule.level,
    about: String(fence.id),
    late: fix.late,
    args: { fence: fence.name, fenceId: fence.id, metres: Math.round(Math.abs(deep)) },
    evidence: {
      longitude: fix.longitude,
      latitude: fix.latitude,
      acc: fix.acc,
      metres: Math.round(deep),
      fenceId: fence.id,
    },
  };
  await raise(tx, raised);
}

/** R30: several animals leaving together are one thing that happened. */
async function raiseBatch(tx: Tx, fence: Fence, fix: Fix): Promise<void> {
  const gone = await tx.query<{ subject: string; device: number }>(
    `select a.subject_name as subject, a.device_id as device from platform.alarm_view a
     where a.tenant_no = $1 and a.kind = 'fenceLeave' and a.status <> 'closed' and a.dedup_key like '%:' || $2
       and a.opened_at > now() - make_interval(mins => $3)`,
    [tx.scope.tenantNo, String(fence.id), batchMinutes],
  );
  if (gone.length < batchHeads) return;
  await raise(tx, {
    kind: 'batchLeave',
    device: fix.device,
    subject: { entity: 'device.fence', id: fence.id, name: fence.name },
    at: fix.at,
    args: { fence: fence.name, fenceId: fence.id, n: gone.length },
    evidence: { members: gone.map((one) => one.subject), fenceId: fence.id },
  });
}
