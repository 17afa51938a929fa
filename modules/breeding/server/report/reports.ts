import type { Call, Route } from '#kit/server/http/call.ts';
import type { Place } from '#kit/server/report/place.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/breeding/contract/record/days.ts';
import { wilson } from '#modules/breeding/contract/record/wilson.ts';
import * as contract from '#modules/breeding/contract/report/reports.ts';
import { commonDefaults } from '#modules/breeding/contract/setting/parameters.ts';
import { censusFigures, preventionFigures } from './reports-area.ts';
import { sendFigures, stockFigures } from './reports-semen.ts';
import { type BalanceRow, balanceSql, balanceValues, withDifference } from './straw-balance.ts';

export const partOf = (place: Place, code: number): number => Math.floor(code / place.width) * place.width;
/** A year back to today, unless the reader says otherwise. */
export const periodOf = (filter: { from?: string; to?: string }) => {
  const to = filter.to ?? today();
  return { from: filter.from ?? addDays(to, -364), to };
};
const percent = (n: number) => `${Math.round(n * 1000) / 10}`;
/** R: rates of too few cases are not shown, and never ranked. */
export function rateText(call: Pick<Call, 'say'>, pregnant: number, judged: number) {
  if (judged < commonDefaults.rateMinCount)
    return { rateText: call.say('breeding.report.tooFew', { n: judged }), interval: null };
  const range = wilson(pregnant, judged);
  return {
    rateText: `${percent(pregnant / judged)} %`,
    interval: range ? `${percent(range.low)}–${percent(range.high)} %` : null,
  };
}

