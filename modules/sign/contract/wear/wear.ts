import { z } from 'zod';
import { type BodyOf, type DataOf, endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export const mostLines = 300;

/** What a worker takes along: whose animals these may be, and the numbers in his own hand. */
export const wearPack = endpoint({
  method: 'GET',
  path: 'sign/wear/pack',
  access: needs('sign:wear:add'),
  data: z.object({
    at: z.string(),
    holders: z.array(z.object({ id: idSchema, name: z.string(), village: z.string() })),
    ranges: z.array(z.object({ from: z.number(), to: z.number(), categoryId: idSchema, category: z.string() })),
    next: z.number().nullable(),
  }),
});
export type WearPack = DataOf<typeof wearPack>;

const line = z.object({
  code: z.string().regex(/^\d{15}$/),
  sex: z.enum(['male', 'female']),
});

/** 佩戴清单: numbers read at the ears of one holder's animals. What can be registered is; each of the rest comes back with its reason. */
export const sendWear = endpoint({
  method: 'POST',
  path: 'sign/wear/send',
  access: needs('sign:wear:add'),
  action: 'wear',
  body: z.object({
    /** The same however often the list is sent. */
    clientKey: z.uuid(),
    principalId: idSchema,
    wornOn: z.iso.date(),
    entryKind: z.enum(['born', 'backlog']),
    species: z.enum(['cattle', 'sheep', 'goat']),
    breed: z.string().min(1).max(40),
    birthDate: z.iso.date(),
    lines: z.array(line).min(1).max(mostLines),
  }),
  data: z.object({
    docNo: z.string().nullable(),
    entryId: idSchema.nullable(),
    accepted: z.int(),
    refused: z.array(z.object({ code: z.string(), bizCode: z.string(), words: z.string() })),
  }),
});
export type WearList = BodyOf<typeof sendWear>;
export type WearAnswer = DataOf<typeof sendWear>;

export const wearEndpoints = [wearPack, sendWear];
