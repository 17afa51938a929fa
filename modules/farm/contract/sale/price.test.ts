import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceAnimals, tenGrams } from './price.ts';

const kg = fc.integer({ min: 50, max: 250_000 }).map((n) => n / 100);
const price = fc.integer({ min: 1, max: 9_999_999 });

it('R26 by live weight: the whole is kg × price rounded once, and the shares of the animals add up to it', () => {
  fc.assert(
    fc.property(fc.array(kg, { minLength: 1, maxLength: 60 }), price, (weights, unitCents) => {
      const { cents, parts } = priceAnimals({ mode: 'live', unitCents, lines: weights.map((one) => ({ kg: one })) });
      const exact = weights.reduce((sum, one) => sum + BigInt(tenGrams(one)), 0n) * BigInt(unitCents);
      expect(BigInt(cents)).toBe((exact + 50n) / 100n);
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(cents);
    }),
  );
});

it('R26 by carcass: each grade is a row of the paper, and the rows add up to the amount', () => {
  const line = fc.record({ carcassKg: kg, grade: fc.constantFrom('A', 'B', '') });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), price, price, (lines, unitCents, a) => {
      const asked = lines.map((one) => ({ kg: null, ...one }));
      const { cents, parts, steps } = priceAnimals({
        mode: 'carcass',
        unitCents,
        grades: [{ grade: 'A', cents: a }],
        lines: asked,
      });
      expect(steps.reduce((sum, one) => sum + one.cents, 0)).toBe(cents);
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(cents);
      expect(parts.every((one) => one >= 0)).toBe(true);
    }),
  );
});

it('R26 by the head: heads × price', () => {
  expect(priceAnimals({ mode: 'head', unitCents: 820_000, lines: [{ kg: 1 }, { kg: null }] })).toMatchObject({
    cents: 1_640_000,
    parts: [820_000, 820_000],
  });
});
