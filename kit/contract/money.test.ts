import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  basisPoints,
  centsOfYuan,
  factorOf,
  formatCents,
  parseCents,
  partsPerMillion,
  percent,
  ratio,
  reverse,
  splitCents,
  sumCents,
  sumOfProducts,
  times,
  yuanOf,
} from './money.ts';

const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const weights = fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 12 }).filter((all) => all.some(Boolean));

test('an amount is told and read again, and nothing else is taken for one', () => {
  fc.assert(fc.property(amount, (cents) => parseCents(formatCents(cents)) === cents));
  expect([formatCents(8400), formatCents(-5), formatCents(0)]).toEqual(['84.00', '-0.05', '0.00']);
  expect([parseCents('84'), parseCents('84.5'), parseCents('-0.00'), centsOfYuan(1.1)]).toEqual([8400, 8450, 0, 110]);
  for (const odd of ['', '1.', '.5', '1.234', '1e3', ' 1', '1,000', '--1']) expect(() => parseCents(odd)).toThrow();
  expect(centsOfYuan(0.1 + 0.2)).toBe(30);
  expect(yuanOf(123_456)).toBe(1234.56);
});

describe('times', () => {
  test('rounds half up, once, and away from zero', () => {
    expect([times(5, ratio(1, 2)), times(-5, ratio(1, 2)), times(4, ratio(1, 3))]).toEqual([3, -3, 1]);
    // Rounded after each factor it would be 2.
    expect(times(1, ratio(3, 2), ratio(2, 3))).toBe(1);
    expect(times(1_000_000, partsPerMillion(62_000), ratio(9, 12))).toBe(46_500);
    // 1.005 is less than itself as a float.
    expect(times(100, factorOf('1.005'))).toBe(101);
    expect([times(200, percent(33.25)), times(10_000, basisPoints(1))]).toEqual([67, 1]);
  });
  test('is within half a cent of the exact product, whatever the factors', () => {
    const factor = fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: 1, max: 9999 }));
    fc.assert(
      fc.property(amount, fc.array(factor, { maxLength: 2 }), (cents, all) => {
        const got = times(cents, ...all.map(([num, den]) => ratio(num, den)));
        const num = all.reduce((product, [one]) => product * BigInt(one), BigInt(cents));
        const den = all.reduce((product, [, one]) => product * BigInt(one), 1n);
        const off = 2n * (BigInt(got) * den - num);
        expect(off <= den && off >= -den).toBe(true);
        expect(times(-cents, ...all.map(([n, d]) => ratio(n, d)))).toBe(got === 0 ? 0 : -got);
      }),
    );
  });
  test('several products are rounded as one sum', () => {
    expect(
      sumOfProducts([
        [1, ratio(1, 4)],
        [1, ratio(1, 4)],
      ]),
    ).toBe(1);
    expect(sumOfProducts([])).toBe(0);
  });
  test('refuses what is no whole number of cents, and what no number holds', () => {
    expect(() => times(0.5, ratio(1, 1))).toThrow(RangeError);
    expect(() => times(2 ** 53 - 1, ratio(2, 1))).toThrow(RangeError);
    expect(() => ratio(1, 0)).toThrow(RangeError);
  });
});

describe('splitCents', () => {
  test('gives the cents left over to the largest remainders, of equal ones to the first', () => {
    expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitCents(101, [3500, 2500, 1500, 500, 2000])).toEqual([36, 25, 15, 5, 20]);
    expect(splitCents(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(() => splitCents(1, [])).toThrow();
    expect(() => splitCents(1, [2, -1])).toThrow();
  });
  test('parts add up, none is a cent away from its share, and the reversal takes back every part', () => {
    fc.assert(
      fc.property(amount, weights, (cents, shares) => {
        const parts = splitCents(cents, shares);
        const all = shares.reduce((sum, one) => sum + one, 0);
        expect(sumCents(parts)).toBe(cents);
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * BigInt(all) - BigInt(cents) * BigInt(shares[at] ?? 0);
          expect(off < BigInt(all) && off > BigInt(-all)).toBe(true);
        }
        expect(sumCents([...parts, ...reverse(parts)])).toBe(0);
      }),
    );
  });
});
