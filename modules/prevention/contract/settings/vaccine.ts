import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export interface Dose {
  ml: number;
  dosesPerHead: number;
}
/** By species, or by species/stage where a stage takes another dose. */
export type Doses = Record<string, Dose>;
const doses = z
  .record(
    z.string().regex(/^[a-z]+(\/[A-Za-z]+)?$/),
    z.strictObject({ ml: z.number().positive().max(100), dosesPerHead: z.number().int().min(1).max(10) }),
  )
  .refine((all) => Object.keys(all).length > 0 && Object.keys(all).length <= 30);

/** 疫苗: what a vaccine is against, for whom and how much of it; several materials of the depot share one code. */
export const vaccine = defineResource({
  module: 'prevention',
  name: 'vaccine',
  path: 'ant/vaccine',
  screen: '/ant/sysSet/vaccine',
  permission: 'ant:vaccine',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    vaccineCode: field.text({ max: 40, pattern: /^[A-Za-z][A-Za-z0-9_-]*$/, fixed: true }),
    name: field.text({ max: 80 }),
    diseaseCodes: field.dicts('ant_disease'),
    species: field.dicts('species'),
    form: field.dict('vaccine_form'),
    route: field.dict('inject_route'),
    doses: { ...field.json(), schema: doses } as unknown as Field<Doses>,
    apartDays: field.int({ min: 0, max: 365 }),
    materials: field.int({ derived: true }),
    status: enabledStatus,
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'vaccineCode',
      'diseaseCodes',
      'species',
      'form',
      'route',
      'doses',
      'apartDays',
      'materials',
      'status',
    ],
    filters: ['diseaseCodes', 'species', 'form', 'status'],
    search: ['name', 'vaccineCode'],
    sorts: ['name'],
    sort: 'id',
  },
  form: ['vaccineCode', 'name', 'diseaseCodes', 'species', 'form', 'route', 'apartDays', 'doses'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['enabled'],
  transitions: enableDisable(),
});
export type Vaccine = RowOf<typeof vaccine>;

const usage = z.object({
  lotId: idSchema,
  lotNo: z.string(),
  materialId: idSchema,
  materialName: z.string(),
  vaccineCode: z.string().nullable(),
  manufacturer: z.string(),
  expireOn: z.string().nullable(),
  quality: z.string(),
  qualityReason: z.string().nullable(),
  /** In the stores and boxes the caller sees. */
  onHand: z.number(),
  visits: z.int(),
  heads: z.int(),
  doses: z.int(),
  reactions: z.int(),
  deaths: z.int(),
  /** Deaths of ten thousand heads; null while nothing was used. */
  rate: z.number().nullable(),
  /** Percent of what the laboratory released; null without samples. */
  antibodyRate: z.number().nullable(),
  samples: z.int(),
  /** Above the line of the caller's place (R35). */
  isHigh: z.boolean(),
});
export type LotUsage = z.output<typeof usage>;

/** What became of each lot where the caller looks. */
export const lotUsage = endpoint({
  method: 'GET',
  path: 'ant/vaccine/lotUsage',
  access: needs('ant:vaccine:list'),
  query: z.strictObject({
    lotId: z.coerce.number().int().positive().optional(),
    materialId: z.coerce.number().int().positive().optional(),
    regionCode: z.coerce.number().int().positive().optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  data: z.array(usage),
});

export const resources = [vaccine];
export const endpoints = [lotUsage];
