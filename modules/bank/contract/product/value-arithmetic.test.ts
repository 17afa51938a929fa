import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addValueOf,
  bandOf,
  headValueOf,
  hundredths,
  limitOf,
  ltvOf,
  ltvReaches,
  ltvWithin,
  repayAmountOf,
} from './value-arithmetic.ts';

const rule = { unseenCut: 60, uninsuredCut: 30 };
const head = { priceCents: 1_200_000, unit: 'head', adjustPct: 0, weightKg: null, cuts: [] } as const;

describe('the arithmetic of collateral', () => {
  it('R11, R22, acceptance 6: 70.00 is within 70 and 70.01 is not', () => {
    expect(ltvOf(7_000_000, 10_000_000)).toBe(70);
    expect(ltvWithin(7_000_000, 10_000_000, 70)).toBe(true);
    expect(ltvOf(7_001_000, 10_000_000)).toBe(70.01);
    expect(ltvWithin(7_001_000, 10_000_000, 70)).toBe(false);
    // Half a hundredth and no less is the next one.
    expect(ltvOf(7_000_499, 10_000_000)).toBe(70);
    expect(ltvOf(7_000_500, 10_000_000)).toBe(70.01);
    expect(ltvWithin(7_000_500, 10_000_000, '70.01')).toBe(true);
  });

  it('R11: nothing against a debt is ∞ and above every bound; without a debt there is no ratio to reach', () => {
    expect(ltvOf(1, 0)).toBeNull();
    expect(ltvWithin(1, 0, 100)).toBe(false);
    expect(ltvReaches(null, 90)).toBe(true);
    expect(bandOf(null, { warnLtv: 75, callLtv: 80, stopLtv: 90 })).toBe('stop');
    expect(ltvOf(0, 0)).toBe(0);
    expect(ltvWithin(0, 0, 0)).toBe(true);
  });

  it('R11: whole numbers throughout, compared with fractions of any length', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000_000 });
    const pct = fc.integer({ min: 0, max: 12_000 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 1_000_000_000_000 }), pct, (owed, eligible, bound) => {
        // Within, exactly where owed ÷ eligible lies below the bound's last half hundredth.
        const isBelow = BigInt(owed) * 20_000n < BigInt(eligible) * (2n * BigInt(bound) + 1n);
        expect(ltvWithin(owed, eligible, bound / 100)).toBe(isBelow);
      }),
      { numRuns: 20_000 },
    );
    expect(() => hundredths('70.005')).toThrow(RangeError);
  });

  it('R42, acceptance 10: 83.33, and 137,142.86 more or 96,000.00 back', () => {
    expect(ltvOf(60_000_000, 72_000_000)).toBe(83.33);
    expect(addValueOf(60_000_000, 72_000_000, 70)).toBe(13_714_286);
    expect(repayAmountOf(60_000_000, 72_000_000, 70)).toBe(9_600_000);
    expect(ltvWithin(60_000_000 - 9_600_000, 72_000_000, 70)).toBe(true);
    expect(ltvWithin(60_000_000, 72_000_000 + 13_714_286, 70)).toBe(true);
    expect(repayAmountOf(1, 100, 70)).toBe(0);
  });

  it('R42: whichever the client does, the line is within its limit afterwards', () => {
    const cents = fc.integer({ min: 1_000_00, max: 10_000_000_00 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1_000, max: 10_000 }), (owed, eligible, bp) => {
        const limit = bp / 100;
        expect(ltvWithin(owed - repayAmountOf(owed, eligible, limit), eligible, limit)).toBe(true);
        expect(ltvWithin(owed, eligible + addValueOf(owed, eligible, limit), limit)).toBe(true);
      }),
    );
  });

  it('R9: adjustment and weight under one rounding', () => {
    expect(headValueOf(head, rule)).toMatchObject({ valueCents: 1_200_000, eligibleCents: 1_200_000 });
    expect(headValueOf({ ...head, adjustPct: -12 }, rule).valueCents).toBe(1_056_000);
    const fat = { ...head, unit: 'kg', priceCents: 2_700, weightKg: 512.35 } as const;
    // 27.00 × 512.35 = 13,833.45
    expect(headValueOf(fat, rule).valueCents).toBe(1_383_345);
    expect(headValueOf({ ...fat, weightKg: null }, rule).valueCents).toBe(0);
    expect(headValueOf({ ...head, priceCents: null, unit: null }, rule)).toMatchObject({ valueCents: 0 });
  });

  it('R10: the larger cut counts, cuts do not add', () => {
    expect(headValueOf({ ...head, cuts: ['unseen'] }, rule).eligibleCents).toBe(480_000);
    expect(headValueOf({ ...head, cuts: ['uninsured'] }, rule).eligibleCents).toBe(840_000);
    expect(headValueOf({ ...head, cuts: ['uninsured', 'unseen'] }, rule)).toMatchObject({
      cutPct: 60,
      eligibleCents: 480_000,
    });
    for (const code of ['quarantined', 'missing', 'releasing'])
      expect(headValueOf({ ...head, cuts: ['unseen', code] }, rule)).toMatchObject({ cutPct: 100, eligibleCents: 0 });
  });

  it('R12, acceptance 3: 40 × 12,000 × 70 % = 336,000, down to a thousand, at most the amount', () => {
    const limits = { maxLtv: 70, maxAmountCents: 50_000_000 };
    expect(limitOf({ ...limits, groups: [{ n: 40, cents: 1_200_000 }] })).toMatchObject({
      valueCents: 48_000_000,
      cents: 33_600_000,
    });
    expect(limitOf({ ...limits, groups: [{ n: 1, cents: 1_234_567 }] }).cents).toBe(800_000);
    expect(limitOf({ ...limits, groups: [{ n: 90, cents: 1_200_000 }] }).cents).toBe(50_000_000);
  });
});
