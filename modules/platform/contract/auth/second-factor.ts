import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { loginAnswer } from './session.ts';

/** The second factor: at the door with the ticket of a login step, inside with the session. */

const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, { error: 'error.field.pattern' });
const stepTicket = z.string().max(100);
const secret = z.object({ secret: z.string(), otpauthUrl: z.string() });
const codes = z.object({ recoveryCodes: z.array(z.string()) });

export const mfa = endpoint({
  method: 'POST',
  path: 'sys/auth/mfa',
  // Public: takes the one-time ticket of a login that needs a code, five times at most.
  access: 'public',
  body: z
    .strictObject({ stepTicket, code: code.optional(), recoveryCode: z.string().trim().min(8).max(20).optional() })
    .refine((given) => (given.code === undefined) !== (given.recoveryCode === undefined), {
      path: ['code'],
      error: 'error.field.required',
    }),
  data: loginAnswer,
});

/** Somebody whose role demands a second factor gets no session before they have one. */
export const enrolBegin = endpoint({
  method: 'POST',
  path: 'sys/auth/enrol/begin',
  // Public: takes the one-time ticket of a login whose role requires a second factor.
  access: 'public',
  body: z.strictObject({ stepTicket }),
  data: secret,
});

export const enrolConfirm = endpoint({
  method: 'POST',
  path: 'sys/auth/enrol/confirm',
  // Public: takes the same ticket, turns the second factor on and opens the session.
  access: 'public',
  body: z.strictObject({ stepTicket, code }),
  data: codes.extend({ step: z.literal('done'), token: z.string() }),
});

export const mfaBegin = endpoint({
  method: 'POST',
  path: 'sys/mfa/begin',
  access: 'session',
  body: z.strictObject({}),
  data: secret,
  action: 'config',
  secret: true,
});

export const mfaConfirm = endpoint({
  method: 'POST',
  path: 'sys/mfa/confirm',
  access: 'session',
  body: z.strictObject({ code }),
  data: codes,
  action: 'config',
  secret: true,
});

export const mfaDisable = endpoint({
  method: 'POST',
  path: 'sys/mfa/disable',
  access: 'session',
  body: z.strictObject({ password: z.string().min(1).max(128), code }),
  data: z.null(),
  action: 'config',
});

export const mfaRecoveryCodes = endpoint({
  method: 'POST',
  path: 'sys/mfa/recoveryCodes',
  access: 'session',
  body: z.strictObject({ code }),
  data: codes,
  action: 'config',
  secret: true,
});

/** Takes somebody's second factor away, who then sets up a new one. */
export const resetMfa = endpoint({
  method: 'POST',
  path: 'sys/user/resetMfa',
  access: needs('sys:user:resetMfa'),
  body: z.strictObject({ id: idSchema, reason: z.string().trim().min(1).max(200) }),
  data: z.object({ approvalId: z.number() }).nullable(),
  action: 'edit',
});
