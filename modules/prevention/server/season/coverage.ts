import type { Language } from '#kit/contract/envelope.ts';
import { levelOf, outermost, rangeOf, within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type PlaceFigure, type PlacesQuery, rollupsOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { CoverageFigures, CoverageRow } from '#modules/prevention/contract/season/coverage.ts';
import { percent, plannedShare, seasonPart } from '#modules/prevention/contract/season/curve.ts';
import { addDays, dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { settingsFor } from '../settings/settings.ts';
import { diseasesIn } from './diseases.ts';
import { childCodes } from './places.ts';

export interface SeasonHead {
  readonly id: number;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  readonly regionCodes: readonly number[];
  readonly curve: 'linear' | 'sShaped';
  readonly target: number;
}

/** The season asked for, or the one that goes on, or the last one. */
export async function seasonHead(tx: Tx, id: number | undefined): Promise<SeasonHead | null> {
  const [row] = await tx.query<SeasonHead>(
    `select s.id, s.name, to_char(s.start_date, 'YYYY-MM-DD') as "startDate", to_char(s.end_date, 'YYYY-MM-DD') as "endDate", s.status, s.region_codes as "regionCodes",
       coalesce((select i.planned_curve from prevention.prevention_season_item i where i.tenant_no = s.tenant_no and i.season_id = s.id limit 1), 'sShaped') as curve,
       coalesce((select max(i.target) from prevention.prevention_season_item i where i.tenant_no = s.tenant_no and i.season_id = s.id), 100)::float8 as target
     from prevention.prevention_season s where s.tenant_no = kit.tenant() and s.status not in ('draft', 'cancelled') and ($1::bigint is null or s.id = $1)
     order by s.status <> 'ongoing', s.kind = 'special', s.start_date desc limit 1`,
    [id ?? null],
  );
  return row ?? null;
}

/** What the caller may see of a place: the place itself, or the parts of it that are theirs. */
export function ownOf(tx: Tx, code: number): number[] {
  const own = tx.scope.system ? [code] : tx.scope.regions;
  return outermost(own.flatMap((one) => (within(code, one) ? [code] : within(one, code) ? [one] : [])));
}

/** The place a caller's figures begin with: their one region, or what is above all of theirs. */
export function homeOf(tx: Tx): number {
  const [first = 150000000000, ...rest] = tx.scope.regions;
  let code = first;
  while (!rest.every((one) => within(one, code))) {
    const level = levelOf(code);
    if (level === 1) break;
    const width = [0, 1e10, 1e8, 1e6, 1e3][level - 1] ?? 1e10;
    code = Math.floor(code / width) * width;
  }
  return code;
}

type Sums = Record<string, number>;
const none = (): Sums => ({
  stock: 0,
  young: 0,
  protected: 0,
  elsewhere: 0,
  unfit: 0,
  exempt: 0,
  remaining: 0,
  done: 0,
  today: 0,
  protectedHeads: 0,
});

function finish(sums: Sums): CoverageFigures {
  const due = (sums.done ?? 0) + (sums.remaining ?? 0);
  const out = ['young', 'protected', 'elsewhere', 'unfit', 'exempt'].reduce((sum, one) => sum + (sums[one] ?? 0), 0);
  return {
    stock: sums.stock ?? 0,
    young: sums.young ?? 0,
    protected: sums.protected ?? 0,
    elsewhere: sums.elsewhere ?? 0,
    unfit: sums.unfit ?? 0,
    exempt: sums.exempt ?? 0,
    // R4: stock − not due − exempt + gone = due, and due − done = remaining.
    gone: due - (sums.stock ?? 0) + out,
    due,
    done: sums.done ?? 0,
    remaining: sums.remaining ?? 0,
    coverage: percent(sums.done ?? 0, due),
    today: sums.today ?? 0,
    protectedHeads: sums.protectedHeads ?? 0,
    density: percent(sums.protectedHeads ?? 0, sums.stock ?? 0),
  };
}

export interface CoverageAsk {
  readonly diseaseCode?: string | undefined;
  readonly species?: string | undefined;
}

/** Every figure of §7 for a season, of several places at once and exact to the last commit: five questions, however many places. */
export async function placesCoverage(
  tx: Tx,
  season: SeasonHead,
  codes: readonly number[],
  ask: CoverageAsk = {},
): Promise<CoverageRow[]> {
  const places = codes.map((code) => ({ code, own: ownOf(tx, code) }));
  const now = today();
  const read = async (name: string, more: Partial<PlacesQuery>): Promise<ReadonlyMap<number, PlaceFigure[]>> => {
    const { text, values } = rollupsOf({ name, places, ...more });
    return Map.groupBy(await tx.query<PlaceFigure>(text, values as unknown[]), (one) => one.code);
  };
  const first = String(season.id);
  const [plan, immune, guarded, households, visits] = await Promise.all([
    read('prevention.plan', { first }),
    read('prevention.immune', { from: now, to: now }),
    read('prevention.protected', { to: now }),
    read('prevention.household', { first }),
    read('prevention.visit', { from: season.startDate, to: season.endDate }),
  ]);
  const fits = (disease: string, species: string) =>
    (!ask.diseaseCode || disease === ask.diseaseCode) && (!ask.species || species === ask.species);
  return codes.map((code) => {
    const of = (kept: ReadonlyMap<number, PlaceFigure[]>) => kept.get(code) ?? [];
    const byDisease = new Map<string, Sums>();
    const add = (disease: string, what: string, n: number) => {
      const sums = byDisease.get(disease) ?? none();
      sums[what] = (sums[what] ?? 0) + n;
      byDisease.set(disease, sums);
    };
    const planned = new Set<string>();
    for (const { keys, n } of of(plan)) {
      const [, disease = '', species = '', what = ''] = keys;
      if (!fits(disease, species)) continue;
      planned.add(`${disease} ${species}`);
      add(disease, what, n);
    }
    for (const { keys, n } of of(immune)) {
      const [disease = '', species = ''] = keys;
      if (disease !== '*' && byDisease.has(disease) && fits(disease, species)) add(disease, 'today', n);
    }
    for (const { keys, n } of of(guarded)) {
      const [disease = '', species = ''] = keys;
      if (planned.has(`${disease} ${species}`)) add(disease, 'protectedHeads', n);
    }
    const count = (what: string) =>
      of(households)
        .filter(({ keys }) => keys[1] === what)
        .reduce((sum, { n }) => sum + n, 0);
    const visited = of(visits)
      .filter(({ keys }) => keys[1] === first)
      .reduce((sum, { n }) => sum + n, 0);
    const total = none();
    for (const sums of byDisease.values())
      for (const [what, n] of Object.entries(sums)) total[what] = (total[what] ?? 0) + n;
    const figures = finish(total);
    return {
      regionCode: code,
      regionName: regionName(code)?.split(' ').at(-1) ?? '',
      level: levelOf(code),
      total: figures,
      diseases: Object.fromEntries([...byDisease].map(([disease, sums]) => [disease, finish(sums)])),
      households: count('due'),
      householdsDone: count('done'),
      visits: visited,
      isZero: figures.due > 0 && visited === 0,
      gap: gapOf(season, figures.coverage),
    };
  });
}

/** imm.planPct: the share of the plan that should be done by a day, 0 to 1. */
export const planPctOf = (season: SeasonHead, on = today()): number =>
  plannedShare(season.curve, seasonPart(season.startDate, season.endDate, on));

/** imm.gap: points of coverage ahead of the plan, below zero behind it. */
export const gapOf = (season: SeasonHead, coverage: number | null): number | null =>
  coverage === null ? null : Math.round((coverage - planPctOf(season) * season.target) * 10) / 10;

export async function placeCoverage(
  tx: Tx,
  season: SeasonHead,
  code: number,
  ask: CoverageAsk = {},
): Promise<CoverageRow> {
  const [row] = await placesCoverage(tx, season, [code], ask);
  return row as CoverageRow;
}

/** The parts of a place that are the caller's to see and have something to show. */
export async function childCoverage(
  tx: Tx,
  season: SeasonHead,
  parent: number,
  ask: CoverageAsk = {},
): Promise<CoverageRow[]> {
  const rows = await placesCoverage(tx, season, partsOf(tx, parent), ask);
  return rows.filter(hasSomething);
}

const partsOf = (tx: Tx, parent: number): number[] => childCodes(parent).filter((code) => ownOf(tx, code).length > 0);
const hasSomething = ({ total }: CoverageRow): boolean => total.stock > 0 || total.due > 0;

/** imm.forecast: at the pace of the last seven days that had visits; none means it stands still. */
export async function forecastOf(tx: Tx, season: SeasonHead, code: number, remaining: number): Promise<string | null> {
  return remaining === 0 ? today() : forecastAt(await dailyDone(tx, season, code), remaining);
}

/** The same from days already known, in their order. */
export function forecastAt(days: readonly { day: string; n: number }[], remaining: number): string | null {
  if (remaining === 0) return today();
  const recent = days.filter((one) => one.n > 0).slice(-7);
  const pace = recent.reduce((sum, one) => sum + one.n, 0) / Math.max(recent.length, 1);
  if (pace <= 0 || dayNumber(today()) - dayNumber(recent.at(-1)?.day ?? '2000-01-01') > 14) return null;
  return addDays(today(), Math.ceil(remaining / pace));
}

/** Heads done day by day, disease by disease added up: as due and done are. */
export async function dailyDone(
  tx: Tx,
  season: SeasonHead,
  code: number,
  diseaseCode?: string,
): Promise<{ day: string; n: number }[]> {
  const regions = ownOf(tx, code);
  if (regions.length === 0) return [];
  const ranges = regions.map(rangeOf);
  return tx.query(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(n)::int as n from (
       select f.day, f.n, f.keys from kit.rollup f where f.tenant_no = kit.tenant() and f.name = 'prevention.immune' and f.region_code = any ($1::bigint[]) and f.day between $2 and $3
       union all
       select d.day, d.n, d.keys from kit.rollup_delta d join unnest($4::bigint[], $5::bigint[]) r(lo, hi) on d.region_code >= r.lo and d.region_code < r.hi
       where d.tenant_no = kit.tenant() and d.name = 'prevention.immune' and d.day between $2 and $3
     ) x join prevention.prevention_season_item i on i.tenant_no = kit.tenant() and i.season_id = $6 and i.disease_code = x.keys[1] and i.species = x.keys[2]
     where ($7::text is null or x.keys[1] = $7) group by day having sum(n) <> 0 order by day`,
    [
      regions,
      season.startDate,
      season.endDate,
      ranges.map(([lo]) => lo),
      ranges.map(([, hi]) => hi),
      season.id,
      diseaseCode ?? null,
    ],
  );
}

/** What is frozen when a season is closed. */
export async function summaryOf(tx: Tx, seasonId: number, regionCodes: readonly number[]) {
  const season = await seasonHead(tx, seasonId);
  if (!season) return null;
  const rows = await placesCoverage(tx, season, regionCodes);
  const [only] = regionCodes;
  const children = regionCodes.length === 1 && only ? await childCoverage(tx, season, only) : rows;
  return { closedOn: today(), regions: rows, children };
}

/** Everything the statistics page shows of a place. */
export async function coverageOf(
  tx: Tx,
  ask: { seasonId?: number | undefined; parentCode?: number | undefined } & CoverageAsk,
  language: Language = 'zh_CN',
) {
  const season = await seasonHead(tx, ask.seasonId);
  const parent = ask.parentCode ?? homeOf(tx);
  const head: SeasonHead = season ?? {
    id: 0,
    name: '',
    startDate: today(),
    endDate: today(),
    status: 'closed',
    regionCodes: [],
    curve: 'linear',
    target: 100,
  };
  const parts = season && levelOf(parent) < 5 ? partsOf(tx, parent) : [];
  const [[total, ...rows], diseases, { densityLine }, days] = await Promise.all([
    placesCoverage(tx, head, [parent, ...parts], ask) as Promise<[CoverageRow, ...CoverageRow[]]>,
    season ? diseasesIn(tx, language, season.id) : [],
    settingsFor(tx, parent),
    season ? dailyDone(tx, season, parent) : [],
  ]);
  return {
    season: season && {
      id: season.id,
      name: season.name,
      startDate: season.startDate,
      endDate: season.endDate,
      status: season.status,
    },
    parentCode: parent,
    parentName: regionName(parent),
    planPct: Math.round(planPctOf(head) * 1000) / 10,
    target: head.target,
    densityLine,
    forecast: season ? forecastAt(days, total.total.remaining) : null,
    diseases: diseases.map(({ code, name }) => ({ code, name })),
    rows: rows.filter(hasSomething),
    total,
  };
}
