import { invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import {
  exportTrail,
  mostPoints,
  type Trail,
  type TrailLine,
  trail,
  trailDays,
} from '#modules/device/contract/telemetry/telemetry.ts';
import { metres } from '../ingest/places.ts';
import { dayOf } from '../ingest/rows/device-day.ts';

interface Point {
  deviceId: number;
  animalId: number | null;
  t: number;
  lon: number;
  lat: number;
  mark: string;
}

const stopMetres = 50;
const stopMs = 30 * 60_000;

/** Where it stayed: half an hour or more within fifty metres. */
export function stopsOf(points: readonly Point[]): TrailLine['stops'] {
  const stops: TrailLine['stops'] = [];
  let from = 0;
  const close = (to: number) => {
    const [first, last] = [points[from], points[to]];
    if (first && last && last.t - first.t >= stopMs)
      stops.push({
        from: new Date(first.t).toISOString(),
        to: new Date(last.t).toISOString(),
        minutes: Math.round((last.t - first.t) / 60_000),
        longitude: first.lon,
        latitude: first.lat,
      });
  };
  for (let i = 1; i < points.length; i += 1) {
    const [start, one] = [points[from] as Point, points[i] as Point];
    if (metres(start.lon, start.lat, one.lon, one.lat) <= stopMetres) continue;
    close(i - 1);
    from = i;
  }
  close(points.length - 1);
  return stops;
}

/** R60: fewer points, but never without the first and last of a day, or those something was told at. */
export function thinned(points: readonly Point[], most: number, told: readonly number[] = []): Point[] {
  if (points.length <= most) return [...points];
  const step = points.length / (most * 0.9);
  let next = 0;
  const kept = new Set(told.map((at) => points.findLastIndex((one) => one.t <= at)));
  return points.filter((one, i) => {
    const edge =
      kept.has(i) ||
      i === 0 ||
      i === points.length - 1 ||
      dayOf(one.t) !== dayOf((points[i - 1] as Point).t) ||
      dayOf(one.t) !== dayOf((points[i + 1] as Point).t);
    if (i >= next) {
      next += step;
      return true;
    }
    return edge;
  });
}

/** R61: good fixes only, steps of fifteen metres and more. */
export function walked(points: readonly Point[]): { day: string; metres: number }[] {
  const days = new Map<string, number>();
  let last: Point | null = null;
  for (const one of points) {
    if (one.mark.includes('jump') || one.mark.includes('inexact')) continue;
    const step = last ? metres(last.lon, last.lat, one.lon, one.lat) : 0;
    const day = dayOf(one.t);
    days.set(day, (days.get(day) ?? 0) + (step >= 15 ? step : 0));
    if (step >= 15 || !last) last = one;
  }
  return [...days].map(([day, sum]) => ({ day, metres: Math.round(sum) }));
}

interface Ask {
  animalIds?: number[] | undefined;
  deviceIds?: number[] | undefined;
  from: string;
  to: string;
}

async function read(call: Pick<Call, 'database' | 'actor'>, ask: Ask): Promise<Trail> {
  if (Date.parse(ask.to) - Date.parse(ask.from) > (trailDays + 1) * 86_400_000)
    throw invalid([{ field: 'to', key: 'error.field.range' }]);
  const ids = ask.animalIds ?? ask.deviceIds;
  if (!ids) throw invalid([{ field: 'deviceIds', key: 'error.field.required' }]);
  const isAnimals = Boolean(ask.animalIds);
  const { scope } = call.actor;
  const devices = isAnimals
    ? (
        await call.database.read<[{ id: number }]>(scope, {
          text: `select distinct device_id as id from device.device_binding where target_kind = 'animal'
            and target_id = any ($1) and device_kind = 'collar'`,
          values: [ids],
        })
      )[0].map((one) => one.id)
    : ids;
  const [points, labels, alarms, fences] = await call.database.read<
    [Point, { id: number; label: string }, Trail['alarms'][number], Trail['fences'][number]]
  >(
    scope,
    {
      text: `select p.device_id as "deviceId", p.animal_id as "animalId", (extract(epoch
        from p.event_at) * 1000)::float8 as t, p.longitude as lon,
               p.latitude as lat, array_to_string(p.marks, ',') as mark
             from (select device_id, animal_id, event_at, longitude, latitude, marks from device.device_position
                 where device_id = any ($1) and event_at between $2 and $3
               -- What is held as evidence is laid aside some days before its day is taken off.
               union
               select device_id, animal_id, event_at, longitude, latitude, marks from device.held_position
                 where device_id = any ($1) and event_at between $2 and $3) p
             where $4::bigint[] is null or p.animal_id = any ($4)
             order by p.event_at limit 60000`,
      values: [devices, ask.from, ask.to, isAnimals ? ids : null],
    },
    isAnimals
      ? {
          text: `select id, ear_tag as label from registry.animal_view where id = any ($1)
            union all select * from (select distinct on (b.target_id) b.target_id, b.ear_tag
              from device.device_binding b where b.target_kind = 'animal' and b.target_id = any ($1)
                and not exists (select 1 from registry.animal_view a where a.id = b.target_id)
              order by b.target_id, b.id desc) former`,
          values: [ids],
        }
      : {
          text: `select d.id, d.device_no || coalesce(' · ' || (select b.ear_tag from device.device_binding b
            where b.tenant_no = d.tenant_no
                   and b.device_id = d.id and b.to_at is null and b.ear_tag is not null limit 1), '') as label
                     from device.device d where d.id = any ($1)
            -- R11: whoever had it before has its own span, by what it was worn on then.
            union all select * from (select distinct on (b.device_id) b.device_id,
                coalesce(b.ear_tag, b.target_text, b.device_id::text) from device.device_binding b
              where b.device_id = any ($1) and not exists (select 1 from device.device d where d.id = b.device_id)
              order by b.device_id, b.id desc) former`,
          values: [ids],
        },
    {
      text: `select id, kind, level, opened_at as at, device_id as "deviceId" from platform.alarm_view
             where device_id = any ($1) and opened_at between $2 and $3 order by opened_at limit 200`,
      values: [devices, ask.from, ask.to],
    },
    {
      text: `select f.id, f.name, f.kind, g.polygon from device.fence f join device.fence_geometry g
        on g.tenant_no = f.tenant_no and g.fence_id = f.id
             where f.principal_id in (select principal_id from device.device where id = any ($1))
               and f.status <> 'draft'
               and g.valid_from <= $3 and (g.valid_to is null or g.valid_to >= $2) limit 50`,
      values: [devices, ask.from, ask.to],
    },
  );
  if (labels.length < ids.length) throw notFound();
  const each = Math.floor(mostPoints / labels.length);
  const toldAt = (own: readonly Point[]) =>
    alarms.filter((one) => own.some((point) => point.deviceId === one.deviceId)).map((one) => Date.parse(one.at));
  const lines = labels.map(({ id, label }): TrailLine => {
    const own = points.filter((one) => (isAnimals ? one.animalId === id : one.deviceId === id));
    return {
      id,
      deviceId: own[0]?.deviceId ?? devices[0] ?? id,
      label,
      points: thinned(own, each, toldAt(own)).map((one) => [one.t, one.lon, one.lat, one.mark]),
      stops: stopsOf(own),
      days: walked(own),
    };
  });
  return { lines, alarms, fences };
}

export const trailRoutes = (): Route[] => [
  serve('device', trail, (call) => read(call as unknown as Call, call.query)),
  serve('device', exportTrail, async (call) => {
    const { deviceId, from, to, as } = call.query;
    const { lines } = await read(call as unknown as Call, { deviceIds: [deviceId], from, to });
    const [line] = lines;
    const points = line?.points ?? [];
    const time = (t: number) => new Date(t).toISOString();
    const name = `trail-${deviceId}-${from.slice(0, 10)}.${as}`;
    if (as === 'csv')
      return {
        name,
        text: ['time,longitude,latitude,mark', ...points.map(([t, x, y, m]) => `${time(t)},${x},${y},${m}`)].join('\n'),
      };
    const body = points.map(([t, x, y]) => `<trkpt lat="${y}" lon="${x}"><time>${time(t)}</time></trkpt>`).join('\n');
    return {
      name,
      text: `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Mulian" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n${body}\n</trkseg></trk></gpx>`,
    };
  }),
];
