import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { deviceStat } from '#modules/device/contract/home/home.ts';
import { countedDevice, countedModel, countSimulated } from './simulated.ts';

interface Row {
  code: number;
  kind: string;
  devices: number;
  idle: number;
  repairing: number;
  lost: number;
  online: number;
  silent: number;
  lowBattery: number;
}
interface DayRow {
  code: number;
  seconds: number;
  days: number;
  lost: number;
  messages: number;
}

const divisors: Record<number, number> = { 2: 1e8, 3: 1e6, 4: 1e3, 5: 1 };

async function figures({ call, place, filter, read }: ReportAsk<typeof deviceStat>) {
  const [lo, hi] = place.range;
  const [first] = place.parts;
  const trail = first ? [1e8, 1e6, 1e3, 1].find((one) => place.parts.every(({ code }) => code % one === 0)) : 1;
  const unit = trail ?? divisors[5] ?? 1;
  const simulated = await countSimulated(call);
  const [rows, days] = await read<[Row, DayRow]>(
    {
      text: `select d.region_code / $3::bigint * $3::bigint as code, d.kind,
        count(*) filter (where d.status = 'active')::int as devices,
               count(*) filter (where d.status = 'idle')::int as idle,
                 count(*) filter (where d.status = 'repairing')::int as repairing,
               count(*) filter (where d.status = 'lost')::int as lost,
               count(*) filter (where d.status = 'active' and s.silent_due_at > now())::int as online,
               count(*) filter (where d.status = 'active' and s.silent_due_at <= now())::int as silent,
               count(*) filter (where d.status = 'active' and s.battery_pct <= m.battery_low_pct)::int as "lowBattery"
             from device.device d join device.device_model m on m.id = d.model_id
             left join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id
             where d.region_code >= $1 and d.region_code < $2 and ($4::text is null or d.kind = $4)
               and ${countedModel('m', '$5')} group by 1, 2`,
      values: [lo, hi, unit, filter.kind ?? null, simulated],
    },
    {
      text: `select y.region_code / $3::bigint * $3::bigint as code, sum(y.online_seconds)::float8 as seconds,
        count(*)::int as days, sum(y.lost)::int as lost,
               sum(y.messages + y.lost)::int as messages from device.device_day y
             where y.region_code >= $1 and y.region_code < $2 and ($4::text is null or y.kind = $4)
               and y.day between current_date - 30 and current_date - 1 and ${countedDevice('y.device_id', '$5')}
             group by 1`,
      values: [lo, hi, unit, filter.kind ?? null, simulated],
    },
  );
  return {
    rows: place.parts.map(({ code }) => {
      const own = rows.filter((one) => one.code === code);
      const day = days.find((one) => one.code === code);
      const sum = (name: Exclude<keyof Row, 'kind' | 'code'>) => own.reduce((total, one) => total + one[name], 0);
      return {
        regionCode: code,
        devices: sum('devices'),
        idle: sum('idle'),
        repairing: sum('repairing'),
        lost: sum('lost'),
        online: sum('online'),
        silent: sum('silent'),
        lowBattery: sum('lowBattery'),
        minutes: Math.round((day?.seconds ?? 0) / 60),
        possible: (day?.days ?? 0) * 1440,
        lossPart: day?.lost ?? 0,
        lossWhole: day?.messages ?? 0,
        kinds: Object.fromEntries(own.map((one) => [one.kind, one.devices])),
      };
    }),
  };
}

export const statisticsRoutes = (): Route[] => serveReport(deviceStat)(figures);
