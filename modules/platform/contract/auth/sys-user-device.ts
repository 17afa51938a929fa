import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** Browsers and apps whose key was registered by a login with the password. */

export const deviceSchema = z.object({
  deviceId: z.number(),
  clientType: z.string(),
  browser: z.string(),
  os: z.string(),
  ip: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type Device = z.output<typeof deviceSchema>;

export const myDevices = endpoint({
  method: 'GET',
  path: 'sys/device/mine',
  access: 'session',
  data: z.array(deviceSchema),
});

/** Ends the sessions of a device; it is unknown from then on. */
export const revokeDevice = endpoint({
  method: 'POST',
  path: 'sys/device/revoke',
  access: 'session',
  body: z.strictObject({ id: idSchema }),
  data: z.null(),
  action: 'config',
});
