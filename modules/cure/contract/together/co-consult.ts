import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { caseFile } from '../consult/case.ts';

/** R17: beside the expert in charge, by account and by link together. */
export const mostCoExperts = 3;

const colleague = z.object({
  expertId: idSchema,
  name: z.string(),
  title: z.string(),
  unit: z.string(),
  species: z.array(z.string()),
  isHere: z.boolean(),
  /** Takes part already, was asked and has not answered, or has an interest in the animals. */
  whyNot: z.enum(['party', 'asked', 'conflict']).nullable(),
});
export type Colleague = z.output<typeof colleague>;

/** Whom the expert in charge may ask, and how many more. */
export const colleaguesOf = endpoint({
  method: 'GET',
  path: 'cure/consult/colleagues',
  access: needs('cure:consult:handle'),
  query: z.strictObject({ consultId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  data: z.object({ left: z.number().int(), people: z.array(colleague) }),
});

export const inviteExperts = endpoint({
  method: 'POST',
  path: 'cure/consult/invite',
  access: needs('cure:consult:handle'),
  body: z.strictObject({ consultId: idSchema, expertIds: z.array(idSchema).min(1).max(mostCoExperts) }),
  data: z.object({ offerIds: z.array(idSchema) }),
  action: 'edit',
});

const signing = {
  no: z.number().int().min(1),
  agrees: z.boolean(),
  text: z.string().trim().min(2).max(500),
};

/** Whoever was asked says of an opinion whether they agree, in words; the opinion itself is not theirs to write. */
export const coSign = endpoint({
  method: 'POST',
  path: 'cure/consult/coSign',
  access: needs('cure:consult:handle'),
  body: z.strictObject({ consultId: idSchema, ...signing }),
  data: z.null(),
  action: 'add',
});

/** The same for an expert from outside, by the key of their link. */
export const coSignByLink = endpoint({
  method: 'POST',
  path: 'public/cure/invite/coSign',
  // Public: an expert from outside holds the key of their link and no account; tries are counted by address.
  access: 'public',
  body: z.strictObject({ k: z.string().min(1).max(80), ...signing }),
  data: z.null(),
});

/** R6: the animals of the case as they are now, while it is open; afterwards only what was frozen stays. */
export const liveFile = endpoint({
  method: 'GET',
  path: 'cure/consult/live',
  access: needs('cure:consult:list'),
  query: z.strictObject({ consultId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  data: caseFile,
});

export const coConsultEndpoints = [colleaguesOf, inviteExperts, coSign, coSignByLink, liveFile];
