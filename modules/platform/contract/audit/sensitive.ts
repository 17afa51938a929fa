import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** One personal number in clear, with the reason that goes into the operation log; 200 a day and user. */
export const revealValue = endpoint({
  method: 'POST',
  path: 'sys/sensitive/reveal',
  access: needs('sys:sensitive:view'),
  body: z.strictObject({
    entity: z.string().max(80),
    id: idSchema,
    field: z.string().max(60),
    reason: z.string().trim().min(2).max(200),
  }),
  data: z.object({ value: z.string() }),
  action: 'reveal',
  secret: true,
});
