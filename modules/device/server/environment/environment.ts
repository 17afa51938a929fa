import { notFound } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type EnvCard, envBoard, envSeries, envStandard } from '#modules/device/contract/environment/environment.ts';

interface Standard {
  metric: string;
  principalId: number | null;
  hovelKind: string | null;
  low: number | null;
  high: number | null;
  seriousLow: number | null;
  seriousHigh: number | null;
}
interface Sensor {
  hovelId: number;
  name: string;
  kind: string;
  principalId: number;
  holder: string;
  deviceId: number;
  at: string | null;
  values: Record<string, number>;
}

const shown = ['temp', 'hum', 'nh3', 'co2', 'h2s', 'thi'];
const oldMs = 15 * 60_000;

const standardSql = `select metric, principal_id as "principalId", hovel_kind as "hovelKind", low, high,
  serious_low as "seriousLow",
  serious_high as "seriousHigh" from device.env_standard order by tenant_no desc, principal_id nulls last,
    hovel_kind nulls last`;
const sensorSql = `select b.target_id as "hovelId", h.name, h.kind, h.principal_id as "principalId",
  registry.principal_name(h.principal_id) as holder,
    b.device_id as "deviceId", s.reading_at as at, coalesce(s.values, '{}') as values
  from device.device_binding b join registry.house_view h on h.id = b.target_id
  left join device.device_state s on s.tenant_no = b.tenant_no and s.device_id = b.device_id
  where b.target_kind = 'hovel' and b.device_kind = 'envSensor' and b.to_at is null and ($1::bigint is null
    or b.principal_id = $1)
  order by h.principal_id, h.name limit 600`;

const nearest = (
  standards: readonly Standard[],
  metric: string,
  principalId: number,
  kind: string,
): Standard | undefined =>
  standards.find(
    (one) =>
      one.metric === metric &&
      (one.principalId === null || one.principalId === principalId) &&
      (one.hovelKind === null || one.hovelKind === kind),
  );

const stateOf = (value: number, limit: Standard | undefined, at: string | null): 'ok' | 'over' | 'serious' | 'old' => {
  if (!at || Date.now() - Date.parse(at) > 4 * oldMs) return 'old';
  if (!limit) return 'ok';
  if (
    (limit.seriousHigh !== null && value > limit.seriousHigh) ||
    (limit.seriousLow !== null && value < limit.seriousLow)
  )
    return 'serious';
  return (limit.high !== null && value > limit.high) || (limit.low !== null && value < limit.low) ? 'over' : 'ok';
};

/** R49: a house's value is the mean of its sensors; two that differ much are marked. */
function cardOf(sensors: readonly Sensor[], standards: readonly Standard[], overHours: number): EnvCard {
  const [first] = sensors as [Sensor];
  const fresh = sensors.filter((one) => one.at && Date.now() - Date.parse(one.at) <= oldMs);
  const used = fresh.length > 0 ? fresh : sensors.filter((one) => one.at);
  let apart = false;
  const values = shown.flatMap((metric) => {
    const all = used.flatMap((one) => (one.values[metric] === undefined ? [] : [one.values[metric]]));
    if (all.length === 0) return [];
    const value = Math.round((all.reduce((sum, one) => sum + one, 0) / all.length) * 10) / 10;
    const spread = Math.max(...all) - Math.min(...all);
    if (all.length > 1 && spread > (metric === 'temp' ? 2 : Math.abs(value) * 0.2)) apart = true;
    const limit = nearest(standards, metric, first.principalId, first.kind);
    const at = used
      .map((one) => one.at as string)
      .toSorted()
      .at(-1) as string;
    return [
      { metric, value, at, low: limit?.low ?? null, high: limit?.high ?? null, state: stateOf(value, limit, at) },
    ];
  });
  return {
    hovelId: first.hovelId,
    name: first.name,
    kind: first.kind,
    holder: first.holder,
    sensors: sensors.length,
    apart,
    values,
    overHours,
  };
}

