import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';

/** Accounts of the demo world, with their passwords, for the login page's list; nobody is in it in any other world. */
export const demoAccounts = endpoint({
  method: 'GET',
  path: 'sys/auth/demoAccounts',
  access: 'public',
  data: z.array(
    z.object({
      username: z.string(),
      password: z.string(),
      roles: z.array(z.string()),
      /** The door the account belongs to. */
      portalId: z.string(),
    }),
  ),
});
export type DemoAccount = z.output<typeof demoAccounts.data>[number];
