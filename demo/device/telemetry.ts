import type { Tx } from '#kit/server/db/database.ts';
import type { DemoSize } from '../sizes.ts';
import { deviceSizes } from './sizes.ts';

/** Herds leave at dawn and are back at dusk; in winter they stay in the yard. Tags and sensors follow the day. */
export async function saveTelemetry(tx: Tx, size: DemoSize, today: string): Promise<void> {
  const { trailDays, readingDays } = deviceSizes[size];
  const { tenantNo } = tx.scope;
  await tx.query(
    `insert into device.device_position (tenant_no, region_code, principal_id, bank_id, device_id, event_at,
      received_at, boot, seq, n, longitude, latitude, acc,
       speed, source, animal_id, marks)
     select d.tenant_no, d.region_code, b.principal_id, b.bank_id, d.id, t.at, t.at + interval '3 seconds', 1,
       100000 + row_number() over
         (partition by d.id order by t.at), 0,
       u.longitude + out.far * cos(out.angle) + wander.x, u.latitude + out.far * sin(out.angle) * 0.8 + wander.y, 6 + d.id % 9,
       case when out.far > 0.003 then round((0.6 + (d.id % 5) * 0.3)::numeric, 1) else 0 end, 'gnss', b.target_id,
       case when d.device_no like '%C000003' then array['skewed'] else '{}'::text[] end
     from device.device d join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id
       and b.to_at is null and b.target_kind = 'animal'
     join registry.principal u on u.id = d.principal_id
     cross join lateral generate_series(now() - make_interval(days => $2), now() - interval '10 minutes',
       interval '30 minutes') t (at)
     cross join lateral (select extract(hour from t.at at time zone 'Asia/Shanghai') + extract(minute
       from t.at) / 60.0 as hour) h
     cross join lateral (select (d.principal_id % 7) * 0.9 + extract(doy from t.at) * 0.05 + (d.id % 11) * 0.05
       as angle,
       case when h.hour between 6 and 19 then 0.018 * sin(pi() * (h.hour - 6) / 13.0) else 0.0004 end as far) out
     cross join lateral (select sin(d.id * 7.3 + extract(epoch from t.at) / 5000) * 0.0007 as x,
       cos(d.id * 3.1 + extract(epoch from t.at) / 4100) * 0.0006 as y) wander
     where d.tenant_no = $1 and d.kind = 'collar'`,
    [tenantNo, trailDays],
  );
  await tx.query(
    `update device.device_state s set longitude = p.longitude, latitude = p.latitude, location_at = p.event_at,
      location_acc = p.acc, location_source = 'gnss',
       speed = p.speed
     from (select distinct on (device_id) * from device.device_position where tenant_no = $1
       and event_at > now() - interval '1 day'
       order by device_id, event_at desc) p where s.tenant_no = $1 and s.device_id = p.device_id`,
    [tenantNo],
  );
  const readings = (kind: string, minutes: number, metrics: string, type: string) =>
    tx.query(
      `insert into device.device_reading (tenant_no, region_code, principal_id, bank_id, device_id, event_at,
        received_at, boot, seq, n, kind, metrics, animal_id,
         target_kind, target_id, marks)
       select d.tenant_no, d.region_code, b.principal_id, b.bank_id, d.id, t.at, t.at + case
         when late.is then interval '6 hours' else interval '2 seconds' end, 1,
         200000 + row_number() over (partition by d.id order by t.at), 0, $4, ${metrics}, case when b.target_kind = 'animal' then b.target_id end,
         b.target_kind, b.target_id, case when late.is then array['late'] else '{}'::text[] end
       from device.device d join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id
         and b.to_at is null
       cross join lateral generate_series(now() - make_interval(days => $2), now() - interval '5 minutes',
         make_interval(mins => $3)) t (at)
       cross join lateral (select d.id % 13 = 5 and t.at between now() - interval '5 days 6 hours'
         and now() - interval '5 days' as is) late
       cross join lateral (select extract(hour from t.at at time zone 'Asia/Shanghai')::float8 as hour,
         extract(doy from t.at)::float8 as doy) h
       where d.tenant_no = $1 and d.kind = $5`,
      [tenantNo, readingDays, minutes, type, kind],
    );
  await readings(
    'earTag',
    size === 'small' ? 60 : 120,
    `jsonb_build_object('bodyTemp', round((38.1 + 0.35 * sin((h.hour - 9) / 24.0 * 2 * pi()) + 0.15 * sin(d.id * 1.7 + h.doy)
       + case when d.id % 19 = 3 and h.doy::int % 9 = 0 then 2.2 else 0 end)::numeric, 2),
     'activity', greatest(1, round(45 + 35 * sin((h.hour - 6) / 24.0 * 2 * pi()) + 8 * sin(d.id + extract(epoch
       from t.at) / 3000)
       + case when d.id % 23 = 7 and h.doy::int % 11 = 2 then 130 else 0 end)::int))`,
    'scan',
  );
  await readings(
    'envSensor',
    30,
    `jsonb_build_object('temp', round((14 + 7 * sin((h.hour - 9) / 24.0 * 2 * pi()) + (d.id % 4) + case
      when d.id % 5 = 1 and h.doy::int % 6 = 0 then 12 else 0 end)::numeric, 1),
     'hum', round((66 - 10 * sin((h.hour - 9) / 24.0 * 2 * pi()) + d.id % 7)::numeric, 1), 'co2', 800 + (d.id % 5) * 120,
     'nh3', round((9 + 3 * cos(h.hour / 24.0 * 2 * pi()) + case when d.id % 4 = 2 and h.doy::int % 7 in (0, 1, 2)
       and (h.hour < 6 or h.hour > 21) then 16 else 0 end)::numeric, 1),
     'h2s', 1 + d.id % 3, 'thi', round((58 + 9 * sin((h.hour - 9) / 24.0 * 2 * pi()) + case when d.id % 5 = 1
       and h.doy::int % 6 = 0 then 13 else 0 end)::numeric, 1))`,
    'env',
  );
  await tx.query(
    `insert into device.device_hour (tenant_no, region_code, principal_id, bank_id, device_id, hour, metric,
      target_kind, target_id, low, high, total, last, count)
     select r.tenant_no, max(r.region_code), max(r.principal_id), max(r.bank_id), r.device_id, date_trunc('hour',
       r.event_at), m.key, max(r.target_kind), max(r.target_id),
       min(m.value::float8), max(m.value::float8), sum(m.value::float8), max(m.value::float8), count(*)
     from device.device_reading r cross join lateral jsonb_each_text(r.metrics) m where r.tenant_no = $1
       group by r.tenant_no, r.device_id, date_trunc('hour', r.event_at), m.key`,
    [tenantNo],
  );
  await tx.query(
    `insert into device.device_day (tenant_no, region_code, principal_id, bank_id, device_id, day, kind, model_id,
      messages, accepted, lost, late, duplicates, refused,
       online_seconds, battery_end, distance_m)
     select d.tenant_no, d.region_code, d.principal_id, d.bank_id, d.id, y.day, d.kind, d.model_id, c.n,
       c.n - c.n / 60, (d.id + extract(doy from y.day)::int) % 4, c.n / 40,
       c.n / 90, c.n / 60 - c.n / 90, 86400 - ((d.id * 37 + extract(doy from y.day)::int * 13) % 9000)::int *
         case when d.id % 11 = 0 then 6 else 1 end,
       30 + (d.id % 60)::int, case when d.kind = 'collar' then 3000 + (d.id * 71 + extract(doy
         from y.day)::int * 97) % 4000 else 0 end
     from device.device d join device.device_model m on m.id = d.model_id
     cross join lateral (select ($3::date - n)::date as day from generate_series(1, $2::int) n) y
     cross join lateral (select greatest(24, 86400 / m.report_seconds / 2) as n) c
     where d.tenant_no = $1 and d.status = 'active' and d.kind <> 'camera'`,
    [tenantNo, Math.min(60, trailDays), today],
  );
  await tx.query(
    `insert into device.device_reject (tenant_no, received_at, subject, device_no, device_id, reason, detail, raw)
     select d.tenant_no, now() - make_interval(hours => n), 'iot.' || d.tenant_no || '.up.' || d.device_no || '.pos',
       d.device_no, d.id,
       (array['badJson', 'future', 'outOfRange', 'tooOld', 'badSchema'])[1 + (n + d.id) % 5], 'pos', '{"v":1,"boot":1,"seq":' || n || ',"d":[{"t":'
     from (select * from device.device where tenant_no = $1 and status = 'active' and kind in ('collar',
       'envSensor') order by id limit 12) d, generate_series(1, 3) n`,
    [tenantNo],
  );
  await tx.query(
    `insert into device.ingest_minute (tenant_no, minute, messages, accepted, duplicates, late, refused, delay_p50,
      delay_p95)
     select $1, date_trunc('minute', now()) - make_interval(mins => n), 60 + n % 25, 56 + n % 20, n % 3, n % 4,
       n % 2, 0.08, 0.2 + (n % 10) / 40.0
     from generate_series(10, 1440) n`,
    [tenantNo],
  );
}
