import { expect, it } from 'vitest';
import type { SampleCandidate } from '#modules/prevention/contract/lab/sample-log.ts';
import { apart, poolable, pooled, ticked } from './pools.ts';

const animal = (animalId: number, species = 'sheep') => ({ animalId, species }) as SampleCandidate;

it('puts single tubes together and takes them apart again, in the order the animals were taken', () => {
  const taken = ticked(ticked([], [1, 2]), [1, 2, 3, 4]);
  expect(taken).toEqual([[1], [2], [3], [4]]);
  const one = pooled(taken, [2, 3]);
  expect(one).toEqual([[1], [2, 3], [4]]);
  expect(ticked(one, [1, 3, 4, 5])).toEqual([[1], [3], [4], [5]]);
  expect(apart(one, 1)).toEqual(taken);
});

it('pools what is not pooled yet, at least two and of one species', () => {
  const herd = [animal(1), animal(2), animal(3, 'cattle')];
  expect(poolable([[1], [2]], herd)).toEqual([1, 2]);
  expect(poolable([[1], [3]], herd)).toEqual([]);
  expect(poolable([[1, 2], [3]], herd)).toEqual([]);
});
