/** R15: how near of kin two animals are, from what is known of their parents. */

export interface Parents {
  readonly mother?: string | undefined;
  readonly father?: string | undefined;
}
export type Pedigree = ReadonlyMap<string, Parents>;

export interface Kin {
  /** Inbreeding of a calf of the two, in per cent. */
  readonly pct: number;
  /** The nearest common ancestors, nearest first, with the generations from either side. */
  readonly common: readonly { readonly key: string; readonly ofCow: number; readonly ofSire: number }[];
  readonly relation: Relation | null;
  readonly known: 'full' | 'part' | 'none';
}
/** Words for what people have words for; the rest is told by its percentage. */
export type Relation =
  | 'fatherDaughter'
  | 'motherSon'
  | 'fullSibs'
  | 'halfSibs'
  | 'grandfather'
  | 'grandmother'
  | 'auntNephew'
  | 'uncleNiece'
  | 'cousins'
  | 'distant';

export const mostGenerations = 4;

/** Every way up from an animal, itself included: the line of animals passed, the last one the ancestor. */
function linesUp(pedigree: Pedigree, start: string, most: number): string[][] {
  const lines: string[][] = [[start]];
  for (let from = 0; from < lines.length; from += 1) {
    const line = lines[from] as string[];
    if (line.length > most) continue;
    const { mother, father } = pedigree.get(line.at(-1) as string) ?? {};
    for (const parent of [mother, father]) if (parent && !line.includes(parent)) lines.push([...line, parent]);
  }
  return lines;
}

/**
 * Σ (½)^(n1 + n2 + 1) over all pairs of ways that meet in a common ancestor and pass no other animal twice; at most four
 * generations back on either side. The sire himself is an ancestor of his daughter (n2 = 0).
 */
export function kinOf(pedigree: Pedigree, cow: string, sire: string): Kin {
  const ups = linesUp(pedigree, cow, mostGenerations);
  const byEnd = new Map<string, string[][]>();
  for (const line of linesUp(pedigree, sire, mostGenerations)) {
    const end = line.at(-1) as string;
    byEnd.set(end, [...(byEnd.get(end) ?? []), line]);
  }
  // Counted in 512ths: 2^-(4 + 4 + 1) is the smallest part there is.
  let parts = 0;
  const common = new Map<string, { key: string; ofCow: number; ofSire: number }>();
  for (const line of ups) {
    const end = line.at(-1) as string;
    for (const other of byEnd.get(end) ?? []) {
      const passed = new Set(line.slice(0, -1));
      if (other.slice(0, -1).some((one) => passed.has(one))) continue;
      const [ofCow, ofSire] = [line.length - 1, other.length - 1];
      parts += 2 ** (2 * mostGenerations - ofCow - ofSire);
      const known = common.get(end);
      if (!known || known.ofCow + known.ofSire > ofCow + ofSire) common.set(end, { key: end, ofCow, ofSire });
    }
  }
  const nearest = [...common.values()].sort((a, b) => a.ofCow + a.ofSire - (b.ofCow + b.ofSire));
  return {
    pct: (parts / 2 ** (2 * mostGenerations + 1)) * 100,
    common: nearest,
    relation: relationOf(pedigree, cow, sire, nearest),
    known: knownOf(pedigree, cow, sire),
  };
}

function relationOf(pedigree: Pedigree, cow: string, sire: string, common: Kin['common']): Relation | null {
  const [first] = common;
  if (!first) return null;
  const own = pedigree.get(cow) ?? {};
  const his = pedigree.get(sire) ?? {};
  const step = `${first.ofCow}-${first.ofSire}`;
  if (step === '1-0') return own.father === sire ? 'fatherDaughter' : 'motherSon';
  if (step === '0-1') return 'motherSon';
  if (step === '1-1')
    return own.father && own.father === his.father && own.mother === his.mother ? 'fullSibs' : 'halfSibs';
  if (step === '2-0') return 'grandfather';
  if (step === '0-2') return 'grandmother';
  if (step === '1-2') return 'auntNephew';
  if (step === '2-1') return 'uncleNiece';
  return step === '2-2' ? 'cousins' : 'distant';
}

/** R16: all four grandparents' sides known, some parent known, or nobody. */
function knownOf(pedigree: Pedigree, cow: string, sire: string): Kin['known'] {
  const of = (key: string) => {
    const { mother, father } = pedigree.get(key) ?? {};
    return Number(Boolean(mother)) + Number(Boolean(father));
  };
  if (of(cow) === 0) return 'none';
  return of(cow) === 2 && of(sire) === 2 ? 'full' : 'part';
}
