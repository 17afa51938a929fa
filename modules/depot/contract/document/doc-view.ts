import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { docTypes } from './stock-doc.ts';

const pack = z.object({ unit: z.string(), factor: z.number(), name: z.string().nullish() });
const measured = { baseUnit: z.string(), decimals: z.number(), packs: z.array(pack) };

export const docLine = z.object({
  id: idSchema,
  lineNo: z.number(),
  materialId: idSchema,
  materialName: z.string(),
  spec: z.string(),
  ...measured,
  tracking: z.string(),
  cold: z.boolean(),
  lotId: idSchema.nullable(),
  lotNo: z.string().nullable(),
  manufacturer: z.string().nullable(),
  producedOn: z.string().nullable(),
  expireOn: z.string().nullable(),
  unit: z.string(),
  unitQty: z.number(),
  qty: z.number(),
  segFrom: z.number().nullable(),
  segTo: z.number().nullable(),
  acceptedQty: z.number().nullable(),
  rejectReason: z.string().nullable(),
  receivedQty: z.number().nullable(),
  diffReason: z.string().nullable(),
  returnedQty: z.number(),
  lostQty: z.number(),
  shortLifeReason: z.string().nullable(),
  fefoReason: z.string().nullable(),
  tempReason: z.string().nullable(),
  temperature: z.number().nullable(),
  remark: z.string().nullable(),
  unitCost: z.number().nullable(),
  amount: z.number().nullable(),
});
export type DocLine = z.output<typeof docLine>;

const place = z.object({ kind: z.string(), name: z.string().nullable() });
const other = z.object({ id: idSchema, docNo: z.string() });

export const docData = z.object({
  id: idSchema,
  version: versionSchema,
  docType: z.enum([...docTypes, 'stocktake']),
  docNo: z.string(),
  status: z.string(),
  depotId: idSchema,
  depotName: z.string(),
  unitName: z.string().nullable(),
  toDepotId: idSchema.nullable(),
  toDepotName: z.string().nullable(),
  toUnitName: z.string().nullable(),
  purveyorId: idSchema.nullable(),
  purveyorName: z.string().nullable(),
  staffId: idSchema.nullable(),
  staffName: z.string().nullable(),
  holderId: idSchema.nullable(),
  holderName: z.string().nullable(),
  requisitionId: idSchema.nullable(),
  requisitionNo: z.string().nullable(),
  bizDate: z.string(),
  reason: z.string().nullable(),
  purpose: z.string().nullable(),
  temperature: z.number().nullable(),
  carrier: z.string().nullable(),
  shortQty: z.number(),
  fileIds: z.array(z.number()),
  witnessIds: z.array(z.number()),
  witnessNames: z.array(z.string()),
  remark: z.string().nullable(),
  madeBy: z.string().nullable(),
  madeAt: z.string(),
  checkedBy: z.string().nullable(),
  checkedAt: z.string().nullable(),
  dispatchedAt: z.string().nullable(),
  receivedBy: z.string().nullable(),
  receivedAt: z.string().nullable(),
  receivedHow: z.string().nullable(),
  reversalOf: other.nullable(),
  reversedBy: other.nullable(),
  lines: z.array(docLine),
});
export type DocData = z.output<typeof docData>;

/** A paper with its lines; of any kind the caller may see. */
export const docById = endpoint({
  method: 'GET',
  path: 'pri/depot/doc/view',
  access: needs('depot:doc:view'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: docData,
});

/** What it did to the ledger, and the steps it went. */
export const docTrail = endpoint({
  method: 'GET',
  path: 'pri/depot/doc/trail',
  access: needs('depot:doc:view'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    moves: z.array(
      z.object({
        id: idSchema,
        moveKind: z.string(),
        materialName: z.string(),
        baseUnit: z.string(),
        lotNo: z.string(),
        from: place,
        to: place,
        qty: z.number(),
        balanceFrom: z.number().nullable(),
        balanceTo: z.number().nullable(),
        bizDate: z.string(),
        recordedAt: z.string(),
        fefoSkipped: z.boolean(),
        person: z.string().nullable(),
      }),
    ),
    steps: z.array(
      z.object({
        name: z.string(),
        from: z.string(),
        to: z.string(),
        remark: z.string().nullable(),
        by: z.string().nullable(),
        at: z.string(),
      }),
    ),
  }),
});

