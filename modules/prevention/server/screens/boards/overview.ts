import { coverageBounds, isRed, isWatched, riskBand } from '#modules/prevention/contract/screens/bands.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { doneByDay } from '../../home/done.ts';
import { dailyDone, forecastOf, planPctOf } from '../../season/coverage.ts';
import { diseasesIn } from '../../season/diseases.ts';
import { alerts, attendance, campaign, reactions, sums } from '../figures.ts';
import { type Drawn, type Frame, type Headline, share, shortName } from '../frame.ts';
import { type Heads, heads, yearOfStock } from '../heads.ts';
import { type Signals, signals } from '../signals.ts';
import { companies, farms } from '../units.ts';

/** Which of the eight the caller holds, and what they open together. */
export function grants(frame: Frame) {
  const may = (...names: readonly string[]) => names.some((one) => frame.may(`screen:${one}`));
  return { may, work: may('immunity', 'schedule', 'workload'), stock: may('livestock', 'cattle', 'sheep') };
}

/** The most urgent of what the caller may see. */
export function overviewHeadline(
  frame: Frame,
  values: ScreenValues,
  children: ReadonlyMap<number, ScreenValues>,
  found: { readonly open: readonly ScreenRow[]; readonly signs: Signals | null },
): Headline {
  const place = shortName(frame.code);
  const here = `regionCode=${frame.code}`;
  const deaths = found.open.find((one) => one.kind === 'batchDeaths');
  if (deaths)
    return {
      key: 'prevention.screen.index.alert',
      args: { place: String(deaths.place), subject: String(deaths.subject ?? '') },
      link: `/ant/preventionMange/alert?kind=batchDeaths&${here}`,
      urgent: true,
    };
  const [action] = found.signs?.actions.filter((one) => one.type === 'emergency') ?? [];
  if (action)
    return {
      key: 'prevention.screen.index6.emergency',
      // The action's own name tells the holder's: it stays where one may see it.
      args: { place: String(action.place) },
      link: `/ant/investigation/actionDetail?id=${action.id}`,
      urgent: true,
    };
  const [worst] = [...children].toSorted(([, a], [, b]) => (b.risk ?? 0) - (a.risk ?? 0));
  if (worst && riskBand(worst[1].risk ?? 0) === 'high')
    return {
      key: 'prevention.screen.index6.risky',
      args: { place: shortName(worst[0]), risk: Math.round(worst[1].risk ?? 0) },
      link: `/ant/preventionMange/coverage?${here}`,
      urgent: false,
    };
  const covered = values['imm.coverage'];
  const percent = (share: number | null | undefined) => Math.round((share ?? 0) * 1000) / 10;
  const lowest = [...children, [frame.code, values] as const]
    .filter(([, one]) => typeof one['imm.coverage'] === 'number')
    .toSorted(([, a], [, b]) => (a['imm.coverage'] ?? 0) - (b['imm.coverage'] ?? 0))[0];
  if (lowest && isRed(lowest[1]))
    return {
      key: 'prevention.screen.index6.low',
      args: {
        place: shortName(lowest[0]),
        coverage: percent(lowest[1]['imm.coverage']),
        limit: coverageBounds[0] * 100,
      },
      link: `/ant/preventionMange/coverage?regionCode=${lowest[0]}`,
      urgent: false,
    };
  const watched = [...children].filter(([, one]) => isWatched(one)).length;
  if (covered !== null && covered !== undefined)
    return {
      key: `prevention.screen.index6.${watched > 0 ? 'watched' : 'plain'}`,
      args: { place, coverage: percent(covered), today: values['imm.today'] ?? 0, n: watched },
      link: `/ant/preventionMange/coverage?${here}`,
      urgent: false,
    };
  const total = values['stock.total'];
  return total === undefined
    ? { key: 'prevention.screen.index6.units', args: { place }, link: null, urgent: false }
    : {
        key: 'prevention.screen.index6.stock',
        args: { place, total: total ?? 0 },
        link: `/ant/animalProtection/liveCount?${here}`,
        urgent: false,
      };
}

/** L2: what is done up to each day beside what was planned. */
async function burnUp(frame: Frame, due: number, remaining: number): Promise<Record<'L2' | 'L2head', ScreenRow[]>> {
  const { season, tx } = frame;
  if (!season) return { L2: [], L2head: [] };
  const given = await dailyDone(tx, season, frame.code);
  const [until = frame.today] = [frame.today, season.endDate].toSorted();
  // From the first day to this one, also where nothing was done on either.
  const ends = [season.startDate, until].filter((end) => given.every(({ day }) => day !== end));
  const all = [...given, ...ends.map((day) => ({ day, n: 0 }))].toSorted((a, b) => a.day.localeCompare(b.day));
  let done = 0;
  const days = all.map(({ day, n }) => {
    done += n;
    const plan = share(Math.round(planPctOf(season, day) * due * (season.target / 100)), due);
    return { day, done: share(done, due), plan };
  });
  return { L2: days, L2head: [{ forecast: await forecastOf(tx, season, frame.code, remaining), end: season.endDate }] };
}

