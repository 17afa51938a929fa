import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { sums, sumsHere } from './figures.ts';
import type { Frame } from './frame.ts';

export const kinds = ['cattle', 'sheep', 'goat'] as const;
type Kind = (typeof kinds)[number];
const baseStages: Readonly<Record<Kind, string>> = { cattle: 'cow', sheep: 'ewe', goat: 'ewe' };
export const scaledSizes: readonly string[] = ['small', 'medium', 'large'];

export interface Heads {
  /** stock.total and its kinds, base females, head in scaled farms, cattle units. */
  of(code: number): ScreenValues;
  /** Breeds of the place, the largest first; known of numbered head alone. */
  breeds(species: readonly Kind[]): ScreenRow[];
}

/** R1's stock: what has a number by the registry, what has none by prevention. */
export async function heads(frame: Frame): Promise<Heads> {
  const tagged = await sums(frame, 'registry.stock');
  const kept = await sums(frame, 'prevention.stock');
  const base = (code: number, species: Kind) =>
    tagged.of(code, ([one, stage]) => one === species && stage === baseStages[species]) +
    kept.of(code, ([one, stage, what]) => one === species && stage === baseStages[species] && what === 'loose');
  const stock = (code: number, species: Kind) =>
    tagged.of(code, ([one]) => one === species) +
    kept.of(code, ([one, , what]) => one === species && what === 'untagged');
  return {
    of: (code) => {
      const [cattle, sheep, goat] = kinds.map((one) => stock(code, one)) as [number, number, number];
      return {
        'stock.total': cattle + sheep + goat,
        'stock.cattle': cattle,
        'stock.sheep': sheep,
        'stock.goat': goat,
        'stock.baseFemale.cattle': base(code, 'cattle'),
        'stock.baseFemale.sheep': base(code, 'sheep'),
        'stock.baseFemale.goat': base(code, 'goat'),
        'stock.units': Math.round((cattle + 0.2 * (sheep + goat)) * 10) / 10,
      };
    },
    breeds: (species) => {
      const own = tagged.rows(frame.code).filter(({ keys }) => species.includes(keys[0] as Kind));
      return [...Map.groupBy(own, ({ keys }) => `${keys[0]} ${keys[2]}`)]
        .map(([key, rows]) => {
          const [kind, breed] = key.split(' ');
          return { species: kind, breed, heads: rows.reduce((sum, one) => sum + one.n, 0) };
        })
        .toSorted((a, b) => b.heads - a.heads);
    },
  };
}

/** The stock at the last twelve ends of months, and as it is now. */
export async function yearOfStock(frame: Frame, now: ScreenValues): Promise<ScreenRow[]> {
  const kept = await sumsHere(frame, 'prevention.monthEnd', { from: addDays(frame.today, -366), byDay: true });
  const months = Map.groupBy(kept.rows(frame.code), ({ day }) => day.slice(0, 7));
  const here = Object.fromEntries(kinds.map((kind) => [kind, now[`stock.${kind}`] ?? 0]));
  const past = [...months]
    .filter(([month]) => month < frame.today.slice(0, 7))
    .map(([month, rows]) => ({
      month,
      ...Object.fromEntries(
        kinds.map((kind) => [kind, rows.reduce((sum, { keys, n }) => (keys[0] === kind ? sum + n : sum), 0)]),
      ),
    }))
    .toSorted((a, b) => a.month.localeCompare(b.month))
    .slice(-12);
  return [...past, { month: frame.today.slice(0, 7), isNow: true, ...here }];
}
