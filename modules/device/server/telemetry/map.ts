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
const state = `case when h.last_seen_at is null then 'never' when h.silent_due_at > now() then 'online' else 'silent' end`;
const alarming = `select a.device_id from platform.alarm_view a where a.device_id is not null
  and a.status <> 'closed' and a.level <> 'info'`;

export const mapRoutes = (): Route[] => [
  serve('device', deviceMap, async (call) => {
    const { west, south, east, north, kinds, principalId } = call.query;
    const values = [west, south, east, north, kinds ? kinds.split(',') : null, principalId ?? null];
    // Names and alarms are looked up only where the devices are few enough to be shown one by one.
    const [points] = await call.database.read<[MapPoint]>(call.actor.scope, {
      text: `with here as materialized (
          select d.id, d.tenant_no, d.device_no, d.kind, d.name, coalesce(s.longitude, d.longitude) as longitude,
            coalesce(s.latitude, d.latitude) as latitude, coalesce(s.location_at, s.last_seen_at) as at,
            s.last_seen_at, s.silent_due_at
          ${placed} limit ${mostPoints + 1}
        )
        select h.id, h.device_no as "deviceNo", h.kind, coalesce((select coalesce(b.ear_tag, b.target_text)
            from device.device_binding b where b.tenant_no = h.tenant_no and b.device_id = h.id and b.to_at is null
              and b.role <> 'childOf' limit 1), h.name) as name,
          h.longitude, h.latitude, h.at, case when h.id in (${alarming}) then 'alarm' else ${state} end as state
        from here h where (select count(*) from here) <= ${mostPoints}`,
      values,
    });
    if (points.length > 0) return { total: points.length, points, clusters: [] };
    const [clusters] = await call.database.read<
      [{ longitude: number; latitude: number; n: number; alarms: number; silent: number }]
    >(call.actor.scope, {
      text: `select avg(h.longitude) as longitude, avg(h.latitude) as latitude, count(*)::int as n,
          count(*) filter (where h.alarming)::int as alarms,
          count(*) filter (where not h.alarming and not coalesce(h.silent_due_at > now(), false))::int as silent
        from (select coalesce(s.longitude, d.longitude) as longitude, coalesce(s.latitude, d.latitude) as latitude,
            s.silent_due_at, d.id in (${alarming}) as alarming ${placed}) h
        group by floor((h.longitude - $1) / (($3::float8 - $1) / ${cells} + 1e-9)),
          floor((h.latitude - $2) / (($4::float8 - $2) / ${cells} + 1e-9))`,
      values,
    });
    return { total: clusters.reduce((sum, one) => sum + one.n, 0), points: [], clusters };
  }),
];
