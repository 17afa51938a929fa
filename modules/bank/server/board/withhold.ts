/** R5: fewer clients than this are never told. */
export const fewestClients = 3;

export interface Cell {
  readonly code: number;
  readonly clients: number;
  /** The regions below; what the cell has beyond them is counted as a cell of its own. */
  readonly below: readonly Cell[];
}
export type Telling = 'shown' | 'few' | 'withheld';
export interface Told {
  readonly told: ReadonlyMap<number, Telling>;
  /** Regions below which nothing is told, not even that there is nothing. */
  readonly sealed: ReadonlySet<number>;
}

/**
 * R5 over a whole tree of regions: which cells are told. A cell of fewer than three clients is not; nor are so many of its neighbours
 * that what a superior has beyond the cells shown can be shared out among the hidden ones in more than one way. Below a cell that is
 * not told nothing is, so no sum of further questions gives it away. It is computed from the top, whoever asks, so that two readers
 * cannot subtract each other's answers.
 */
export function withhold(root: Cell): Told {
  const told = new Map<number, Telling>();
  const sealed = new Set<number>();
  const seal = (cell: Cell): void => {
    sealed.add(cell.code);
    for (const one of cell.below) {
      told.set(one.code, 'withheld');
      seal(one);
    }
  };
  const tell = (cell: Cell): void => {
    const hidden = coverOf(cell);
    if (!hidden) {
      seal(cell);
      return;
    }
    for (const one of cell.below) {
      const how: Telling = isFew(one) ? 'few' : hidden.has(one) ? 'withheld' : 'shown';
      told.set(one.code, how);
      if (how === 'shown') tell(one);
      else seal(one);
    }
  };
  told.set(root.code, isFew(root) ? 'few' : 'shown');
  if (isFew(root)) seal(root);
  else tell(root);
  return { told, sealed };
}

const isFew = ({ clients }: Cell): boolean => clients > 0 && clients < fewestClients;
const sumOf = (cells: readonly Cell[]): number => cells.reduce((sum, one) => sum + one.clients, 0);

/** The cells below that stay untold although their superior is told: the few, and the smallest others they hide among; null where even all are too few. */
function coverOf(cell: Cell): ReadonlySet<Cell> | null {
  const held = cell.below.filter((one) => one.clients > 0);
  const few = held.filter(isFew);
  // What is registered at the superior itself is shown nowhere, and found by subtraction.
  const own = cell.clients - sumOf(held);
  if (few.length === 0 && (own === 0 || own >= fewestClients)) return new Set();
  const others = held.filter((one) => !few.includes(one)).toSorted((a, b) => a.clients - b.clients);
  for (let more = 0; more <= others.length; more++) {
    const withheld = others.slice(0, more);
    // A few are one or two; who is withheld has three at least, and no more than the smallest that is shown.
    const highest = others[more]?.clients ?? Number.POSITIVE_INFINITY;
    const least = few.length + fewestClients * more + (own > 0 ? 1 : 0);
    const most =
      own > 0 ? Number.POSITIVE_INFINITY : (fewestClients - 1) * few.length + (more > 0 ? highest * more : 0);
    const sum = own + sumOf(few) + sumOf(withheld);
    const isTwo = few.length + more + (own > 0 ? 1 : 0) >= 2;
    if (isTwo && sum >= fewestClients && least < sum && sum < most) return new Set([...few, ...withheld]);
  }
  return null;
}
