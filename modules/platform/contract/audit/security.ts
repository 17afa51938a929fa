import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

/** What a level-3 assessment asks for, in the order it asks. */
export const controls = [
  'password',
  'passwordAge',
  'lock',
  'idle',
  'secondFactor',
  'threeRoles',
  'logRetention',
  'lastCheck',
  'unusedAccounts',
  'lastBackup',
] as const;

/** Each control as it stands now. `value` and `wanted` are told in the reader's language. */
export const securityBaseline = endpoint({
  method: 'GET',
  path: 'sys/security/baseline',
  access: needs('sys:security:view'),
  data: z.array(z.object({ control: z.enum(controls), value: z.string(), wanted: z.string(), met: z.boolean() })),
});
export type BaselineRow = z.output<typeof securityBaseline.data>[number];
