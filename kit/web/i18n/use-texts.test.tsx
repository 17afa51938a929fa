import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { t, useTexts } from './i18n.ts';

it('says the texts under a prefix; the compiler refuses a key that is not there', () => {
  const { result } = renderHook(() => useTexts('kit.screen'));
  expect(result.current('retrying')).toBe(t('kit.screen.retrying'));
  expect(result.current.any('retrying')).toBe(t('kit.screen.retrying'));
  // @ts-expect-error there is no such text
  expect(result.current('noSuchText')).toBe('kit.screen.noSuchText');
});

it('a noun without a label of its own has the common one', () => {
  expect(t.any('alpha.thing.remark')).toBe(t('label.remark'));
  expect(t.any('alpha.thing.colour')).toBe('alpha.thing.colour');
});
