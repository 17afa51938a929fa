import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** R20. */
export const mostLines = 3_000;

const refused = z.object({
  earTag: z.string(),
  holder: z.string(),
  why: z.array(z.string()),
  until: z.string().optional(),
});
/** Whom the preview offers: named, never numbered; the key is good for this area alone. */
const holder = z.object({
  key: z.string(),
  name: z.string(),
  village: z.string().nullable(),
  head: z.number(),
  refused: z.number(),
  collation: z.string().nullable(),
});
/**
 * The list of a village from the register: who and what can be insured, what it costs, and each animal that cannot be, with
 * its reasons. With `dryRun` nothing is stored.
 */
export const buildEnrolment = endpoint({
  method: 'POST',
  path: 'insuranceMgt/enrolment/build',
  access: needs('ins:enrolment:add'),
  body: z.strictObject({
    kind: z.enum(['collective', 'individual']).default('collective'),
    regionCode: z.int(),
    versionId: idSchema,
    months: z.int().min(1).max(60),
    coverFrom: z.iso.date(),
    /** Keys of the preview; all holders unless given. */
    holders: z.array(z.string().max(40)).max(5_000).nullish(),
    coordinatorId: idSchema.nullish(),
    /** A draft that is built anew. */
    enrolmentId: idSchema.nullish(),
    dryRun: z.boolean().default(false),
  }),
  data: z.object({
    enrolments: z.array(z.object({ id: idSchema, docNo: z.string(), head: z.number() })),
    parts: z.number(),
    parties: z.number(),
    head: z.number(),
    sumInsuredCents: z.number(),
    premiumCents: z.number(),
    farmerCents: z.number(),
    coverTo: z.string(),
    holders: z.array(holder),
    refusedHead: z.number(),
    reasons: z.array(z.object({ code: z.string(), n: z.number() })),
    refused: z.array(refused),
  }),
  action: 'build',
});

/** What can be sold in a place by the caller's insurer, and who helps there: what the wizard asks with. */
export const enrolmentChoices = endpoint({
  method: 'GET',
  path: 'insuranceMgt/enrolment/choices',
  access: needs('ins:enrolment:add'),
  query: z.object({ regionCode: z.coerce.number().int() }),
  data: z.object({
    versions: z.array(
      z.object({
        id: idSchema,
        productId: idSchema,
        product: z.string(),
        versionNo: z.number(),
        species: z.string(),
        sumInsuredCents: z.number(),
        mustInsureAll: z.boolean(),
        terms: z.array(z.object({ months: z.number(), premiumCents: z.number(), farmerCents: z.number() })),
      }),
    ),
    coordinators: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
});

/** The day cover begins, moved; coverTo, ages and premiums follow (R15). */
export const moveCover = endpoint({
  method: 'POST',
  path: 'insuranceMgt/enrolment/moveCover',
  access: needs('ins:enrolment:edit'),
  body: z.strictObject({ id: idSchema, version: versionSchema, coverFrom: z.iso.date() }),
  data: z.object({ coverFrom: z.string(), coverTo: z.string(), dropped: z.number() }),
  action: 'edit',
});

const account = z.strictObject({
  name: z.string().trim().min(1).max(60),
  number: z.string().trim().min(6).max(30),
  bankName: z.string().trim().min(1).max(60),
});
/** R16–R18: the holder's word, taken once. */
export const signParty = endpoint({
  method: 'POST',
  path: 'insuranceMgt/enrolment/sign',
  access: needs('ins:enrolment:sign'),
  body: z.strictObject({
    partyId: idSchema,
    version: versionSchema,
    signMode: z.enum(['screen', 'paper']),
    signFile: idSchema,
    signerName: z.string().trim().min(1).max(40),
    relation: z.string().trim().max(40).nullish(),
    proxyFile: idSchema.nullish(),
    account: account.nullish(),
  }),
  data: z.object({ status: z.string(), left: z.number() }),
  action: 'sign',
});

/** Animals taken off a list, each with the reason the notice will tell; put back without one. */
export const omitLines = endpoint({
  method: 'POST',
  path: 'insuranceMgt/enrolment/omit',
  access: needs('ins:enrolment:edit'),
  body: z.strictObject({
    enrolmentId: idSchema,
    lineIds: z.array(idSchema).min(1).max(500),
    reason: z.string().max(40).nullish(),
    back: z.boolean().default(false),
  }),
  data: z.object({ changed: z.number() }),
  action: 'edit',
});

/** What stands between a list and its next step, each with the way there. */
export const enrolmentBlockers = endpoint({
  method: 'GET',
  path: 'insuranceMgt/enrolment/blockers',
  access: needs('ins:enrolment:list'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    next: z.string().nullable(),
    blockers: z.array(z.object({ code: z.string(), count: z.number(), tab: z.string(), day: z.string().nullable() })),
    steps: z.array(z.object({ code: z.string(), at: z.string().nullable(), by: z.string().nullable() })),
  }),
});
export type Blockers = z.output<typeof enrolmentBlockers.data>;

export const setCoordinator = endpoint({
  method: 'POST',
  path: 'insuranceMgt/enrolment/coordinator',
  access: needs('ins:enrolment:edit'),
  body: z.strictObject({ id: idSchema, version: versionSchema, coordinatorId: idSchema.nullable() }),
  data: z.object({ coordinator: z.string().nullable() }),
  action: 'edit',
});
