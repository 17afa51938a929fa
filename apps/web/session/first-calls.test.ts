import { expect, it } from 'vitest';
import * as contract from '#modules/platform/contract/session.ts';
import * as calls from './first-calls.ts';

const declared: Partial<Record<string, { action?: string }>> = { ...(contract as object) };

it.each(Object.entries(calls))('%s is the call of the contract', (name, { method, path, access, action }) => {
  expect(declared[name]).toMatchObject({ method, path, access });
  expect(declared[name]?.action).toBe(action);
});
