import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** What is new, brought by one stream of server-sent events per browser. */

const params = z.record(z.string().max(40), z.string().max(2000));
export const subscriptionSchema = z.strictObject({ topic: z.string().min(1).max(40), params: params.optional() });
const asked = z.union([
  z
    .string()
    .min(1)
    .max(40)
    .transform((topic) => ({ topic })),
  subscriptionSchema,
]);

/** `topics=notices,screen&screen.regionCode=150500000000`; with header `Last-Event-ID` it goes on after that event. */
export const pushStream = endpoint({
  method: 'GET',
  path: 'sys/push/stream',
  access: 'session',
  query: z.looseObject({ topics: z.string().min(1).max(2000) }),
  data: z.null(),
  download: true,
});

export const pushSubscribe = endpoint({
  method: 'POST',
  path: 'sys/push/subscribe',
  access: 'session',
  body: z.strictObject({
    streamId: idSchema,
    add: z.array(asked).max(50).default([]),
    drop: z.array(asked).max(50).default([]),
  }),
  data: z.object({ topics: z.array(subscriptionSchema) }),
});
