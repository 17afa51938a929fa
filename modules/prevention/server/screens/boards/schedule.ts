import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays, dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { forecastAt, planPctOf, type SeasonHead } from '../../season/coverage.ts';
import { diseasesIn } from '../../season/diseases.ts';
import { antibodies } from '../antibodies.ts';
import { type Campaign, campaign, sumsHere } from '../figures.ts';
import { type Drawn, type Frame, type Headline, share, shortName } from '../frame.ts';
import { laggards, zeroVillages } from '../laggards.ts';
import { type Days, seasonDays } from '../season-days.ts';

/** Days after the season's last one; below zero before it. */
const lateBy = (season: SeasonHead, forecast: string | null): number | null =>
  forecast === null ? null : dayNumber(forecast) - dayNumber(season.endDate);

interface Computed {
  readonly work: Campaign;
  readonly days: Days;
  readonly diseases: readonly string[];
}

/** 7-day gain = coverage today − coverage seven days ago, in points: what the week added to what is due. */
function gainOf(frame: Frame, days: Days, code: number, due: number, disease?: string): number | null {
  const since = addDays(frame.today, -7);
  const week = days.of(code, disease).reduce((sum, one) => (one.day > since ? sum + one.n : sum), 0);
  return due > 0 ? Math.round((week * 1000) / due) / 10 : null;
}

function valuesOf(frame: Frame, season: SeasonHead, { work, days, diseases }: Computed, code: number): ScreenValues {
  const own = work.of(code);
  const due = (disease?: string) => own[disease ? `imm.due.${disease}` : 'imm.due'] ?? 0;
  return {
    ...own,
    'imm.gain': gainOf(frame, days, code, due()),
    ...Object.fromEntries(
      diseases.map((disease) => [`imm.gain.${disease}`, gainOf(frame, days, code, due(disease), disease)]),
    ),
    'imm.forecastLate': due() > 0 ? lateBy(season, forecastAt(days.of(code), own['imm.remaining'] ?? 0)) : null,
  };
}

function headline(frame: Frame, season: SeasonHead, values: ScreenValues, zero: number): Headline {
  const link = `/ant/preventionMange/coverage?seasonId=${season.id}&regionCode=${frame.code}`;
  const coverage = values['imm.coverage'];
  if (coverage == null)
    return { key: 'prevention.screen.schedule.nothing', args: { place: shortName(frame.code) }, link, urgent: false };
  const tenth = (part: number) => Math.round(part * 1000) / 10;
  const late = values['imm.forecastLate'] ?? null;
  const state = late === null ? 'still' : late > 0 ? 'late' : 'early';
  return {
    key: `prevention.screen.schedule.${state}`,
    args: {
      planPct: tenth(planPctOf(season)),
      coverage: tenth(coverage),
      forecast: late === null ? '' : addDays(season.endDate, late).slice(5),
      d: Math.abs(late ?? 0),
      n: zero,
    },
    link,
    urgent: late === null || late > 0,
  };
}

/** The season before this one of the same kind: last year's. */
async function lastYears({ tx }: Frame, season: SeasonHead): Promise<SeasonHead | null> {
  const [row] = await tx.query<SeasonHead>(
    `select s.id, s.name, to_char(s.start_date, 'YYYY-MM-DD') as "startDate", to_char(s.end_date, 'YYYY-MM-DD') as "endDate", s.status, s.region_codes as "regionCodes",
       'sShaped' as curve, 100::float8 as target
     from prevention.prevention_season s join prevention.prevention_season n on n.id = $1 and n.kind = s.kind
     where s.tenant_no = kit.tenant() and s.status not in ('draft', 'cancelled') and s.start_date between n.start_date - 460 and n.start_date - 270
     order by s.start_date desc limit 1`,
    [season.id],
  );
  return row ?? null;
}

const longest = 400;

