import { type Route, serve } from '#kit/server/http/call.ts';
import { type DeviceHome, deviceHome, type HomeTodo } from '#modules/device/contract/home/home.ts';
import { countedDevice, countedModel, countSimulated } from './simulated.ts';

interface Figures {
  active: number;
  online: number;
  silent: number;
  lowBattery: number;
  worn: number;
  seen: number;
}

/** What somebody must do today, of the devices the caller sees. */
export const homeRoutes = (): Route[] => [
  serve('device', deviceHome, async (call) => {
    const holder = call.query.principalId ?? null;
    const simulated = await countSimulated(call);
    const [figures, alarms, latest, out, todo, rates] = await call.database.read<
      [
        Figures,
        { level: 'urgent' | 'warn' | 'info'; n: number },
        DeviceHome['latest'][number],
        { n: number },
        HomeTodo,
        DeviceHome['rates'][number],
      ]
    >(
      call.actor.scope,
      {
        text: `select count(*)::int as active, count(*) filter (where s.silent_due_at > now())::int as online,
                 count(*) filter (where s.silent_due_at <= now())::int as silent,
                   count(*) filter (where s.battery_pct <= m.battery_low_pct)::int as "lowBattery",
                 count(distinct b.target_id)::int as worn,
                   count(distinct b.target_id) filter (where s.last_seen_at > now() - interval '24 hours')::int
                   as seen
               from device.device d join device.device_model m on m.id = d.model_id
               left join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id
               left join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id
                 and b.to_at is null and b.target_kind = 'animal'
               where d.status = 'active' and ($1::bigint is null or d.principal_id = $1)
                 and ${countedModel('m', '$2')}`,
        values: [holder, simulated],
      },
      {
        text: `select level, count(*)::int as n from platform.alarm_view where source = 'device'
          and status <> 'closed'
                 and ($1::bigint is null or principal_id = $1) and ${countedDevice('device_id', '$2')} group by level`,
        values: [holder, simulated],
      },
      {
        text: `select id, kind, level, coalesce(subject_name, '') as title, opened_at as at, status
          from platform.alarm_view
               where source = 'device' and status <> 'closed' and ($1::bigint is null or principal_id = $1)
               order by array_position(array['urgent', 'warn', 'info'], level), opened_at desc limit 12`,
        values: [holder],
      },
      {
        text: `select count(distinct p.device_id)::int as n from device.fence_presence p join device.fence f
          on f.tenant_no = p.tenant_no and f.id = p.fence_id
               where not p.inside and f.status = 'active' and ($1::bigint is null or f.principal_id = $1)
                 and exists (select 1 from device.fence_rule r where r.tenant_no = f.tenant_no
                   and r.fence_id = f.id and r.trigger = 'leave' and r.status = 'enabled')
                 and ${countedDevice('p.device_id', '$2')}`,
        values: [holder, simulated],
      },
      {
        text: `select * from (select 'collect' as what, d.id as "deviceId", d.device_no as text,
          registry.principal_name(d.principal_id) as detail
                 from device.device d where d.to_collect and ($1::bigint is null or d.principal_id = $1)
                   order by d.id limit 8) c
               union all select * from (select 'replace', d.id, d.device_no, s.battery_pct || ' %'
                 from device.device d
                 join device.device_model m on m.id = d.model_id join device.device_state s
                   on s.tenant_no = d.tenant_no and s.device_id = d.id
                 where d.status = 'active' and s.battery_pct <= m.battery_low_pct and ($1::bigint is null
                   or d.principal_id = $1) order by s.battery_pct limit 8) r
               union all select * from (select 'bind', h.device_id, h.tag_no, max(h.rssi) || ' dBm'
                 from device.tag_heard h
                 where h.last_at > now() - interval '1 day' and ($1::bigint is null or h.principal_id = $1)
                   and not exists (select 1 from device.device_binding b
                   where b.tenant_no = h.tenant_no and b.device_id = h.device_id and b.to_at is null) group by 2,
                     3 order by 4 desc limit 8) b
               union all select * from (select 'sim', d.id, d.device_no, d.sim_expire_on::text from device.device d
                 where d.sim_expire_on < current_date + 30 and d.status = 'active' and ($1::bigint is null
                   or d.principal_id = $1) order by d.sim_expire_on limit 8) s`,
        values: [holder],
      },
      {
        text: `select y.day::text as day, y.kind, round(100.0 * sum(y.online_seconds) / (86400.0 * count(*)),
          1)::float8 as rate from device.device_day y
               where y.day between current_date - 30 and current_date - 1 and ($1::bigint is null
                 or y.principal_id = $1) and ${countedDevice('y.device_id', '$2')} group by 1, 2 order by 1`,
        values: [holder, simulated],
      },
    );
    const level = (name: string) => alarms.find((one) => one.level === name)?.n ?? 0;
    const none: Figures = { active: 0, online: 0, silent: 0, lowBattery: 0, worn: 0, seen: 0 };
    return {
      alarms: { urgent: level('urgent'), warn: level('warn'), info: level('info') },
      ...(figures[0] ?? none),
      outNow: out[0]?.n ?? 0,
      latest,
      todo,
      rates,
    };
  }),
];
