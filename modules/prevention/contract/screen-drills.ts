/** Where a screen's figure is looked at: a place, a season, a day. */
export interface DrillAt {
  readonly regionCode: number;
  readonly seasonId: number | null;
  readonly today: string;
}

type Query = Readonly<Record<string, string | number>>;

/** What proves a figure: rows counted, fields of rows added up, or a figure of a statistic. */
export type Proof =
  | { readonly list: string; readonly sum: 'rows' | readonly string[]; readonly minus?: readonly string[] }
  | { readonly stat: string; readonly query: Query; readonly read: string; readonly scale?: number };

/** The page a figure opens, filtered to exactly the rows it was made of, and how those rows say the same. */
export interface Drill {
  readonly page: string;
  readonly query: Query;
  readonly proof: Proof;
}

const live = 'observing,recovered,reported,returned,verified,confirmed,publicised,approved,paid';
const settled = 'confirmed,publicised,approved,paid';
const everyMode = 'season,routine,emergency,self';

const inSeason = ({ regionCode, seasonId }: DrillAt): Query => ({ regionCode, ...(seasonId && { seasonId }) });

const coverage =
  (read: string, scale = 1) =>
  (at: DrillAt): Drill => ({
    page: '/ant/preventionMange/coverage',
    query: inSeason(at),
    proof: {
      stat: 'ant/stat/coverage',
      query: { parentCode: at.regionCode, ...(at.seasonId && { seasonId: at.seasonId }) },
      read,
      scale,
    },
  });

const visitsToday =
  (sum: 'rows' | readonly string[]) =>
  ({ regionCode, today }: DrillAt): Drill => ({
    page: '/ant/preventionMange/logs',
    query: { regionCode, mode: everyMode, counted: 'true', visitedOnFrom: today, visitedOnTo: today },
    proof: { list: 'ant/visit/list', sum },
  });

const households =
  (status: string, sum: 'rows' | readonly string[] = 'rows', minus: readonly string[] = []) =>
  (at: DrillAt): Drill => ({
    page: '/ant/preventionMange/household',
    query: { ...inSeason(at), status },
    proof: { list: 'ant/plan/list', sum, minus },
  });

const makeup =
  (field: string) =>
  ({ regionCode, today }: DrillAt): Drill => ({
    page: '/ant/preventionMange/mtdLogs',
    query: { regionCode, month: today.slice(0, 7) },
    proof: { list: 'ant/routinePlan/list', sum: [field] },
  });

const stress =
  (filter: Query, sum: 'rows' | readonly string[] = 'rows') =>
  (at: DrillAt): Drill => ({
    page: '/ant/preventionMange/stressRelatedDeaths',
    query: { ...inSeason(at), status: live, ...filter },
    proof: { list: 'ant/stress/list', sum },
  });

const stock =
  (read: string) =>
  ({ regionCode }: DrillAt): Drill => ({
    page: '/ant/animalProtection/liveCount',
    query: { regionCode },
    proof: { stat: 'ant/stat/stock', query: { regionCode }, read },
  });

const drills: Readonly<Record<string, (at: DrillAt) => Drill>> = {
  'imm.coverage': coverage('total.total.coverage', 100),
  'imm.due': coverage('total.total.due'),
  'imm.done': coverage('total.total.done'),
  'imm.density': coverage('total.total.density', 100),
  'imm.gap': coverage('total.gap'),
  'imm.remaining': households('todo,partial,absent,refused', ['due'], ['done']),
  'imm.households': households('todo,partial,done,absent,refused'),
  'imm.householdsDone': households('done'),
  'imm.today': visitsToday(['cattle', 'sheep', 'goat']),
  'imm.visitsToday': visitsToday('rows'),
  'imm.makeupDue': makeup('due'),
  'imm.makeupDone': makeup('done'),
  'work.active': ({ regionCode }) => ({
    page: '/ant/person/prevention',
    query: { regionCode, status: 'active' },
    proof: { list: 'ant/worker/list', sum: 'rows' },
  }),
  'work.today': ({ regionCode, today }) => ({
    page: '/ant/person/preventionWork',
    query: { regionCode, from: today, to: today, by: 'whole' },
    proof: { stat: 'ant/stat/workload', query: { regionCode, from: today, to: today }, read: 'total.days' },
  }),
  'stress.reactions': stress({}),
  'stress.deaths': stress({ outcome: 'died' }),
  'stress.amount': stress({ status: settled }, ['amount']),
  'stress.paid': stress({ status: 'paid' }, ['amount']),
  'alert.open': ({ regionCode }) => ({
    page: '/ant/preventionMange/alert',
    query: { regionCode, isOpen: 'true' },
    proof: { list: 'ant/alert/list', sum: 'rows' },
  }),
  'stock.total': stock('total.total'),
  'stock.tagged': stock('total.tagged'),
};

/** Codes of figures that open the rows they are made of. */
export const drillCodes: readonly string[] = Object.keys(drills);

export const drillOf = (code: string, at: DrillAt): Drill | null => drills[code]?.(at) ?? null;

/** The address of the page a figure opens; null where it opens none. */
export function drillAddress(code: string, at: DrillAt): string | null {
  const drill = drillOf(code, at);
  if (!drill) return null;
  const query = Object.entries(drill.query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${drill.page}?${query.join('&')}`;
}
