import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const id = z.object({ id: z.coerce.number().int().positive() });
const small = z.object({
  id: idSchema,
  earTag: z.string(),
  species: z.string(),
  breed: z.string(),
  sex: z.string(),
  stage: z.string(),
  status: z.string(),
  principalId: idSchema,
  penId: idSchema.nullable(),
  holderName: z.string().nullable(),
});
export type SmallAnimal = z.infer<typeof small>;

/** One animal by its whole number, also a former one; the few whose number ends so; or those of a list of numbers or ids. */
export const animalByTag = endpoint({
  method: 'GET',
  path: 'pri/animal/info/byTag',
  access: needs('pri:animal:list'),
  query: z.object({
    tag: z
      .string()
      .regex(/^\d{4,15}$/)
      .optional(),
    tags: z
      .string()
      .regex(/^\d{15}(,\d{15}){0,199}$/)
      .optional(),
    ids: z
      .string()
      .regex(/^\d{1,12}(,\d{1,12}){0,999}$/)
      .optional(),
  }),
  data: z.array(small),
});

const event = z.object({
  seq: z.int(),
  kind: z.string(),
  happenedOn: z.string(),
  recordedAt: z.string(),
  unitName: z.string().nullable(),
  actorName: z.string().nullable(),
  regionName: z.string().nullable(),
  docNo: z.string().nullable(),
  sourceEntity: z.string(),
  sourceId: idSchema.nullable(),
  summary: z.record(z.string(), z.unknown()),
  voidOf: z.int().nullable(),
  voidedBy: z.int().nullable(),
  /** Came with a record that was merged into this one. */
  merged: z.boolean(),
});
export type LineEvent = z.infer<typeof event>;

/** The life line, newest first. */
export const animalLine = endpoint({
  method: 'GET',
  path: 'pri/animal/info/:id/line',
  access: needs('pri:animal:view'),
  params: id,
  query: z.object({
    kinds: z.string().max(400).optional(),
    before: z.coerce.number().int().positive().optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  data: z.array(event),
});

export const animalVerify = endpoint({
  method: 'GET',
  path: 'pri/animal/info/:id/verify',
  access: needs('pri:animal:view'),
  params: id,
  data: z.object({ ok: z.boolean(), count: z.int(), brokenAt: z.int().nullable() }),
});

/** Mother and mother's mother, children and children's children: as far as asked, three at most each way. */
export const animalFamily = endpoint({
  method: 'GET',
  path: 'pri/animal/info/:id/family',
  access: needs('pri:animal:view'),
  params: id,
  query: z.object({
    up: z.coerce.number().int().min(0).max(3).default(2),
    down: z.coerce.number().int().min(0).max(3).default(3),
  }),
  data: z.array(
    small.extend({
      /** Below zero are her forebears, above it the offspring. */
      generation: z.int(),
      motherId: idSchema.nullable(),
      birthDate: z.string(),
      fatherCode: z.string().nullable(),
    }),
  ),
});

/** Numbers it wears and wore. */
export const animalTags = endpoint({
  method: 'GET',
  path: 'pri/animal/info/:id/tags',
  access: needs('pri:animal:view'),
  params: id,
  data: z.array(
    z.object({
      tagKind: z.string(),
      tagNo: z.string(),
      wornOn: z.string(),
      removedOn: z.string().nullable(),
      removeReason: z.string().nullable(),
    }),
  ),
});

/** Heads of what the list shows: by stage, from the rollup where the filter allows it. */
export const stockCount = endpoint({
  method: 'GET',
  path: 'pri/animal/info/stock',
  access: needs('pri:animal:list'),
  query: z.object({ regionCode: z.coerce.number().int().optional() }),
  data: z.array(z.object({ species: z.string(), stage: z.string(), breed: z.string(), n: z.int() })),
});
