import { addDays } from '../visit/judge.ts';
import type { ScreenName, ScreenRow, Snapshot } from './screen.ts';
import type { Drill, DrillAt, Of } from './screen-drill.ts';
import { drillOf } from './screen-drills.ts';
import { lastDayOf } from './screen-drills-stock.ts';

/** A figure by its name: what it counts, of what, and where if not in the whole place. */
interface Named {
  readonly code: string;
  readonly of?: Of;
  readonly regionCode?: number;
}

type Row = ScreenRow & Readonly<Record<string, unknown>>;
type Panel = (row: Row, field: string, season: Snapshot['season']) => Named | null;
/** Figures of rows that each have a code of their own. */
const fields =
  (codes: Readonly<Record<string, string>>, of: (row: Row) => Of = () => ({}), isPart = false): Panel =>
  (row, field) => {
    const code = codes[field];
    return code ? { code, of: of(row), ...(isPart && { regionCode: Number(row.code) }) } : null;
  };
const words = (row: Row, ...names: readonly string[]): Of =>
  Object.fromEntries(
    names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name] as string]])),
  );

const byDisease = fields(
  {
    coverage: 'imm.coverage',
    density: 'imm.density',
    due: 'imm.due',
    done: 'imm.done',
    target: 'imm.target',
  },
  (row) => words(row, 'disease'),
);
const byDay: Panel = (row, field) => (field === 'n' ? { code: 'imm.today', of: words(row, 'day') } : null);
const curve = fields({ done: 'imm.doneBy', plan: 'imm.plannedBy' }, (row) => words(row, 'day'));
const antibodies = fields({ rate: 'lab.antibodyRate', samples: 'lab.measured', target: 'lab.target' }, (row) =>
  words(row, 'disease'),
);
const actions = fields({ points: 'inv.points', reviewed: 'inv.reviewed' }, ({ id }) => ({ actionId: Number(id) }));
const worker = fields(
  {
    heads: 'work.headsOf',
    visits: 'work.visitsOf',
    days: 'work.daysOf',
    remaining: 'work.leftOf',
    coverage: 'work.coverageOf',
  },
  ({ id }) => ({ staffId: Number(id) }),
);
const breed = (field: string) =>
  fields({ [field]: 'stock.breed' }, ({ species, breed: key }) => ({ species: String(species), key: String(key) }));
/** Breeds too few to be named have no list of their own. */
const breeds =
  (field: string): Panel =>
  (row, name, season) =>
    row.breed === '' ? null : breed(field)(row, name, season);

/** The stock at a month's end; that of the month that runs is today's. */
const endOf = (row: Row, species: string): Named => ({
  code: 'stock.total',
  of: { species, ...(row.isNow !== true && { on: lastDayOf(String(row.month)) }) },
});
const months =
  (species?: string): Panel =>
  (row, field) => {
    const of = { ...words(row, 'month'), ...(species && { species }) };
    if (field === 'births') return { code: 'stock.bornIn', of };
    if (field === 'offtake') return { code: 'stock.offIn', of };
    return field.startsWith('stock.') ? endOf(row, field.replace('stock.', '')) : null;
  };
const year: Panel = (row, field) => endOf(row, field);
/** `female.cattle` of a band of months. */
const ages: Panel = (row, field) => {
  const [sex = '', species = ''] = field.split('.');
  return species ? { code: 'stock.ages', of: { ...words(row, 'from', 'to'), sex, species } } : null;
};
const herds: Panel = (row, field) => {
  const [what, species = ''] = field.split('.');
  const of = { ...words(row, 'from', 'to'), species };
  return species ? { code: what === 'holders' ? 'stock.herds' : 'stock.herdHeads', of } : null;
};
const sizes = fields(
  { n: 'farm.count', heads: 'farm.stock', remaining: 'farm.remaining', coverage: 'farm.coverage' },
  (row) => words(row, 'scale'),
);
const types = fields({ n: 'ent.count', shown: 'ent.shown' }, ({ type }) => ({ principalUnitType: String(type) }));
const steps: Panel = (row, field) => {
  if (field !== 'n') return null;
  if (row.step === 'start') return { code: 'stock.begun' };
  return { code: row.step === 'now' ? 'stock.total' : `flow.${String(row.step)}` };
};
/** Workers out on a day of the season, in a part of the place. */
const out: Panel = (row, field) => {
  if (row.isWorker === true) return null;
  if (field === 'active') return { code: 'work.active', regionCode: Number(row.code) };
  const day = addDays(String(row.from), Number(field.replace('out.', '')));
  return { code: 'work.today', of: { day }, regionCode: Number(row.code) };
};
const lots: Panel = (row, field) => {
  const of = words(row, 'lotNo', 'vaccine');
  if (field === 'deaths') return { code: 'stress.deaths', of: words(row, 'lotNo') };
  if (field === 'reactions') return { code: 'stress.reactions', of: words(row, 'lotNo') };
  return field === 'heads' ? { code: 'stress.lotHeads', of } : field === 'rate' ? { code: 'stress.lotRate', of } : null;
};

