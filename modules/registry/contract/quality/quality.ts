import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** What is counted of every village; each opens the list of what was counted. */
export const qualityMeasures = [
  'noLocation',
  'noPhone',
  'noCard',
  'scaleDiffers',
  'lateTagged',
  'pensOver',
  'oldAnimals',
  'countGap',
  'duplicates',
] as const;
export type QualityMeasure = (typeof qualityMeasures)[number];

const figures = Object.fromEntries(qualityMeasures.map((name) => [name, z.int()])) as Record<QualityMeasure, z.ZodInt>;
const measures = z.object({
  holders: z.int(),
  /** Mean of the holders' records, in percent; null where there are none. */
  completeness: z.number().nullable(),
  /** Holders whose record says less than 80 percent. */
  incomplete: z.int(),
  ...figures,
  penDiffs: z.int(),
  bookDiffs: z.int(),
});
export type QualityFigures = z.output<typeof measures>;

/** 数据质量: counties, townships, villages or the workers in charge of them, with what is missing or does not fit. */
export const qualityBoard = endpoint({
  method: 'GET',
  path: 'pri/quality/board',
  access: needs('pri:quality:view'),
  query: z.object({
    regionCode: z.coerce.number().int().optional(),
    by: z.enum(['region', 'worker']).default('region'),
    /** Its last day closes the line of twelve months; this month without it. */
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  data: z.object({
    regionCode: z.int().nullable(),
    level: z.int(),
    path: z.array(z.object({ code: z.int(), name: z.string() })),
    total: measures,
    rows: z.array(
      measures.extend({
        /** A region, or the worker with the villages they have charge of. */
        key: z.string(),
        name: z.string(),
        regionCode: z.int().nullable(),
        villages: z.int(),
        hasBelow: z.boolean(),
      }),
    ),
    months: z.array(z.object({ month: z.string(), holders: z.int(), completeness: z.number().nullable(), ...figures })),
    /** Born before this day: an animal that old is hardly still there. */
    oldBefore: z.string(),
  }),
});
export type QualityBoard = z.output<(typeof qualityBoard)['data']>;

/** R25 and the book: which counters and books do not say what is there. */
export const qualityDifferences = endpoint({
  method: 'GET',
  path: 'pri/quality/differences',
  access: needs('pri:quality:view'),
  query: z.object({ kind: z.enum(['pen', 'book']), regionCode: z.coerce.number().int().optional() }),
  data: z.array(
    z.object({
      id: idSchema,
      principalId: idSchema,
      holderName: z.string().nullable(),
      penName: z.string().nullable(),
      species: z.string().nullable(),
      said: z.int(),
      counted: z.int(),
      foundOn: z.string(),
    }),
  ),
});
