import { expect, it } from 'vitest';
import { readPlate, wells } from './plate.ts';

it('reads a block as it is copied from a sheet, from the well it was put into', () => {
  expect(readPlate('7.1\t8\n6\t9', 'B3').byWell).toEqual({ B3: 7.1, B4: 8, C3: 6, C4: 9 });
});

it('reads a reader’s table with its letters and numbers', () => {
  const { byWell } = readPlate(',1,2,3\r\nA,7,,9\r\nH,1,2,3');
  expect(byWell).toEqual({ A1: 7, A3: 9, H1: 1, H2: 2, H3: 3 });
});

it('reads lines of a well or of a barcode with their values', () => {
  expect(readPlate('Well;Value\nA01;7.5\nB12;3').byWell).toEqual({ A1: 7.5, B12: 3 });
  expect(readPlate('000000350013,3\n000000350020,0').byBarcode).toEqual({ '000000350013': 3, '000000350020': 0 });
});

it('never leaves the plate', () => {
  expect(readPlate('1\t2\t3\n4\t5\t6', 'H11').byWell).toEqual({ H11: 1, H12: 2 });
  expect(wells).toHaveLength(96);
});
