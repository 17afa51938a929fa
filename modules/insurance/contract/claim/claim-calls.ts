import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { locationSchema } from './dispatch.ts';

const tag = z.string().regex(/^\d{15}$/);
const causes = [
  'disease',
  'afterImmunisation',
  'calving',
  'accident',
  'predator',
  'weather',
  'poison',
  'unknown',
] as const;
const moment = z.iso.datetime({ offset: true });

/** What is insured of a holder or under a number, before anything is written: the first thing a caller is told. */
export const lossCover = endpoint({
  method: 'GET',
  path: 'insuranceMgt/claim/cover',
  access: needs('ins:claim:report'),
  query: z.object({ words: z.string().trim().min(2).max(40), day: z.iso.date() }),
  data: z.array(
    z.object({
      policyAnimalId: idSchema,
      earTag: z.string(),
      holder: z.string(),
      village: z.string(),
      product: z.string(),
      policy: z.string(),
      coverTo: z.string(),
      sumInsuredCents: z.number(),
      why: z.enum(['covered', 'waiting', 'ended', 'notYet', 'claimed']),
    }),
  ),
});
export type LossCover = z.output<typeof lossCover.data>;

/** R29–R32: takes the report of a loss; whoever reports gets a number, covered or not. */
export const reportLoss = endpoint({
  method: 'POST',
  path: 'insuranceMgt/claim/report',
  access: needs('ins:claim:report'),
  body: z.strictObject({
    requestKey: z.uuid(),
    earTags: z.array(tag).min(1).max(200),
    occurredAt: moment,
    cause: z.enum(causes),
    causeText: z.string().trim().max(500).nullish(),
    reporterName: z.string().trim().min(1).max(40),
    phone: z.string().regex(/^1\d{10}$/),
    relation: z.string().trim().max(20).nullish(),
    channel: z.enum(['phone', 'app', 'coordinator', 'station']),
    place: z.string().trim().max(120).nullish(),
    location: locationSchema,
    photos: z.array(idSchema).max(9).default([]),
  }),
  data: z.object({
    claimId: idSchema,
    docNo: z.string(),
    status: z.string(),
    arriveDueAt: z.string(),
    surveyor: z.object({ name: z.string(), distanceKm: z.number().nullable() }).nullable(),
    head: z.number(),
    left: z.array(z.object({ earTag: z.string(), why: z.string() })),
    flags: z.array(z.string()),
  }),
  action: 'report',
});
export type Reported = z.output<typeof reportLoss.data>;

/** What a surveyor takes along: the claim, its animals, the frames that are wanted and the pictures of the tag check. */
export const surveySheet = endpoint({
  method: 'GET',
  path: 'insuranceMgt/survey/sheet',
  access: needs('ins:survey:do'),
  query: z.object({ claimId: z.coerce.number().int().positive() }),
  data: z.object({
    claimId: idSchema,
    docNo: z.string(),
    status: z.string(),
    offer: z.string().nullable(),
    holder: z.string(),
    phoneMask: z.string().nullable(),
    place: z.string().nullable(),
    village: z.string(),
    product: z.string(),
    cause: z.string(),
    occurredAt: z.string(),
    arriveDueAt: z.string(),
    angles: z.array(z.string()),
    wantsWeight: z.boolean(),
    liabilities: z.array(z.object({ code: z.string(), name: z.string() })),
    exclusions: z.array(z.object({ code: z.string(), name: z.string() })),
    phrases: z.array(z.string()),
    animals: z.array(
      z.object({
        id: idSchema,
        earTag: z.string(),
        electronicTag: z.string().nullable(),
        safeTagNo: z.string().nullable(),
        birthDate: z.string(),
        photos: z.array(z.object({ fileId: idSchema, angle: z.string() })),
      }),
    ),
  }),
});
export type SurveySheet = z.output<typeof surveySheet.data>;

