import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const states = ['draft', 'reviewing', 'approved', 'rejected', 'changed', 'banned', 'stopped'] as const;

/** What a reviewer can object to, each with a reason of its own. */
export const reviewed = [
  'title',
  'categoryId',
  'manufacturer',
  'approvalNo',
  'photos',
  'intro',
  'price',
  'papers',
] as const;
export type Reviewed = (typeof reviewed)[number];
export const reasonName = (name: Reviewed) => `reason${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const figures = {
  skuCount: field.int(derived),
  priceFrom: field.money(maybe),
  priceTo: field.money(maybe),
  stockQty: field.int(derived),
  lockedQty: field.int(derived),
  productStatus: field.dict('product_status', maybe),
  sold30: field.int(derived),
  lowStock: field.bool(derived),
  linked: field.bool(derived),
  paperTrouble: field.bool(derived),
} as const;

/** 供应商商品: what a supplier offers, in its packs. */
export const commodity = defineResource({
  module: 'commerce',
  name: 'commodity',
  path: 'suppliers/commodity',
  screen: '/suppliers/commodity/info',
  permission: 'supplier:commodity',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    commodityNo: field.text({ max: 24, ...derived }),
    supplierId: field.ref('registry.principal', derived),
    title: field.text({ min: 4, max: 60 }),
    categoryId: field.ref('platform.sysCommoditySecondary', { where: { status: 'enabled' } }),
    brand: field.text({ max: 40, optional: true }),
    manufacturer: field.text({ max: 80 }),
    approvalNo: field.text({ max: 60, optional: true }),
    origin: field.text({ max: 60, optional: true }),
    intro: field.longText({ max: 4000, optional: true }),
    /** R4: needed when it is submitted, so that a draft can wait for its pictures. */
    photos: field.files({ max: 9, accept: 'image/*', optional: true }),
    reports: field.files({ max: 9, optional: true }),
    shelfLifeMonths: field.int({ min: 1, max: 240, unit: 'month', optional: true }),
    storeTemp: field.text({ max: 40, optional: true }),
    packing: field.text({ max: 80, optional: true }),
    freightMode: field.dict('freight_mode'),
    freight: field.money({ min: 0, max: 9_999_999, optional: true, needed: { by: 'freightMode', not: ['free'] } }),
    freeAbove: field.money({ min: 0, max: 99_999_999, optional: true }),
    shipWithinDays: field.int({ min: 1, max: 60, unit: 'day' }),
    libraryId: field.ref('platform.tenantCommodity', { optional: true }),
    regions: field.lines({ fields: { regionCode: field.region() }, max: 40 }),
    skus: field.lines({
      fields: {
        spec: field.text({ max: 60 }),
        unit: field.dict('unit'),
        supplyPrice: field.money({ min: 1, max: 999_999_999 }),
        marketPrice: field.money({ min: 1, max: 999_999_999, optional: true }),
        minQty: field.int({ min: 1, max: 100_000 }),
        stepQty: field.int({ min: 1, max: 100_000 }),
        weightKg: field.decimal({ scale: 3, min: 0, max: 99_999, optional: true }),
        barcode: field.text({ max: 60, optional: true }),
        isOn: field.bool(),
        skuNo: field.text({ max: 12, ...maybe }),
        stockQty: field.int(maybe),
        lockedQty: field.int(maybe),
      },
      max: 30,
    }),
    liveRevision: field.int(maybe),
    submittedAt: field.dateTime(maybe),
    reviewNote: field.text({ max: 500, ...maybe }),
    ...figures,
    status: field.state('commodity_status', ...states),
    ...stamps,
  },
  title: 'title',
  list: {
    columns: [
      'photos',
      'commodityNo',
      'title',
      'categoryId',
      'manufacturer',
      'approvalNo',
      'skuCount',
      'priceFrom',
      'priceTo',
      'stockQty',
      'lockedQty',
      'productStatus',
      'sold30',
      'status',
      'updatedAt',
    ],
    filters: ['status', 'categoryId', 'manufacturer', 'lowStock', 'linked', 'paperTrouble'],
    search: ['title', 'commodityNo', 'approvalNo', 'brand'],
    sorts: ['title', 'updatedAt'],
  },
  form: [
    'categoryId',
    'libraryId',
    'title',
    'brand',
    'manufacturer',
    'approvalNo',
    'origin',
    'intro',
    'photos',
    'reports',
    'shelfLifeMonths',
    'storeTemp',
    'packing',
    'skus',
    'regions',
    'freightMode',
    'freight',
    'freeAbove',
    'shipWithinDays',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'rejected', 'changed'],
  transitions: {
    submit: { from: ['draft', 'rejected', 'changed'], to: 'reviewing', permission: 'edit' },
    /** Back to what it was: changed where an approved content is in force. */
    withdraw: { from: ['reviewing'], to: 'draft', permission: 'edit' },
    withdrawChange: { from: ['reviewing'], to: 'changed', permission: 'edit' },
    change: { from: ['approved'], to: 'changed', permission: 'edit' },
    stop: { from: ['approved', 'changed', 'rejected'], to: 'stopped', permission: 'edit', danger: true },
    resume: { from: ['stopped'], to: 'approved', permission: 'edit' },
  },
});
export type Commodity = RowOf<typeof commodity>;

const reasons = Object.fromEntries(
  reviewed.map((name) => [reasonName(name), field.text({ max: 200, optional: true })]),
);

/** 商品审核: the same goods as the authority's operators see them. */
export const commodityReview = defineResource({
  module: 'commerce',
  name: 'commodityReview',
  path: 'selectionLib/commodityReview',
  screen: '/selectionLib/commodityReview',
  permission: 'selection:commodity',
  actions: { list: 'review', export: 'review' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    commodityNo: field.text({ max: 24, ...derived }),
    supplierId: field.ref('registry.principal', derived),
    title: field.text({ max: 60, ...derived }),
    categoryId: field.ref('platform.sysCommoditySecondary', derived),
    brand: field.text({ max: 40, ...maybe }),
    manufacturer: field.text({ max: 80, ...derived }),
    approvalNo: field.text({ max: 60, ...maybe }),
    photos: field.files({ ...maybe }),
    reports: field.files({ ...maybe }),
    intro: field.longText({ max: 4000, ...maybe }),
    priceFrom: field.money(maybe),
    priceTo: field.money(maybe),
    paperTrouble: field.bool(derived),
    twoOperators: field.bool(derived),
    submittedAt: field.dateTime(maybe),
    waitingHours: field.int(maybe),
    reviewNote: field.text({ max: 500, ...maybe }),
    productStatus: field.dict('product_status', maybe),
    status: field.state('commodity_status', ...states),
    ...stamps,
  },
  title: 'title',
  list: {
    columns: [
      'commodityNo',
      'title',
      'supplierId',
      'categoryId',
      'manufacturer',
      'approvalNo',
      'priceFrom',
      'paperTrouble',
      'submittedAt',
      'waitingHours',
      'productStatus',
      'status',
    ],
    filters: ['status', 'supplierId', 'categoryId', 'paperTrouble', 'submittedAt'],
    search: ['title', 'commodityNo', 'approvalNo'],
    sorts: ['submittedAt', 'title'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    approve: {
      from: ['reviewing'],
      to: 'approved',
      permission: 'review',
      form: { reviewNote: field.text({ max: 500, optional: true }) },
    },
    reject: { from: ['reviewing'], to: 'rejected', permission: 'review', form: reasons, danger: true },
    ban: {
      from: ['draft', 'reviewing', 'approved', 'rejected', 'changed', 'stopped'],
      to: 'banned',
      permission: 'ban',
      remark: true,
      danger: true,
    },
    lift: { from: ['banned'], to: 'draft', permission: 'ban', remark: true },
  },
});
export type CommodityReview = RowOf<typeof commodityReview>;

const paper = z.object({ docKind: z.string(), name: z.string(), isHeld: z.boolean(), validTo: z.string().nullable() });

/** R1, R2: what a category asks of whoever sells in it, and what of it the supplier has. */
export const requirements = endpoint({
  method: 'GET',
  path: 'suppliers/commodity/requirements',
  access: needs('supplier:commodity:edit'),
  query: z.strictObject({ categoryId: z.coerce.number().int().positive() }),
  data: z.object({
    sellable: z.boolean(),
    approvalNo: z.boolean(),
    coldChain: z.boolean(),
    papers: z.array(paper),
    serviceNote: z.string().nullable(),
  }),
});

const difference = z.object({ field: z.string(), approved: z.unknown(), submitted: z.unknown() });
/** What is under review beside what is in force, the supplier's papers, and what similar goods cost. */
export const commodityContent = endpoint({
  method: 'GET',
  path: 'suppliers/commodity/content',
  access: needs('supplier:commodity:list', 'selection:commodity:review', 'selection:commodity:pool'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    differences: z.array(difference),
    reasons: z.record(z.string(), z.string()).nullable(),
    papers: z.array(paper),
    revisions: z.array(
      z.object({
        revision: z.number(),
        state: z.string(),
        submittedAt: z.string(),
        decidedAt: z.string().nullable(),
        reviewer: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
    skus: z.array(
      z.object({
        id: idSchema,
        skuNo: z.string(),
        spec: z.string(),
        unit: z.string(),
        supplyPrice: z.number(),
        marketPrice: z.number().nullable(),
        stockQty: z.number(),
        lockedQty: z.number(),
        isOn: z.boolean(),
        material: z.string().nullable(),
        factor: z.number().nullable(),
      }),
    ),
    regions: z.array(z.number()),
    similar: z.array(z.object({ title: z.string(), spec: z.string(), salePrice: z.number() })),
    /** Units sold in each of the last twelve weeks, the oldest first. */
    weeks: z.array(z.object({ from: z.string(), qty: z.number() })),
    prices: z.array(z.object({ spec: z.string(), salePrice: z.number(), subsidyPerUnit: z.number() })),
  }),
});
export type CommodityContent = z.output<NonNullable<(typeof commodityContent)['data']>>;

const mode = z.enum(['set', 'add']);
/** R8: what is there needs no review. */
export const setStock = endpoint({
  method: 'POST',
  path: 'suppliers/commodity/stock',
  access: needs('supplier:commodity:edit', 'supplier:commodity:import'),
  body: z.strictObject({ skuId: idSchema, mode, qty: z.number().int().min(-1_000_000).max(1_000_000) }),
  data: z.object({ stockQty: z.number(), lockedQty: z.number() }),
  action: 'edit',
});

/** A block out of a spreadsheet: number of the pack, quantity. */
export const importStock = endpoint({
  method: 'POST',
  path: 'suppliers/commodity/stockMany',
  access: needs('supplier:commodity:import'),
  body: z.strictObject({
    mode,
    items: z
      .array(z.strictObject({ skuNo: z.string().trim().min(1).max(12), qty: z.number().int().min(0).max(1_000_000) }))
      .min(1)
      .max(500),
  }),
  data: z.object({ done: z.number() }),
  action: 'edit',
});

/** A draft out of the tenant's library of goods. */
export const fromLibrary = endpoint({
  method: 'GET',
  path: 'suppliers/commodity/fromLibrary',
  access: needs('supplier:commodity:edit'),
  query: z.strictObject({ libraryId: z.coerce.number().int().positive() }),
  data: z.object({
    title: z.string(),
    categoryId: idSchema,
    brand: z.string().nullable(),
    manufacturer: z.string().nullable(),
    approvalNo: z.string().nullable(),
    intro: z.string().nullable(),
    shelfLifeMonths: z.number().nullable(),
    spec: z.string(),
    unit: z.string(),
  }),
});

const poolRow = z.object({
  id: idSchema,
  version: versionSchema,
  commodityNo: z.string(),
  title: z.string(),
  supplier: z.string(),
  category: z.string(),
  manufacturer: z.string(),
  priceFrom: z.number().nullable(),
  priceTo: z.number().nullable(),
  marketFrom: z.number().nullable(),
  similarFrom: z.number().nullable(),
  paperTrouble: z.boolean(),
  photo: z.string().nullable(),
});
export type PoolRow = z.output<typeof poolRow>;
/** 选品池: approved goods that nobody has selected yet. */
export const pool = endpoint({
  method: 'GET',
  path: 'selectionLib/pool/list',
  access: needs('selection:commodity:pool'),
  query: z.strictObject({ keyword: z.string().trim().max(50).optional() }),
  data: z.array(poolRow),
});

export const ignoreCommodity = endpoint({
  method: 'POST',
  path: 'selectionLib/pool/ignore',
  access: needs('selection:commodity:pool'),
  body: z.strictObject({ id: idSchema, reason: z.string().trim().min(1).max(200) }),
  data: z.null(),
  action: 'edit',
});
