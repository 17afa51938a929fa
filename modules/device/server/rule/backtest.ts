import type { BodyOf, DataOf } from '#kit/contract/endpoint.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import type { backtest } from '#modules/device/contract/rule/alarm-rule.ts';
import { dayOf } from '../ingest/rows/device-day.ts';
import { isPast } from '../ingest/rules.ts';

type Ask = BodyOf<typeof backtest>;
type Answer = DataOf<typeof backtest>;
interface Reading {
  deviceId: number;
  deviceNo: string;
  at: number;
  value: number;
}

export interface Episode {
  deviceId: number;
  deviceNo: string;
  from: number;
  to: number;
  extreme: number;
}

/** The same walk as ingest does it: past the limit long enough is one alarm, until it is within it again. */
export function episodes(
  readings: readonly Reading[],
  rule: Pick<Ask, 'comparison' | 'threshold' | 'clearThreshold' | 'holdMinutes'>,
): Episode[] {
  const found: Episode[] = [];
  let open: (Episode & { told: boolean }) | null = null;
  for (const one of readings) {
    if (open && open.deviceId !== one.deviceId) open = null;
    const past = isPast(one.value, rule.comparison, rule.threshold);
    if (past) {
      open ??= {
        deviceId: one.deviceId,
        deviceNo: one.deviceNo,
        from: one.at,
        to: one.at,
        extreme: one.value,
        told: false,
      };
      open.to = one.at;
      open.extreme =
        rule.comparison === 'above' ? Math.max(open.extreme, one.value) : Math.min(open.extreme, one.value);
      if (!open.told && one.at - open.from >= rule.holdMinutes * 60_000) {
        open.told = true;
        found.push(open);
      }
    } else if (open && !(rule.clearThreshold != null && isPast(one.value, rule.comparison, rule.clearThreshold)))
      open = null;
  }
  return found;
}

const mostRows = 400_000;

/** R40: on the readings the caller sees, of the last days. Positions tell speed, all else are readings. */
export async function backtestRule(database: Database, scope: Scope, ask: Ask): Promise<Answer> {
  const isSpeed = ask.metric === 'speed';
  const value = isSpeed ? 'r.speed' : `(r.metrics ->> $2)::float8`;
  const [rows] = await database.read<[Reading]>(scope, {
    text: `select r.device_id as "deviceId", d.device_no as "deviceNo", (extract(epoch
      from r.event_at) * 1000)::float8 as at, ${value} as value
           from device.${isSpeed ? 'device_position' : 'device_reading'} r join device.device d
             on d.tenant_no = r.tenant_no and d.id = r.device_id
           where r.event_at > now() - make_interval(days => $1)
             and ${isSpeed ? "r.speed is not null and $2::text <> ''" : 'r.metrics ? $2'}
             and ($3::bigint is null or r.principal_id = $3) and not r.marks && array['jump', 'inexact']
           order by r.device_id, r.event_at limit ${mostRows}`,
    values: [ask.days, ask.metric, ask.principalId ?? null],
  });
  const found = episodes(rows, ask);
  const byDay = new Map<string, number>();
  for (let ago = ask.days - 1; ago >= 0; ago -= 1) byDay.set(dayOf(Date.now() - ago * 86_400_000), 0);
  for (const one of found) byDay.set(dayOf(one.from), (byDay.get(dayOf(one.from)) ?? 0) + 1);
  return {
    count: found.length,
    devices: new Set(found.map((one) => one.deviceId)).size,
    looked: rows.length,
    byDay: [...byDay].map(([day, n]) => ({ day, n })),
    sample: found
      .toSorted((a, b) => b.from - a.from)
      .slice(0, 20)
      .map((one) => ({
        deviceId: one.deviceId,
        deviceNo: one.deviceNo,
        from: new Date(one.from).toISOString(),
        minutes: Math.round((one.to - one.from) / 60_000),
        extreme: one.extreme,
      })),
  };
}
