import { expect, test } from 'vitest';
import { configCodeOf, configText, defineConfigCodes } from './principal-grants.ts';

test('a module defines how units work in its own matters', () => {
  const one = { code: 'beta_days', group: 'beta', type: 'text', standard: '30', pattern: /^\d{1,3}$/ } as const;
  defineConfigCodes('beta', [one]);
  expect(configCodeOf('beta_days')).toEqual(one);
  expect([configText('beta_days'), configText('beta_days', 'group_beta'), configText('scale_rule')]).toEqual([
    'beta.principalConfig.beta_days',
    'beta.principalConfig.group_beta',
    'registry.principalConfig.scale_rule',
  ]);
  expect(() => defineConfigCodes('beta', [one])).toThrow('defined already');
  expect(() => defineConfigCodes('alpha', [{ ...one, code: 'beta_more' }])).toThrow('does not begin with alpha_');
});
