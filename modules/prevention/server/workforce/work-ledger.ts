import { invalid } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { fileName, xlsxType } from '#kit/server/sheets/sheet-columns.ts';
import { type CellValue, writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import * as contract from '#modules/prevention/contract/workforce/workload.ts';
import { workload } from './workload.ts';

interface Filter {
  readonly regionCode?: number | undefined;
  readonly staffId?: number | undefined;
  readonly keyword?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'month' | 'whole';
}

const longest = 400 * 86_400_000;
const checked = (filter: Filter): Filter => {
  if (filter.from > filter.to || Date.parse(filter.to) - Date.parse(filter.from) > longest)
    throw invalid([{ field: 'to', key: 'error.field.range' }]);
  return filter;
};

const valuesOf = ({ regionCode, staffId, keyword, from, to }: Filter): unknown[] => [
  from,
  to,
  ...(regionCode === undefined ? [0, 1e12] : rangeOf(regionCode)),
  staffId ?? null,
  keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
];
const inside = (alias: string) =>
  `${alias}.tenant_no = kit.tenant() and ${alias}.region_code >= $3 and ${alias}.region_code < $4`;

/** Whatever anybody did on a day, by kind. A worker sees their own. */
const work = `w as (
  select x.staff_id, x.day, x.kind, x.species, x.n, t.name, t.region_code as town from (
    select d.staff_id, d.day, d.kind, d.species, d.n from prevention.work_day d where ${inside('d')} and d.day between $1 and $2 and d.kind in ('visits', 'season', 'routine', 'emergency')
    union all
    select e.worn_by_staff_id, e.worn_on, 'tags', e.species, e.count from registry.animal_entry e
      where ${inside('e')} and e.worn_on between $1 and $2 and e.worn_by_staff_id is not null and e.status = 'done'
    union all
    select c.staff_id, c.replaced_on, 'tags', '*', 1 from registry.animal_tag_change c where ${inside('c')} and c.replaced_on between $1 and $2 and c.staff_id is not null
    union all
    select l.sampler_id, l.sampled_on, 'samples', '*', l.tubes from prevention.sample_log l where ${inside('l')} and l.sampled_on between $1 and $2 and l.status <> 'draft'
    union all
    select s.staff_id, s.counted_on, 'sheets', '*', 1 from prevention.census_sheet s where ${inside('s')} and s.counted_on between $1 and $2 and s.status in ('counted', 'checked')
  ) x join prevention.worker t on t.id = x.staff_id
  where ($5::bigint is null or x.staff_id = $5) and ($6::text is null or t.name ilike $6) and (not prevention.only_worker() or t.user_id = kit.user_id())
)`;
const of = (kind: string, species = '') => `coalesce(sum(w.n) filter (where w.kind = '${kind}'${species}), 0)::int`;
const sums = `${of('visits')} as visits, ${of('season', " and w.species = 'cattle'")} as "seasonCattle", ${of('season', " and w.species in ('sheep', 'goat')")} as "seasonSheep",
  ${of('routine', " and w.species = 'cattle'")} as "routineCattle", ${of('routine', " and w.species in ('sheep', 'goat')")} as "routineSheep", ${of('emergency')} as emergency,
  coalesce(sum(w.n) filter (where w.kind in ('season', 'routine', 'emergency')), 0)::int as heads, ${of('tags')} as tags, ${of('samples')} as samples, ${of('sheets')} as sheets`;

const periods = {
  day: "to_char(w.day, 'YYYY-MM-DD')",
  month: "to_char(w.day, 'YYYY-MM')",
  whole: "'-'::text",
} as const;
/** Kilometres of a sphere between a visit and the one before it on the same day. */
const step = `case when b.lon is null or b.longitude is null then 0 else 2 * 6371 * asin(least(1, sqrt(sin(radians(b.latitude - b.lat) / 2) ^ 2
  + cos(radians(b.lat)) * cos(radians(b.latitude)) * sin(radians(b.longitude - b.lon) / 2) ^ 2))) end`;

type Raw = Omit<contract.LedgerRow, 'key' | 'townName'> & { readonly town: number };

function rowsStatement(filter: Filter, limit: number, offset: number): Statement<Raw> {
  const period = periods[filter.by];
  return {
    text: `with ${work}, page as (
             select w.staff_id, w.name, w.town, ${period} as period, min(w.day) as lo, max(w.day) as hi, ${sums} from w group by w.staff_id, w.name, w.town, ${period}
             order by ${period} desc, w.town, w.name, w.staff_id limit $7 offset $8)
           select p.staff_id as "staffId", p.name as "workerName", p.town, p.period, p.visits, p."seasonCattle", p."seasonSheep", p."routineCattle", p."routineSheep", p.emergency, p.heads,
             p.tags, p.samples, p.sheets, coalesce(a.households, 0)::int as households, coalesce(a.flags, 0)::int as flags, a.first_at as "firstAt", a.last_at as "lastAt",
             round(coalesce(a.km, 0)::numeric, 1)::float8 as kilometres
           from page p left join lateral (
             select count(distinct b.principal_id) as households, count(*) filter (where b.flagged) as flags, to_char(min(b.hour), 'HH24:MI') as first_at, to_char(max(b.hour), 'HH24:MI') as last_at,
               sum(${step}) as km
             from (select v.principal_id, v.flags <> '{}' and v.cleared_at is null as flagged, (coalesce(v.started_at, v.submitted_at) at time zone 'Asia/Shanghai')::time as hour, v.longitude, v.latitude,
                 lag(v.longitude) over day as lon, lag(v.latitude) over day as lat
               from prevention.immunisation_visit v where ${inside('v')} and v.staff_id = p.staff_id and v.visited_on between p.lo and p.hi and v.counted
               window day as (partition by v.visited_on order by coalesce(v.started_at, v.submitted_at))) b) a on true
           order by p.period desc, p.town, p.name, p.staff_id`,
    values: [...valuesOf(filter), limit, offset],
  };
}

function totalsStatement(filter: Filter): Statement<contract.WorkLedger['totals'] & { lines: number }> {
  return {
    text: `with ${work} select ${sums}, count(distinct w.staff_id)::int as workers, (count(distinct (w.staff_id, w.day)) filter (where w.kind = 'visits' and w.n > 0))::int as days,
             count(distinct (w.staff_id, ${periods[filter.by]}))::int as lines,
             (select count(distinct v.principal_id)::int from prevention.immunisation_visit v where ${inside('v')} and v.visited_on between $1 and $2 and v.counted
               and v.staff_id in (select w.staff_id from w)) as households,
             (select count(*)::int from prevention.immunisation_visit v where ${inside('v')} and v.visited_on between $1 and $2 and v.counted and v.flags <> '{}' and v.cleared_at is null
               and v.staff_id in (select w.staff_id from w)) as flags
           from w`,
    values: valuesOf(filter),
  };
}

const finished = (call: Pick<Call, 'language'>, rows: readonly Raw[]): contract.LedgerRow[] =>
  rows.map(({ town, ...one }) => ({
    ...one,
    key: `${one.staffId} ${one.period}`,
    townName: shortRegionName(town, call.language),
  }));

async function ledger(call: Call<typeof contract.workLedger>): Promise<contract.WorkLedger> {
  const { pageNum, pageSize, ...filter } = call.query;
  checked(filter);
  const [rows, [total]] = await call.database.read<[Raw, contract.WorkLedger['totals'] & { lines: number }]>(
    call.actor.scope,
    rowsStatement(filter, pageSize, (pageNum - 1) * pageSize),
    totalsStatement(filter),
  );
  const { lines = 0, ...totals } = total ?? ({} as contract.WorkLedger['totals'] & { lines: number });
  call.answer.total = lines;
  return { rows: finished(call, rows), totals };
}

async function sheet(call: Call<typeof contract.workLedgerSheet>): Promise<null> {
  const filter = checked(call.body);
  const say = (key: string) => call.say(`prevention.work.${key}`);
  const page = rowsStatement(filter, 10_000, 0);
  const rows = finished(call, await call.tx.query<Raw>(page.text, page.values));
  const text = (key: string) => ({ header: say(key), kind: 'text' as const, width: 16 });
  const names = [...contract.ledgerFigures];
  const stream = writeWorkbook([
    {
      name: say('title'),
      columns: [
        ...['workerName', 'townName', 'period'].map(text),
        ...names.map((name) => ({ header: say(name), kind: 'number' as const })),
        ...['firstAt', 'lastAt'].map(text),
        { header: say('kilometres'), kind: 'number' as const },
      ],
      rows: [
        rows.map((one): CellValue[] => [
          one.workerName,
          one.townName,
          one.period,
          ...names.map((name) => one[name]),
          one.firstAt,
          one.lastAt,
          one.kilometres,
        ]),
      ],
    },
  ]);
  call.answer.file = { stream, type: xlsxType, name: fileName(say('title')) };
  return null;
}

export const workRoutes = (): Route[] => [
  serve('prevention', contract.workLedger, ledger),
  serve('prevention', contract.workLedgerSheet, sheet),
  serve('prevention', contract.workload, workload),
];
