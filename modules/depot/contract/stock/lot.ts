import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const lotSchema = z.object({
  id: idSchema,
  materialId: idSchema,
  materialName: z.string(),
  spec: z.string(),
  kind: z.string(),
  baseUnit: z.string(),
  packs: z.unknown(),
  lotNo: z.string(),
  manufacturer: z.string(),
  producedOn: z.string().nullable(),
  expireOn: z.string().nullable(),
  quality: z.string(),
  qualityReason: z.string().nullable(),
});
export type LotFacts = z.output<typeof lotSchema>;

const stopSchema = z.object({
  depotId: idSchema,
  depotName: z.string(),
  kind: z.string(),
  principalName: z.string().nullable(),
  received: z.number(),
  sent: z.number(),
  used: z.number(),
  lost: z.number(),
  onHand: z.number(),
  hold: z.boolean(),
});
const roadSchema = z.object({
  docId: z.int().nullable(),
  docNo: z.string().nullable(),
  fromId: z.int().nullable(),
  toId: z.int().nullable(),
  fromName: z.string().nullable(),
  toName: z.string().nullable(),
  sentOn: z.string().nullable(),
  arrivedOn: z.string().nullable(),
  sent: z.number(),
  arrived: z.number(),
});
const useSchema = z.object({
  id: idSchema,
  bizDate: z.string(),
  depotName: z.string().nullable(),
  staffName: z.string().nullable(),
  holderName: z.string().nullable(),
  regionName: z.string().nullable(),
  sourceType: z.string().nullable(),
  sourceId: z.int().nullable(),
  headServed: z.int().nullable(),
  qty: z.number(),
});
export type LotUse = z.output<typeof useSchema>;

/** Lots by number, for whoever has one in the hand: several materials may share one. */
export const findLots = endpoint({
  method: 'GET',
  path: 'pri/depot/lot/find',
  access: needs('depot:lot:trace'),
  query: z.object({ words: z.string().trim().min(1).max(60) }),
  data: z.array(lotSchema),
});

/** Where a lot came from, went to and was used; what was received is on hand, under way, used or lost, to the last dose. */
export const lotTrace = endpoint({
  method: 'GET',
  path: 'pri/depot/lot/trace',
  access: needs('depot:lot:trace'),
  query: z.object({ lotId: z.coerce.number().int().positive() }),
  data: z.object({
    lot: lotSchema,
    received: z.number(),
    onHand: z.number(),
    inTransit: z.number(),
    used: z.number(),
    lost: z.number(),
    returned: z.number(),
    difference: z.number(),
    headServed: z.int(),
    stops: z.array(stopSchema),
    roads: z.array(roadSchema),
    uses: z.array(useSchema),
    useCount: z.int(),
  }),
});

const because = z.string().trim().min(2).max(200);

/** R18: a lot everywhere, or in one store. */
export const holdLot = endpoint({
  method: 'POST',
  path: 'pri/depot/lot/hold',
  access: needs('depot:lot:hold'),
  action: 'hold',
  body: z.strictObject({ lotId: idSchema, depotId: idSchema.optional(), reason: because }),
  data: z.object({ quality: z.string() }),
});
export const releaseLot = endpoint({
  method: 'POST',
  path: 'pri/depot/lot/release',
  access: needs('depot:lot:hold'),
  action: 'release',
  body: z.strictObject({ lotId: idSchema, depotId: idSchema.optional(), reason: because }),
  data: z.object({ quality: z.string() }),
});
/** R16: final; every store that has some of it is told to bring it back. */
export const recallLot = endpoint({
  method: 'POST',
  path: 'pri/depot/lot/recall',
  access: needs('depot:lot:recall'),
  action: 'recall',
  body: z.strictObject({ lotId: idSchema, reason: because, notice: z.string().trim().min(2).max(500) }),
  data: z.object({ stores: z.int(), qty: z.number() }),
});
