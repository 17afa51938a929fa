import { expect, it } from 'vitest';
import { isKept } from './keep-alive.ts';

it('keeps pages alive except details, product forms and the listed paths (R62)', () => {
  expect(isKept('/system/dictType', { kind: 'list', keepAlive: true })).toBe(true);
  expect(isKept('/pri/principal/add', { kind: 'form', keepAlive: true })).toBe(true);
  expect(isKept('/user/profile', undefined)).toBe(true);
  expect(isKept('/bank/clients/detail', { kind: 'detail', keepAlive: true })).toBe(false);
  expect(isKept('/suppliers/commodity/add', { kind: 'form', keepAlive: true })).toBe(false);
  expect(isKept('/selectionLib/productList/add', { kind: 'form', keepAlive: true })).toBe(false);
  expect(isKept('/system/user/edit', { kind: 'form', keepAlive: true })).toBe(false);
});