/** L1 to L3, the tiles and the table of risks. */
async function workPart(frame: Frame) {
  const { may } = grants(frame);
  const work = await campaign(frame);
  const out = await attendance(frame);
  const stress = await reactions(frame);
  const signs = await signals(frame, work, stress);
  const open = await alerts(frame, 20);
  const season = frame.season ? { from: frame.season.startDate, to: frame.season.endDate } : { from: frame.today };
  const done = await sums(frame, 'prevention.immune', { ...season, first: '*' });
  const perWorker = (code: number) => {
    const active = out(code)['work.active'] ?? 0;
    const head = done.of(code, ([, , mode]) => mode !== 'self');
    return active > 0 ? Math.round((head / active) * 10) / 10 : null;
  };
  const of = (code: number): ScreenValues => ({
    ...work.of(code),
    ...out(code),
    ...stress(code),
    ...signs.of(code),
    'work.perWorker': perWorker(code),
  });
  const here = of(frame.code);
  const names = frame.season && may('immunity') ? await diseasesIn(frame.tx, 'zh_CN', frame.season.id) : [];
  const rows = {
    ...(may('immunity') && {
      L1: names.map(({ code }) => ({
        disease: code,
        coverage: here[`imm.coverage.${code}`] ?? null,
        target: (frame.season?.target ?? 100) / 100,
      })),
      L1days: (await doneByDay(frame.tx, frame.code)).map((one) => ({
        day: one.day,
        n: one.season + one.routine + one.emergency + one.self,
      })),
    }),
    ...(may('schedule') && (await burnUp(frame, here['imm.due'] ?? 0, here['imm.remaining'] ?? 0))),
    antibodies: signs.antibodies.map((one) => ({ ...one })),
    actions: signs.actions,
  };
  return { of, rows, signs, open };
}

function stockPart(frame: Frame, stock: Heads, months: readonly ScreenRow[]) {
  const { may } = grants(frame);
  return {
    ...(may('livestock') && { R1: months }),
    ...(may('cattle') && { R2: stock.breeds(['cattle']), R2months: months }),
    ...(may('sheep') && { R3: stock.breeds(['sheep', 'goat']), R3months: months }),
  };
}

const panels = {
  L1: 'immunity',
  L2: 'schedule',
  L3: 'workload',
  L4: 'company',
  R1: 'livestock',
  R2: 'cattle',
  R3: 'sheep',
  R4: 'farm',
} as const;

/** /ant/screen/index6: the whole on one page, as far as the caller may see it. */
export async function drawOverview(frame: Frame): Promise<Drawn> {
  const { may, work: seesWork, stock: seesStock } = grants(frame);
  const work = seesWork ? await workPart(frame) : null;
  // What a worker carries is measured by the stock, whoever may see the stock itself.
  const stock = seesStock || may('workload') ? await heads(frame) : null;
  const farm = may('farm') ? await farms(frame) : null;
  const company = may('company') ? await companies(frame, 12) : null;
  const of = (code: number): ScreenValues => {
    const known = work?.of(code);
    const held = stock?.of(code);
    const active = known?.['work.active'] ?? 0;
    return {
      ...known,
      ...(seesStock && held),
      ...(may('workload') && {
        'work.load': active > 0 ? Math.round(((held?.['stock.units'] ?? 0) / active) * 10) / 10 : null,
      }),
      ...farm?.of(code),
      ...company?.of(code),
    };
  };
  const values = { ...of(frame.code), ...(work && { 'alert.open': work.open.n }) };
  const children = new Map(frame.children.map((code) => [code, of(code)]));
  const months = seesStock ? await yearOfStock(frame, values) : [];
  return {
    values,
    children,
    headline: overviewHeadline(frame, values, children, { open: work?.open.rows ?? [], signs: work?.signs ?? null }),
    rows: {
      ...work?.rows,
      ...(seesStock && stock && stockPart(frame, stock, months)),
      ...(farm && { R4: farm.rows }),
      ...(company && { L4: company.rows, L4newest: company.newest }),
    },
    permits: [
      ...Object.entries(panels).flatMap(([panel, name]) => (may(name) ? [panel] : [])),
      ...(seesWork ? ['B', 'work'] : []),
      ...(seesStock ? ['stock'] : []),
    ],
  };
}
