import { rollupsOf } from '#kit/server/rollup.ts';
import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { inside, rowsHere, type Sums, sums } from './figures.ts';
import { type Frame, share } from './frame.ts';

export const kinds = ['cattle', 'sheep', 'goat'] as const;
export type Kind = (typeof kinds)[number];

/** Stages of the females a herd is bred from. */
const baseStages: readonly string[] = ['cow', 'ewe'];
const scaledFarms: readonly string[] = ['small', 'medium', 'large'];

export interface StockCell {
  readonly species: string;
  readonly stage: string;
  readonly tagged: number;
  readonly untagged: number;
}

export interface Stock {
  /** stock.* of a place, of the screen's kinds together and of each. */
  of(code: number): ScreenValues;
  /** By kind and stage: what has a number, and what the last count found without one. */
  cells(code: number): StockCell[];
  /** Numbered head by breed; what has no number has no breed either. */
  breeds(code: number): { species: string; breed: string; n: number }[];
  /** Heads by the size of the farm. */
  scales(code: number): ReadonlyMap<string, number>;
}

/** Figures that are told of every kind apart. */
const eachKind = ['stock.total', 'stock.tagRate', 'stock.baseFemale'] as const;

const addTo = (to: Map<string, number>, key: string, n: number) => to.set(key, (to.get(key) ?? 0) + n);

function cellsOf(code: number, numbered: Sums, known: Sums, of: readonly string[]): StockCell[] {
  const tagged = new Map<string, number>();
  const untagged = new Map<string, number>();
  for (const { keys, n } of numbered.rows(code)) addTo(tagged, `${keys[0]} ${keys[1]}`, n);
  for (const { keys, n } of known.rows(code)) if (keys[2] === 'loose') addTo(untagged, `${keys[0]} ${keys[1]}`, n);
  return [...new Set([...tagged.keys(), ...untagged.keys()])]
    .map((key) => {
      const [species = '', stage = ''] = key.split(' ');
      return { species, stage, tagged: tagged.get(key) ?? 0, untagged: untagged.get(key) ?? 0 };
    })
    .filter((one) => of.includes(one.species) && one.tagged + one.untagged > 0);
}

function valuesOf(cells: readonly StockCell[], scaled: number): ScreenValues {
  const tagged = cells.reduce((sum, one) => sum + one.tagged, 0);
  const untagged = cells.reduce((sum, one) => sum + one.untagged, 0);
  const base = cells
    .filter((one) => baseStages.includes(one.stage))
    .reduce((sum, one) => sum + one.tagged + one.untagged, 0);
  const total = tagged + untagged;
  return {
    'stock.total': total,
    'stock.tagged': tagged,
    'stock.untagged': untagged,
    'stock.tagRate': share(tagged, total),
    'stock.untaggedShare': share(untagged, total),
    'stock.baseFemale': base,
    'stock.baseShare': share(base, total),
    'stock.scaled': share(scaled, total),
  };
}

/** What stands in the place and its parts, numbered or not (R1). */
export async function stockHere(frame: Frame, of: readonly Kind[] = kinds): Promise<Stock> {
  const [only] = of;
  const narrowed = of.length === 1 ? { first: only } : {};
  const numbered = await sums(frame, 'registry.stock', narrowed);
  const known = await sums(frame, 'prevention.stock', narrowed);
  const scaled = (code: number, species: readonly string[]) =>
    known.of(
      code,
      ([kind = '', scale = '', what]) =>
        species.includes(kind) && scaledFarms.includes(scale) && (what === 'tagged' || what === 'untagged'),
    );
  return {
    of: (code) => {
      const cells = cellsOf(code, numbered, known, of);
      const each = of.map((kind) => {
        const own = valuesOf(
          cells.filter((one) => one.species === kind),
          scaled(code, [kind]),
        );
        return eachKind.map((name) => [`${name}.${kind}`, own[name] ?? null] as const);
      });
      return { ...valuesOf(cells, scaled(code, of)), ...Object.fromEntries(each.flat()) };
    },
    cells: (code) => cellsOf(code, numbered, known, of),
    breeds: (code) => {
      const by = new Map<string, number>();
      for (const { keys, n } of numbered.rows(code))
        if (of.some((kind) => kind === keys[0])) addTo(by, `${keys[0]} ${keys[2]}`, n);
      return [...by]
        .map(([key, n]) => ({ species: key.split(' ')[0] ?? '', breed: key.split(' ')[1] ?? '', n }))
        .toSorted((a, b) => b.n - a.n);
    },
    scales: (code) => {
      const by = new Map<string, number>();
      for (const { keys, n } of known.rows(code))
        if ((keys[2] === 'tagged' || keys[2] === 'untagged') && of.some((kind) => kind === keys[0]))
          addTo(by, keys[1] ?? '', n);
      return by;
    },
  };
}