export const environmentRoutes = (): Route[] => [
  ...serveResource(envStandard)({
    can: (row, verb, actor) =>
      verb === 'detail' || row.principalId === null || actor.scope.principals.includes(row.principalId),
  }),
  serve('device', envBoard, async (call) => {
    const principalId = call.query.principalId ?? null;
    const [sensors, standards, hours] = await call.database.read<
      [Sensor, Standard, { hovelId: number; metric: string; low: number; high: number; n: number }]
    >(
      call.actor.scope,
      { text: sensorSql, values: [principalId] },
      { text: standardSql, values: [] },
      {
        text: `select h.target_id as "hovelId", h.metric, h.low, h.high, 1 as n from device.device_hour h
               where h.target_kind = 'hovel' and h.target_id is not null and h.hour >= date_trunc('month', now())
                 and h.metric = any ($2) and ($1::bigint is null or h.principal_id = $1)`,
        values: [principalId, shown],
      },
    );
    const byHouse = Map.groupBy(sensors, (one) => one.hovelId);
    const over = new Map<number, number>();
    for (const one of hours) {
      const [house] = byHouse.get(one.hovelId) ?? [];
      const limit = house && nearest(standards, one.metric, house.principalId, house.kind);
      if (limit && ((limit.high !== null && one.high > limit.high) || (limit.low !== null && one.low < limit.low)))
        over.set(one.hovelId, (over.get(one.hovelId) ?? 0) + 1);
    }
    return [...byHouse.values()].map((all) => cardOf(all, standards, over.get(all[0]?.hovelId ?? 0) ?? 0));
  }),
  serve('device', envSeries, async (call) => {
    const { hovelId, metric, days } = call.query;
    const span = Number(days);
    const raw = span === 1;
    const [houses, standards, points] = await call.database.read<
      [{ principalId: number; kind: string }, Standard, { t: number; low: number; avg: number; high: number }]
    >(
      call.actor.scope,
      { text: `select principal_id as "principalId", kind from registry.house_view where id = $1`, values: [hovelId] },
      { text: standardSql, values: [] },
      {
        text: raw
          ? `select (floor(extract(epoch from r.event_at) / 600) * 600000)::float8 as t,
            min((r.metrics ->> $2)::float8) as low,
               avg((r.metrics ->> $2)::float8) as avg, max((r.metrics ->> $2)::float8) as high
             from device.device_reading r join device.device_binding b on b.tenant_no = r.tenant_no
               and b.device_id = r.device_id
               and b.target_kind = 'hovel' and b.target_id = $1 and r.event_at >= b.from_at and (b.to_at is null
                 or r.event_at < b.to_at)
             where r.event_at > now() - make_interval(days => $3) and r.metrics ? $2 group by 1 order by 1`
          : `select (extract(epoch from h.hour) * 1000)::float8 as t, min(h.low) as low,
            sum(h.total) / sum(h.count) as avg, max(h.high) as high
             from device.device_hour h where h.target_kind = 'hovel' and h.target_id = $1 and h.metric = $2
               and h.hour > now() - make_interval(days => $3) group by 1 order by 1`,
        values: [hovelId, metric, span],
      },
    );
    const [house] = houses;
    if (!house) throw notFound();
    const limit = nearest(standards, metric, house.principalId, house.kind);
    const over = new Map<string, Set<number>>();
    for (const one of points) {
      const isOver =
        limit && ((limit.high !== null && one.high > limit.high) || (limit.low !== null && one.low < limit.low));
      if (!isOver) continue;
      const day = new Date(one.t + 8 * 3_600_000).toISOString().slice(0, 10);
      over.set(day, (over.get(day) ?? new Set()).add(Math.floor(one.t / 3_600_000)));
    }
    const round = (value: number) => Math.round(value * 100) / 100;
    return {
      low: limit?.low ?? null,
      high: limit?.high ?? null,
      points: points.map(
        (one) => [one.t, round(one.low), round(one.avg), round(one.high)] as [number, number, number, number],
      ),
      over: [...over].map(([day, hours]) => ({ day, hours: hours.size })),
    };
  }),
];
