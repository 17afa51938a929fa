import { expect, it } from 'vitest';
import { wilson } from './wilson.ts';

it('the interval of 95 % is Wilson’s, to four decimals', () => {
  const told = (n: number, of: number) => {
    const range = wilson(n, of);
    return range && [range.low.toFixed(4), range.high.toFixed(4)];
  };
  expect(told(55, 100)).toEqual(['0.4524', '0.6439']);
  expect(told(0, 10)).toEqual(['0.0000', '0.2775']);
  expect(told(10, 10)).toEqual(['0.7225', '1.0000']);
  expect(wilson(0, 0)).toBeNull();
});
