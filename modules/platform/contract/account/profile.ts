import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { isMask, isPii } from '#kit/contract/pii.ts';
import { remindersSchema, userInfoSchema } from '../auth/session.ts';

/** What everybody may see and change of their own account. */

export const updateProfileInfo = endpoint({
  method: 'POST',
  path: 'system/user/updateProfileInfo',
  access: 'session',
  body: z.strictObject({
    nickname: z.string().trim().min(1).max(30),
    /** Masked: as it was. */
    phone: z
      .string()
      .trim()
      .refine((value) => value === '' || isMask(value) || isPii('phone', value), { error: 'error.field.pattern' })
      .nullish(),
    sex: z.enum(['male', 'female', 'unknown']).nullish(),
    email: z.union([z.literal(''), z.email({ error: 'error.field.pattern' }).max(100)]).nullish(),
    /** Asked for again where the phone number changes. */
    password: z.string().max(128).optional(),
  }),
  data: userInfoSchema,
  action: 'config',
});

export const updateProfileUserHead = endpoint({
  method: 'POST',
  path: 'system/user/updateProfileUserHead',
  access: 'session',
  body: z.strictObject({ fileId: idSchema }),
  data: z.object({ avatar: z.string() }),
  action: 'config',
});

export const updateReminders = endpoint({
  method: 'POST',
  path: 'system/user/updateReminders',
  access: 'session',
  body: remindersSchema.strict(),
  data: remindersSchema,
  action: 'config',
});

export const mySecurity = endpoint({
  method: 'GET',
  path: 'sys/user/mySecurity',
  access: 'session',
  data: z.object({
    passwordChangedAt: z.string().nullable(),
    passwordDaysLeft: z.number(),
    mfaEnabledAt: z.string().nullable(),
    mfaRequired: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
});

export const myLogins = endpoint({
  method: 'GET',
  path: 'sys/user/myLogins',
  access: 'session',
  query: z.strictObject({ pageNum: pageQuery.pageNum, pageSize: pageQuery.pageSize }),
  data: z.array(
    z.object({
      id: z.number(),
      happenedAt: z.string(),
      result: z.string(),
      resultName: z.string(),
      portalTitle: z.string().nullable(),
      ip: z.string().nullable(),
      browser: z.string(),
      os: z.string(),
    }),
  ),
});
