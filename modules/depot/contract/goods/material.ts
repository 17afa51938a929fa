import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import type { Pack } from './quantity.ts';

/** What things are counted in; the other units are packs, or trade's. */
export const baseUnits: readonly string[] = ['dose', 'mL', 'straw', 'piece', 'kg', 'g', 'bottle', 'bag', 'set'];
/** Half of one is nothing. */
export const wholeUnits: readonly string[] = ['dose', 'straw', 'piece'];
/** Kinds that nobody may keep without their approval number. */
export const approvedKinds: readonly string[] = ['vaccine', 'drug'];

const threePlaces = (n: number) => Math.round(n * 1000) / 1000 === n;
const packs = z
  .array(
    z.strictObject({
      unit: z.string().min(1).max(20),
      factor: z.number().positive().max(10_000_000).refine(threePlaces),
      name: z.string().trim().max(20).nullish(),
    }),
  )
  .max(6)
  .refine((all) => new Set(all.map((one) => one.unit)).size === all.length, { error: 'error.duplicate' })
  .nullish()
  .transform((value) => value ?? []);

/** What the form presets for each kind; the unit, places, tracking and expiry of a used material never change (R6). */
export const kindPresets: Readonly<
  Record<string, { baseUnit: string; decimals: number; tracking: string; hasExpiry: boolean }>
> = {
  vaccine: { baseUnit: 'dose', decimals: 0, tracking: 'batch', hasExpiry: true },
  semen: { baseUnit: 'straw', decimals: 0, tracking: 'batch', hasExpiry: false },
  earTag: { baseUnit: 'piece', decimals: 0, tracking: 'segment', hasExpiry: false },
  drug: { baseUnit: 'mL', decimals: 1, tracking: 'batch', hasExpiry: true },
  reagent: { baseUnit: 'set', decimals: 0, tracking: 'batch', hasExpiry: true },
  disinfectant: { baseUnit: 'kg', decimals: 3, tracking: 'batch', hasExpiry: true },
  feed: { baseUnit: 'kg', decimals: 3, tracking: 'batch', hasExpiry: true },
  consumable: { baseUnit: 'piece', decimals: 0, tracking: 'none', hasExpiry: false },
  device: { baseUnit: 'piece', decimals: 0, tracking: 'none', hasExpiry: false },
  other: { baseUnit: 'piece', decimals: 0, tracking: 'none', hasExpiry: false },
};

/** 物资档案: what can be kept, how it is measured and packed. */
export const material = defineResource({
  module: 'depot',
  name: 'material',
  path: 'pri/commodityInfo',
  screen: '/pri/commodityInfo',
  permission: 'depot:material',
  actions: { add: 'edit', remove: 'edit', export: 'list', import: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    sharing: field.dict('material_scope', { fixed: true }),
    principalId: field.ref('registry.principal', { optional: true, fixed: true }),
    materialNo: field.text({ max: 30 }),
    kind: field.dict('material_kind', { fixed: true }),
    name: field.text({ max: 60 }),
    spec: field.text({ max: 60 }),
    manufacturer: field.text({ max: 80, optional: true }),
    approvalNo: field.text({ max: 60, optional: true }),
    barcode: field.text({ max: 60, optional: true }),
    photoId: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true }),
    baseUnit: field.dict('unit'),
    decimals: field.int({ min: 0, max: 3 }),
    packs: { ...field.json({ optional: true }), schema: packs } as unknown as Field<Pack[]>,
    tracking: field.dict('material_tracking'),
    hasExpiry: field.bool(),
    shelfLifeMonths: field.int({ min: 1, max: 240, optional: true }),
    storeTempMin: field.decimal({ scale: 1, min: -200, max: 60, unit: '°C', optional: true }),
    storeTempMax: field.decimal({ scale: 1, min: -200, max: 60, unit: '°C', optional: true }),
    openHours: field.int({ min: 1, max: 8760, optional: true }),
    vaccineCode: field.text({ max: 40, optional: true }),
    withdrawalDays: field.int({ min: 0, max: 365, optional: true }),
    sireCode: field.text({ max: 40, optional: true }),
    semenKind: field.dict('semen_kind', { optional: true }),
    /** The entry of the tenant's library it was copied from. */
    commodityId: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true, fixed: true }),
    tempRange: field.text({ max: 40, optional: true, derived: true }),
    onHand: field.decimal({ scale: 3, derived: true, optional: true }),
    status: field.state('material_status', 'active', 'stopped'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'spec',
      'kind',
      'onHand',
      'packs',
      'tempRange',
      'manufacturer',
      'approvalNo',
      'materialNo',
      'baseUnit',
      'tracking',
      'photoId',
      'sharing',
      'status',
    ],
    filters: ['kind', 'sharing', 'tracking', 'status', 'principalId'],
    search: ['name', 'materialNo', 'barcode', 'approvalNo'],
    sorts: ['materialNo', 'name', 'createdAt'],
  },
  form: [
    'sharing',
    'principalId',
    'kind',
    'materialNo',
    'name',
    'spec',
    'manufacturer',
    'approvalNo',
    'barcode',
    'photoId',
    'baseUnit',
    'decimals',
    'packs',
    'tracking',
    'hasExpiry',
    'shelfLifeMonths',
    'storeTempMin',
    'storeTempMax',
    'openHours',
    'vaccineCode',
    'sireCode',
    'semenKind',
    'withdrawalDays',
    'commodityId',
  ],
  detail: [
    'materialNo',
    'name',
    'spec',
    'kind',
    'sharing',
    'principalId',
    'manufacturer',
    'approvalNo',
    'barcode',
    'baseUnit',
    'decimals',
    'packs',
    'tracking',
    'hasExpiry',
    'shelfLifeMonths',
    'tempRange',
    'openHours',
    'vaccineCode',
    'sireCode',
    'semenKind',
    'withdrawalDays',
    'onHand',
    'createdAt',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true },
    start: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
