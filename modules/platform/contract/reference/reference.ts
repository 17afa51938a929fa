import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';

/** Look-ups every form and filter uses: dictionary rows and regions. */

export const dictRowSchema = z.object({
  id: idSchema,
  dictCode: z.string(),
  dictLabel: z.string(),
  dictValue: z.string(),
  labelZhCn: z.string(),
  labelZhTw: z.string(),
  labelEn: z.string(),
  orderNum: z.number(),
  color: z.string().nullable(),
  isDefault: z.boolean(),
  locked: z.boolean(),
  status: z.string(),
  source: z.enum(['common', 'own']),
  version: versionSchema,
});
export type DictRow = z.output<typeof dictRowSchema>;

/** Enabled rows of one type in order, labels in the request's language; an unknown type is an empty list. */
export const getDictDataByCode = endpoint({
  method: 'POST',
  path: 'sys/dictData/getDictDataByCode',
  access: 'session',
  body: z.strictObject({
    dictCode: z.string().max(64),
    exclude: z.union([z.array(z.string()), z.string()]).optional(),
  }),
  data: z.array(dictRowSchema),
});

const dictOptionSchema = dictRowSchema.pick({ dictValue: true, dictLabel: true, color: true, isDefault: true });

/**
 * The enabled rows of every type at once, for who has just come in: no screen has to wait for its words then, or shows codes meanwhile. Nothing but the
 * version where the caller knows it already.
 */
export const getAllDictData = endpoint({
  method: 'GET',
  path: 'sys/dictData/all',
  access: 'session',
  query: z.strictObject({ known: z.string().max(64).optional() }),
  data: z.object({ version: z.string(), byCode: z.record(z.string(), z.array(dictOptionSchema)).nullable() }),
});

export const regionNodeSchema = z.object({
  code: z.number(),
  name: z.string(),
  /** From the widest region the caller may see down to this one, joined by spaces. */
  fullName: z.string(),
  level: z.number(),
  hasChildren: z.boolean(),
});
export type RegionNode = z.output<typeof regionNodeSchema>;

/** Regions directly below `parentCode`; without one, the roots of the caller's jurisdiction. */
export const regionChildren = endpoint({
  method: 'GET',
  path: 'sys/region/children',
  access: 'session',
  query: z.strictObject({ parentCode: z.coerce.number().int().optional() }),
  data: z.array(regionNodeSchema),
});

/** By part of the name, pinyin, initials (`kzzq`) or code, inside the caller's jurisdiction; at most 50. */
export const regionSearch = endpoint({
  method: 'GET',
  path: 'sys/region/search',
  access: 'session',
  query: z.strictObject({
    keyword: z.string().trim().min(1).max(50),
    level: z.coerce.number().int().min(1).max(5).optional(),
  }),
  data: z.array(regionNodeSchema),
});

/** A region and its ancestors, widest first. */
export const regionPath = endpoint({
  method: 'GET',
  path: 'sys/region/path/:code',
  access: 'session',
  params: z.object({ code: z.coerce.number().int() }),
  data: z.array(regionNodeSchema),
});

/** County outlines as GeoJSON, for the built-in map. */
export const regionBoundaries = endpoint({
  method: 'GET',
  path: 'sys/region/boundaries',
  access: 'session',
  query: z.strictObject({ parentCode: z.coerce.number().int() }),
  data: z.object({ type: z.literal('FeatureCollection'), features: z.array(z.any()) }),
});

/** Rows of a resource to choose from in a reference field: `{id, name}` by keyword, only those the caller sees. */
export const refOptions = endpoint({
  method: 'GET',
  path: 'sys/ref/options',
  access: 'session',
  query: z.strictObject({
    resource: z.string().max(80),
    keyword: z.string().trim().max(50).optional(),
    id: z.coerce.number().int().positive().optional(),
    /** Filters of that resource's list, as a query string. */
    where: z.string().max(300).optional(),
  }),
  data: z.array(z.object({ id: z.number(), name: z.string(), hint: z.string().nullish() })),
});
