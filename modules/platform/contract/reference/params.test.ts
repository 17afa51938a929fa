import { expect, test } from 'vitest';
import { defineParams, param, paramChoiceText, paramOfKey, params, paramText } from './params.ts';

test('a module defines parameters beside the platform’s', () => {
  const before = params.length;
  const own = defineParams('beta', {
    weighDays: param.int(30, 1, 365, 'tenant_admin', 'days'),
    mode: param.choice(['strict', 'lenient'], 'tenant_admin'),
  });
  expect(own).toEqual({ weighDays: 'beta.weighDays', mode: 'beta.mode' });
  expect(params).toHaveLength(before + 2);
  expect(paramOfKey('beta.weighDays')).toMatchObject({ type: 'int', value: '30', min: 1, max: 365, unit: 'days' });
  expect([paramText('beta.weighDays'), paramChoiceText('beta.mode', 'strict')]).toEqual([
    'beta.param.weighDays',
    'beta.paramChoice.strict',
  ]);
  expect(paramText('login.lockAfter')).toBe('platform.param.login_lockAfter');
  expect(() => defineParams('beta', { mode: param.bool(true, 'tenant_admin') })).toThrow(
    'beta.mode is defined already',
  );
});
