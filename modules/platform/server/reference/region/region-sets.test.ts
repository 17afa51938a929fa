import { expect, it } from 'vitest';
import { clipTo, normalised } from './region-sets.ts';

const prefecture = 150500000000;
const counties = [150502000000, 150521000000];
const towns = [150521100000, 150521101000];
const childrenOf = (code: number) =>
  code === prefecture ? counties : code === 150521000000 ? towns : code === 150000000000 ? [prefecture] : [];

it('R8: a region swallows what lies in it, all children of one become it, and nothing rises above the ceiling', () => {
  expect(normalised([150521000000, 150521100000], childrenOf, prefecture)).toEqual([150521000000]);
  expect(normalised([towns[0] as number], childrenOf, prefecture)).toEqual([towns[0]]);
  expect(normalised(towns, childrenOf, prefecture)).toEqual([150521000000]);
  expect(normalised([...towns, 150502000000], childrenOf, prefecture)).toEqual([prefecture]);
  expect(normalised(towns, childrenOf, 150521100000)).toEqual(towns);
});

it('R10: clipping keeps what lies inside, cuts what is wider, and drops the rest', () => {
  expect(clipTo([150521100200], [150521100000])).toEqual([150521100200]);
  expect(clipTo([prefecture], towns)).toEqual(towns);
  expect(clipTo([150502000000], towns)).toEqual([]);
});
