import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageAfter, centsOf } from './cost.ts';

const qty = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => n / 1000);
const cost = fc.integer({ min: 0, max: 10 ** 8 }).map((n) => n / 10_000);

test('R10: 100 at 2.00 and 50 at 3.50 are 150 at 2.50; 33 of them are worth 82.50', () => {
  expect(averageAfter(100, 2, 50, 3.5)).toBe(2.5);
  expect(centsOf(33, 2.5)).toBe(8250);
  expect(averageAfter(0, 0, 10, 1.2345)).toBe(1.2345);
});

test('R10: an average lies between its parts, and the worth of all differs from the parts by rounding alone', () => {
  fc.assert(
    fc.property(qty, cost, qty, cost, (a, ca, b, cb) => {
      const average = averageAfter(a, ca, b, cb);
      expect(average).toBeGreaterThanOrEqual(Math.min(ca, cb) - 0.0001);
      expect(average).toBeLessThanOrEqual(Math.max(ca, cb) + 0.0001);
      // Half of a ten-thousandth per unit, and a cent for each of the three roundings.
      const off = Math.abs(centsOf(a, ca) + centsOf(b, cb) - centsOf(a + b, average));
      expect(off).toBeLessThanOrEqual((a + b) * 0.005 + 3);
    }),
  );
});
