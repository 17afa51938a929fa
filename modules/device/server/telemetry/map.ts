import { type Route, serve } from '#kit/server/http/call.ts';
import { deviceMap, type MapPoint } from '#modules/device/contract/telemetry/telemetry.ts';

const mostPoints = 2000;
const cells = 24;

/** Where a device is: its last fix, else where it stands. */
const placed = `from device.device d left join device.device_state s on s.tenant_no = d.tenant_no
  and s.device_id = d.id
  where d.status = 'active' and coalesce(s.longitude, d.longitude) between $1 and $3 and coalesce(s.latitude,
    d.latitude) between $2 and $4
    and ($5::text[] is null or d.kind = any ($5)) and ($6::bigint is null or d.principal_id = $6)`;
const state = `case when s.last_seen_at is null then 'never' when s.silent_due_at > now() then 'online' else 'silent' end`;
const alarming = `exists (select 1 from platform.alarm_view a where a.tenant_no = d.tenant_no
  and a.device_id = d.id and a.status <> 'closed'
  and a.level <> 'info')`;

export const mapRoutes = (): Route[] => [
  serve('device', deviceMap, async (call) => {
    const { west, south, east, north, kinds, principalId } = call.query;
    const values = [west, south, east, north, kinds ? kinds.split(',') : null, principalId ?? null];
    const [points] = await call.database.read<[MapPoint]>(call.actor.scope, {
      text: `select d.id, d.device_no as "deviceNo", d.kind, coalesce((select coalesce(b.ear_tag, b.target_text)
        from device.device_binding b
               where b.tenant_no = d.tenant_no and b.device_id = d.id and b.to_at is null
                 and b.role <> 'childOf' limit 1), d.name) as name,
               coalesce(s.longitude, d.longitude) as longitude, coalesce(s.latitude, d.latitude) as latitude,
                 coalesce(s.location_at, s.last_seen_at) as at,
               case when ${alarming} then 'alarm' else ${state} end as state ${placed} limit ${mostPoints + 1}`,
      values,
    });
    if (points.length <= mostPoints) return { total: points.length, points, clusters: [] };
    const [clusters] = await call.database.read<
      [{ longitude: number; latitude: number; n: number; alarms: number; silent: number }]
    >(call.actor.scope, {
      text: `select avg(coalesce(s.longitude, d.longitude)) as longitude, avg(coalesce(s.latitude, d.latitude))
        as latitude, count(*)::int as n,
               0 as alarms, count(*) filter (where s.silent_due_at < now())::int as silent ${placed}
             group by floor((coalesce(s.longitude, d.longitude) - $1) / (($3::float8 - $1) / ${cells} + 1e-9)),
               floor((coalesce(s.latitude, d.latitude) - $2) / (($4::float8 - $2) / ${cells} + 1e-9))`,
      values,
    });
    return { total: clusters.reduce((sum, one) => sum + one.n, 0), points: [], clusters };
  }),
];
