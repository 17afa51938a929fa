import { rangeOf } from '#kit/contract/region.ts';
import type { Route } from '#kit/server/http/call.ts';
import type { Place } from '#kit/server/report/place.ts';
import type { ReportAsk } from '#kit/server/report/serve-report.ts';
import { serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import { companyStatistics, personStatistics } from '#modules/sign/contract/stat/stat.ts';
import { dayAfter } from '../papers/days.ts';

const companyFigures = [
  ...(['received', 'issued', 'worn', 'scrapped', 'lost', 'stock', 'hand', 'transit', 'usable', 'overdue'] as const),
  ...(['year', 'ended', 'recovered'] as const),
];
const companySums = companyFigures.map((one) => `coalesce(sum(x.${one}), 0)::int as ${one}`).join(', ');

const personFigures = [
  ...(['received', 'worn', 'returned', 'lost', 'scrapped', 'hand', 'days', 'idle', 'lagged'] as const),
];
const personSums = personFigures.map((one) => `sum(w.${one})::int as ${one}`).join(', ');

type CompanyRow = { readonly part: number } & Readonly<Record<(typeof companyFigures)[number], number>>;

const noneOf = (part: number): CompanyRow =>
  ({ part, ...Object.fromEntries(companyFigures.map((one) => [one, 0])) }) as CompanyRow;
const addRows = (sum: CompanyRow, row: CompanyRow): CompanyRow => ({
  ...sum,
  ...(Object.fromEntries(companyFigures.map((one) => [one, sum[one] + row[one]])) as Omit<CompanyRow, 'part'>),
});

/** What the units of a place itself hold lies in none of its parts. */
const rest = 0;

/** The part of the region looked at in which a row lies. */
const partSql = (column: string) =>
  `(select p.code from unnest($3::bigint[], $4::bigint[], $5::bigint[]) p(code, lo, hi)
    where ${column} >= p.lo and ${column} < p.hi order by p.hi - p.lo limit 1)`;

/** Every part with its run of codes, and the whole place as the last. */
function partsOf({ parts, range: [lo, hi] }: Place): [codes: number[], from: number[], to: number[]] {
  const ranges = parts.map(({ code }) => rangeOf(code));
  return [
    [...parts.map((one) => one.code), rest],
    [...ranges.map(([from]) => from), lo],
    [...ranges.map(([, to]) => to), hi],
  ];
}

async function company({ call, place, filter, read }: ReportAsk<typeof companyStatistics>) {
  const to = filter.to ?? today();
  const from = filter.from ?? dayAfter(to, -364);
  const parts = partsOf(place);
  // Herds are counted for whoever answers for a region, and only his part of it: a party has none.
  const hasRegion = call.actor.scope.regions.length > 0;
  const herds = hasRegion
    ? [{ code: rest, own: place.own }, ...place.parts].flatMap(({ code: part, own }) =>
        own.map((code) => ({ part, code })),
      )
    : [];
  const category = filter.categoryId ?? null;
  const inCategory = '($6::bigint is null or d.category_id = $6)';
  const [rows, untagged, trend] = await read<
    [CompanyRow, { part: number; n: number }, { month: string; received: number; worn: number }]
  >(
    {
      text: `select x.part, ${companySums} from (
          select ${partSql('d.region_code')} as part,
            case when d.day between $1 and $2 and d.staff_id is null then d.received else 0 end as received,
            case when d.day between $1 and $2 and d.staff_id is null then d.issued else 0 end as issued,
            case when d.day between $1 and $2 then d.worn else 0 end as worn,
            case when d.day between $1 and $2 then d.scrapped else 0 end as scrapped,
            case when d.day between $1 and $2 then d.lost else 0 end as lost,
            0 as stock, 0 as hand, 0 as transit, 0 as usable, 0 as overdue, d.worn as year, 0 as ended, 0 as recovered
          from sign.tag_balance_day d where d.tenant_no = kit.tenant() and d.day > $2::date - 365 and ${inCategory}
          union all
          select ${partSql('d.region_code')}, 0, 0, 0, 0, 0, d.stock + d.received, d.hand, d.in_transit,
            d.stock + d.received + d.hand, 0, 0, 0, 0
          from sign.tag_balance d where d.tenant_no = kit.tenant() and ${inCategory}
          union all
          select ${partSql('r.region_code')}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0 from sign.sign_receiving r
          where r.tenant_no = kit.tenant() and r.status = 'waiting' and r.due_on < $2
          union all
          select ${partSql('d.region_code')}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
            case when d.state in ('recovered', 'destroyed') then 1 else 0 end
          from sign.tag_use d where d.tenant_no = kit.tenant() and d.ended_on between $1 and $2
            and d.end_reason in ('slaughtered', 'died', 'culled') and ${inCategory}
        ) x where x.part is not null group by x.part`,
      values: [from, to, ...parts, category],
    },
    {
      text: `select p.part, sum(sign.untagged(p.code, '{}'))::int as n
        from unnest($1::bigint[], $2::bigint[]) p(part, code) group by 1`,
      values: [herds.map((one) => one.part), herds.map((one) => one.code)],
    },
    {
      text: `select to_char(d.day, 'YYYY-MM') as month,
        coalesce(sum(d.received) filter (where d.staff_id is null), 0)::int as received,
          sum(d.worn)::int as worn from sign.tag_balance_day d
        where d.tenant_no = kit.tenant() and d.day > $1::date - 730 and d.day <= $1 and d.region_code >= $2
          and d.region_code < $3
          and ($4::bigint is null or d.category_id = $4) group by 1 order by 1`,
      values: [to, ...place.range, category],
    },
  );
  const byPart = new Map(rows.map((row) => [row.part, row]));
  const free = new Map(untagged.map((row) => [row.part, row.n]));
  const rowOf = ({ part, year, ...row }: CompanyRow) => ({
    ...row,
    monthly: Math.round((year / 12) * 10) / 10,
    untagged: free.get(part) ?? 0,
  });
  return {
    filter: { from, to },
    rows: place.parts.map(({ code }) => ({ regionCode: code, ...rowOf(byPart.get(code) ?? noneOf(code)) })),
    total: rowOf(rows.reduce(addRows, noneOf(rest))),
    parts: { trend },
  };
}

type PersonFigures = Readonly<Record<(typeof personFigures)[number] | 'lagDays', number>>;
type PersonRow = PersonFigures & {
  readonly key: number;
  readonly station: string | null;
  readonly name: string | null;
};
const figuresOf = (row: PersonFigures): PersonFigures => ({
  ...(Object.fromEntries(personFigures.map((one) => [one, row[one]])) as PersonFigures),
  lagDays: row.lagDays,
});
const noPerson = {
  ...Object.fromEntries(personFigures.map((one) => [one, 0])),
  lagDays: 0,
} as PersonFigures;
const addPeople = (sum: PersonFigures, row: PersonFigures): PersonFigures => ({
  ...(Object.fromEntries(personFigures.map((one) => [one, sum[one] + row[one]])) as PersonFigures),
  lagDays: sum.lagDays + row.lagDays,
});

async function person({ place, by, filter, read }: ReportAsk<typeof personStatistics>) {
  const to = filter.to ?? today();
  const from = filter.from ?? dayAfter(to, -89);
  const parts = partsOf(place);
  const category = filter.categoryId ?? null;
  const key = by === 'region' ? 'w.part' : 'w.staff_id';
  const names =
    by === 'region'
      ? 'null::text as station, null::text as name'
      : 'max(registry.principal_name(w.principal_id)) as station, max(sign.staff_name(w.staff_id)) as name';
  const [rows] = await read<[PersonRow]>({
    text: `with w as (
        select d.staff_id, d.principal_id, ${partSql('d.region_code')} as part, sum(d.received)::int as received,
        sum(d.worn)::int as worn,
          sum(d.returned_out)::int as returned, sum(d.lost)::int as lost, sum(d.scrapped)::int as scrapped,
          (count(distinct d.day) filter (where d.worn > 0))::int as days
        from sign.tag_balance_day d where d.tenant_no = kit.tenant() and d.staff_id is not null
        and d.day between $1 and $2
          and ($6::bigint is null or d.category_id = $6) group by 1, 2, 3
        union all
        select b.staff_id, b.principal_id, ${partSql('b.region_code')}, 0, 0, 0, 0, 0, 0 from sign.tag_balance b
        where b.tenant_no = kit.tenant() and b.staff_id is not null and b.hand > 0
          and ($6::bigint is null or b.category_id = $6)
      ), one as (
        select w.staff_id, max(w.principal_id) as principal_id, max(w.part) as part, sum(w.received)::int as received,
          sum(w.worn)::int as worn, sum(w.returned)::int as returned, sum(w.lost)::int as lost, sum(w.scrapped)::int as scrapped,
          sum(w.days)::int as days,
          (select coalesce(sum(b.hand), 0)::int from sign.tag_balance b where b.staff_id = w.staff_id
            and ($6::bigint is null or b.category_id = $6)) as hand,
          (select count(*)::int from sign.tag_balance b where b.staff_id = w.staff_id and b.hand > 0
            and coalesce(b.last_worn_on, b.last_move_on) < $2::date - 120
              and ($6::bigint is null or b.category_id = $6)) as idle,
          (select coalesce(sum(u.worn_on - u.issued_on), 0)::int from sign.tag_use u
          where u.worn_by_staff_id = w.staff_id
            and u.issued_on is not null and u.worn_on between $1 and $2) as lag,
          (select count(*)::int from sign.tag_use u where u.worn_by_staff_id = w.staff_id
            and u.issued_on is not null and u.worn_on between $1 and $2) as lagged
        from w where w.part is not null group by 1
      )
      select ${key} as key, ${names}, ${personSums},
        sum(w.lag)::int as "lagDays" from one w group by 1`,
    values: [from, to, ...parts, category],
  });
  if (by === 'region')
    return {
      filter: { from, to },
      rows: rows.filter((row) => row.key !== rest).map((row) => ({ regionCode: row.key, ...figuresOf(row) })),
      total: figuresOf(rows.reduce(addPeople, noPerson)),
    };
  return {
    filter: { from, to },
    rows: rows
      .slice(0, 500)
      .map(({ key: staffId, ...row }) => ({ ...row, key: String(staffId), name: row.name ?? '-', regionCode: null })),
  };
}

export const statRoutes = (): Route[] => [
  ...serveReport(companyStatistics)(company as never),
  ...serveReport(personStatistics)(person as never),
];
