import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** R24: the slots of a day in which a cold store wants a reading, and the hour (in China) from which one is missed. */
export const slots = [
  { name: 'morning', from: 0, to: 12, remindAt: 10 },
  { name: 'afternoon', from: 12, to: 24, remindAt: 17 },
] as const;
export type SlotName = (typeof slots)[number]['name'];

/** How long the chart may be. */
export const mostDays = 92;

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const store = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.string(),
  principalName: z.string().nullable(),
  tempMin: z.number().nullable(),
  tempMax: z.number().nullable(),
  lastCelsius: z.number().nullable(),
  lastReadAt: z.string().nullable(),
  isOut: z.boolean(),
  /** A reading is missing in the slot that runs or the one before it today. */
  isMissing: z.boolean(),
  /** The caller may write readings here. */
  mayAdd: z.boolean(),
});
export type ColdStore = z.output<typeof store>;

/** The cold stores the caller sees, those that need somebody first. */
export const coldStores = endpoint({
  method: 'GET',
  path: 'pri/depot/temperature/stores',
  access: needs('depot:temp:list'),
  data: z.array(store),
});

const reading = z.object({
  id: idSchema,
  readAt: z.string(),
  celsius: z.number(),
  inRange: z.boolean(),
  byName: z.string().nullable(),
  isDevice: z.boolean(),
  remark: z.string().nullable(),
});
export type Reading = z.output<typeof reading>;

const series = z.object({
  store,
  readings: z.array(reading),
  /** Slots of days that are over without a reading. */
  missing: z.array(z.object({ day: z.string(), slot: z.enum(['morning', 'afternoon']) })),
  /** What the readings say together. */
  sum: z.object({ readings: z.int(), out: z.int(), hoursOut: z.number(), missing: z.int(), slots: z.int() }),
});
export type TemperatureSeries = z.output<typeof series>;

/** The readings of one store, oldest first, and where some are missing. */
export const temperatureList = endpoint({
  method: 'GET',
  path: 'pri/depot/temperature/list',
  access: needs('depot:temp:list'),
  query: z.strictObject({ depotId: number, from: z.iso.date(), to: z.iso.date() }),
  data: series,
});

const inside = z.object({
  lotId: idSchema,
  lotNo: z.string(),
  materialName: z.string(),
  baseUnit: z.string(),
  qty: z.number(),
});
export type LotInside = z.output<typeof inside>;

export const addTemperature = endpoint({
  method: 'POST',
  path: 'pri/depot/temperature/add',
  access: needs('depot:temp:edit'),
  action: 'add',
  body: z.strictObject({
    depotId: idSchema,
    readAt: z.iso.datetime({ offset: true }),
    celsius: z.number().min(-200).max(80),
    remark: z.string().trim().max(200).nullish(),
  }),
  /** `inside`: the lots that lie in it and do not bear this, offered for a hold. */
  data: z.object({ id: idSchema, inRange: z.boolean(), inside: z.array(inside) }),
});

/** R24: what lies in a store that was too warm or too cold is not used until somebody has looked at it. */
export const holdInside = endpoint({
  method: 'POST',
  path: 'pri/depot/temperature/hold',
  access: needs('depot:lot:hold'),
  action: 'edit',
  body: z.strictObject({
    depotId: idSchema,
    lotIds: z.array(idSchema).min(1).max(500),
    reason: z.string().trim().min(2).max(200),
  }),
  data: z.object({ held: z.int() }),
});
