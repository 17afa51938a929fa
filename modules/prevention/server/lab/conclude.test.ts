import { expect, it } from 'vitest';
import { conclude } from './conclude.ts';
import { barcodeOf, isBarcodeOf } from './sampling/barcode.ts';

it('says what a value means on either side of its limits', () => {
  const titre = {
    target: 'antibody',
    comparator: 'ge',
    threshold: 50,
    suspectFrom: 45,
    plausibleFrom: -20,
    plausibleTo: 110,
  };
  expect([50, 49, 44, 111].map((value) => conclude(titre, value))).toEqual([
    'qualified',
    'suspect',
    'unqualified',
    'invalid',
  ]);
  const pcr = {
    target: 'nucleicAcid',
    comparator: 'le',
    threshold: 35,
    suspectFrom: 38,
    plausibleFrom: 5,
    plausibleTo: 45,
  };
  expect([20, 36, 40, 3].map((value) => conclude(pcr, value))).toEqual(['positive', 'suspect', 'negative', 'invalid']);
  expect(
    isBarcodeOf(
      12,
      barcodeOf(12, 3).replace(/.$/, (last) => String((Number(last) + 1) % 10)),
    ),
  ).toBe(false);
});
