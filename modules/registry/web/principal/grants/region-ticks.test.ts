import { expect, it } from 'vitest';
import { tickOf, toggle } from './region-ticks.ts';

const [a, b, c] = [150521100000, 150521101000, 150521102000];
const below = new Map([
  [150500000000, [150502000000, 150521000000]],
  [150521000000, [a, b, c]],
]);

it('unticking a part leaves its sisters, on every level of the way', () => {
  expect(toggle(b, [150521000000], below)).toEqual([a, c]);
  expect(toggle(b, [150500000000], below)).toEqual([150502000000, a, c]);
  expect(toggle(150500000000, [150500000000], below)).toEqual([]);
});

it('ticking a region swallows what was ticked in it', () => {
  expect(toggle(150521000000, [a, 150502000000], below)).toEqual([150502000000, 150521000000]);
  expect([tickOf(a, [150521000000]), tickOf(150521000000, [a]), tickOf(c, [a])]).toEqual(['all', 'part', 'none']);
});
