import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** R22: policy, certificates, animals and covers in one transaction; who has not paid is left out, and named. */
export const issuePolicy = endpoint({
  method: 'POST',
  path: 'insuranceMgt/policy/issue',
  access: needs('ins:policy:issue'),
  body: z.strictObject({
    enrolmentId: idSchema,
    version: versionSchema,
    policyNo: z.string().trim().min(3).max(60).nullish(),
    dropUnpaid: z.boolean().default(false),
  }),
  data: z.object({
    policyId: idSchema,
    docNo: z.string(),
    head: z.number(),
    premiumCents: z.number(),
    dropped: z.array(z.string()),
  }),
  action: 'issue',
});

const kinds = ['add', 'remove', 'transfer', 'beneficiary', 'correct', 'terminate', 'cancel'] as const;
export const makeEndorsement = endpoint({
  method: 'POST',
  path: 'insuranceMgt/endorsement/make',
  access: needs('ins:endorse:add'),
  body: z.strictObject({
    policyId: idSchema,
    kind: z.enum(kinds),
    /** Of the animals a change is about; all of them when a policy ends. */
    policyAnimalIds: z.array(idSchema).max(3_000).default([]),
    /** R50: who comes under the policy, each seen and photographed; a preview asks for no pictures yet. */
    animals: z
      .array(
        z.strictObject({
          earTag: z.string().regex(/^\d{15}$/),
          photos: z
            .array(z.strictObject({ fileId: idSchema, angle: z.string().max(20) }))
            .max(12)
            .default([]),
          takenAt: z.iso.datetime({ offset: true }).nullish(),
        }),
      )
      .max(200)
      .default([]),
    effectiveOn: z.iso.date(),
    /** The bank that is paid first from now on, by its registered name; none takes it back. */
    bank: z.string().trim().max(80).nullish(),
    /** The insurer's number as it should have been. */
    policyNo: z.string().trim().min(3).max(60).nullish(),
    reason: z.string().trim().min(2).max(500),
    files: z.array(idSchema).max(9).default([]),
    dryRun: z.boolean().default(false),
  }),
  data: z.object({
    endorsementId: idSchema.nullable(),
    docNo: z.string().nullable(),
    head: z.number(),
    premiumDeltaCents: z.number(),
    farmerDeltaCents: z.number(),
    lines: z.array(
      z.object({
        earTag: z.string(),
        cents: z.number(),
        how: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
    /** The sides from which each animal that comes must be photographed. */
    angles: z.array(z.string()),
  }),
  action: 'add',
});

/** Whether animals are covered on a day; of others' covers nothing but that there is one. */
export const checkCover = endpoint({
  method: 'POST',
  path: 'insuranceMgt/cover/check',
  access: needs('ins:animal:list', 'ins:warranty:search'),
  body: z.strictObject({
    earTags: z
      .array(z.string().regex(/^\d{15}$/))
      .min(1)
      .max(200),
    coverCode: z.string().max(20).default('death'),
    day: z.iso.date(),
  }),
  data: z.array(
    z.object({
      earTag: z.string(),
      covered: z.boolean(),
      waiting: z.boolean(),
      until: z.string().nullable(),
      docNo: z.string().nullable(),
    }),
  ),
});

/** R53: a list for the next period, without the dead, the sold and those grown out of it. */
export const prepareRenewal = endpoint({
  method: 'POST',
  path: 'insuranceMgt/renewal/prepare',
  access: needs('ins:enrolment:add'),
  body: z.strictObject({ policyIds: z.array(idSchema).min(1).max(50) }),
  data: z.object({
    enrolments: z.array(z.object({ id: idSchema, docNo: z.string(), head: z.number() })),
    head: z.number(),
    left: z.array(z.object({ earTag: z.string(), why: z.string() })),
  }),
  action: 'build',
});
export const refuseRenewal = endpoint({
  method: 'POST',
  path: 'insuranceMgt/renewal/refuse',
  access: needs('ins:enrolment:edit'),
  body: z.strictObject({ policyId: idSchema, version: versionSchema, reason: z.string().trim().min(2).max(300) }),
  data: z.null(),
  action: 'edit',
});

const mark = z.object({ text: z.string(), from: z.number(), to: z.number() });
const hit = z.object({
  id: idSchema,
  title: mark,
  note: z.string(),
  path: z.string(),
  covered: z.boolean().nullable(),
});
/** The header's search: holders, policies and animals as the caller sees them, with no hint of others. */
export const searchWarranty = endpoint({
  method: 'GET',
  path: 'insuranceMgt/search',
  access: needs('ins:warranty:search'),
  query: z.object({ name: z.string().trim().min(1).max(60) }),
  data: z.object({ holders: z.array(hit), policies: z.array(hit), animals: z.array(hit), claims: z.array(hit) }),
});
export type WarrantyHits = z.output<typeof searchWarranty.data>;

const figure = z.object({ code: z.string(), n: z.number(), path: z.string().nullable(), isMoney: z.boolean() });
/** What must be done today, by what the caller may do. */
export const insuranceWorkbench = endpoint({
  method: 'GET',
  path: 'insuranceMgt/workbench',
  access: needs('ins:workbench:view'),
  data: z.object({
    figures: z.array(figure),
    enrolments: z.array(z.object({ status: z.string(), n: z.number() })),
    waiting: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        village: z.string(),
        product: z.string(),
        status: z.string(),
        head: z.number(),
        days: z.number(),
      }),
    ),
    certificates: z.array(
      z.object({
        id: idSchema,
        certNo: z.string(),
        product: z.string(),
        head: z.number(),
        coverFrom: z.string(),
        coverTo: z.string(),
        insurer: z.string(),
        status: z.string(),
      }),
    ),
    toSign: z.array(
      z.object({
        id: idSchema,
        version: z.number(),
        docNo: z.string(),
        product: z.string(),
        insurer: z.string(),
        head: z.number(),
        farmerCents: z.number(),
      }),
    ),
  }),
});
export type Workbench = z.output<typeof insuranceWorkbench.data>;
