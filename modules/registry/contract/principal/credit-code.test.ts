import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditCodeCheck, isCreditCode } from './credit-code.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const body = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 17, maxLength: 17 });

it('accepts a known code', () => {
  expect(isCreditCode('91350100M000100Y43')).toBe(true);
});

it('one changed character is always found', () => {
  fc.assert(
    fc.property(body, fc.integer({ min: 0, max: 16 }), fc.constantFrom(...alphabet), (first17, at, other) => {
      const code = first17 + creditCodeCheck(first17);
      const changed = code.slice(0, at) + other + code.slice(at + 1);
      return isCreditCode(code) && isCreditCode(changed) === (changed === code);
    }),
    { numRuns: 2000 },
  );
});

it('refuses what is no code at all', () => {
  for (const wrong of ['', '9115', '91350100M000100Y4I', '91350100m000100Y43', '911505211000000000'])
    expect([wrong, isCreditCode(wrong)]).toEqual([wrong, false]);
});
