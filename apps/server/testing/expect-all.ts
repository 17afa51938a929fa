import { expect } from 'vitest';

/** Holds for all of them, and there are some: `every` is true of an empty list. */
export function expectAll<T>(list: readonly T[], holds: (one: T) => unknown): void {
  expect(list.length).toBeGreaterThan(0);
  expect(list.filter((one) => !holds(one))).toEqual([]);
}
