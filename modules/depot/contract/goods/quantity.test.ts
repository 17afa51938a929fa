import fc from 'fast-check';
import { expect, test } from 'vitest';
import { baseQty, factorOf, inPacks, toMilli } from './quantity.ts';

const vaccine = {
  baseUnit: 'dose',
  decimals: 0,
  packs: [
    { unit: 'bottle', factor: 50 },
    { unit: 'carton', factor: 2000 },
  ],
};

test('R4: 2.5 bottles of 50 are 125 doses, 0.33 bottles are no quantity', () => {
  expect(baseQty(vaccine, 'bottle', 2.5)).toBe(125);
  expect(baseQty(vaccine, 'carton', 2)).toBe(4000);
  expect(baseQty(vaccine, 'bottle', 0.33)).toBeNull();
  expect(baseQty(vaccine, 'kg', 1)).toBeNull();
  expect(baseQty(vaccine, 'dose', 0)).toBeNull();
});

test('R5: a quantity is shown in packs, the largest first', () => {
  expect(inPacks(vaccine, 6220)).toEqual([
    { unit: 'carton', n: 3 },
    { unit: 'bottle', n: 4 },
    { unit: 'dose', n: 20 },
  ]);
  expect(inPacks(vaccine, 0)).toEqual([{ unit: 'dose', n: 0 }]);
});

test('packs always add up to the quantity they show', () => {
  const material = fc.record({
    baseUnit: fc.constant('kg'),
    decimals: fc.constant(3),
    packs: fc.uniqueArray(
      fc.record({ unit: fc.constantFrom('bag', 'barrel', 't'), factor: fc.integer({ min: 1, max: 5000 }) }),
      {
        selector: (pack) => pack.unit,
      },
    ),
  });
  fc.assert(
    fc.property(material, fc.integer({ min: 0, max: 10 ** 12 }), (one, milli) => {
      const sum = inPacks(one, milli / 1000).reduce(
        (all, part) => all + toMilli(part.n) * (factorOf(one, part.unit) ?? 0),
        0,
      );
      expect(sum).toBe(milli);
    }),
  );
});