export interface Holders {
  of(code: number): number;
  /** By the size of the farm, in the whole place. */
  readonly scales: ReadonlyMap<string, number>;
}

/** Holders with stock; one with cattle and sheep is one. */
export async function holdersHere(frame: Frame): Promise<Holders> {
  const kept = await sums(frame, 'prevention.holder');
  const isStocked = ([, what]: readonly string[]) => what === 'stocked';
  const scales = new Map<string, number>();
  for (const { keys, n } of kept.rows(frame.code)) if (isStocked(keys)) addTo(scales, keys[0] ?? '', n);
  return { of: (code) => kept.of(code, isStocked), scales };
}

/** How the place stood at the end of a day, or of the last one kept before it; null where none was kept. */
export async function keptOn(frame: Frame, day: string): Promise<StockCell[] | null> {
  const rows = await rowsHere<StockCell>(
    frame,
    `with kept as (select max(day) as day from prevention.stock_day s where s.tenant_no = kit.tenant() and s.day <= $3 and ${inside('s.region_code')})
     select s.species, s.stage, sum(s.tagged)::int as tagged, sum(s.untagged)::int as untagged from prevention.stock_day s join kept k on k.day = s.day
     where s.tenant_no = kit.tenant() and ${inside('s.region_code')} group by 1, 2`,
    [day],
  );
  return rows.length === 0 ? null : rows;
}

export const headsOf = (cells: readonly StockCell[]): number =>
  cells.reduce((sum, one) => sum + one.tagged + one.untagged, 0);

/** The same day a year before; the 29th of February has none and is the 28th. */
export const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;

/** Births and offtake of one kind or of all, from sums of `prevention.flow`. */
export const went = (flow: Sums, code: number, what: 'born' | 'off', of: readonly string[] = kinds): number =>
  flow.of(
    code,
    ([species = '', kind]) =>
      of.includes(species) && (what === 'born' ? kind === 'born' : kind === 'sold' || kind === 'slaughtered'),
  );

/** The last months up to this one, `2026-11` last. */
export function lastMonths(today: string, n: number): string[] {
  const at = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: n }, (_, back) => {
    const month = at - n + 1 + back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

export interface MonthSum {
  readonly month: string;
  readonly keys: readonly string[];
  readonly n: number;
}

/** A rollup of the place alone, added up by month: two years of days would be thousands of rows. */
async function byMonth(frame: Frame, name: string, from: string): Promise<MonthSum[]> {
  const { text, values } = rollupsOf({ name, places: frame.places.slice(0, 1), from, byDay: true });
  return frame.tx.query<MonthSum>(
    `select substr(day, 1, 7) as month, keys, sum(n)::int as n from (${text}) days group by 1, 2`,
    values as unknown[],
  );
}

export interface MonthLine {
  readonly month: string;
  /** It has not ended: its stock is today's. */
  readonly isNow: boolean;
  /** Heads at its end by kind, and base females of all kinds; null where the month's end was not kept. */
  readonly stock: Readonly<Record<string, number>> | null;
  readonly births: number;
  readonly offtake: number;
}

/** Two years by month: what stood at their ends (today for this one), what was born and what went off. */
export async function monthsHere(frame: Frame, stock: Stock, of: readonly Kind[] = kinds): Promise<MonthLine[]> {
  const months = lastMonths(frame.today, 24);
  const from = `${months[0]}-01`;
  const ends = await byMonth(frame, 'prevention.monthEnd', from);
  const flow = await byMonth(frame, 'prevention.flow', from);
  const now = stock.of(frame.code);
  const isOurs = ({ keys }: MonthSum) => of.some((kind) => kind === keys[0]);
  const add = (rows: readonly MonthSum[]) => rows.reduce((sum, one) => sum + one.n, 0);
  return months.map((month, at) => {
    const own = ends.filter((one) => one.month === month && isOurs(one));
    const moved = flow.filter((one) => one.month === month && isOurs(one));
    const isNow = at === months.length - 1;
    return {
      month,
      isNow,
      stock: isNow
        ? Object.fromEntries(of.map((kind) => [kind, now[`stock.total.${kind}`] ?? 0]))
        : own.length === 0
          ? null
          : Object.fromEntries(of.map((kind) => [kind, add(own.filter(({ keys }) => keys[0] === kind))])),
      births: add(moved.filter(({ keys }) => keys[1] === 'born')),
      offtake: add(moved.filter(({ keys }) => keys[1] === 'sold' || keys[1] === 'slaughtered')),
    };
  });
}
