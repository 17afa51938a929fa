import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export const bookColumns = [
  'born',
  'bought',
  'transferIn',
  'stageIn',
  'recovered',
  'transferOut',
  'sold',
  'slaughtered',
  'died',
  'culled',
  'missing',
  'voided',
  'stageOut',
] as const;
export type BookColumn = (typeof bookColumns)[number];
const figures = Object.fromEntries(bookColumns.map((name) => [name, z.int()])) as Record<BookColumn, z.ZodInt>;

const filter = {
  principalId: z.coerce.number().int().positive().optional(),
  regionCode: z.coerce.number().int().optional(),
  species: z.string().max(20).optional(),
  stage: z.string().max(20).optional(),
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(['day', 'month', 'pen']).default('day'),
};

/** 养殖台账: what was there, what came and went, what is there. */
export const stockBook = endpoint({
  method: 'GET',
  path: 'pri/ledger/list',
  access: needs('pri:ledger:list'),
  query: z.object(filter),
  data: z.object({
    rows: z.array(z.object({ period: z.string(), opening: z.int(), ...figures, closing: z.int() })),
    opening: z.int(),
    closing: z.int(),
    /** Heads in stock now, counted one by one: the book of today must say the same. */
    counted: z.int().nullable(),
  }),
});

/** The animals behind a figure of the book. */
export const stockBookAnimals = endpoint({
  method: 'GET',
  path: 'pri/ledger/animals',
  access: needs('pri:ledger:list'),
  query: z.object({ ...filter, column: z.enum(bookColumns) }),
  data: z.array(
    z.object({
      id: idSchema,
      earTag: z.string(),
      species: z.string(),
      stage: z.string(),
      on: z.string(),
      docNo: z.string(),
    }),
  ),
});