/** B1: what was done in all, day after day, beside the plan and the season of a year ago; shares of what was due. */
async function curve(frame: Frame, season: SeasonHead, { work, days }: Computed): Promise<ScreenRow[]> {
  const before = await lastYears(frame, season);
  const old = before && { days: await seasonDays(frame, before, true), due: await dueOf(frame, before) };
  const due = work.here?.total.due ?? 0;
  const added = (list: readonly { day: string; n: number }[], to: string) =>
    list.reduce((sum, one) => (one.day <= to ? sum + one.n : sum), 0);
  const length = Math.min(longest, dayNumber(season.endDate) - dayNumber(season.startDate) + 1);
  return Array.from({ length }, (_, at) => {
    const day = addDays(season.startDate, at);
    const then = before && addDays(before.startDate, at);
    return {
      day,
      done: day <= frame.today ? share(added(days.of(frame.code), day), due) : null,
      // In whole heads, as the statistics tell it.
      plan: share(Math.round(planPctOf(season, day) * due * (season.target / 100)), due),
      // Where last year's was shorter, its line ends.
      last:
        old && before && then && then <= before.endDate ? share(added(old.days.of(frame.code), then), old.due) : null,
    };
  });
}

async function dueOf(frame: Frame, season: SeasonHead): Promise<number> {
  const plan = await sumsHere(frame, 'prevention.plan', { first: String(season.id) });
  return plan.of(frame.code, (keys) => keys[3] === 'done' || keys[3] === 'remaining');
}

/** Without a season there is no plan to be measured by. */
const unplanned = (frame: Frame): Drawn => ({
  values: {},
  children: new Map(),
  headline: {
    key: 'prevention.screen.schedule.noSeason',
    args: { place: shortName(frame.code) },
    link: null,
    urgent: false,
  },
  rows: { K: [], X: [], M: [], B1: [], B2: [], B3: [], dots: [] },
});

/** /ant/screen/index15: will it be finished in time, disease by disease, and who must be pushed. */
export async function drawSchedule(frame: Frame): Promise<Drawn> {
  const { season } = frame;
  if (!season) return unplanned(frame);
  const work = await campaign(frame);
  const diseases = (await diseasesIn(frame.tx, 'zh_CN', season.id)).map((one) => one.code);
  const days = await seasonDays(frame, season);
  const zero = await zeroVillages(frame, season);
  const known: Computed = { work, days, diseases };
  const of = new Map(frame.places.map(({ code }) => [code, valuesOf(frame, season, known, code)]));
  const here = of.get(frame.code) ?? {};
  const lowest = diseases
    .filter((code) => here[`imm.density.${code}`] != null)
    .toSorted((a, b) => (here[`imm.density.${a}`] ?? 0) - (here[`imm.density.${b}`] ?? 0))[0];
  const lab = await antibodies(frame);
  const worst = frame.children
    .filter((code) => (of.get(code)?.['imm.due'] ?? 0) > 0)
    .toSorted((a, b) => (of.get(a)?.['imm.coverage'] ?? 0) - (of.get(b)?.['imm.coverage'] ?? 0));
  const forecast = (code: number) => {
    const late = of.get(code)?.['imm.forecastLate'] ?? null;
    return late === null ? null : addDays(season.endDate, late);
  };
  return {
    values: {
      ...here,
      'imm.planPct': planPctOf(season),
      'imm.target': season.target / 100,
      'imm.zeroVillage': zero.length,
      'imm.densityLowest': lowest ? (here[`imm.density.${lowest}`] ?? null) : null,
    },
    children: new Map(
      frame.children.map((code) => [
        code,
        { ...of.get(code), 'imm.zeroVillage': zero.filter((one) => one.path.includes(code)).length, ...lab.of(code) },
      ]),
    ),
    headline: headline(frame, season, here, zero.length),
    rows: {
      K: [{ forecast: forecast(frame.code), lowest: lowest ?? null }],
      X: worst.map((code) => ({ code, name: shortName(code), forecast: forecast(code), diseases })),
      M: zero.map(({ path: _, ...row }) => row),
      B1: await curve(frame, season, known),
      B2: await laggards(frame, season),
      B3: lab.diseases(diseases),
    },
  };
}