const panels: Readonly<Record<ScreenName, Readonly<Record<string, Panel>>>> = {
  index: {
    L1: byDisease,
    L2: (row, mode) => ({ code: 'imm.today', of: { ...words(row, 'day'), mode } }),
    L3: fields({ due: 'imm.makeupDueFor', done: 'imm.makeupDoneFor' }, (row) => words(row, 'reason')),
    R1: fields({ coverage: 'imm.coverage', today: 'imm.today' }, undefined, true),
    R2: fields({ held: 'vac.held', expiring: 'vac.expiring' }, (row) => words(row, 'materialId')),
    T: fields({ heads: 'imm.visit' }, (row) => words(row, 'id')),
  },
  index1: {
    L1: fields({ tagged: 'stock.stageTagged', untagged: 'stock.stageUntagged' }, ({ species, stage }) => ({
      species: String(species),
      key: String(stage),
    })),
    // Who keeps no size has none to be found by.
    L2: (row, field) =>
      row.scale === '' ? null : { code: field === 'heads' ? 'holders.heads' : 'holders', of: words(row, 'scale') },
    B: months(),
    R1: (row, field) =>
      field === 'share'
        ? null
        : {
            code: 'stock.total',
            of: field === 'total' ? {} : { species: field },
            regionCode: Number(row.code),
          },
    R2: steps,
  },
  index2: {
    R1: worker,
    R2: worker,
    B1: out,
    B2: fields({ n: 'work.between' }, (row) => words(row, 'from', 'to')),
    B3: fields({ open: 'work.flagged', cleared: 'work.cleared' }, (row) => words(row, 'flag')),
  },
  index3: {
    L1: breeds('n'),
    L2: ages,
    C2: months('cattle'),
    R2: herds,
    companies: fields({ heads: 'ent.heads' }, (row) => words(row, 'id')),
  },
  index4: {
    L2: herds,
    C2: months('sheep,goat'),
    R1: breeds('n'),
    R2: ages,
    untagged: fields({ n: 'stock.stageUntagged' }, ({ species, stage }) => ({
      species: String(species),
      key: String(stage),
    })),
  },
  index15: {
    K: fields({ forecast: 'imm.forecast' }),
    X: fields({ forecast: 'imm.forecast' }, undefined, true),
    B1: curve,
    B2: fields({ due: 'imm.due', remaining: 'imm.remaining', gap: 'imm.gap' }, undefined, true),
    B3: antibodies,
  },
  index6: {
    L1: byDisease,
    L1days: byDay,
    L2: curve,
    L2head: fields({ forecast: 'imm.forecast' }),
    R1: year,
    R2: breed('heads'),
    R2months: year,
    R3: breed('heads'),
    R3months: year,
    R4: sizes,
    L4: types,
    antibodies,
    actions,
  },
  indexNew: {
    diseases: byDisease,
    antibodies,
    actions,
    B: byDay,
    sizes,
    types,
    R1: (row, field) => (field === 'n' && row.kind === 'visit' ? { code: 'imm.visit', of: words(row, 'id') } : null),
  },
  stress: {
    L1: lots,
    L2: fields({ n: 'stress.after', deaths: 'stress.deathsAfter' }, (row) => words(row, 'from', 'to')),
    symptoms: fields({ n: 'stress.reactions' }, ({ symptom }) => ({ symptoms: String(symptom) })),
    C: fields({ amount: 'stress.case', hours: 'stress.caseHours' }, (row) => words(row, 'id', 'docNo')),
    C2: fields({ n: 'stress.reactions' }, (row) => words(row, 'status')),
    R2: (row, field) => (field.startsWith('stress.') ? { code: field, regionCode: Number(row.code) } : null),
  },
};
const holders = fields({ due: 'holder.due', done: 'holder.done' }, ({ id }) => ({ principalId: Number(id) }));

/** The kinds a screen is about, where it is not about all. */
const herdOf: Partial<Record<ScreenName, string>> = { index3: 'cattle', index4: 'sheep,goat' };

/** What of a snapshot says where and when its figures are looked at. */
type ScreenContext = Pick<Snapshot, 'screen' | 'season' | 'rows'> & { readonly region: { readonly code: number } };

function drillAt({ region, season, rows }: ScreenContext, today: string, regionCode = region.code): DrillAt {
  const rounds = [...(rows.antibodies ?? []), ...(rows.B3 ?? [])].flatMap(({ disease, season: id }) =>
    typeof disease === 'string' && typeof id === 'number' ? [[disease, id] as const] : [],
  );
  return {
    regionCode,
    seasonId: season?.id ?? null,
    period: season && { from: season.startDate, to: season.endDate < today ? season.endDate : today },
    today,
    rounds: Object.fromEntries(rounds),
  };
}

/** The rows behind a figure of the whole place, or of one of its parts. */
export function valueDrill(context: ScreenContext, today: string, code: string, regionCode?: number): Drill | null {
  const at = drillAt(context, today, regionCode);
  const species = herdOf[context.screen];
  if (species && code.startsWith('herd.')) return drillOf(code.replace('herd.', 'stock.'), at, { species });
  return drillOf(code, at);
}

/** The rows behind a figure that stands in a row of a panel. */
export function rowDrill(
  context: ScreenContext,
  today: string,
  panel: string,
  row: ScreenRow,
  field: string,
): Drill | null {
  const find = panel === 'holders' ? holders : panels[context.screen][panel];
  const named = find?.(row as Row, field, context.season);
  return named ? drillOf(named.code, drillAt(context, today, named.regionCode), named.of) : null;
}
