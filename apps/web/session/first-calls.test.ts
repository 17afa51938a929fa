import { expect, it } from 'vitest';
import * as demo from '#modules/platform/contract/auth/demo-door.ts';
import * as factor from '#modules/platform/contract/auth/second-factor.ts';
import * as contract from '#modules/platform/contract/auth/session.ts';
import * as tickets from '#modules/platform/contract/auth/ticket.ts';
import * as reference from '#modules/platform/contract/reference/reference.ts';
import * as config from '#modules/platform/contract/tenant/tenant-config.ts';
import * as calls from './first-calls.ts';

const declared: Partial<Record<string, { action?: string }>> = {
  ...(contract as object),
  ...(factor as object),
  ...(demo as object),
  ...(reference as object),
  ...(tickets as object),
  ...(config as object),
};

it.each(Object.entries(calls))('%s is the call of the contract', (name, { method, path, access, action }) => {
  expect(declared[name]).toMatchObject({ method, path, access });
  expect(declared[name]?.action).toBe(action);
});
