import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';

const month = z.string();
/** What anybody may know of an animal; nothing else is ever in the answer. A code nobody knows is answered with 404. */
export const publicAnimal = endpoint({
  method: 'GET',
  path: 'public/animal/detail',
  // Public: whoever scanned a tag may read what everybody may know, thirty times a minute.
  access: 'public',
  query: z.object({
    c: z.string().max(64).optional(),
    tag: z.string().max(20).optional(),
    /** Asked for after too many unknown codes. */
    captchaId: z.string().max(60).optional(),
    captchaCode: z.string().max(20).optional(),
    work: z.string().max(2000).optional(),
  }),
  data: z.object({
    tagNo: z.string(),
    tagReplaced: z.boolean(),
    species: z.string(),
    breedName: z.string(),
    sexName: z.string(),
    birthMonth: month,
    stageName: z.string(),
    state: z.enum(['inStock', 'slaughtered', 'left']),
    countyName: z.string(),
    originCountyName: z.string().nullable(),
    holderName: z.string().nullable(),
    photoUrl: z.string().nullable(),
    immunities: z.array(z.object({ vaccineName: z.string(), month, valid: z.boolean() })),
    quarantine: z.object({ month, validUntil: z.string(), certTail: z.string() }).nullable(),
    slaughter: z.object({ month, plantName: z.string().nullable() }).nullable(),
    line: z.array(z.object({ kind: z.string(), kindName: z.string(), month, countyName: z.string() })),
    chain: z.object({ ok: z.boolean(), count: z.int() }),
    tenantTitle: z.string(),
    tenantLogo: z.string().nullable(),
  }),
});
