import { rangeOf, within } from '#kit/contract/region.ts';
import { type PlaceFigure, type PlacesQuery, rollupsOf } from '#kit/server/rollup.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import type { CoverageRow } from '#modules/prevention/contract/season/coverage.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { placesCoverage } from '../season/coverage.ts';
import { type Frame, shortName } from './frame.ts';

type Keys = readonly string[];

/** Rollups of the place and its parts, to be added up by what is meant. */
export class Sums {
  readonly #byPlace: ReadonlyMap<number, readonly PlaceFigure[]>;

  constructor(rows: readonly PlaceFigure[]) {
    this.#byPlace = Map.groupBy(rows, (one) => one.code);
  }

  of(code: number, is: (keys: Keys, day: string) => boolean = () => true): number {
    let sum = 0;
    for (const { keys, day, n } of this.#byPlace.get(code) ?? []) if (is(keys, day)) sum += n;
    return sum;
  }

  rows(code: number): readonly PlaceFigure[] {
    return this.#byPlace.get(code) ?? [];
  }
}

/**
 * One question for the place and all its parts.
 *
 * @example
 * const stock = await sums(frame, 'registry.stock');
 * const cattle = stock.of(frame.code, ([species]) => species === 'cattle');
 */
export async function sums(
  { tx, places }: Frame,
  name: string,
  more: Omit<PlacesQuery, 'name' | 'places'> = {},
): Promise<Sums> {
  const { text, values } = rollupsOf({ name, places, ...more });
  return new Sums(await tx.query<PlaceFigure>(text, values as unknown[]));
}

/** The same of the place alone. */
export const sumsHere = (frame: Frame, name: string, more: Omit<PlacesQuery, 'name' | 'places'> = {}): Promise<Sums> =>
  sums({ ...frame, places: frame.places.slice(0, 1) }, name, more);

const lows = (frame: Frame) => frame.own.map((code) => rangeOf(code)[0]);
const highs = (frame: Frame) => frame.own.map((code) => rangeOf(code)[1]);

/** `exists` over the caller's own within the place; `$1` and `$2` are its lows and highs. */
export const inside = (column: string): string =>
  `exists (select 1 from unnest($1::bigint[], $2::bigint[]) o(lo, hi) where ${column} >= o.lo and ${column} < o.hi)`;

/** Rows of the place, from a question that names `inside`. */
export const rowsHere = <Row>(frame: Frame, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  frame.tx.query<Row>(text, [lows(frame), highs(frame), ...values]);

const part = (percent: number | null): number | null => (percent === null ? null : Math.round(percent * 100) / 1e4);

/** Figures of a campaign by the place's coverage: imm.* of §7. */
function seasonValues(row: CoverageRow): ScreenValues {
  const { total } = row;
  return {
    'imm.due': total.due,
    'imm.done': total.done,
    'imm.remaining': total.remaining,
    'imm.coverage': part(total.coverage),
    'imm.density': part(total.density),
    'imm.gap': row.gap,
    'imm.households': row.households,
    'imm.householdsDone': row.householdsDone,
    'imm.householdRate': row.households > 0 ? row.householdsDone / row.households : null,
    'imm.seasonVisits': row.visits,
    ...Object.fromEntries(
      Object.entries(row.diseases).flatMap(([code, one]) => [
        [`imm.coverage.${code}`, part(one.coverage)],
        [`imm.due.${code}`, one.due],
        [`imm.done.${code}`, one.done],
        [`imm.density.${code}`, part(one.density)],
        [`imm.today.${code}`, one.today],
      ]),
    ),
  };
}

export interface Campaign {
  readonly here: CoverageRow | null;
  readonly parts: readonly CoverageRow[];
  /** imm.* of a place: the season's, and what was done today whatever the season. */
  of(code: number): ScreenValues;
}

/** The campaign in the place and its parts; without a season only today's work is known. */
export async function campaign(frame: Frame): Promise<Campaign> {
  const codes = frame.places.map((one) => one.code);
  const rows = frame.season ? await placesCoverage(frame.tx, frame.season, codes) : [];
  const by = new Map(rows.map((row) => [row.regionCode, row]));
  const day = { from: frame.today, to: frame.today };
  const immune = await sums(frame, 'prevention.immune', { ...day, first: '*' });
  const visits = await sums(frame, 'prevention.visit', day);
  return {
    here: by.get(frame.code) ?? null,
    parts: frame.children.flatMap((code) => by.get(code) ?? []),
    of: (code) => {
      const row = by.get(code);
      return {
        ...(row && seasonValues(row)),
        'imm.today': immune.of(code),
        'imm.visitsToday': visits.of(code),
      };
    },
  };
}

/** work.active and work.today of the place and its parts. */
export async function attendance(frame: Frame): Promise<(code: number) => ScreenValues> {
  const workers = await rowsHere<{ id: number; region: number }>(
    frame,
    `select t.id, t.region_code as region from prevention.worker t where t.tenant_no = kit.tenant() and t.status = 'active' and ${inside('t.region_code')}`,
  );
  const out = await rowsHere<{ id: number; region: number }>(
    frame,
    `select distinct d.staff_id as id, d.region_code as region from prevention.work_day d
     where d.tenant_no = kit.tenant() and d.day = $3 and d.kind = 'visits' and d.n > 0 and ${inside('d.region_code')}`,
    [frame.today],
  );
  return (code) => ({
    'work.active': workers.filter((one) => within(one.region, code)).length,
    'work.today': new Set(out.filter((one) => within(one.region, code)).map((one) => one.id)).size,
  });
}

const liveCase = `c.tenant_no = kit.tenant() and c.status not in ('withdrawn', 'rejected')`;

/** stress.reactions, deaths and rate of the season in the place and its parts. */
export async function reactions(frame: Frame): Promise<(code: number) => ScreenValues> {
  const { season } = frame;
  const from = season?.startDate ?? addDays(frame.today, -180);
  const to = season?.endDate ?? frame.today;
  const cases = await rowsHere<{ region: number; dead: boolean; n: number }>(
    frame,
    `select c.region_code as region, c.outcome = 'died' as dead, count(*)::int as n from prevention.stress_case c
     where ${liveCase} and ($3::bigint is null or c.season_id = $3) and c.immunised_at >= $4::date and c.immunised_at < $5::date + 1 and ${inside('c.region_code')} group by 1, 2`,
    [season?.id ?? null, from, to],
  );
  const done = await sums(frame, 'prevention.immune', { from, to, first: '*' });
  return (code) => {
    const own = cases.filter((one) => within(one.region, code));
    const count = (list: typeof own) => list.reduce((sum, one) => sum + one.n, 0);
    const deaths = count(own.filter((one) => one.dead));
    const heads = done.of(code);
    return {
      'stress.reactions': count(own),
      'stress.deaths': deaths,
      'stress.rate': heads > 0 ? Math.round((deaths * 1e6) / heads) / 100 : null,
    };
  };
}

const ours = `t.source in ('prevention', 'breeding', 'cure')`;

/** alert.open: urgent first, then the newest. */
export async function alerts(frame: Frame, most: number): Promise<{ n: number; rows: ScreenRow[] }> {
  const rows = await rowsHere<{ regionCode: number; all: number } & ScreenRow>(
    frame,
    `select t.id, t.level, t.kind, t.region_code as "regionCode", t.subject_name as subject, t.opened_at as "openedAt", count(*) over ()::int as all
     from prevention.ant_alert t where t.tenant_no = kit.tenant() and t.status <> 'closed' and t.folded_into is null and ${ours} and ${inside('t.region_code')}
     order by t.level = 'urgent' desc, t.level = 'warn' desc, t.opened_at desc limit $3`,
    [most],
  );
  return {
    n: rows[0]?.all ?? 0,
    rows: rows.map(({ all: _, ...row }) => ({ ...row, place: shortName(row.regionCode) })),
  };
}

/** `王*`; a unit's name is nobody's secret. */
export const maskedHolder = (name: string, type: string): string =>
  type === 'household' && name.length > 1 ? `${name.slice(0, 1)}${'*'.repeat(Math.min(2, name.length - 1))}` : name;

/** The last sheets, as the ticker shows them. */
export async function lastVisits(frame: Frame, most: number): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ regionCode: number; holder: string; type: string } & ScreenRow>(
    frame,
    `select v.id, v.submitted_at as at, v.mode, v.region_code as "regionCode", p.principal_unit_name as holder, p.principal_unit_type as type, w.name as worker,
       v.cattle + v.sheep + v.goat as heads, v.vaccines
     from prevention.immunisation_visit v join registry.principal p on p.id = v.principal_id left join prevention.worker w on w.id = v.staff_id
     where v.tenant_no = kit.tenant() and v.counted and v.submitted_at is not null and ${inside('v.region_code')} order by v.submitted_at desc, v.id desc limit $3`,
    [most],
  );
  return rows.map(({ holder, type, ...row }) => ({
    ...row,
    village: shortName(row.regionCode),
    holder: maskedHolder(holder, type),
  }));
}

/** The holders of a village, as the map's sheet lists them. */
export async function holdersAt(frame: Frame): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ name: string; type: string } & ScreenRow>(
    frame,
    `select h.principal_id as id, p.principal_unit_name as name, p.principal_unit_type as type, w.name as worker, coalesce(s.heads, 0)::int as heads, coalesce(d.due, 0)::int as due, coalesce(d.done, 0)::int as done
     from prevention.holder h join registry.principal p on p.id = h.principal_id
     left join lateral (select sum(o.tagged + o.untagged) as heads from prevention.holder_stock o where o.tenant_no = h.tenant_no and o.principal_id = h.principal_id) s on true
     left join prevention.plan_household d on d.tenant_no = h.tenant_no and d.principal_id = h.principal_id and d.season_id = $3
     left join prevention.worker w on w.id = d.staff_id
     where h.tenant_no = kit.tenant() and ${inside('h.region_code')} order by coalesce(d.due, 0) - coalesce(d.done, 0) desc, h.principal_id limit 200`,
    [frame.season?.id ?? null],
  );
  return rows.map(({ name, type, ...row }) => ({ ...row, holder: maskedHolder(name, type) }));
}
