import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from './i18n.ts';
import { useUnitWords } from './use-unit-words.ts';

afterEach(() => setLanguage('zh_CN'));

const unit = () => renderHook(() => useUnitWords()).result.current;

it('says a unit in the language, and one of it by its own word', async () => {
  expect([unit()('day', 1), unit()('day', 4.5), unit()('km')]).toEqual(['天', '天', '公里']);
  await setLanguage('en');
  expect([unit()('day', 1), unit()('day', 4.5), unit()('day'), unit()('km', 1)]).toEqual(['day', 'days', 'days', 'km']);
});

it('leaves signs that have no word as they are', () => expect(unit()('°C', 4)).toBe('°C'));
