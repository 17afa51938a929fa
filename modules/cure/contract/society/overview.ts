import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const n = z.number().int();
/** 会员总览: counts of every society, for whoever watches over them; no member's name. */
export const societyOverview = endpoint({
  method: 'GET',
  path: 'cure/stat/member',
  access: needs('cure:stat:view'),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      members: n,
      units: n,
      persons: n,
      grace: n,
      joined: n,
      left: n,
      dueCents: n,
      receivedCents: n,
      posts: n,
      vacant: n,
      levels: z.array(z.object({ name: z.string(), kind: z.string(), members: n, feeCents: n })),
    }),
  ),
});
export type SocietyFigures = z.output<NonNullable<(typeof societyOverview)['data']>>[number];
