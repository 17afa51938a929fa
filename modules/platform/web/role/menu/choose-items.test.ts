import { expect, it } from 'vitest';
import { withNeeds, withoutThese } from './choose-items.ts';

const node = (itemId: number, systemId: number, dependsOn: number[] = [], required = false) => ({
  itemId,
  systemId,
  dependsOn,
  required,
  itemCode: String(itemId),
  itemName: String(itemId),
  menuIds: [],
  actions: [],
});
const items = new Map(
  [node(1, 1, [], true), node(2, 1), node(3, 1, [2]), node(4, 1, [3]), node(5, 2)].map((one) => [one.itemId, one]),
);
const sorted = (ids: Set<number>) => [...ids].sort();

it('R112: a choice brings what it depends on and what its system requires', () => {
  expect(sorted(withNeeds(items, new Set([4])))).toEqual([1, 2, 3, 4]);
  expect(sorted(withNeeds(items, new Set([5])))).toEqual([5]);
});

it('R112: taking one away takes what depends on it; the required one stays until its system goes', () => {
  expect(sorted(withoutThese(items, new Set([1, 2, 3, 4, 5]), new Set([3])))).toEqual([1, 2, 5]);
  expect(sorted(withoutThese(items, new Set([1, 2, 3, 4, 5]), new Set([2, 3, 4])))).toEqual([5]);
});
