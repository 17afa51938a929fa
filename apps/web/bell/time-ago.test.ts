import { expect, it } from 'vitest';
import { firstLine, timeAgo } from './time-ago.ts';
import { farmIdOf } from './use-bell.ts';

const now = Date.parse('2026-10-15T12:00:00+08:00');

it('tells times relatively in the language, and as a date beyond a week', () => {
  expect(timeAgo('2026-10-15T11:57:00+08:00', 'en', now)).toBe('3 minutes ago');
  expect(timeAgo('2026-10-15T11:57:00+08:00', 'zh_CN', now)).toBe('3分钟前');
  expect(timeAgo('2026-10-01T11:57:00+08:00', 'zh_CN', now)).toBe('2026-10-01');
});

it('shows the first line of a notice as plain text', () => {
  expect(firstLine('<p>一 <b>二</b></p>\n<p>三</p>')).toBe('一 二');
});

it('sends the principal as farmId only for farms, cooperatives and households (R82)', () => {
  expect(farmIdOf({ principalType: 'household', principalId: 7 })).toBe(7);
  expect(farmIdOf({ principalType: 'authority', principalId: 7 })).toBeNull();
});
