import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 选品: goods that the authority's operators put on the shelf, at their price. */
export const product = defineResource({
  module: 'commerce',
  name: 'product',
  path: 'selectionLib/product',
  screen: '/selectionLib/productList/list',
  permission: 'selection:product',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    productNo: field.text({ max: 24, ...derived }),
    commodityId: field.ref('commerce.commodity', { fixed: true }),
    supplierId: field.ref('registry.principal', derived),
    title: field.text({ max: 60, ...derived }),
    categoryId: field.ref('platform.sysCommoditySecondary', derived),
    buyerTypes: field.dicts('principal_type'),
    limitPerBuyerYear: field.int({ min: 0, max: 1_000_000 }),
    recommended: field.bool(),
    orderNum: field.int({ min: 0, max: 9999 }),
    shelfFrom: field.date({ optional: true }),
    shelfTo: field.date({ optional: true }),
    subsidyProgram: field.text({ max: 60, optional: true }),
    regions: field.lines({ fields: { regionCode: field.region() }, max: 40 }),
    skus: field.lines({
      fields: {
        skuId: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        salePrice: field.money({ min: 1, max: 999_999_999 }),
        subsidyPerUnit: field.money({ min: 0, max: 999_999_999 }),
        subsidyQuota: field.int({ min: 0, max: 10_000_000 }),
        spec: field.text({ max: 60, ...maybe }),
        unit: field.dict('unit', maybe),
        supplyPrice: field.money(maybe),
        marketPrice: field.money(maybe),
        subsidyUsed: field.int(maybe),
      },
      max: 30,
    }),
    priceFrom: field.money(maybe),
    priceTo: field.money(maybe),
    supplyFrom: field.money(maybe),
    /** Against the market price, in percent. */
    advantage: field.decimal({ scale: 1, ...maybe }),
    subsidyQuota: field.int(derived),
    subsidyUsed: field.int(derived),
    subsidised: field.bool(derived),
    sold30: field.int(derived),
    rating: field.decimal({ scale: 1, ...maybe }),
    complaints: field.int(derived),
    pricePending: field.bool(derived),
    offReason: field.text({ max: 200, ...maybe }),
    status: field.state('product_status', 'draft', 'onShelf', 'offShelf', 'retired'),
    ...stamps,
  },
  title: 'title',
  list: {
    columns: [
      'productNo',
      'title',
      'supplierId',
      'categoryId',
      'priceFrom',
      'priceTo',
      'supplyFrom',
      'advantage',
      'subsidyUsed',
      'subsidyQuota',
      'sold30',
      'rating',
      'complaints',
      'recommended',
      'shelfTo',
      'offReason',
      'status',
    ],
    filters: ['status', 'categoryId', 'supplierId', 'subsidised', 'recommended', 'pricePending', 'shelfTo'],
    search: ['title', 'productNo'],
    sorts: ['orderNum', 'title', 'shelfTo'],
  },
  form: [
    'commodityId',
    'buyerTypes',
    'limitPerBuyerYear',
    'recommended',
    'orderNum',
    'shelfFrom',
    'shelfTo',
    'subsidyProgram',
    'regions',
    'skus',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'onShelf', 'offShelf'],
  transitions: {
    shelve: {
      from: ['draft', 'offShelf'],
      to: 'onShelf',
      permission: 'shelve',
      form: { shelfFrom: field.date({ optional: true }), shelfTo: field.date({ optional: true }) },
    },
    unshelve: { from: ['onShelf'], to: 'offShelf', permission: 'shelve', remark: true, danger: true },
    retire: { from: ['draft', 'offShelf'], to: 'retired', permission: 'edit', remark: true, danger: true },
  },
});
export type Product = RowOf<typeof product>;

/** What an operator prices by: the approved content, and what similar goods cost. */
export const pricing = endpoint({
  method: 'GET',
  path: 'selectionLib/product/pricing',
  access: needs('selection:product:edit'),
  query: z.strictObject({ commodityId: z.coerce.number().int().positive() }),
  data: z.object({
    title: z.string(),
    supplier: z.string(),
    regions: z.array(z.number()),
    skus: z.array(
      z.object({
        skuId: idSchema,
        spec: z.string(),
        unit: z.string(),
        supplyPrice: z.number(),
        marketPrice: z.number().nullable(),
        stockQty: z.number(),
      }),
    ),
    similar: z.array(z.object({ title: z.string(), spec: z.string(), salePrice: z.number() })),
  }),
});
export type Pricing = z.output<NonNullable<(typeof pricing)['data']>>;
