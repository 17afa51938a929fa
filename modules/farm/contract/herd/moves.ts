import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const asked = z.strictObject({
  animalIds: z.array(idSchema).min(1).max(1000).optional(),
  fromPenId: idSchema.optional(),
  toPenId: idSchema.optional(),
  toGroupId: idSchema.nullish(),
});
const finding = z.object({ level: z.enum(['refused', 'warning']), code: z.string(), text: z.string() });
const checked = z.object({
  animalId: idSchema,
  earTag: z.string(),
  farmNo: z.string().nullable(),
  findings: z.array(finding),
});
export type CheckedMove = z.output<typeof checked>;

const penOption = z.object({
  id: idSchema,
  name: z.string(),
  hovel: z.string(),
  kind: z.string(),
  capacity: z.number(),
  head: z.number(),
});
export type PenOption = z.output<typeof penOption>;
const standing = z.object({
  animalId: idSchema,
  earTag: z.string(),
  farmNo: z.string().nullable(),
  penId: idSchema.nullable(),
  sex: z.string(),
  stage: z.string().nullable(),
  days: z.number().nullable(),
  kg: z.number().nullable(),
  groupId: idSchema.nullable(),
});
export type Standing = z.output<typeof standing>;

/** Pens with their room, and who stands in one of them. */
export const turntable = endpoint({
  method: 'GET',
  path: 'anm/turntable/pens',
  access: needs('anm:turntable:list'),
  query: z.object({
    farmId: z.coerce.number().int().positive().optional(),
    penId: z.coerce.number().int().positive().optional(),
    groupId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    farmId: idSchema.nullable(),
    pens: z.array(penOption),
    groups: z.array(z.object({ id: idSchema, name: z.string() })),
    animals: z.array(standing),
    movedToday: z.number(),
  }),
});

/** R4: what speaks against the move, animal by animal. Asked before anything is saved. */
export const checkMove = endpoint({
  method: 'POST',
  path: 'anm/turntable/check',
  access: needs('anm:turntable:list'),
  body: asked,
  data: z.array(checked),
});

/** R3: one registry document and, if chosen, one change of group. */
export const submitMove = endpoint({
  method: 'POST',
  path: 'anm/turntable/submit',
  access: needs('anm:turntable:edit'),
  action: 'move',
  body: asked.extend({ confirmed: z.boolean().optional() }),
  data: z.object({ moved: z.number(), docNo: z.string().nullable() }),
});

const suggestion = z.object({
  animalId: idSchema,
  earTag: z.string(),
  farmNo: z.string().nullable(),
  stage: z.string(),
  pen: z.string().nullable(),
  kinds: z.array(z.string()),
  toPenId: idSchema.nullable(),
  toPen: z.string().nullable(),
});
export type Suggestion = z.output<typeof suggestion>;
/** R6: whose stage wants another house, with the emptiest pen of that kind. */
export const suggestMoves = endpoint({
  method: 'GET',
  path: 'anm/turntable/suggest',
  access: needs('anm:turntable:list'),
  query: z.object({ farmId: z.coerce.number().int().positive().optional() }),
  data: z.array(suggestion),
});
export const takeMoves = endpoint({
  method: 'POST',
  path: 'anm/turntable/take',
  access: needs('anm:turntable:edit'),
  action: 'move',
  body: z.strictObject({
    items: z
      .array(z.strictObject({ animalId: idSchema, toPenId: idSchema }))
      .min(1)
      .max(500),
  }),
  data: z.object({ moved: z.number() }),
});

const pair = z.strictObject({
  tag: z.string().trim().min(1).max(20),
  chip: z.string().trim().min(1).max(20),
  kind: z.enum(['ear', 'electronic']).default('electronic'),
  reason: z.string().max(20).default('damaged'),
});
const pairRow = z.object({
  tag: z.string(),
  chip: z.string(),
  ok: z.boolean(),
  code: z.string().nullable(),
  text: z.string().nullable(),
});
export type PairRow = z.output<typeof pairRow>;
/** R9: the reader's file row by row; what is wrong is named and the rest can be saved. */
export const checkChips = endpoint({
  method: 'POST',
  path: 'anm/chipShift/check',
  access: needs('anm:chip:list'),
  body: z.strictObject({ pairs: z.array(pair).min(1).max(500) }),
  data: z.array(pairRow),
});
export const submitChips = endpoint({
  method: 'POST',
  path: 'anm/chipShift/submit',
  access: needs('anm:chip:edit'),
  action: 'replace',
  body: z.strictObject({ pairs: z.array(pair).min(1).max(500), on: z.iso.date().optional() }),
  data: z.object({ saved: z.number(), rows: z.array(pairRow) }),
});

const weight = z.object({ on: z.string(), kg: z.number(), adg: z.number().nullable(), docNo: z.string() });
/** The farm's side of an animal's page. */
export const animalCard = endpoint({
  method: 'GET',
  path: 'anm/animal/card',
  access: needs('anm:animal:list'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    animalId: idSchema,
    earTag: z.string(),
    farmNo: z.string().nullable(),
    farm: z.string(),
    species: z.string(),
    breed: z.string(),
    sex: z.string(),
    ageMonths: z.number(),
    pen: z.string().nullable(),
    group: z.string().nullable(),
    purpose: z.string(),
    enteredOn: z.string(),
    adg: z.number().nullable(),
    targetAdg: z.number().nullable(),
    isolateUntil: z.string().nullable(),
    withdrawalUntil: z.string().nullable(),
    stageId: idSchema.nullable(),
    ribbon: z.array(
      z.object({ id: idSchema, name: z.string(), fromOn: z.string().nullable(), toOn: z.string().nullable() }),
    ),
    weights: z.array(weight),
    pens: z.array(
      z.object({ on: z.string(), from: z.string().nullable(), to: z.string().nullable(), docNo: z.string() }),
    ),
    cases: z.array(
      z.object({ docNo: z.string(), on: z.string(), result: z.string().nullable(), freeOn: z.string().nullable() }),
    ),
    breeding: z
      .object({ status: z.string(), expectedOn: z.string().nullable(), checkDueOn: z.string().nullable() })
      .nullable(),
  }),
});
export type AnimalCard = z.output<typeof animalCard.data>;
