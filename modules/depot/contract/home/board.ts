import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const goods = { materialId: idSchema, materialName: z.string(), baseUnit: z.string() };
const boardSchema = z.object({
  waiting: z.object({
    toReceive: z.int(),
    toIssue: z.int(),
    toApprove: z.int(),
    toCount: z.int(),
    inTransitOld: z.int(),
    short: z.int(),
  }),
  expiring: z.array(z.object({ ...goods, in30: z.number(), in90: z.number(), first: z.string() })),
  expired: z.array(
    z.object({
      ...goods,
      lotId: idSchema,
      lotNo: z.string(),
      depotId: idSchema,
      depotName: z.string(),
      expireOn: z.string(),
      qty: z.number(),
    }),
  ),
  belowMin: z.array(
    z.object({ ...goods, depotId: idSchema, depotName: z.string(), onHand: z.number(), minQty: z.number() }),
  ),
  cold: z.array(
    z.object({
      depotId: idSchema,
      depotName: z.string(),
      tempMin: z.number().nullable(),
      tempMax: z.number().nullable(),
      readings: z.array(z.object({ at: z.string(), celsius: z.number(), inRange: z.boolean() })),
    }),
  ),
  /** Doses that came from outside and that were used or lost, by week. */
  weeks: z.array(z.object({ week: z.string(), came: z.number(), used: z.number(), lost: z.number() })),
  /** received = on hand + sent + used + lost + returned; the difference must be nought. */
  balance: z.array(
    z.object({
      ...goods,
      received: z.number(),
      onHand: z.number(),
      sent: z.number(),
      used: z.number(),
      lost: z.number(),
      returned: z.number(),
      difference: z.number(),
    }),
  ),
  /** Where the doses are, by the next region below the viewer's. */
  places: z.array(z.object({ regionCode: z.int(), regionName: z.string(), doses: z.number(), expiring: z.number() })),
});
export type DepotBoard = z.output<typeof boardSchema>;

/** The keeper's first page. */
export const depotBoard = endpoint({
  method: 'GET',
  path: 'pri/depot/board',
  access: needs('depot:board:view'),
  data: boardSchema,
});

/** R1, on demand: does every balance equal its entries? For authorities. */
export const depotCheck = endpoint({
  method: 'GET',
  path: 'pri/depot/check',
  access: needs('depot:lot:recall'),
  query: z.object({ regionCode: z.coerce.number().int().optional() }),
  data: z.object({
    checked: z.int(),
    differences: z.array(
      z.object({ depotName: z.string().nullable(), lotNo: z.string(), entries: z.number(), balance: z.number() }),
    ),
  }),
});
