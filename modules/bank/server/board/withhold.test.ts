import { describe, expect, it } from 'vitest';
import { type Cell, fewestClients, type Told, withhold } from './withhold.ts';

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

/** Every way in which the answers could have come about: so many clients at each cell below, told a reader of everything. */
function waysOf(cell: Cell, { told }: Told): number[][] {
  const shown = (one: Cell) => told.get(one.code) === 'shown';
  const rest = cell.clients - cell.below.reduce((sum, one) => sum + (shown(one) ? one.clients : 0), 0);
  const hidden = cell.below.filter((one) => !shown(one));
  // Its own clients are read as none where that is so: the harder case.
  const isOwn = cell.clients > cell.below.reduce((sum, one) => sum + one.clients, 0);
  const isSealed = hidden.length === cell.below.length && hidden.every((one) => told.get(one.code) === 'withheld');
  const highest = isSealed
    ? rest
    : Math.max(
        3,
        ...[Math.min(...cell.below.filter((one) => shown(one) && one.clients > 2).map((one) => one.clients), rest)],
      );
  const share = (at: number, left: number): number[][] => {
    const one = hidden[at];
    if (!one) return left === 0 || (isOwn && left > 0) ? [[]] : [];
    const [from, to] = told.get(one.code) === 'few' ? [1, 2] : isSealed ? [0, rest] : [3, highest];
    const ways: number[][] = [];
    for (let n = from; n <= Math.min(to, left); n++) for (const way of share(at + 1, left - n)) ways.push([n, ...way]);
    return ways;
  };
  return share(0, rest);
}

const cell = (code: number, clients: number, below: Cell[] = []): Cell => ({ code, clients, below });

describe('R5: cells of fewer than three clients', () => {
  it('a county of two is not told, and neither is its smallest neighbour', () => {
    const root = cell(1, 20, [cell(2, 2), cell(3, 5), cell(4, 13), cell(5, 0)]);
    expect([...withhold(root).told]).toEqual([
      [1, 'shown'],
      [2, 'few'],
      [3, 'withheld'],
      [4, 'shown'],
      [5, 'shown'],
    ]);
  });

  it.each([
    ['three of one client each', [1, 1, 1]],
    ['three of two each', [2, 2, 2]],
    ['one beside one of three', [1, 3]],
    ['two beside two that are equal', [2, 4, 4, 4]],
  ])('what is left over does not say how many they are: %s', (_name, clients) => {
    const root = cell(
      1,
      clients.reduce((sum, n) => sum + n, 0),
      clients.map((n, at) => cell(2 + at, n)),
    );
    const told = withhold(root);
    const ways = waysOf(root, told);
    for (const at of root.below.filter((one) => told.told.get(one.code) !== 'shown').keys())
      expect(new Set(ways.map((way) => way[at])).size).toBeGreaterThan(1);
    expect(told.told.get(2)).not.toBe('shown');
  });

  it('below a cell that is not told nothing is told, not even that there is nothing', () => {
    const root = cell(1, 9, [cell(2, 2, [cell(5, 2), cell(6, 0)]), cell(3, 7, [cell(7, 7), cell(8, 0)])]);
    const { told, sealed } = withhold(root);
    expect([5, 6, 7, 8].map((code) => told.get(code))).toEqual(Array(4).fill('withheld'));
    expect([...sealed]).toEqual(expect.arrayContaining([2, 3]));
  });

  it('cannot be found by the difference of two questions, nor from all answers together', () => {
    const roll = dice(1505);
    let hiddenSeen = 0;
    for (let run = 0; run < 200; run++) {
      const root = tree(roll, 3);
      const told = withhold(root);
      for (const one of all(root)) {
        if (one.clients > 0 && one.clients < fewestClients) expect(told.told.get(one.code)).not.toBe('shown');
        if (told.told.get(one.code) !== 'shown') {
          for (const under of one.below) expect(told.told.get(under.code)).toBe('withheld');
          continue;
        }
        const hidden = one.below.filter((under) => told.told.get(under.code) !== 'shown');
        const rest = one.below
          .filter((under) => !hidden.includes(under))
          .reduce((n, under) => n - under.clients, one.clients);
        // The difference of a superior and the cells shown in it.
        if (one.below.length > 0) expect(rest === 0 || rest >= fewestClients).toBe(true);
        if (hidden.length === 0 || rest > 24) continue;
        const ways = waysOf(one, told);
        for (const [at, under] of hidden.entries()) {
          // Three may be told: who is withheld only hides the others.
          if (under.clients >= fewestClients) continue;
          hiddenSeen++;
          expect([under.clients, [...new Set(ways.map((way) => way[at]))].length > 1]).toEqual([under.clients, true]);
        }
      }
    }
    expect(hiddenSeen).toBeGreaterThan(100);
  });
});
