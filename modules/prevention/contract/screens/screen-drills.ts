import { type Drill, type DrillAt, heads, type Make, type Of } from './screen-drill.ts';
import { stockDrills, total } from './screen-drills-stock.ts';
import { unitDrills } from './screen-drills-units.ts';
import { workDrills } from './screen-drills-work.ts';

const drills: Readonly<Record<string, Make>> = { ...workDrills, ...stockDrills, ...unitDrills };

/** What the last word of a figure's code names. */
const words: Readonly<Record<string, string>> = { imm: 'disease', lab: 'disease', stock: 'species' };
/** Told of diseases one by one only. */
const needsDisease: readonly string[] = ['lab.antibodyRate', 'lab.measured', 'lab.target'];
const aliases: Readonly<Record<string, string>> = {
  'stock.cattle': 'cattle',
  'stock.sheep': 'sheep',
  'stock.goat': 'goat',
};

/** A figure by its code: `imm.coverage.fmd` is one of a disease, `stock.total.cattle` one of a kind. */
export function drillOf(code: string, at: DrillAt, of: Of = {}): Drill | null {
  if (aliases[code]) return total(at, { ...of, species: aliases[code] });
  const own = drills[code];
  if (own) return needsDisease.includes(code) && of.disease === undefined ? null : own(at, of);
  const cut = code.lastIndexOf('.');
  const [name, last] = [code.slice(0, cut), code.slice(cut + 1)];
  const word = words[name.split('.')[0] ?? ''];
  // What was done today of one disease is counted in shots, of all in heads.
  const make = drills[name === 'imm.today' ? 'imm.doneToday' : name];
  if (word === 'species' && !heads.some((kind) => kind === last)) return null;
  return make && word ? make(at, { ...of, [word]: last }) : null;
}

/** The figure goes along: the page it opens repeats the number, with what it counts. */
export const figureAddress = (path: string, code: string, value: number | null | undefined): string =>
  value === null || value === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}figure=${code}~${value}`;

export function addressOf({ page, query }: Drill): string {
  return `${page}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}
