import { expect, it } from 'vitest';
import { relativeName, sharedPath } from './region-name.tsx';

const town = sharedPath(['旗 镇 前村', '旗 镇 后村']);

it('tells a place without what all of the viewer’s places lie in, and never without its own name', () => {
  expect(town).toEqual(['旗', '镇']);
  expect(relativeName('旗 镇 前村', town)).toBe('前村');
  expect(relativeName('旗 镇', town)).toBe('镇');
  expect(relativeName('旗', town)).toBe('旗');
  expect(relativeName('旗 镇 前村', sharedPath(['旗']))).toBe('镇 前村');
  expect(relativeName('旗 镇 前村', sharedPath(['旗 镇 前村']))).toBe('前村');
});

it('tells a place elsewhere in full', () => {
  expect(relativeName('旗 别镇 前村', town)).toBe('旗 别镇 前村');
  expect(relativeName('旗 镇 前村', sharedPath([]))).toBe('旗 镇 前村');
});