const sumOf = <K extends string>(rows: readonly { readonly [N in K]: number }[], names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<K, number>;

const balanceNames = [
  'opening',
  'received',
  'arrived',
  'found',
  'sent',
  'returned',
  'used',
  'wasted',
  'destroyed',
  'lost',
  'closing',
  'onHand',
  'difference',
  'recorded',
  'recordGap',
] as const;
async function balance({ place, by, filter, read }: ReportAsk<typeof contract.strawBalance>) {
  const { from, to } = periodOf(filter);
  const [raw] = await read<[BalanceRow]>({
    text: balanceSql,
    values: balanceValues({ from, to, range: place.range, breed: filter.breed ?? null }),
  });
  const all = raw.map(withDifference);
  const [units] = await read<[{ id: number; name: string }]>({
    text: 'select id, name from breeding.holder_seen where id = any ($1)',
    values: [[...new Set(all.map((one) => one.principalId))]],
  });
  const nameOf = new Map(units.map((one) => [one.id, one.name]));
  const keys: Record<string, (row: BalanceRow) => readonly [string, string]> = {
    region: (row) => [String(partOf(place, row.regionCode)), ''],
    unit: (row) => [String(row.principalId), nameOf.get(row.principalId) ?? ''],
    tank: (row) => [String(row.depotId), row.depot],
    lot: (row) => [String(row.lotId), `${row.sireCode} ${row.lotNo}`],
  };
  const key = keys[by] ?? (keys.region as (typeof keys)[string]);
  const groups = Map.groupBy(all, (row) => key(row)[0]);
  // What a unit of the place itself holds lies in none of its parts: it is in the total, and a row of its own.
  const parts = new Set(place.parts.map((one) => String(one.code)));
  return {
    filter: { from, to },
    facts: { from, to },
    total: sumOf(all, balanceNames),
    rows: [...groups]
      .filter(([id]) => by !== 'region' || parts.has(id))
      .map(([id, own]) => ({
        ...sumOf(own, balanceNames),
        ...(by === 'region'
          ? { regionCode: Number(id) }
          : { key: id, name: key(own[0] as BalanceRow)[1], regionCode: null }),
      })),
  };
}

interface Cohort {
  readonly k: string | number | null;
  readonly name: string | null;
  readonly heats: number;
  readonly judged: number;
  readonly pregnant: number;
  readonly pending: number;
  readonly firstJudged: number;
  readonly firstPregnant: number;
  readonly nrBase: number;
  readonly nrStill: number;
}
const counted = "i.tenant_no = kit.tenant() and i.shot_no = 1 and i.status <> 'voided'";
const isJudged = "i.outcome not in ('pending', 'unknown')";
const isPregnant = "i.outcome in ('pregnant', 'calved', 'aborted')";
const cohortSums = `count(*)::int as heats, count(*) filter (where ${isJudged})::int as judged,
  count(*) filter (where ${isPregnant})::int as pregnant, count(*) filter (where i.outcome = 'pending')::int as pending,
  count(*) filter (where ${isJudged} and i.heat_no = 1)::int as "firstJudged",
  count(*) filter (where ${isPregnant} and i.heat_no = 1)::int as "firstPregnant",
  count(*) filter (where i.served_on <= current_date - 60)::int as "nrBase",
  count(*) filter (where i.served_on <= current_date - 60 and not (i.outcome = 'repeated'
    and i.outcome_on <= i.served_on + 60))::int as "nrStill"`;
const groupsOf: Readonly<Record<string, readonly [key: string, name: string]>> = {
  region: ['i.region_code / $6::bigint * $6::bigint', 'null'],
  technician: ['i.technician_id', '(select s.name from breeding.technician_seen s where s.id = max(i.technician_id))'],
  sire: ['i.sire_code', 'max(i.sire_code)'],
  month: ["to_char(i.served_on, 'YYYY-MM')", "max(to_char(i.served_on, 'YYYY-MM'))"],
  parity: ['least(i.parity, 5)', 'max(least(i.parity, 5))::text'],
  heat: ['least(i.heat_no, 4)', 'max(least(i.heat_no, 4))::text'],
};
async function cohorts({ call, place, by, filter, read }: ReportAsk<typeof contract.conception>) {
  const { from, to } = periodOf(filter);
  const [key, name] = groupsOf[by] ?? (groupsOf.region as readonly [string, string]);
  const where = `from breeding.insemination i where ${counted} and i.region_code >= $1 and i.region_code < $2
    and i.served_on between $3 and $4 and ($5::text is null or i.sire_breed = $5)`;
  const values = [...place.range, from, to, filter.sireBreed ?? null];
  const [rows, months] = await read<[Cohort, Cohort & { month: string }]>(
    {
      text: `select ${key} as k, ${name} as name, ${cohortSums} ${where} ${by === 'region' ? '' : 'and $6::bigint > 0'}
        group by 1 order by 1`,
      values: [...values, place.width],
    },
    {
      text: `select to_char(i.served_on, 'YYYY-MM') as month, ${cohortSums} ${where} group by 1 order by 1`,
      values,
    },
  );
  return {
    filter: { from, to },
    facts: { n: commonDefaults.rateMinCount },
    rows: rows.map(({ k, name: label, ...row }) => ({
      ...row,
      interval:
        rateText(call, row.pregnant, row.judged).interval ?? call.say('breeding.report.tooFew', { n: row.judged }),
      ...(by === 'region'
        ? { regionCode: Number(k) }
        : { key: String(k ?? '-'), name: label ?? '-', regionCode: null }),
    })),
    parts: { months: months.map(({ k: _k, name: _n, ...row }) => row) },
  };
}

interface Work {
  readonly k: string | number | null;
  readonly name: string | null;
  readonly heats: number;
  readonly firstHeats: number;
  readonly straws: number;
  readonly wasted: number;
  readonly checks: number;
  readonly judged: number;
  readonly pregnant: number;
  readonly calvings: number;
  readonly tagged: number;
  readonly reports: number;
  readonly answered: number;
  readonly flags: number;
}
const workSql = (key: string) => `with rows as (
    select i.technician_id as staff, i.region_code, to_char(i.served_on, 'YYYY-MM') as month,
      (i.shot_no = 1)::int as heats, (i.shot_no = 1 and i.heat_no = 1)::int as "firstHeats", i.straws, i.wasted,
      0 as checks, (i.shot_no = 1 and ${isJudged})::int as judged, (i.shot_no = 1 and ${isPregnant})::int as pregnant,
      0 as calvings, 0 as tagged, 0 as reports, 0 as answered, cardinality(i.flags) as flags
    from breeding.insemination i where i.tenant_no = kit.tenant() and i.status <> 'voided'
      and i.region_code >= $1 and i.region_code < $2 and i.served_on between $3 and $4
    union all
    select p.technician_id, p.region_code, to_char(p.checked_on, 'YYYY-MM'), 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
    from breeding.pregnancy_check p where p.tenant_no = kit.tenant() and p.status <> 'voided'
      and p.region_code >= $1 and p.region_code < $2 and p.checked_on between $3 and $4
    union all
    select c.recorder_id, c.region_code, to_char(c.calved_on, 'YYYY-MM'), 0, 0, 0, 0, 0, 0, 0, 1,
      (select count(*)::int from breeding.calving_line l where l.tenant_no = c.tenant_no and l.parent_id = c.id
        and l.state = 'tagged'), 0, 0, 0
    from breeding.calving c where c.tenant_no = kit.tenant() and c.status in ('reported', 'verified')
      and c.region_code >= $1 and c.region_code < $2 and c.calved_on between $3 and $4
    union all
    select h.technician_id, h.region_code, to_char(h.seen_at, 'YYYY-MM'), 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
      coalesce((i.served_at <= h.best_to + interval '6 hours')::int, 0), 0
    from breeding.heat_report h left join breeding.insemination i on i.id = h.service_id
    where h.tenant_no = kit.tenant() and h.status <> 'cancelled' and h.region_code >= $1 and h.region_code < $2
      and h.seen_at >= $3::date and h.seen_at < $4::date + 1)
  select ${key} as k, (select s.name from breeding.technician_seen s where s.id = max(r.staff)) as name,
    sum(r.heats)::int as heats, sum(r."firstHeats")::int as "firstHeats", sum(r.straws)::int as straws,
    sum(r.wasted)::int as wasted, sum(r.checks)::int as checks, sum(r.judged)::int as judged,
    sum(r.pregnant)::int as pregnant, sum(r.calvings)::int as calvings, sum(r.tagged)::int as tagged,
    sum(r.reports)::int as reports, sum(r.answered)::int as answered, sum(r.flags)::int as flags
  from rows r where $5::bigint > 0 group by 1 order by 3 desc`;
async function work({ call, place, by, filter, read }: ReportAsk<typeof contract.workReport>) {
  const { from, to } = periodOf(filter);
  const key = { region: 'r.region_code / $5::bigint * $5::bigint', month: 'r.month' }[by] ?? 'r.staff';
  const [rows] = await read<[Work]>({ text: workSql(key), values: [...place.range, from, to, place.width] });
  return {
    filter: { from, to },
    facts: { n: commonDefaults.rateMinCount },
    rows: rows.map(({ k, name, ...row }) => ({
      ...row,
      ...rateText(call, row.pregnant, row.judged),
      ...(by === 'region'
        ? { regionCode: Number(k) }
        : { key: String(k ?? '-'), name: by === 'month' ? String(k) : (name ?? '-'), regionCode: null }),
    })),
  };
}

interface Births {
  readonly k: string | number | null;
  readonly calvings: number;
  readonly born: number;
  readonly alive: number;
  readonly males: number;
  readonly females: number;
  readonly gestSum: number;
  readonly gestN: number;
  readonly hard: number;
  readonly matched: number;
  readonly toTag: number;
  readonly tagLate: number;
  readonly tagged: number;
}
async function calves({ place, by, filter, read }: ReportAsk<typeof contract.calfReport>) {
  const { from, to } = periodOf(filter);
  const where = `from breeding.calving c where c.tenant_no = kit.tenant() and c.status in ('reported', 'verified')
    and c.region_code >= $1 and c.region_code < $2 and c.calved_on between $3 and $4`;
  const line = (what: string) => `(select count(*) from breeding.calving_line l where l.tenant_no = c.tenant_no
    and l.parent_id = c.id and ${what})`;
  const key = { month: "to_char(c.calved_on, 'YYYY-MM')", sireBreed: "coalesce(c.sire_breed, '-')" }[by];
  const values = [...place.range, from, to];
  const [rows, fits, days] = await read<
    [Births, { fit: string; calvings: number }, { days: string; calvings: number }]
  >(
    {
      text: `select ${key ?? 'c.region_code / $5::bigint * $5::bigint'} as k, count(*)::int as calvings,
          sum(c.total)::int as born, sum(c.alive)::int as alive, sum(${line("l.sex = 'male'")})::int as males,
          sum(${line("l.sex = 'female'")})::int as females,
          coalesce(sum(c.gestation_days) filter (where c.fit = 'normal'), 0)::int as "gestSum",
          count(*) filter (where c.fit = 'normal')::int as "gestN",
          count(*) filter (where c.ease in ('hard', 'caesarean'))::int as hard,
          count(*) filter (where c.service_id is not null)::int as matched,
          sum(${line("l.state = 'toTag'")})::int as "toTag", sum(${line("l.state = 'tagged'")})::int as tagged,
          sum(${line("l.state = 'toTag' and l.tag_due_on < current_date")})::int as "tagLate"
        ${where} and $5::bigint > 0 group by 1 order by 1`,
      values: [...values, place.width],
    },
    { text: `select c.fit, count(*)::int as calvings ${where} group by 1 order by 2 desc`, values },
    {
      text: `select (c.gestation_days / 5 * 5)::text as days, count(*)::int as calvings ${where}
        and c.gestation_days is not null group by 1, c.gestation_days / 5 order by c.gestation_days / 5`,
      values,
    },
  );
  return {
    filter: { from, to },
    rows: rows.map(({ k, ...row }) => ({
      ...row,
      ...(by === 'region' ? { regionCode: Number(k) } : { key: String(k), name: String(k), regionCode: null }),
    })),
    parts: { fits, gestations: days },
  };
}

export const reportRoutes = (): Route[] => [
  ...serveReport(contract.strawBalance)(balance),
  ...serveReport(contract.conception)(cohorts),
  ...serveReport(contract.workReport)(work),
  ...serveReport(contract.calfReport)(calves),
  ...serveReport(contract.semenStock)(stockFigures),
  ...serveReport(contract.sendOverview)(sendFigures),
  ...serveReport(contract.preventionStat)(preventionFigures),
  ...serveReport(contract.censusReport)(censusFigures),
];
