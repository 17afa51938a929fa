import { describe, expect, it } from 'vitest';
import { type Cell, fewestClients, withhold } from './withhold.ts';

/** Numbers that are the same in every run. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

let next = 1;
function tree(roll: () => number, depth: number): Cell {
  const code = next++;
  const below = depth === 0 ? [] : Array.from({ length: 1 + Math.floor(roll() * 5) }, () => tree(roll, depth - 1));
  const own = depth === 0 ? Math.floor(roll() ** 2 * 9) : roll() < 0.2 ? Math.floor(roll() * 4) : 0;
  return { code, clients: own + below.reduce((sum, one) => sum + one.clients, 0), below };
}
const all = (cell: Cell): Cell[] => [cell, ...cell.below.flatMap(all)];

/** Rank by elimination: whether a vector is a sum of multiples of others. */
function spans(rows: readonly number[][], wanted: readonly number[]): boolean {
  const rank = (matrix: number[][]) => {
    const m = matrix.map((row) => [...row]);
    let r = 0;
    for (let c = 0; c < (m[0]?.length ?? 0); c++) {
      const at = m.findIndex((row, i) => i >= r && Math.abs(row[c] ?? 0) > 1e-9);
      if (at < 0) continue;
      [m[r], m[at]] = [m[at] as number[], m[r] as number[]];
      const head = m[r] as number[];
      for (const [i, row] of m.entries())
        if (i !== r && Math.abs(row[c] ?? 0) > 1e-9) {
          const f = (row[c] ?? 0) / (head[c] ?? 1);
          for (let k = 0; k < row.length; k++) row[k] = (row[k] ?? 0) - f * (head[k] ?? 0);
        }
      r++;
    }
    return r;
  };
  return rows.length > 0 && rank([...rows]) === rank([...rows, [...wanted]]);
}

describe('R5: cells of fewer than three clients', () => {
  it('a county of two is not told, and neither is its smallest neighbour', () => {
    const cell = (code: number, clients: number): Cell => ({ code, clients, below: [] });
    const root = { code: 1, clients: 20, below: [cell(2, 2), cell(3, 5), cell(4, 13), cell(5, 0)] };
    expect([...withhold(root)]).toEqual([
      [1, 'shown'],
      [2, 'few'],
      [3, 'withheld'],
      [4, 'shown'],
      [5, 'shown'],
    ]);
  });

  it('cannot be found by the difference of two questions, nor by any sum of all of them', () => {
    const roll = dice(1505);
    let hiddenSeen = 0;
    for (let run = 0; run < 60; run++) {
      const root = tree(roll, 3);
      const told = withhold(root);
      const cells = all(root);
      // What is unknown: the clients at each cell itself.
      const at = new Map(cells.map((cell, index) => [cell.code, index]));
      const vector = (cell: Cell) => {
        const row = new Array<number>(cells.length).fill(0);
        for (const one of all(cell)) row[at.get(one.code) as number] = 1;
        return row;
      };
      // A cell of nobody says so of everything in it.
      const shown = cells.filter((cell) => told.get(cell.code) === 'shown');
      const known = [
        ...shown.map(vector),
        ...shown.filter((cell) => cell.clients === 0).flatMap((cell) => all(cell).map(vector)),
      ];
      for (const cell of cells) {
        if (cell.clients > 0 && cell.clients < fewestClients) expect(told.get(cell.code)).toBe('few');
        if (told.get(cell.code) === 'shown') {
          // The difference of a superior and the cells shown in it.
          const rest =
            cell.clients - cell.below.reduce((n, one) => n + (told.get(one.code) === 'shown' ? one.clients : 0), 0);
          if (cell.below.length > 0) expect(rest === 0 || rest >= fewestClients).toBe(true);
        } else {
          hiddenSeen++;
          expect(spans(known, vector(cell))).toBe(false);
        }
      }
    }
    expect(hiddenSeen).toBeGreaterThan(100);
  });
});
