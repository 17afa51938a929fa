import { levelOf, within } from '#kit/contract/region.ts';
import { regionPoint } from '#modules/platform/server/index.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { attendance, inside, rowsHere, sums } from '../figures.ts';
import { type Drawn, type Frame, type Headline, share, shortName } from '../frame.ts';
import { outByDay, quality, spread, type Worker, workersOf } from '../workers.ts';

const tenth = (n: number) => Math.round(n * 10) / 10;
const ratio = (n: number, of: number): number | null => (of > 0 ? tenth(n / of) : null);
const unitsOf: Readonly<Record<string, number>> = { cattle: 1, sheep: 0.2, goat: 0.2 };
const ranked = 15;

/** The season, else the year so far: what everything here is counted in. */
const periodOf = ({ season, today }: Frame) => ({
  from: season?.startDate ?? `${today.slice(0, 4)}-01-01`,
  to: season && season.endDate < today ? season.endDate : today,
});

interface Village {
  readonly code: number;
  readonly worker: number | null;
  /** R48 is asked of villages that have a grid of their own. */
  readonly isOwn: boolean;
}

/** Villages of grids and who has main charge of each. */
const villagesOf = (frame: Frame): Promise<Village[]> =>
  rowsHere<Village>(
    frame,
    `select v.village_code as code, prevention.worker_of(kit.tenant(), v.village_code) as worker, bool_or(v.grid_level = 'village') as "isOwn"
     from registry.grid_village v where v.tenant_no = kit.tenant() and ${inside('v.village_code')} group by v.village_code`,
  );

/** Flagged sheets nobody has cleared, where they were written. */
const flaggedIn = (frame: Frame, { from, to }: { from: string; to: string }) =>
  rowsHere<{ code: number; n: number }>(
    frame,
    `select v.region_code as code, count(*)::int as n from prevention.immunisation_visit v
     where v.tenant_no = kit.tenant() and v.flags <> '{}' and v.cleared_at is null and v.counted and v.visited_on between $3 and $4 and ${inside('v.region_code')} group by 1`,
    [from, to],
  );

/** work.* of the place and its parts, as the statistics of workers have them. */
async function figures(frame: Frame, villages: readonly Village[]): Promise<(code: number) => ScreenValues> {
  const period = periodOf(frame);
  const out = await attendance(frame);
  const immune = await sums(frame, 'prevention.immune', { ...period, first: '*' });
  const visits = await sums(frame, 'prevention.visit', period);
  const stock = await sums(frame, 'prevention.stock');
  const flags = await flaggedIn(frame, period);
  return (code) => {
    const own = out(code);
    const active = own['work.active'] ?? 0;
    const heads = immune.of(code, ([, , mode]) => mode !== 'self');
    const told = visits.of(code, ([mode]) => mode !== 'self');
    const flagged = flags.reduce((sum, one) => (within(one.code, code) ? sum + one.n : sum), 0);
    const units = stock
      .rows(code)
      .filter(({ keys }) => keys[2] === 'tagged' || keys[2] === 'untagged')
      .reduce((sum, { keys, n }) => sum + n * (unitsOf[keys[0] ?? ''] ?? 0), 0);
    const bare = villages.filter((one) => one.isOwn && one.worker === null && within(one.code, code));
    return {
      ...own,
      'work.heads': heads,
      'work.visits': told,
      'work.perWorker': ratio(heads, active),
      'work.load': ratio(units, active),
      'work.units': tenth(units),
      'work.uncovered': bare.length,
      'work.flagged': flagged,
      'work.flagRate': share(flagged, told),
    };
  };
}

function headline(frame: Frame, values: ScreenValues): Headline {
  const bare = values['work.uncovered'] ?? 0;
  // Workers belong to townships: in a village only what was done there can be told.
  const line = bare > 0 ? 'uncoveredLine' : (values['work.active'] ?? 0) > 0 ? 'coveredLine' : 'doneLine';
  return {
    key: `prevention.screen.workload.${line}`,
    args: {
      place: shortName(frame.code),
      heads: values['work.heads'] ?? 0,
      visits: values['work.visits'] ?? 0,
      today: values['work.today'] ?? 0,
      active: values['work.active'] ?? 0,
      perWorker: values['work.perWorker'] ?? 0,
      n: bare,
    },
    link: `/ant/person/preventionStat?regionCode=${frame.code}`,
    urgent: false,
  };
}

const rowOf = ({ id, name, region, photo, heads, visits, days, idle, due, done }: Worker): ScreenRow => ({
  id,
  name,
  place: shortName(region),
  photo,
  heads,
  visits,
  days,
  idle,
  remaining: due - done,
  coverage: share(done, due),
});

/** Villages without a worker as points; where nobody said where one lies, its township tells roughly. */
const points = (villages: readonly Village[]): ScreenRow[] =>
  villages
    .filter((one) => one.isOwn && one.worker === null)
    .map(({ code }) => {
      const at = regionPoint(code) ?? regionPoint(Math.floor(code / 1000) * 1000);
      return { code, name: shortName(code), longitude: at?.longitude ?? null, latitude: at?.latitude ?? null };
    });

/** /ant/screen/index2: who carries the work, who stands still, and whether the records can be trusted. */
export async function drawWorkload(frame: Frame): Promise<Drawn> {
  const period = periodOf(frame);
  const villages = await villagesOf(frame);
  const of = await figures(frame, villages);
  const workers = await workersOf(frame, period);
  const byId = new Map(workers.map((one) => [one.id, one]));
  // A village is as far as whoever has charge of it.
  const areVillages = levelOf(frame.code) === 4;
  const progress = (code: number): ScreenValues => {
    const village = villages.find((one) => one.code === code);
    const worker = village?.worker ? byId.get(village.worker) : undefined;
    return {
      'work.progress': worker ? share(worker.done, worker.due) : null,
      'work.hasGrid': village ? 1 : 0,
    };
  };
  const here = of(frame.code);
  const busy = spread(workers.filter((one) => one.heads > 0).map((one) => one.heads));
  const checks = await quality(frame, period);
  return {
    values: {
      ...here,
      ...(levelOf(frame.code) === 5 && progress(frame.code)),
      ...busy.values,
      ...checks.values,
      'work.idle': workers.filter((one) => one.isActive && one.heads === 0).length,
    },
    children: new Map(frame.children.map((code) => [code, { ...of(code), ...(areVillages && progress(code)) }])),
    headline: headline(frame, here),
    rows: {
      M: points(villages),
      R1: workers
        .filter((one) => one.heads > 0)
        .toSorted((a, b) => b.heads - a.heads || a.id - b.id)
        .slice(0, ranked)
        .map(rowOf),
      R2: workers
        .filter((one) => one.due > one.done)
        .toSorted((a, b) => a.done / a.due - b.done / b.due || b.due - b.done - (a.due - a.done))
        .slice(0, ranked)
        .map(rowOf),
      B1: await outByDay(frame, period, workers, (code) => of(code)['work.active'] ?? 0),
      B2: busy.bands,
      B3: checks.rows,
      period: [period],
    },
  };
}
