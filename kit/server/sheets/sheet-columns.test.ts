import { expect, it } from 'vitest';
import type { AnyResource } from '#kit/contract/resource.ts';
import { chosenColumns } from './sheet-columns.ts';

it('takes names of fields, and of nothing else an object has', () => {
  const resource = { fields: { id: {}, a: {}, b: {} }, list: { columns: ['a'] } } as unknown as AnyResource;
  expect(chosenColumns(resource, ['constructor', 'b', 'toString', '__proto__'])).toEqual(['b']);
  expect(chosenColumns(resource, ['constructor'])).toEqual(['a']);
});
