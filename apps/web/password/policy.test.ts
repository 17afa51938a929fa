import { expect, it } from 'vitest';
import { policyTicks, usualPolicy } from './policy.ts';

it('ticks off the password policy while it is typed (R21)', () => {
  const ticks = (password: string) => policyTicks(password, 'tl_admin', usualPolicy);
  expect(ticks('')).toEqual({ length: false, classes: false, containsName: false });
  expect(ticks('abcdefghij')).toEqual({ length: true, classes: false, containsName: true });
  expect(ticks('Abcdefgh1')).toEqual({ length: false, classes: true, containsName: true });
  expect(ticks('Abcdefghi1')).toEqual({ length: true, classes: true, containsName: true });
  expect(ticks('xTL_Admin12')).toMatchObject({ containsName: false });
});
