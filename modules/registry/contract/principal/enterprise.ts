import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';

/** Neither a household nor an authority: those that may show themselves. */
export const enterpriseTypes = [
  'farm',
  'cooperative',
  'slaughterhouse',
  'market',
  'disposalPlant',
  'processor',
  'carrier',
  'shop',
  'insurer',
  'bank',
  'supplier',
  'association',
  'clinic',
  'lab',
  'breedingStation',
  'thirdParty',
] as const;

const link = z
  .string()
  .trim()
  .max(300)
  .regex(/^https:\/\/\S+$/)
  .nullable();
const head = z.number().int().min(0).max(10_000_000).nullable();

/** What the enterprise says of itself. */
export const profileShape = {
  introduction: z.string().trim().max(2000).nullable(),
  mainProducts: z.string().trim().max(200).nullable(),
  designCapacity: head,
  annualOutput: head,
  staffCount: z.number().int().min(0).max(1_000_000).nullable(),
  landArea: z.number().min(0).max(9_999_999).nullable(),
  leadingGrade: z.string().max(20),
  website: link,
  videoUrl: link,
  panoramaUrl: link,
  publicPhone: z.string().trim().max(30).nullable(),
};

const row = z.object({
  id: idSchema,
  principalUnitName: z.string(),
  principalUnitType: z.string(),
  principalUnitTypeName: z.string(),
  regionCode: z.number(),
  countyName: z.string().nullable(),
  hasProfile: z.boolean(),
  leadingGrade: z.string().nullable(),
  leadingGradeName: z.string().nullable(),
  designCapacity: z.number().nullable(),
  annualOutput: z.number().nullable(),
  stockHead: z.number(),
  hasVideo: z.boolean(),
  showFlag: z.union([z.literal(0), z.literal(1)]),
});
export type Enterprise = z.output<typeof row>;

export const enterpriseFilters = {
  keyword: z.string().trim().max(60).optional(),
  /** Several, separated by commas. */
  types: z.string().max(400).optional(),
  regionCode: z.coerce.number().int().refine(isRegionCode).optional(),
  species: z.string().max(20).optional(),
  leadingGrade: z.string().max(20).optional(),
  showFlag: z.enum(['0', '1']).optional(),
};

export const enterpriseList = endpoint({
  method: 'GET',
  path: 'enterprise/data/list',
  access: needs('pri:enterprise:list'),
  query: z.strictObject({ ...enterpriseFilters, pageNum: pageQuery.pageNum, pageSize: pageQuery.pageSize }),
  data: z.array(row),
});

export const enterpriseTotals = endpoint({
  method: 'GET',
  path: 'enterprise/data/totals',
  access: needs('pri:enterprise:list'),
  query: z.strictObject(enterpriseFilters),
  data: z.object({ shown: z.number(), all: z.number(), capacity: z.number(), stock: z.number() }),
});

/** Counterparties of the whole tenant, by name alone. */
export const enterpriseAnywhere = endpoint({
  method: 'GET',
  path: 'enterprise/data/ignore/region/list',
  access: 'session',
  query: z.strictObject({ keyword: z.string().trim().min(2).max(60), types: enterpriseFilters.types }),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      type: z.string(),
      county: z.string().nullable(),
      showFlag: z.union([z.literal(0), z.literal(1)]),
    }),
  ),
});

const profile = row.extend({
  ...profileShape,
  leadingGrade: z.string(),
  /** Inside jurisdiction only, and masked. */
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  address: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});
export type EnterpriseProfile = z.output<typeof profile>;

export const enterpriseDetail = endpoint({
  method: 'GET',
  path: 'enterprise/data/:id',
  access: needs('pri:enterprise:list'),
  params: z.object({ id: idSchema }),
  data: profile,
});

/** A GET, as the seed has it: it says the value, so that asking twice does no harm. */
export const changeShowFlag = endpoint({
  method: 'GET',
  path: 'enterprise/data/changeShowFlag',
  access: needs('pri:enterprise:show'),
  query: z.strictObject({ id: idSchema, showFlag: z.enum(['0', '1']) }),
  data: z.union([z.literal(0), z.literal(1)]),
  action: 'show',
});

export const saveEnterprise = endpoint({
  method: 'POST',
  path: 'enterprise/data/save',
  access: needs('pri:enterprise:edit'),
  body: z.strictObject({ principalId: idSchema, ...profileShape }),
  data: z.null(),
  action: 'edit',
});
