import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** R21: the receiver's number in clear, to the buyer, and to the supplier while it has to deliver; each look is on record. */
export const receiverPhone = endpoint({
  method: 'POST',
  path: 'suppliers/order/phone',
  access: needs('supplier:order:handle', 'shop:order:view'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ phone: z.string() }),
  action: 'reveal',
  secret: true,
});

const one = { id: idSchema, version: versionSchema };
/** R20: what the buyer says was paid; it counts when the supplier has it. */
export const payOrder = endpoint({
  method: 'POST',
  path: 'selectionLib/order/pay',
  access: needs('shop:order:place'),
  body: z.strictObject({
    orderId: idSchema,
    amount: z.number().int().min(1).max(99_999_999_999),
    paidOn: z.iso.date(),
    bankRef: z.string().trim().max(60).nullish(),
    proofFile: z.array(idSchema).min(1).max(9),
  }),
  data: z.object({ id: idSchema }),
  action: 'add',
});

export const confirmPayment = endpoint({
  method: 'POST',
  path: 'suppliers/order/confirmPay',
  access: needs('supplier:order:handle'),
  body: z.strictObject({ paymentId: idSchema, isThere: z.boolean() }),
  data: z.object({ status: z.string(), paid: z.number() }),
  action: 'edit',
});

export const shipOrder = endpoint({
  method: 'POST',
  path: 'suppliers/order/ship',
  access: needs('supplier:order:ship'),
  body: z.strictObject({
    orderId: idSchema,
    version: versionSchema,
    /** What is sent again answers a complaint. */
    afterSaleId: idSchema.nullish(),
    carrierKind: z.enum(['express', 'ownVehicle', 'pickup']),
    carrier: z.string().trim().max(40).nullish(),
    waybillNo: z.string().trim().max(40).nullish(),
    driver: z.string().trim().max(20).nullish(),
    driverPhone: z
      .string()
      .regex(/^1\d{10}$/, 'error.field.pattern')
      .nullish(),
    plate: z.string().trim().max(12).nullish(),
    coldRecord: z.array(idSchema).max(9).default([]),
    /** R19: the buyer agreed to goods of which less than a third of the shelf life is left. */
    shortLifeAgreed: z.boolean().default(false),
    lines: z
      .array(
        z.strictObject({
          orderLineId: idSchema,
          qty: z.number().int().min(1).max(1_000_000),
          lotNo: z.string().trim().max(40).nullish(),
          producedOn: z.iso.date().nullish(),
          expireOn: z.iso.date().nullish(),
        }),
      )
      .min(1)
      .max(100),
  }),
  data: z.object({ shipmentId: idSchema, shipmentNo: z.string(), status: z.string() }),
  action: 'add',
});

export const signShipment = endpoint({
  method: 'POST',
  path: 'selectionLib/order/sign',
  access: needs('shop:order:receive'),
  body: z.strictObject({
    shipmentId: idSchema,
    lines: z
      .array(z.strictObject({ id: idSchema, signedQty: z.number().int().min(0).max(1_000_000) }))
      .min(1)
      .max(100),
    diffReason: z.string().trim().max(200).nullish(),
    photos: z.array(idSchema).max(9).default([]),
    depotId: idSchema.nullish(),
  }),
  data: z.object({
    status: z.string(),
    stockDocNo: z.string().nullable(),
    /** Titles that have no material: they go into no stock. */
    unlinked: z.array(z.string()),
    /** What was short, ready for the complaint. */
    short: z.array(z.object({ orderLineId: idSchema, qty: z.number() })),
  }),
  action: 'edit',
});

/** The supplier cannot send the rest; the buyer agrees, and what was locked for it is free again. */
export const askCancelRest = endpoint({
  method: 'POST',
  path: 'suppliers/order/cancelRest',
  access: needs('supplier:order:handle'),
  body: z.strictObject({ ...one, reason: z.string().trim().min(1).max(200) }),
  data: z.null(),
  action: 'edit',
});
export const agreeCancelRest = endpoint({
  method: 'POST',
  path: 'selectionLib/order/agreeRest',
  access: needs('shop:order:place'),
  body: z.strictObject(one),
  data: z.object({ status: z.string() }),
  action: 'edit',
});

/** By the platform, after a dispute. */
export const closeOrder = endpoint({
  method: 'POST',
  path: 'selectionLib/order/close',
  access: needs('selection:order:arbitrate'),
  body: z.strictObject({ ...one, reason: z.string().trim().min(1).max(300) }),
  data: z.object({ status: z.string() }),
  action: 'edit',
});

/** R29: once per line, to be changed for thirty days. */
export const rateLines = endpoint({
  method: 'POST',
  path: 'selectionLib/order/rate',
  access: needs('shop:order:receive'),
  body: z.strictObject({
    orderId: idSchema,
    ratings: z
      .array(
        z.strictObject({
          lineId: idSchema,
          rating: z.number().int().min(1).max(5),
          text: z.string().trim().max(300).nullish(),
        }),
      )
      .min(1)
      .max(100),
  }),
  data: z.object({ rated: z.number() }),
  action: 'edit',
});

/** R28: what prevention takes as proof that a vaccine was bought. */
export const purchaseProof = endpoint({
  method: 'GET',
  path: 'selectionLib/order/proof',
  access: needs('shop:order:view'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      orderNo: z.string(),
      shipmentNo: z.string(),
      title: z.string(),
      approvalNo: z.string().nullable(),
      lotNo: z.string().nullable(),
      expireOn: z.string().nullable(),
      qty: z.number(),
      unit: z.string(),
      signedOn: z.string(),
      supplier: z.string(),
      invoice: z.string().nullable(),
    }),
  ),
});

/** The same as a paper, for one shipment. */
export const printProof = endpoint({
  method: 'POST',
  path: 'selectionLib/order/proofPaper',
  access: needs('shop:order:view'),
  body: z.strictObject({ shipmentId: idSchema }),
  data: z.object({ fileId: idSchema }),
  action: 'print',
});

/** A drug on its way: the sheet that ordered it, the lot that came, what was given of it, and until when those animals stay. */
export const followDrug = endpoint({
  method: 'GET',
  path: 'selectionLib/order/follow',
  access: needs('shop:order:view'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      title: z.string(),
      material: z.string(),
      sheets: z.array(z.object({ id: idSchema, docNo: z.string(), issuedOn: z.string() })),
      lots: z.array(
        z.object({
          lotNo: z.string(),
          expireOn: z.string().nullable(),
          signedQty: z.number(),
          stockDocNo: z.string().nullable(),
          doses: z.array(
            z.object({
              treatmentId: idSchema,
              docNo: z.string(),
              treatedOn: z.string(),
              qty: z.number(),
              heads: z.number(),
              until: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
});