const lot = z.object({
  lotId: idSchema,
  lotNo: z.string(),
  manufacturer: z.string(),
  expireOn: z.string().nullable(),
  qty: z.number(),
});

/** FEFO: which lots to take for so much (R12). */
export const pickLots = endpoint({
  method: 'GET',
  path: 'pri/depot/stock/pick',
  access: needs('depot:stock:list'),
  query: z.strictObject({
    depotId: z.coerce.number().int().positive(),
    materialId: z.coerce.number().int().positive(),
    qty: z.coerce.number().positive().max(9_999_999_999),
    onDate: z.iso.date().optional(),
  }),
  data: z.object({ lots: z.array(lot), missing: z.number() }),
});

const shelf = z.object({
  lotId: idSchema,
  lotNo: z.string(),
  manufacturer: z.string(),
  expireOn: z.string().nullable(),
  quality: z.string(),
  hold: z.boolean(),
  segFrom: z.number().nullable(),
  segTo: z.number().nullable(),
  qty: z.number(),
  free: z.number(),
  materialId: idSchema,
});

/** What lies in a store, to be ticked on a paper: all of it, one material, or what can only be destroyed. */
export const shelfOf = endpoint({
  method: 'GET',
  path: 'pri/depot/doc/shelf',
  access: needs('depot:in:edit', 'depot:out:edit', 'depot:issue:edit'),
  query: z.strictObject({
    depotId: z.coerce.number().int().positive(),
    materialId: z.coerce.number().int().positive().optional(),
    unfit: z.stringbool().optional(),
  }),
  data: z.array(shelf),
});

const goods = z.object({
  id: idSchema,
  materialNo: z.string(),
  name: z.string(),
  spec: z.string(),
  kind: z.string(),
  manufacturer: z.string().nullable(),
  barcode: z.string().nullable(),
  ...measured,
  tracking: z.string(),
  hasExpiry: z.boolean(),
  shelfLifeMonths: z.number().nullable(),
  storeTempMin: z.number().nullable(),
  storeTempMax: z.number().nullable(),
});
export type Goods = z.output<typeof goods>;

/** Materials by scanned code or typed words, with what a form must know of them. */
export const findGoods = endpoint({
  method: 'GET',
  path: 'pri/depot/doc/goods',
  access: needs('depot:in:edit', 'depot:out:edit', 'depot:issue:edit'),
  query: z.strictObject({
    keyword: z.string().trim().max(60).optional(),
    ids: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
      .optional(),
    depotId: z.coerce.number().int().positive().optional(),
  }),
  data: z.array(goods),
});

const store = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.string(),
  unitName: z.string().nullable(),
  staffName: z.string().nullable(),
  tempMin: z.number().nullable(),
  tempMax: z.number().nullable(),
  kept: z.boolean(),
  own: z.boolean(),
});
export type Store = z.output<typeof store>;

/** The stores a paper can name: those the caller keeps, and those goods can go to. */
export const storesFor = endpoint({
  method: 'GET',
  path: 'pri/depot/doc/stores',
  access: needs('depot:in:edit', 'depot:out:edit', 'depot:issue:edit'),
  query: z.strictObject({ keyword: z.string().trim().max(60).optional() }),
  data: z.array(store),
});

/** What is left to issue of an approved requisition. */
export const requisitionRest = endpoint({
  method: 'GET',
  path: 'pri/depot/doc/requisition',
  access: needs('depot:issue:edit'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    docNo: z.string(),
    status: z.string(),
    askDepotId: idSchema,
    purpose: z.string(),
    lines: z.array(z.object({ materialId: idSchema, rest: z.number() })),
  }),
});
