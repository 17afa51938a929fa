import { expect, it } from 'vitest';
import en from './locales/en.json';
import zh from './locales/zh_CN.json';
import { type TourKind, tourFor, tours } from './tour-steps.ts';

it.each(Object.keys(tours) as TourKind[])(
  'the tour of %s has five steps and words for each in both languages',
  (kind) => {
    expect(tours[kind]).toHaveLength(5);
    for (const { welcome } of [zh, en]) {
      const words = Object.values(welcome.tour[kind]);
      expect(words).toHaveLength(5);
      expect(words.filter((one) => !one.title || !one.text)).toEqual([]);
    }
  },
);

it('goes by the first role that has a tour, else shows the shell', () => {
  expect(tourFor(new Set(['farm_admin', 'principal_admin']))).toBe('holder');
  expect(tourFor(new Set(['ant_worker']))).toBe('worker');
  expect(tourFor(new Set(['depot_keeper']))).toBe('general');
});