/** R35–R37: a survey as it was written down, with or without a network; the same again changes nothing. */
export const submitSurvey = endpoint({
  method: 'POST',
  path: 'insuranceMgt/survey/submit',
  access: needs('ins:survey:do'),
  body: z.strictObject({
    clientKey: z.uuid(),
    claimId: idSchema,
    startedAt: moment,
    endedAt: moment,
    location: locationSchema,
    remote: z.boolean().default(false),
    witness: z.string().trim().max(60).nullish(),
    headOnSite: z.int().min(0).max(100_000),
    insuredOnSite: z.int().min(0).max(100_000),
    conclusion: z.string().trim().min(2).max(1000),
    signFile: idSchema,
    farReason: z.string().trim().max(300).nullish(),
    animals: z
      .array(
        z.strictObject({
          claimAnimalId: idSchema,
          finding: z.enum(['deadSeen', 'carcassAbsent', 'alive', 'tagMismatch', 'notInsured']),
          liabilityCode: z.string().max(40).nullish(),
          exclusionCode: z.string().max(40).nullish(),
          weightKg: z.number().min(0.1).max(3_000).nullish(),
          lengthCm: z.number().min(1).max(500).nullish(),
          note: z.string().trim().max(500).nullish(),
          photos: z.array(z.strictObject({ fileId: idSchema, angle: z.string().max(20) })).max(20),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({ surveyId: idSchema, docNo: z.string(), status: z.string(), flags: z.array(z.string()) }),
  action: 'survey',
});

const step = z.object({ name: z.string(), how: z.string(), cents: z.number() });
/** R5–R9: what each animal is worth, as a line of arithmetic; `dryRun` writes nothing. */
export const assessClaim = endpoint({
  method: 'POST',
  path: 'insuranceMgt/claim/assess',
  access: needs('ins:claim:assess'),
  body: z.strictObject({
    claimId: idSchema,
    version: versionSchema,
    dryRun: z.boolean().default(false),
    lines: z
      .array(
        z.strictObject({
          claimAnimalId: idSchema,
          liabilityCode: z.string().min(1).max(40),
          cullPaidCents: z.int().min(0).max(99_999_999).default(0),
          salvageCents: z.int().min(0).max(99_999_999).default(0),
          weightKg: z.number().min(0.1).max(3_000).nullish(),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({
    totalCents: z.number(),
    lines: z.array(
      z.object({
        claimAnimalId: idSchema,
        earTag: z.string(),
        months: z.number(),
        insured: z.number().nullable(),
        eligible: z.number().nullable(),
        cents: z.number(),
        steps: z.array(step),
      }),
    ),
  }),
  action: 'assess',
});
/** The holder takes the offer, or somebody who has the signature on paper. */
export const agreeClaim = endpoint({
  method: 'POST',
  path: 'insuranceMgt/claim/agree',
  access: needs('ins:claim:assess', 'ins:claim:report'),
  body: z.strictObject({
    claimId: idSchema,
    version: versionSchema,
    agreeMode: z.enum(['screen', 'paper']),
    files: z.array(idSchema).min(1).max(5),
  }),
  data: z.object({ payDueAt: z.string() }),
  action: 'agree',
});
/** R28: hangs the agreed claims of a village on its wall. */
export const postClaims = endpoint({
  method: 'POST',
  path: 'insuranceMgt/publicity/postClaims',
  access: needs('ins:publicity:post'),
  body: z.strictObject({
    claimIds: z.array(idSchema).min(1).max(200),
    place: z.string().trim().min(1).max(120),
    photos: z.array(idSchema).min(1).max(5),
  }),
  data: z.object({ publicityId: idSchema, docNo: z.string(), endsAt: z.string(), hash: z.string() }),
  action: 'post',
});

/** 保处联动: death, claim and carcass of every animal of a claim, side by side. */
export const claimMatch = endpoint({
  method: 'GET',
  path: 'insuranceMgt/claim/match',
  access: needs('ins:claim:list'),
  query: z.object({ claimId: z.coerce.number().int().positive() }),
  data: z.object({
    animals: z.array(
      z.object({
        claimAnimalId: idSchema,
        earTag: z.string(),
        died: z.enum(['confirmed', 'waiting', 'none']),
        surveyed: z.boolean(),
        disposed: z.enum(['verified', 'pending', 'record', 'none']),
        certNo: z.string().nullable(),
        gap: z.string().nullable(),
      }),
    ),
    blockers: z.array(z.string()),
    levels: z.number(),
    reviews: z.array(
      z.object({
        level: z.number(),
        round: z.number(),
        by: z.string(),
        at: z.string(),
        decision: z.string(),
        opinion: z.string(),
      }),
    ),
    alarms: z.array(z.object({ id: idSchema, kind: z.string(), score: z.number(), isOpen: z.boolean() })),
    surveys: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        round: z.number(),
        by: z.string(),
        startedAt: z.string(),
        minutes: z.number(),
        conclusion: z.string(),
        witness: z.string().nullable(),
        secondOpinion: z.boolean(),
        photos: z.array(z.object({ fileId: idSchema, angle: z.string(), claimAnimalId: idSchema })),
      }),
    ),
  }),
});
export type ClaimMatch = z.output<typeof claimMatch.data>;
