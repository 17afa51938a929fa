import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import { animalReport } from '#modules/farm/contract/report/animal-report.ts';
import { dayNow } from '../common/sql.ts';

const names = [
  'head',
  'females',
  'overdue',
  'weighed',
  'adgSum',
  'adgHead',
  'ins',
  'outs',
  'deaths',
  'fedKg',
  'leftKg',
  'headDays',
] as const;
type Name = (typeof names)[number];
type Figure = Record<Name, number> & { readonly key: string; readonly name: string | null; readonly region: number };

const keys: Readonly<Record<string, readonly [herd: string, days: string, name: string]>> = {
  region: ['0', '0', `''`],
  farm: ['f.principal_id', 'd.principal_id', '(select u.name from farm.unit_seen u where u.id = x.key)'],
  pen: [
    'coalesce(a.pen_id, 0)',
    'd.pen_id',
    `(select p.hovel || ' ' || p.pen_no from farm.pen_seen p where p.id = x.key)`,
  ],
  stage: [
    'coalesce(f.stage_id, 0)',
    '-1',
    `(select s.name || ' ' || g.name from farm.cycle_scheme_stage g join farm.cycle_scheme s on s.id = g.parent_id
      where g.id = x.key)`,
  ],
};

const daysBefore = (day: string, n: number) => new Date(Date.parse(day) - n * 86_400_000).toISOString().slice(0, 10);

/** The herd as it stands, and the pens' days of the period; both under the reader's own sight. */
async function figures({ place, by, filter, read }: ReportAsk<typeof animalReport>) {
  const to = filter.to ?? today();
  const from = filter.from ?? daysBefore(to, 29);
  const [herdKey, dayKey, name] = keys[by] ?? (keys.region as (typeof keys)[string]);
  const [rows] = await read<[Figure]>({
    text: `select x.key::text as key, ${name} as name, x.region, x.head::float8, x.females::float8, x.overdue::float8,
        x.weighed::float8, x."adgSum"::float8, x."adgHead"::float8, x.ins::float8, x.outs::float8, x.deaths::float8,
        x."fedKg"::float8, x."leftKg"::float8, x."headDays"::float8
      from (select key, region, sum(head) as head, sum(females) as females, sum(overdue) as overdue,
          sum(weighed) as weighed, sum(adg_sum) as "adgSum", sum(adg_head) as "adgHead", sum(ins) as ins,
          sum(outs) as outs, sum(deaths) as deaths, sum(fed) as "fedKg", sum(left_kg) as "leftKg",
          sum(head_days) as "headDays"
        from (
          select ${herdKey} as key, f.region_code as region, count(*) as head,
            count(*) filter (where a.sex = 'female') as females,
            count(*) filter (where f.stage_due_on < ${dayNow}) as overdue,
            count(*) filter (where a.weight_on > ${dayNow} - 60) as weighed, coalesce(sum(f.adg), 0) as adg_sum,
            count(f.adg) as adg_head, 0 as ins, 0 as outs, 0 as deaths, 0 as fed, 0 as left_kg, 0 as head_days
          from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
          where f.status = 'live' and f.region_code between $1 and $2 group by 1, 2
          union all
          select ${dayKey}, d.region_code, 0, 0, 0, 0, 0, 0, sum(d.ins), sum(d.outs), sum(d.deaths), sum(d.fed_kg),
            sum(d.left_kg), sum(d.head) filter (where d.fed_kg > 0)
          from farm.farm_rollup_day d where d.day between $3 and $4 and d.region_code between $1 and $2 group by 1, 2
        ) y group by 1, 2) x`,
    values: [...place.range, from, to],
  });
  const sum = (some: readonly Figure[]) =>
    Object.fromEntries(names.map((one) => [one, some.reduce((n, row) => n + (row[one] ?? 0), 0)])) as Record<
      Name,
      number
    >;
  const part = (code: number) => String(Math.floor(code / place.width) * place.width);
  const groups = Map.groupBy(rows, (row) => (by === 'region' ? part(row.region) : row.key));
  const own = new Set(place.parts.map((one) => String(one.code)));
  return {
    filter: { from, to },
    total: sum(rows),
    rows: [...groups]
      .filter(([key]) => (by === 'region' ? own.has(key) : Number(key) > 0))
      .map(([key, some]) => ({
        ...sum(some),
        ...(by === 'region' ? { regionCode: Number(key) } : { key, name: some[0]?.name ?? '', regionCode: null }),
      })),
  };
}

export const reportRoutes = (): Route[] => serveReport(animalReport)(figures);
