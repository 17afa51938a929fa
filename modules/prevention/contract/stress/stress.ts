import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { payee, photoIds, stressCase } from './stress-case.ts';

const at = z.iso.datetime({ offset: true });
const saved = z.object({ id: idSchema, docNo: z.string(), version: versionSchema, status: z.string() });

const shot = z.object({
  visitId: idSchema,
  docNo: z.string(),
  lineNo: z.int(),
  immunisedAt: z.string(),
  vaccineName: z.string(),
  lotNo: z.string(),
  diseaseCodes: z.array(z.string()),
  windowHours: z.int(),
  principalId: idSchema,
  principalName: z.string(),
  /** None where head without a number were done. */
  animalId: z.int().nullable(),
  earTag: z.string().nullable(),
  species: z.string(),
  stage: z.string().nullable(),
});
export type Shot = z.output<typeof shot>;

/** The shots a case may speak of: of an animal by its number's end, or of a holder's heads without numbers. */
export const findShots = endpoint({
  method: 'GET',
  path: 'ant/stress/shots',
  access: needs('ant:stress:add'),
  query: z.strictObject({
    earTag: z
      .string()
      .trim()
      .regex(/^\d{4,15}$/)
      .optional(),
    principalId: z.coerce.number().int().positive().optional(),
    visitId: z.coerce.number().int().positive().optional(),
  }),
  data: z.array(shot),
});

const untagged = z.strictObject({
  species: z.string().min(1).max(20),
  stage: z.string().min(1).max(20),
  sex: z.string().max(20).nullish(),
  weight: z.number().positive().max(3000).nullish(),
});

/** React or report: an animal that shows signs, or one that died of them. */
export const addStress = endpoint({
  method: 'POST',
  path: 'ant/stress/add',
  access: needs('ant:stress:add'),
  action: 'add',
  body: z.strictObject({
    outcome: z.enum(['observing', 'died']),
    visitId: idSchema,
    lineNo: z.int().min(1).max(99),
    animalId: idSchema.nullish(),
    untagged: untagged.nullish(),
    reactedAt: at,
    diedAt: at.nullish(),
    symptoms: z.array(z.string().min(1).max(40)).min(1).max(12),
    rescue: z.string().trim().max(500).nullish(),
    weight: z.number().positive().max(3000).nullish(),
    pregnant: z.boolean().nullish(),
    photos: photoIds.default([]),
    payeeName: payee.payeeName.nullish(),
    payeeAccount: payee.payeeAccount,
    /** Why it is told after the disease's hours are over. */
    lateReason: z.string().trim().max(500).nullish(),
  }),
  data: saved,
});

const claim = z.object({ no: z.string(), insurer: z.string().nullable(), amountCents: z.int().nullable() });
export const quoteSchema = z.object({
  standardId: z.int().nullable(),
  standardAmount: z.number().nullable(),
  ratio: z.number().nullable(),
  amount: z.number().nullable(),
  openClaim: claim.nullable(),
});
export type Quote = z.output<typeof quoteSchema>;

/** What a case would be paid: of a case, or of an animal that is only described. */
export const quoteStress = endpoint({
  method: 'POST',
  path: 'ant/stress/quote',
  access: needs('ant:stress:list'),
  body: z.strictObject({
    caseId: idSchema.nullish(),
    species: z.string().max(20).nullish(),
    stage: z.string().max(20).nullish(),
    weight: z.number().positive().max(3000).nullish(),
    breedingStock: z.boolean().nullish(),
    regionCode: z.int().positive().nullish(),
    on: z.iso.date().nullish(),
    claimOffset: z.number().min(0).max(1_000_000).nullish(),
  }),
  data: quoteSchema,
});

const many = z
  .array(z.strictObject({ id: idSchema, version: versionSchema }))
  .min(1)
  .max(500);
const each = z.object({ ok: z.int(), failed: z.array(z.object({ id: idSchema, msg: z.string() })) });

export const publiciseStress = endpoint({
  method: 'POST',
  path: 'ant/stress/publicise',
  access: needs('ant:stress:publicise'),
  action: 'transition',
  body: z.strictObject({ items: many, publicFrom: z.iso.date() }),
  data: each,
});
export const approveStress = endpoint({
  method: 'POST',
  path: 'ant/stress/approve',
  access: needs('ant:stress:approve'),
  action: 'transition',
  body: z.strictObject({ items: many }),
  data: each,
});
export const payStress = endpoint({
  method: 'POST',
  path: 'ant/stress/pay',
  access: needs('ant:stress:pay'),
  action: 'transition',
  body: z.strictObject({
    items: many,
    payBatchNo: z.string().trim().min(1).max(60),
    paidOn: z.iso.date(),
    voucherId: idSchema.nullish(),
  }),
  data: each,
});

export const disposeStress = endpoint({
  method: 'POST',
  path: 'ant/stress/dispose',
  access: needs('ant:stress:dispose'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    way: z.string().min(1).max(40),
    on: z.iso.date(),
    by: z.string().trim().max(60).nullish(),
    photos: photoIds.default([]),
    disposalRefId: idSchema.nullish(),
  }),
  data: z.object({ version: versionSchema }),
});

/** R36: whose account the money goes to, in clear, for whoever pays it. */
export const stressPayees = endpoint({
  method: 'POST',
  path: 'ant/stress/payees',
  access: needs('ant:stress:pay'),
  action: 'reveal',
  secret: true,
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
  data: z.array(
    z.object({
      id: idSchema,
      docNo: z.string(),
      payeeName: z.string(),
      payeeAccount: z.string().nullable(),
      amount: z.number(),
    }),
  ),
});

/** R35: a lot with an open alert is stopped everywhere by whoever may hold lots. */
export const holdStressLot = endpoint({
  method: 'POST',
  path: 'ant/stress/holdLot',
  access: needs('depot:lot:hold'),
  action: 'hold',
  body: z.strictObject({ lotId: idSchema, reason: z.string().trim().min(2).max(200) }),
  data: z.object({ quality: z.string() }),
});

export const resources = [stressCase];
export const endpoints = [
  findShots,
  addStress,
  quoteStress,
  publiciseStress,
  approveStress,
  payStress,
  disposeStress,
  stressPayees,
  holdStressLot,
];
