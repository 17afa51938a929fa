import type { Tx } from '#kit/server/db/database.ts';
import { kept } from './device-hour.ts';

export interface HourDifference {
  readonly deviceId: number;
  readonly metric: string;
  readonly hour: string;
  readonly counted: number | null;
  readonly stored: number;
}

/**
 * R64: the hours of a day again from their readings, for the devices of one tenth; what differs is set right and named.
 */
export const checkHours = (tx: Tx, day: string, tenth: number): Promise<HourDifference[]> =>
  tx.query<HourDifference>(
    `with span as (select ($2::date)::timestamp at time zone 'Asia/Shanghai' as lo,
         ($2::date + 1)::timestamp at time zone 'Asia/Shanghai' as hi),
       own as (select r.device_id, date_trunc('hour', r.event_at) as hour, m.key as metric, min(m.value::float8) as low,
           max(m.value::float8) as high, sum(m.value::float8) as total, count(*)::int as n,
           (array_agg(m.value::float8 order by r.event_at desc))[1] as last
         from span, device.device_reading r cross join lateral jsonb_each_text(r.metrics) m
         where r.tenant_no = $1 and r.event_at >= span.lo and r.event_at < span.hi and r.device_id % 10 = $3
           and m.key = any ($4)
         group by 1, 2, 3),
       wrong as (select o.*, h.count as stored from own o join device.device_hour h on h.tenant_no = $1
           and h.device_id = o.device_id and h.metric = o.metric and h.hour = o.hour
         where h.count <> o.n or abs(h.total - o.total) > 1e-6 * greatest(1, abs(o.total)) or h.low <> o.low
           or h.high <> o.high),
       mended as (update device.device_hour h set low = w.low, high = w.high, total = w.total, last = w.last,
           count = w.n
         from wrong w where h.tenant_no = $1 and h.device_id = w.device_id and h.metric = w.metric and h.hour = w.hour)
     select device_id as "deviceId", metric, hour, n as counted, stored from wrong`,
    [tx.scope.tenantNo, day, tenth, [...kept]],
  );
