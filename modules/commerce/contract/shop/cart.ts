import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const qty = z.number().int().min(1).max(1_000_000);

/** Why a line cannot be ordered, as it would be refused. */
const fault = z.object({ bizCode: z.string(), text: z.string() });

const cartLine = z.object({
  productSkuId: idSchema,
  productId: idSchema,
  title: z.string(),
  spec: z.string(),
  unit: z.string(),
  photo: z.string().nullable(),
  supplierId: idSchema,
  supplier: z.string(),
  qty: z.number(),
  minQty: z.number(),
  stepQty: z.number(),
  available: z.number(),
  salePrice: z.number(),
  subsidyPerUnit: z.number(),
  subsidisedQty: z.number(),
  lineAmount: z.number(),
  fault: fault.nullable(),
});
export type CartLine = z.output<typeof cartLine>;

export const cartList = endpoint({
  method: 'GET',
  path: 'selectionLib/cart/list',
  access: needs('shop:order:place'),
  data: z.object({
    lines: z.array(cartLine),
    /** Where the unit can have things sent. */
    address: z.string().nullable(),
    regionCode: z.number().nullable(),
    depots: z.array(z.object({ id: idSchema, name: z.string() })),
    approvalAbove: z.number(),
  }),
});

/** Sets how many of a pack are in the cart. */
export const cartSave = endpoint({
  method: 'POST',
  path: 'selectionLib/cart/save',
  access: needs('shop:order:place'),
  body: z.strictObject({ productSkuId: idSchema, qty, mode: z.enum(['set', 'add']).default('set') }),
  data: z.object({ qty: z.number(), lines: z.number() }),
  action: 'edit',
});

export const cartRemove = endpoint({
  method: 'POST',
  path: 'selectionLib/cart/remove',
  access: needs('shop:order:place'),
  body: z.strictObject({ productSkuIds: z.array(idSchema).min(1).max(200) }),
  data: z.object({ removed: z.number() }),
  action: 'edit',
});

const wanted = z
  .array(z.strictObject({ productSkuId: idSchema, qty }))
  .min(1)
  .max(100)
  .refine((all) => new Set(all.map((one) => one.productSkuId)).size === all.length, { error: 'error.duplicate' });

const previewLine = cartLine.omit({ photo: true, available: true, minQty: true, stepQty: true });
/** What the lines come to, by supplier, and what is in the way. */
export const previewOrder = endpoint({
  method: 'POST',
  path: 'selectionLib/order/preview',
  access: needs('shop:order:place'),
  body: z.strictObject({ lines: wanted, depotId: idSchema.nullish() }),
  data: z.object({
    orders: z.array(
      z.object({
        supplierId: idSchema,
        supplier: z.string(),
        lines: z.array(previewLine),
        goods: z.number(),
        freight: z.number(),
        subsidy: z.number(),
        payable: z.number(),
        needsApproval: z.boolean(),
        coldChain: z.boolean(),
        /** The arithmetic in words, step by step. */
        steps: z.array(z.object({ name: z.string(), how: z.string(), cents: z.number() })),
      }),
    ),
    refused: z.number(),
  }),
});
export type OrderPreview = z.output<NonNullable<(typeof previewOrder)['data']>>;

const text = (max: number) => z.string().trim().max(max);
/** R14: with the prices that were seen; other prices are refused and told. */
export const placeOrder = endpoint({
  method: 'POST',
  path: 'selectionLib/order/place',
  access: needs('shop:order:place'),
  body: z.strictObject({
    requestId: z.string().min(8).max(64),
    lines: z
      .array(
        z.strictObject({
          productSkuId: idSchema,
          qty,
          seenPrice: z.number().int().min(1),
          /** Subsidised units as they were shown; fewer are refused, for they cost more. */
          seenSubsidised: z.number().int().min(0),
        }),
      )
      .min(1)
      .max(100)
      .refine((all) => new Set(all.map((one) => one.productSkuId)).size === all.length, { error: 'error.duplicate' }),
    /** What all of it was said to come to, with freight and subsidies. */
    seenPayable: z.number().int().min(0),
    receiverName: text(40).min(1),
    receiverPhone: z.string().regex(/^1\d{10}$/, 'error.field.pattern'),
    address: text(200).min(1),
    depotId: idSchema.nullish(),
    payMode: z.enum(['prepaid', 'onReceipt', 'monthly']),
    invoiceKind: z.enum(['none', 'normal', 'special']).default('none'),
    invoiceTitle: text(80).nullish(),
    invoiceTaxNo: text(30).nullish(),
    remark: text(200).nullish(),
  }),
  data: z.array(z.object({ orderId: idSchema, orderNo: z.string(), status: z.string(), payable: z.number() })),
  action: 'add',
});
