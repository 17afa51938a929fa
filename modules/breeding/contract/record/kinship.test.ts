import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinOf, mostGenerations, type Parents } from './kinship.ts';

const of = (rows: Record<string, readonly [mother: string | undefined, father: string | undefined]>) =>
  new Map<string, Parents>(Object.entries(rows).map(([key, [mother, father]]) => [key, { mother, father }]));

/** Written differently on purpose: walks both sides step by step and compares the animals passed. */
function byHand(pedigree: ReadonlyMap<string, Parents>, cow: string, sire: string): number {
  const ways: [string[], string[]][] = [];
  const up = (path: string[], found: (path: string[]) => void): void => {
    found(path);
    if (path.length > mostGenerations) return;
    const { mother, father } = pedigree.get(path[path.length - 1] as string) ?? {};
    for (const parent of [mother, father]) if (parent && !path.includes(parent)) up([...path, parent], found);
  };
  up([cow], (mine) =>
    up([sire], (his) => {
      const last = mine[mine.length - 1];
      if (last !== his[his.length - 1]) return;
      const passed = [...mine.slice(0, -1), ...his.slice(0, -1)];
      if (new Set(passed).size === passed.length) ways.push([mine, his]);
    }),
  );
  return ways.reduce((sum, [mine, his]) => sum + 0.5 ** (mine.length - 1 + (his.length - 1) + 1), 0) * 100;
}

describe('kinship', () => {
  it('R15 knows the degrees people have words for', () => {
    const family = of({
      daughter: ['m1', 'bull'],
      half: ['m2', 'bull'],
      brother: ['m3', 'bull'],
      full: ['m1', 'bull'],
      granddaughter: ['daughter', 'other'],
      cousin: ['half', 'x'],
      nephew: ['daughter', 'y'],
    });
    expect(kinOf(family, 'daughter', 'bull')).toMatchObject({ pct: 25, relation: 'fatherDaughter' });
    expect(kinOf(family, 'daughter', 'brother')).toMatchObject({ pct: 12.5, relation: 'halfSibs' });
    expect(kinOf(family, 'daughter', 'full')).toMatchObject({ pct: 25, relation: 'fullSibs' });
    expect(kinOf(family, 'granddaughter', 'bull')).toMatchObject({ pct: 12.5, relation: 'grandfather' });
    expect(kinOf(family, 'cousin', 'nephew').pct).toBe(3.125);
    expect(kinOf(family, 'daughter', 'stranger')).toMatchObject({ pct: 0, relation: null });
  });

  it('R15 counts cousins by two common grandparents as 6.25', () => {
    const family = of({ a: ['ga', 'gb'], b: ['ga', 'gb'], cow: ['a', 'p'], sire: ['b', 'q'] });
    expect(kinOf(family, 'cow', 'sire')).toMatchObject({ pct: 6.25, relation: 'cousins' });
  });

  it('R16 says how much of the pedigree is known', () => {
    expect(kinOf(of({ cow: [undefined, undefined] }), 'cow', 's').known).toBe('none');
    expect(kinOf(of({ cow: ['m', undefined] }), 'cow', 's').known).toBe('part');
    expect(kinOf(of({ cow: ['m', 'f'], s: ['a', 'b'] }), 'cow', 's').known).toBe('full');
  });

  it('R15 equals a brute-force count of ways on 10,000 random pedigrees', () => {
    const animal = fc.integer({ min: 0, max: 13 });
    const row = fc.tuple(fc.option(animal, { nil: undefined }), fc.option(animal, { nil: undefined }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 14, maxLength: 14 }), animal, animal, (rows, cow, sire) => {
        // Parents are older: a number above the child's own.
        const pedigree = of(
          Object.fromEntries(
            rows.map(([mother, father], at) => [
              `n${at}`,
              [
                mother !== undefined && mother > at ? `n${mother}` : undefined,
                father !== undefined && father > at && father !== mother ? `n${father}` : undefined,
              ] as const,
            ]),
          ),
        );
        const [one, other] = [`n${cow}`, `n${sire}`];
        if (cow === sire) return;
        expect(kinOf(pedigree, one, other).pct).toBeCloseTo(byHand(pedigree, one, other), 9);
      }),
      { numRuns: 10_000 },
    );
  });
});
