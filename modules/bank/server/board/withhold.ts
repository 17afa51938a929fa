/** R5: fewer clients than this are never told. */
export const fewestClients = 3;

export interface Cell {
  readonly code: number;
  readonly clients: number;
  /** The regions below; what the cell has beyond them is counted as a cell of its own. */
  readonly below: readonly Cell[];
}
export type Telling = 'shown' | 'few' | 'withheld';

/**
 * R5 over a whole tree of regions: which cells are told. A cell of fewer than three clients is not; nor are so many of its neighbours
 * that what a superior has beyond the cells shown is three clients in at least two cells. Below a cell that is not told nothing is, so
 * no sum of further questions gives it away. It is computed from the top, whoever asks, so that two readers cannot subtract each other's answers.
 */
export function withhold(root: Cell): Map<number, Telling> {
  const told = new Map<number, Telling>();
  const tell = (cell: Cell, isHidden: boolean): void => {
    const isFew = cell.clients > 0 && cell.clients < fewestClients;
    told.set(cell.code, isFew ? 'few' : isHidden && cell.clients > 0 ? 'withheld' : 'shown');
    const hidden = told.get(cell.code) === 'shown' ? coverOf(cell) : new Set(cell.below);
    for (const one of cell.below) tell(one, hidden.has(one));
  };
  tell(root, false);
  return told;
}

/** The cells below that stay untold although their superior is told: the few, and the smallest others they hide among. */
function coverOf(cell: Cell): Set<Cell> {
  const held = cell.below.filter((one) => one.clients > 0);
  const few = held.filter((one) => one.clients < fewestClients);
  // What is registered at the superior itself is shown nowhere, and found by subtraction.
  const own = cell.clients - held.reduce((sum, one) => sum + one.clients, 0);
  if (few.length === 0 && (own === 0 || own >= fewestClients)) return new Set();
  const hidden = [...few];
  const others = held.filter((one) => one.clients >= fewestClients).toSorted((a, b) => a.clients - b.clients);
  const isSafe = () =>
    hidden.length + (own > 0 ? 1 : 0) >= 2 && own + hidden.reduce((sum, one) => sum + one.clients, 0) >= fewestClients;
  for (const next of others) {
    if (isSafe()) break;
    hidden.push(next);
  }
  return new Set(hidden);
}
