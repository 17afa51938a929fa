import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { text3 } from './session.ts';

/** Accounts of the demo world, with their passwords, for the login page's list; nobody is in it in any other world. */
export const demoAccounts = endpoint({
  method: 'GET',
  path: 'sys/auth/demoAccounts',
  // Public: the login page of the demo lists its accounts; elsewhere the list is empty.
  access: 'public',
  /** Only those this login page admits. */
  query: z.strictObject({ portalId: z.string().max(40).optional() }),
  data: z.array(
    z.object({
      username: z.string(),
      password: z.string(),
      roles: z.array(z.string()),
      person: z.string(),
      unit: z.string(),
      roleName: text3,
      /** Under which heading the login page lists it; accounts come in the order of their groups. */
      group: text3.extend({ code: z.string() }),
      /** The door the account belongs to. */
      portalId: z.string(),
    }),
  ),
});
export type DemoAccount = z.output<typeof demoAccounts.data>[number];
