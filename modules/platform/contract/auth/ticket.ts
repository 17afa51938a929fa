import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { isInnerPath } from '#kit/contract/inner-path.ts';
import { needs } from '#kit/contract/permission.ts';

/** One-time tickets, and the third parties that may ask for them. */

const toPath = z.string().trim().max(500).refine(isInnerPath, { error: 'error.field.pattern' }).optional();

/** "Open in browser" of somebody who is logged in elsewhere. */
export const issueTicket = endpoint({
  method: 'POST',
  path: 'sys/auth/ticket/issue',
  access: 'session',
  body: z.strictObject({ toPath }),
  data: z.object({ ticket: z.string(), expiresIn: z.number() }),
});

export const checkTicket = endpoint({
  method: 'POST',
  path: 'sys/auth/ticket/check',
  // Public: exchanges a one-time ticket for a session.
  access: 'public',
  body: z.strictObject({ ticket: z.string().min(1).max(100) }),
  data: z.object({ token: z.string(), toPath: z.string().nullable() }),
});

/** `sign` is HMAC-SHA256(secret, clientId + timestamp + nonce) as hex; the time may be 300 seconds off, a nonce is good once. */
export const thirdToken = endpoint({
  method: 'POST',
  path: 'sys/third/token',
  // Public: the login of third-party systems, authenticated by a signature.
  access: 'public',
  body: z.strictObject({
    clientId: z.string().min(1).max(40),
    timestamp: z.coerce.number().int(),
    nonce: z.string().min(8).max(64),
    sign: z.string().regex(/^[0-9a-f]{64}$/i, { error: 'error.field.pattern' }),
  }),
  data: z.object({ token: z.string(), expiresIn: z.number() }),
});

/** With the client's token in the header; for users of the client's own principal. */
export const thirdTicket = endpoint({
  method: 'POST',
  path: 'sys/third/ticket',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  body: z.strictObject({ username: z.string().trim().min(1).max(64), toPath }),
  data: z.object({ ticket: z.string() }),
});

/** Shown once; the one before is void from this moment. */
export const newThirdSecret = endpoint({
  method: 'POST',
  path: 'sys/thirdClient/newSecret',
  access: needs('sys:thirdClient:edit'),
  body: z.strictObject({ id: idSchema, version: versionSchema }),
  data: z.object({ clientId: z.string(), secret: z.string(), version: versionSchema }),
  action: 'config',
  secret: true,
});
