import { beforeEach, expect, it } from 'vitest';
import { keepForReturn, leaveNothing, returnOf } from './resume.ts';

const draft = 'draft:/pri/principal/add:registry.principal:new';
beforeEach(() => sessionStorage.clear());

it('R72: what was typed when the session ran out is there again for the same user, and for nobody else', () => {
  expect(returnOf(7)).toBeNull();
  sessionStorage.setItem(draft, '{}');
  keepForReturn('/pri/principal/add');
  expect(returnOf(7)).toBe('/pri/principal/add');
  expect(sessionStorage.getItem(draft)).toBe('{}');
  expect(returnOf(7)).toBeNull();

  keepForReturn('/pri/principal/add');
  expect(returnOf(8)).toBeNull();
  expect(sessionStorage.getItem(draft)).toBeNull();
});

it('logging out leaves nothing behind, and without a draft there is nowhere to return to', () => {
  returnOf(7);
  keepForReturn('/pri/principal/info');
  expect(returnOf(7)).toBeNull();
  sessionStorage.setItem(draft, '{}');
  keepForReturn('/pri/principal/add');
  leaveNothing();
  expect([sessionStorage.getItem(draft), returnOf(7)]).toEqual([null, null]);
});
