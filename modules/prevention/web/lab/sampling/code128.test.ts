import { expect, it } from 'vitest';
import { barsOf } from './code128.ts';

it('draws twelve digits as Code 128 C: start, six pairs, check sign and stop', () => {
  const { bars, width } = barsOf('000000010016');
  // Eleven modules for start, pairs and check, thirteen for stop.
  expect(width).toBe(11 * 8 + 13);
  expect(bars).toHaveLength(3 * 8 + 4);
  // Start C is 211232: bars of two, one and three modules.
  expect(bars.slice(0, 3)).toEqual([
    { x: 0, width: 2 },
    { x: 3, width: 1 },
    { x: 6, width: 3 },
  ]);
  // 105 + 0·1 + 0·2 + 0·3 + 1·4 + 0·5 + 16·6 = 205; 205 mod 103 = 102, the sign 411131.
  expect(bars.slice(21, 24).map((bar) => bar.width)).toEqual([4, 1, 3]);
});

it('refuses what has no pairs', () => {
  expect(() => barsOf('123')).toThrow();
});
