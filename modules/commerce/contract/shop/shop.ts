import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const pack = z.object({
  productSkuId: idSchema,
  spec: z.string(),
  unit: z.string(),
  salePrice: z.number(),
  marketPrice: z.number().nullable(),
  subsidyPerUnit: z.number(),
  /** Units that are still subsidised. */
  subsidyLeft: z.number(),
  minQty: z.number(),
  stepQty: z.number(),
  available: z.number(),
});
export type ShopPack = z.output<typeof pack>;

const card = z.object({
  productId: idSchema,
  title: z.string(),
  supplier: z.string(),
  supplierId: idSchema,
  category: z.string(),
  categoryId: idSchema,
  /** Where the picture is found, for some minutes. */
  photo: z.string().nullable(),
  priceFrom: z.number(),
  /** Of the pack with the lowest price, after its subsidy. */
  payFrom: z.number(),
  subsidised: z.boolean(),
  inStock: z.boolean(),
  recommended: z.boolean(),
  rating: z.number().nullable(),
  sold30: z.number(),
});
export type ShopCard = z.output<typeof card>;

/** 商城: what the caller's unit may buy where it is (R11). */
export const shopList = endpoint({
  method: 'GET',
  path: 'selectionLib/shop/list',
  access: needs('shop:product:view'),
  query: z.strictObject({
    keyword: z.string().trim().max(50).optional(),
    categoryId: z.coerce.number().int().positive().optional(),
    supplierId: z.coerce.number().int().positive().optional(),
    subsidised: z.stringbool().optional(),
    inStock: z.stringbool().optional(),
    priceTo: z.coerce.number().int().min(0).optional(),
    /** What the unit bought before. */
    again: z.stringbool().optional(),
    pageNum: z.coerce.number().int().min(1).max(500).default(1),
    pageSize: z.coerce.number().int().min(1).max(60).default(24),
  }),
  data: z.array(card),
});

export const shopCategories = endpoint({
  method: 'GET',
  path: 'selectionLib/shop/categories',
  access: needs('shop:product:view'),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      n: z.number(),
      children: z.array(z.object({ id: idSchema, name: z.string(), n: z.number() })),
    }),
  ),
});

export const shopProduct = endpoint({
  method: 'GET',
  path: 'selectionLib/shop/:productId',
  access: needs('shop:product:view'),
  params: z.object({ productId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  data: z.object({
    productId: idSchema,
    productNo: z.string(),
    title: z.string(),
    supplier: z.string(),
    category: z.string(),
    manufacturer: z.string(),
    brand: z.string().nullable(),
    origin: z.string().nullable(),
    approvalNo: z.string().nullable(),
    intro: z.string().nullable(),
    storeTemp: z.string().nullable(),
    packing: z.string().nullable(),
    shelfLifeMonths: z.number().nullable(),
    photos: z.array(z.string()),
    coldChain: z.boolean(),
    /** R12: only with a prescription that covers it. */
    rxOnly: z.boolean(),
    withdrawalDays: z.number().nullable(),
    shipWithinDays: z.number(),
    freightMode: z.string(),
    freight: z.number().nullable(),
    freeAbove: z.number().nullable(),
    afterSaleDays: z.number(),
    serviceNote: z.string().nullable(),
    subsidyProgram: z.string().nullable(),
    limitPerBuyerYear: z.number(),
    boughtThisYear: z.number(),
    isOnShelf: z.boolean(),
    packs: z.array(pack),
    rating: z.number().nullable(),
    ratings: z.array(z.object({ rating: z.number(), text: z.string().nullable(), by: z.string(), on: z.string() })),
  }),
});
export type ShopProduct = z.output<NonNullable<(typeof shopProduct)['data']>>;
