import { invalid, notFound } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import {
  type DeviceMessage,
  type DeviceNow,
  deviceNow,
  messages,
  series,
} from '#modules/device/contract/telemetry/telemetry.ts';

const metricName = /^\w{1,20}$/;
const stepSql: Record<string, string> = {
  '10m': 'to_timestamp(floor(extract(epoch from r.event_at) / 600) * 600)',
  hour: "date_trunc('hour', r.event_at)",
  day: "date_trunc('day', r.event_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'",
};

export const deviceNowRoutes = (): Route[] => [
  serve('device', deviceNow, async (call) => {
    const id = call.query.id;
    const [rows, alarms] = await call.database.read<[Omit<DeviceNow, 'alarms'>, DeviceNow['alarms'][number]]>(
      call.actor.scope,
      {
        text: `select s.last_seen_at as "lastSeenAt", s.last_event_at as "lastEventAt", s.silent_due_at
          as "silentDueAt", s.battery_pct as "batteryPct",
                 s.signal_pct as "signalPct", s.rssi, coalesce(s.firmware, d.firmware) as firmware, s.clock_skew
                   as "clockSkew",
                 coalesce(s.longitude, d.longitude) as longitude, coalesce(s.latitude, d.latitude) as latitude,
                   s.location_at as "locationAt",
                 s.location_acc as "locationAcc", s.speed, coalesce(s.values, '{}') as values, m.metrics, m.commands,
                   m.transport,
                 (select g.device_no from device.device g where g.id = s.gateway_id) as "gatewayNo",
                 (select jsonb_build_object('fingerprint', c.fingerprint, 'createdAt', c.created_at, 'expireAt',
                   c.expire_at, 'endsAt', c.ends_at)
                    from device.device_credential c where c.device_id = d.id and c.revoked_at is null
                      order by c.id desc limit 1) as credential,
                 (select jsonb_build_object('targetKind', b.target_kind, 'targetId', b.target_id, 'text',
                   b.target_text, 'earTag', b.ear_tag,
                    'fromAt', b.from_at) from device.device_binding b where b.tenant_no = d.tenant_no
                      and b.device_id = d.id and b.to_at is null
                    and b.role <> 'childOf' limit 1) as binding
               from device.device d join device.device_model m on m.id = d.model_id
               left join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id where d.id = $1`,
        values: [id],
      },
      {
        text: `select id, kind, level, status, opened_at as at, coalesce(subject_name, '') as title
          from platform.alarm_view
               where device_id = $1 order by opened_at desc limit 50`,
        values: [id],
      },
    );
    const [row] = rows;
    if (!row) throw notFound();
    return { ...row, alarms };
  }),
  // What comes along with a position is kept with it and by the hour, not as a reading of its own.
  serve('device', series, async (call) => {
    const { id, metrics, from, to, step } = call.query;
    const names = metrics.split(',').filter(Boolean).slice(0, 8);
    if (!names.every((one) => metricName.test(one))) throw invalid([{ field: 'metrics', key: 'error.field.pattern' }]);
    const [rows] = await call.database.read<[{ metric: string; t: number; low: number; avg: number; high: number }]>(
      call.actor.scope,
      {
        text: `select m.metric, (extract(epoch from ${stepSql[step]}) * 1000)::float8 as t, min(m.value) as low,
          avg(m.value) as avg, max(m.value) as high
             from (select event_at, metrics from device.device_reading
               where device_id = $1 and event_at between $2 and $3
               union all select event_at, jsonb_build_object('speed', speed) from device.device_position
               where device_id = $1 and event_at between $2 and $3 and speed is not null) r
             cross join lateral (select key as metric, value::float8 as value from jsonb_each_text(r.metrics)
               where key = any ($4)) m
             group by 1, 2
           union all
             select h.metric, (extract(epoch from h.hour) * 1000)::float8, h.low, h.total / h.count, h.high
             from device.device_hour h
             where h.device_id = $1 and h.hour between $2 and $3 and h.metric = any ($4) and not exists
               (select 1 from device.device_reading r where r.device_id = $1 and r.event_at between $2 and $3)
           order by 1, 2 limit 20000`,
        values: [id, from, to, names],
      },
    );
    const found: Record<string, [number, number, number, number][]> = Object.fromEntries(
      names.map((name) => [name, []]),
    );
    const round = (value: number) => Math.round(value * 100) / 100;
    for (const one of rows) found[one.metric]?.push([one.t, round(one.low), round(one.avg), round(one.high)]);
    return found;
  }),
  serve('device', messages, async (call) => {
    const [rows] = await call.database.read<[DeviceMessage]>(call.actor.scope, {
      text: `select * from (
               select event_at as at, received_at as "receivedAt", 'pos' as type, boot, seq,
                 round(longitude::numeric, 6) || ', ' || round(latitude::numeric, 6)
                 || coalesce(' ±' || round(acc) || ' m', '') as text, marks, null::text as reason
               from device.device_position where device_id = $1 and event_at > now() - interval '7 days'
                 order by event_at desc limit 200) p
             union all select * from (
               select event_at, received_at, kind, boot, seq, metrics::text, marks, null::text
                 from device.device_reading
               where device_id = $1 and event_at > now() - interval '7 days' order by event_at desc limit 200) r
             union all select * from (
               select received_at, received_at, coalesce(detail, ''), 0::bigint, 0::bigint, left(raw, 300),
                 '{}'::text[], reason from device.device_reject
               where device_id = $1 and exists (select 1 from device.device where id = $1)
                 order by received_at desc limit 50) j
             order by 2 desc limit 200`,
      values: [call.query.id],
    });
    return rows;
  }),
];
