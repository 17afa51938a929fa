import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { placeSchema } from './pledge-calls.ts';
import { changeKinds } from './pledge-change.ts';

const ids = z.array(idSchema).max(1000).default([]);
const sides = { pledgeId: idSchema, kind: z.enum(changeKinds), out: ids, in: ids };
const block = z.object({ code: z.string(), words: z.string(), animalId: z.number().nullable() });
const preview = z.object({
  valueOut: z.number(),
  valueIn: z.number(),
  /** Null where a debt would be left with nothing behind it. */
  ltvAfter: z.number().nullable(),
  ltvNow: z.number().nullable(),
  maxLtv: z.number(),
  balance: z.number(),
  eligibleAfter: z.number(),
  repayFirst: z.number(),
  headAfter: z.number(),
  blocks: z.array(block),
});
export type ChangePreview = z.output<typeof preview>;

/** R27, R28 while the form is filled in. */
export const previewChange = endpoint({
  method: 'POST',
  path: 'bank/change/preview',
  access: needs('bank:change:ask', 'bank:change:approve', 'bank:change:check'),
  body: z.strictObject(sides),
  data: preview,
});
export const askChange = endpoint({
  method: 'POST',
  path: 'bank/change/add',
  access: needs('bank:change:ask'),
  body: z.strictObject({
    ...sides,
    reason: z.string().trim().min(1).max(500),
    buyerName: z.string().trim().min(1).max(80).nullish(),
    price: z.number().int().min(0).nullish(),
  }),
  data: z.object({ id: z.number(), docNo: z.string() }),
  action: 'add',
});
/** The animals that may go out or come in under a pledge, with what stands against each. */
export const changeAnimalsOf = endpoint({
  method: 'GET',
  path: 'bank/change/animals',
  access: needs('bank:change:ask'),
  query: z.strictObject({ pledgeId: z.coerce.number().int().positive() }),
  data: z.object({
    out: z.array(
      z.object({
        animalId: z.number(),
        earTag: z.string(),
        species: z.string(),
        stage: z.string(),
        value: z.number().nullable(),
      }),
    ),
    in: z.array(
      z.object({
        animalId: z.number(),
        earTag: z.string(),
        species: z.string(),
        stage: z.string(),
        words: z.string(),
        isFree: z.boolean(),
      }),
    ),
  }),
});
export const scanChange = endpoint({
  method: 'POST',
  path: 'bank/change/scan',
  access: needs('bank:change:check'),
  body: z.strictObject({
    id: idSchema,
    scans: z
      .array(
        z.strictObject({
          tag: z
            .string()
            .trim()
            .regex(/^\d{15}$/),
          readBy: z.enum(['rfid', 'camera', 'typed']),
          at: z.iso.datetime({ offset: true }),
          location: placeSchema,
          photos: z.array(idSchema).min(1).max(6),
        }),
      )
      .min(1)
      .max(500),
  }),
  data: z.object({ found: z.number(), left: z.number() }),
  action: 'check',
});
/** R30: before and after, and the asker's last five. */
export const changeView = endpoint({
  method: 'GET',
  path: 'bank/change/:id/view',
  access: needs('bank:change:list'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    preview: preview.nullable(),
    earlier: z.array(
      z.object({
        id: z.number(),
        docNo: z.string(),
        kind: z.string(),
        status: z.string(),
        headOut: z.number(),
        headIn: z.number(),
        askedAt: z.string(),
      }),
    ),
    animals: z.array(
      z.object({
        animalId: z.number(),
        earTag: z.string(),
        direction: z.string(),
        value: z.number().nullable(),
        photos: z.array(z.number()),
        outcome: z.string().nullable(),
      }),
    ),
  }),
});

export const changeCalls = [previewChange, askChange, changeAnimalsOf, scanChange, changeView];
