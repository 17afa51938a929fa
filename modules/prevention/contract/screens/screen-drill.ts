/** Where a screen's figure is looked at: a place, a season, a day. */
export interface DrillAt {
  readonly regionCode: number;
  readonly seasonId: number | null;
  /** The days the season's work is counted in. */
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly today: string;
  /** The season each disease was last measured after. */
  readonly rounds?: Readonly<Record<string, number>>;
}

export type Word = string | number;
export type Query = Readonly<Record<string, Word>>;
/** What a figure is of, besides its place: a disease, a kind, a day. */
export type Of = Readonly<Record<string, Word>>;

/** A figure of a statistic: at a path, or rows of it added up; `[from, to]` are bounds, both counted in. */
export type Read =
  | string
  | {
      readonly rows: string;
      readonly where?: Readonly<Record<string, Word | readonly Word[]>>;
      readonly between?: Readonly<Record<string, readonly [from: Word, to: Word]>>;
      readonly sum: 'rows' | readonly string[];
      readonly minus?: readonly string[];
    };

/** What proves a figure: rows counted, fields of rows added up, a figure of a statistic, or one part of another. */
export type Proof =
  | {
      readonly list: string;
      readonly query: Query;
      readonly sum: 'rows' | readonly string[];
      readonly minus?: readonly string[];
    }
  | { readonly stat: string; readonly query: Query; readonly read: Read; readonly scale?: number }
  | { readonly part: Proof; readonly whole: Proof; readonly scale?: number };

/** The page a figure opens, filtered to exactly the rows it was made of, and how those rows say the same. */
export interface Drill {
  readonly page: string;
  readonly query: Query;
  readonly proof: Proof;
}

export type Make = (at: DrillAt, of: Of) => Drill;

export const pages = {
  coverage: '/ant/preventionMange/coverage',
  plan: '/ant/preventionMange/household',
  logs: '/ant/preventionMange/logs',
  makeup: '/ant/preventionMange/mtdLogs',
  cases: '/ant/preventionMange/stressRelatedDeaths',
  stress: '/ant/preventionMange/stressRelatedStatistics',
  alerts: '/ant/preventionMange/alert',
  visit: '/ant/preventionMange/visitDetail',
  liveCount: '/ant/animalProtection/liveCount',
  breeds: '/ant/animalProtection/breed',
  animals: '/ant/animalProtection/management',
  holders: '/ant/animalProtection/household',
  holder: '/ant/animalProtection/householdDetail',
  companies: '/ant/animalProtection/cloudEnterprise',
  workers: '/ant/person/prevention',
  work: '/ant/person/preventionWork',
  staff: '/ant/person/preventionStat',
  antibodies: '/ant/collection/antibodyStat',
  results: '/ant/collection/sampleResult',
  actions: '/ant/investigation/action',
  points: '/ant/investigation/info',
  cameras: '/ant/sysSet/videoSet',
  depot: '/pri/depot/stock',
  ledger: '/pri/ledger',
} as const;

export const live = 'observing,recovered,reported,returned,verified,confirmed,publicised,approved,paid';
export const settled = 'confirmed,publicised,approved,paid';
export const everyMode = 'season,routine,emergency,self';
export const everyFlag = 'overspeed,farAway,noPlace,noPhoto,noSign,samePhoto,night,stockGap,doseGap,late';
export const heads = ['cattle', 'sheep', 'goat'] as const;
export const scaled = 'small,medium,large';

export const inSeason = ({ regionCode, seasonId }: DrillAt): Query => ({ regionCode, ...(seasonId && { seasonId }) });
export const some = (of: Of, ...names: readonly string[]): Query =>
  Object.fromEntries(names.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])));
export const inPeriod = ({ period, today }: DrillAt) => ({
  from: period?.from ?? `${today.slice(0, 4)}-01-01`,
  to: period?.to ?? today,
});

/** A list's rows counted, or some of their fields added up. */
export const list =
  (page: string, path: string, ask: (at: DrillAt, of: Of) => Query) =>
  (sum: 'rows' | readonly string[] = 'rows', more: { filter?: Query; minus?: readonly string[] } = {}): Make =>
  (at, of) => {
    const query = { ...ask(at, of), ...more.filter };
    return { page, query, proof: { list: path, query, sum, ...(more.minus && { minus: more.minus }) } };
  };

/** A share: the page of its part shows both. */
export const share =
  (part: Make, whole: Make, scale = 1): Make =>
  (at, of) => ({ ...part(at, of), proof: { part: part(at, of).proof, whole: whole(at, of).proof, scale } });

/** One record, by its number. */
export const record =
  (page: string, path: string, sum: readonly string[]): Make =>
  (_, { id = 0 }) => ({
    page,
    query: { id },
    proof: { stat: `${path}/${id}`, query: {}, read: { rows: '', sum } },
  });