export type Material = RowOf<typeof material>;

const one = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const lotLine = z.object({
  id: idSchema,
  lotNo: z.string(),
  manufacturer: z.string(),
  producedOn: z.string().nullable(),
  expireOn: z.string().nullable(),
  daysLeft: z.int().nullable(),
  quality: z.string(),
  qualityReason: z.string().nullable(),
  onHand: z.number(),
  depots: z.array(z.object({ id: idSchema, name: z.string(), qty: z.number(), hold: z.boolean() })),
});
export type LotLine = z.output<typeof lotLine>;

/** The lots of a material the caller has or had some of, those that lie somewhere first. */
export const materialLots = endpoint({
  method: 'GET',
  path: 'pri/commodityInfo/lots',
  access: needs('depot:material:list'),
  query: z.strictObject({ materialId: one }),
  data: z.array(lotLine),
});

const qty = z.number().min(0).max(9_999_999_999).refine(threePlaces).nullable();
const limitLine = z.object({
  depotId: idSchema,
  depotName: z.string(),
  onHand: z.number(),
  minQty: z.number().nullable(),
  maxQty: z.number().nullable(),
  mayEdit: z.boolean(),
});
export type LimitLine = z.output<typeof limitLine>;

/** How little and how much of it each of the caller's stores should have. */
export const materialLimits = endpoint({
  method: 'GET',
  path: 'pri/commodityInfo/limits',
  access: needs('depot:material:list'),
  query: z.strictObject({ materialId: one }),
  data: z.array(limitLine),
});

export const saveLimits = endpoint({
  method: 'POST',
  path: 'pri/commodityInfo/saveLimits',
  access: needs('depot:store:edit'),
  action: 'edit',
  body: z.strictObject({
    materialId: idSchema,
    lines: z
      .array(z.strictObject({ depotId: idSchema, minQty: qty, maxQty: qty }))
      .min(1)
      .max(200),
  }),
  data: z.object({ saved: z.int() }),
});

const libraryEntry = z.object({
  id: idSchema,
  commodityCode: z.string(),
  commodityName: z.string(),
  spec: z.string(),
  unit: z.string(),
  manufacturer: z.string().nullable(),
  licenceNo: z.string().nullable(),
  /** What it most likely is here. */
  kind: z.string(),
  /** Copied before. */
  isTaken: z.boolean(),
});
export type LibraryEntry = z.output<typeof libraryEntry>;

/** The tenant's library of goods, what the government issues included: that is what stations keep. */
export const materialLibrary = endpoint({
  method: 'GET',
  path: 'pri/commodityInfo/library',
  access: needs('depot:material:edit'),
  query: z.strictObject({ keyword: z.string().trim().max(50).optional() }),
  data: z.array(libraryEntry),
});
