import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { equipmentStat } from '#modules/bank/contract/watch/equipment-stat.ts';

interface Devices {
  readonly key: number | string | null;
  readonly devices: number;
  readonly online: number;
  readonly worn: number;
  readonly silent: number;
  readonly lowBattery: number;
  readonly alarms: number;
  readonly closed: number;
  readonly falseOnes: number;
  readonly rent: number;
}
interface Heads {
  readonly key: number | string | null;
  readonly items: number;
  readonly seen: number;
}
/** What groups devices, and the heads they watch; of a kind and an owner the heads are the whole book. */
const keys = (width: number): Record<string, readonly [device: string, item: string | null]> => ({
  client: ['d.principal_id', 'i.principal_id'],
  site: ['x.site_id', 'p.site_id'],
  bank: ['d.bank_id', 'i.bank_id'],
  kind: ['d.kind', null],
  owner: ['d.owner_id', null],
  region: [`d.region_code / ${width} * ${width}`, `i.region_code / ${width} * ${width}`],
});
const inBook = "i.state in ('pledged', 'releasing', 'missing')";

const devicesSql = (key: string) => `select ${key} as key, count(*)::int as devices,
    (count(*) filter (where d.silent_due_at > now()))::int as online,
    count(distinct x.animal_id)::int as worn,
    (count(*) filter (where d.last_seen_at is null or d.last_seen_at < now() - interval '24 hours'))::int as silent,
    (count(*) filter (where d.battery_pct <= d.battery_low_pct))::int as "lowBattery",
    coalesce(sum(a.alarms), 0)::int as alarms, coalesce(sum(a.closed), 0)::int as closed,
    coalesce(sum(a.false_ones), 0)::int as "falseOnes", coalesce(sum(n.month_rent), 0)::bigint as rent
  from bank.watch_device d
    left join bank.lease_line n on n.tenant_no = d.tenant_no and n.device_id = d.id and n.returned_on is null
    left join lateral (select i.animal_id, p.site_id from bank.watch_binding b
      join bank.pledge_item i on i.tenant_no = b.tenant_no and i.animal_id = b.target_id and ${inBook}
      join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
      where b.tenant_no = d.tenant_no and b.device_id = d.id and b.target_kind = 'animal' limit 1) x on true
    left join lateral (select count(*) as alarms, count(*) filter (where w.status = 'closed') as closed,
        count(*) filter (where w.close_reason = 'falseAlarm') as false_ones
      from bank.watch_alarm w where w.tenant_no = d.tenant_no and w.device_id = d.id
        and w.opened_at > now() - interval '90 days') a on true
  where d.tenant_no = kit.tenant() and d.status <> 'scrapped' and (d.bank_id is not null or n.id is not null)
    and ($1::text is null or d.kind = $1)`;
const headsSql = (key: string) => `select ${key} as key, count(*)::int as items,
    (count(*) filter (where i.seen_at > now() - interval '24 hours'))::int as seen
  from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
  where i.tenant_no = kit.tenant() and ${inBook}`;
const nameSql = (by: string) =>
  by === 'site'
    ? 'select s.id as key, s.name from bank.pledge_site s where s.tenant_no = kit.tenant()'
    : 'select k.id as key, registry.principal_name(k.id) as name from unnest($1::bigint[]) k(id)';

async function figures({ call, place, by, filter, read }: ReportAsk<typeof equipmentStat>) {
  const [deviceKey = 'd.principal_id', itemKey = null] = keys(place.width)[by] ?? [];
  const kind = filter.kind ?? null;
  const [groups, heads, [all], [book], days] = await read<
    [Devices, Heads, Devices, Heads, { day: string; dayOnline: number; dayDevices: number }]
  >(
    { text: `${devicesSql(deviceKey)} group by 1`, values: [kind] },
    { text: `${headsSql(itemKey ?? 'null::bigint')} group by 1`, values: [] },
    { text: devicesSql('null::bigint'), values: [kind] },
    { text: headsSql('null::bigint'), values: [] },
    {
      text: `select to_char(y.day, 'YYYY-MM-DD') as day, count(*)::int as "dayDevices",
          (count(*) filter (where y.online_seconds >= 43200))::int as "dayOnline"
        from bank.watch_device_day y where y.tenant_no = kit.tenant() and y.bank_id is not null
          and y.day > current_date - 90 and ($1::text is null or y.kind = $1) group by 1 order by 1`,
      values: [kind],
    },
  );
  const ids = [...groups, ...heads].flatMap(({ key }) => (typeof key === 'number' ? key : []));
  const [names] =
    by === 'kind' || by === 'region'
      ? [[]]
      : await read<[{ key: number; name: string | null }]>({
          text: nameSql(by),
          values: by === 'site' ? [] : [[...new Set(ids)]],
        });
  const nameOf = (key: Devices['key']): string => {
    if (by === 'kind')
      return lookups().dictLabel('device_kind', String(key), call.actor.tenantNo, call.language) ?? '-';
    return names.find((one) => Number(one.key) === Number(key))?.name ?? '-';
  };
  const none = {
    devices: 0,
    online: 0,
    worn: 0,
    silent: 0,
    lowBattery: 0,
    alarms: 0,
    closed: 0,
    falseOnes: 0,
    rent: 0,
  };
  const found = new Set([...groups, ...(itemKey ? heads : [])].map((one) => one.key));
  const rows = [...found].map((key) => {
    const own = groups.find((one) => one.key === key) ?? none;
    const watched = itemKey ? heads.find((one) => one.key === key) : book;
    const row = { ...none, ...own, items: watched?.items ?? 0, seen: watched?.seen ?? 0 };
    return by === 'region'
      ? { ...row, key: String(key), regionCode: Number(key) }
      : { ...row, key: String(key), name: nameOf(key), regionCode: null };
  });
  return {
    rows,
    total: { ...none, ...all, items: book?.items ?? 0, seen: book?.seen ?? 0 },
    parts: { byDay: days },
  };
}

export const equipmentStatRoutes = (): Route[] => serveReport(equipmentStat)(figures as never);
