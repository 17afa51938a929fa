import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export const immuneStates = ['protected', 'lapsing', 'lapsed', 'never', 'tooYoung', 'exempt'] as const;
export type ImmuneState = (typeof immuneStates)[number];
const state = z.enum(immuneStates);
const code = z.string().regex(/^[a-zA-Z]{1,40}$/);
const earTag = z.string().regex(/^\d{15}$/);

/** Diseases by name, the compulsory ones first. */
export const diseaseNames = endpoint({
  method: 'GET',
  path: 'ant/immunity/diseases',
  access: needs('ant:animal:list', 'ant:animal:detail', 'ant:animal:map', 'ant:household:detail'),
  data: z.array(
    z.object({ code: z.string(), name: z.string(), species: z.array(z.string()), compulsory: z.boolean() }),
  ),
});

const card = z.object({
  diseaseCode: z.string(),
  diseaseName: z.string(),
  compulsory: z.boolean(),
  state,
  shots: z.int(),
  lastOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** When it is to be done next: the booster, the end of what protects it, or the day it is of age. */
  nextOn: z.string().nullable(),
  exemptUntil: z.string().nullable(),
  exemptReason: z.string().nullable(),
  lastTitreOk: z.boolean().nullable(),
  visitId: idSchema.nullable(),
  docNo: z.string().nullable(),
  vaccineName: z.string().nullable(),
  lotNo: z.string().nullable(),
  staffName: z.string().nullable(),
});
export type ImmunityCard = z.output<typeof card>;

const test = z.object({
  barcode: z.string(),
  sampledOn: z.string().nullable(),
  sampleType: z.string(),
  status: z.string(),
  results: z.array(
    z.object({
      item: z.string(),
      value: z.number().nullable(),
      unit: z.string().nullable(),
      conclusion: z.string().nullable(),
      testedOn: z.string().nullable(),
    }),
  ),
});
export type AnimalSample = z.output<typeof test>;
const reaction = z.object({
  id: idSchema,
  docNo: z.string(),
  reactedAt: z.string(),
  outcome: z.string(),
  symptoms: z.array(z.string()),
  status: z.string(),
});

export type AnimalReaction = z.output<typeof reaction>;

const animalImmunity = z.object({
  animalId: idSchema,
  earTag: z.string(),
  animalUid: z.string(),
  species: z.string(),
  principalId: idSchema,
  /** Stands in a herd and may be immunised now. */
  isHere: z.boolean(),
  cards: z.array(card),
  samples: z.array(test),
  reactions: z.array(reaction),
});
export type AnimalImmunity = z.output<typeof animalImmunity>;

/** By a number the animal wears or wore. */
export const immunityCard = endpoint({
  method: 'GET',
  path: 'ant/immunity/animal/:earTag',
  access: needs('ant:animal:detail', 'ant:home:search'),
  params: z.object({ earTag }),
  data: animalImmunity,
});

/** Whether animals are protected on a day: for quarantine, insurance and banks. */
export const immunityCheck = endpoint({
  method: 'POST',
  path: 'ant/immunity/check',
  access: needs('ant:animal:list'),
  body: z.strictObject({
    earTags: z.array(earTag).min(1).max(500),
    diseaseCodes: z.array(code).min(1).max(20),
    on: z.iso.date(),
  }),
  data: z.array(
    z.object({
      earTag: z.string(),
      diseaseCode: z.string(),
      protected: z.boolean(),
      validUntil: z.string().nullable(),
      lastOn: z.string().nullable(),
      /** Why not; `unknownTag` where the caller sees no such animal. */
      reason: z.string().nullable(),
    }),
  ),
});

/** What will not be protected any more in so many days. */
export const immunityLapsing = endpoint({
  method: 'GET',
  path: 'ant/immunity/lapsing',
  access: needs('ant:animal:list'),
  query: z.strictObject({
    regionCode: z.coerce.number().int().optional(),
    diseaseCode: code,
    withinDays: z.coerce.number().int().min(0).max(365).default(30),
    pageNum: pageQuery.pageNum,
    pageSize: pageQuery.pageSize,
  }),
  data: z.object({
    villages: z.array(z.object({ regionCode: z.number(), name: z.string(), n: z.int() })),
    animals: z.array(
      z.object({
        id: idSchema,
        earTag: z.string(),
        species: z.string(),
        holderName: z.string().nullable(),
        regionName: z.string().nullable(),
        validUntil: z.string(),
      }),
    ),
  }),
});

const paper = z.object({
  id: idSchema,
  earTag: z.string(),
  animalUid: z.string(),
  speciesName: z.string(),
  breedName: z.string(),
  sexName: z.string(),
  birthDate: z.string(),
  holderName: z.string().nullable(),
  regionName: z.string().nullable(),
  cards: z.array(card),
});
export type Certificate = z.output<typeof paper>;

/** What stands on immunity certificates. */
export const certificates = endpoint({
  method: 'GET',
  path: 'ant/print/certificate',
  access: needs('ant:animal:list', 'ant:animal:detail', 'ant:home:search'),
  query: z.strictObject({ ids: z.string().regex(/^\d{1,12}(,\d{1,12}){0,199}$/) }),
  data: z.array(paper),
});

export const endpoints = [diseaseNames, immunityCard, immunityCheck, immunityLapsing, certificates];
