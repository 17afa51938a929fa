import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRegionCode, levelOf, outermost, parentOf, rangeOf, within } from './region.ts';

const part = (digits: number) => fc.integer({ min: 1, max: 10 ** digits - 1 });
/** Any code of any level: a province with up to four non-zero parts below it. */
const code = fc
  .tuple(fc.integer({ min: 11, max: 91 }), part(2), part(2), part(3), part(3), fc.integer({ min: 1, max: 5 }))
  .map(([province, prefecture, county, town, village, level]) => {
    const parts = [province * 1e10, prefecture * 1e8, county * 1e6, town * 1e3, village];
    return parts.slice(0, level).reduce((sum, one) => sum + one, 0);
  });

describe('region codes', () => {
  it('a parent’s subtree contains its child, and a child’s never its parent', () => {
    fc.assert(
      fc.property(code, (one) => {
        const parent = parentOf(one);
        if (parent === null) return levelOf(one) === 1;
        return (
          isRegionCode(parent) && levelOf(parent) === levelOf(one) - 1 && within(one, parent) && !within(parent, one)
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('two subtrees are nested or apart, never overlapping', () => {
    fc.assert(
      fc.property(code, code, (a, b) => {
        const [[aLo, aHi], [bLo, bHi]] = [rangeOf(a), rangeOf(b)];
        const apart = aHi <= bLo || bHi <= aLo;
        return apart || within(a, b) || within(b, a);
      }),
      { numRuns: 2000 },
    );
  });

  it('outermost keeps exactly what the whole list covers, without an inner one', () => {
    fc.assert(
      fc.property(fc.array(code, { maxLength: 12 }), code, (codes, probe) => {
        const kept = outermost(codes);
        const covered = (list: readonly number[]) => list.some((one) => within(probe, one));
        expect(covered(kept)).toBe(covered(codes));
        return kept.every((one) => kept.every((other) => one === other || !within(one, other)));
      }),
      { numRuns: 1000 },
    );
  });
});
