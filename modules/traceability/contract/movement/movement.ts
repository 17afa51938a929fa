import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const idOf = <const O extends { optional?: boolean }>(options?: O) => ({
  ...field.int({ derived: true, ...options } as O & { derived: true }),
  kind: 'id' as const,
});

/** 调运: animals on their way under a certificate. Made when it is issued. */
export const movement = defineResource({
  module: 'traceability',
  name: 'movement',
  path: 'trace/movement',
  screen: '/traceability/livestockRegistration/movement',
  permission: 'trace:movement',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('movement_kind', derived),
    officialNo: field.text({ max: 40, ...maybe }),
    fromPrincipalId: idOf(),
    fromName: field.text({ max: 120, ...derived }),
    toPrincipalId: idOf({ optional: true }),
    toName: field.text({ max: 120, ...maybe }),
    regionCode: field.region(derived),
    toRegionCode: field.region(derived),
    purpose: field.dict('move_purpose', maybe),
    plateNo: field.text({ max: 12, ...maybe }),
    heads: field.int(derived),
    loaded: field.int(maybe),
    departedAt: field.dateTime(maybe),
    dueAt: field.dateTime(derived),
    arrivedAt: field.dateTime(maybe),
    arrived: field.int(derived),
    dead: field.int(derived),
    missing: field.int(derived),
    refused: field.int(derived),
    extra: field.json(derived),
    extras: field.int(derived),
    unloadPhotos: field.files(maybe),
    overdue: field.bool(derived),
    differs: field.bool(derived),
    settleWord: field.longText({ max: 500, ...maybe }),
    status: field.state('movement_status', 'planned', 'departed', 'arrived', 'closed'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'fromName',
      'toName',
      'heads',
      'plateNo',
      'departedAt',
      'dueAt',
      'arrivedAt',
      'dead',
      'missing',
      'extras',
      'overdue',
      'officialNo',
    ],
    filters: [
      'docNo',
      'officialNo',
      'plateNo',
      'fromPrincipalId',
      'toPrincipalId',
      'regionCode',
      'overdue',
      'differs',
      'departedAt',
      'status',
    ],
    search: ['docNo', 'officialNo', 'plateNo'],
    sorts: ['departedAt', 'dueAt', 'createdAt'],
  },
  form: [],
  detail: [
    'kind',
    'officialNo',
    'fromName',
    'regionCode',
    'toName',
    'toRegionCode',
    'purpose',
    'plateNo',
    'heads',
    'loaded',
    'departedAt',
    'dueAt',
    'arrivedAt',
    'arrived',
    'dead',
    'missing',
    'refused',
    'extras',
    'overdue',
    'differs',
    'settleWord',
    'unloadPhotos',
    'createdAt',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    depart: {
      from: ['planned'],
      to: 'departed',
      form: { loaded: field.int({ min: 1, max: 1000 }), departedAt: field.dateTime({ optional: true }) },
    },
    turnBack: { from: ['departed'], to: 'closed', permission: 'depart', remark: true, danger: true },
    settle: {
      from: ['arrived'],
      to: 'closed',
      form: { settleWord: field.longText({ max: 500 }), reportMissing: field.bool() },
    },
  },
});
export type Movement = RowOf<typeof movement>;

const scanned = z.strictObject({
  tag: z.string().trim().min(4).max(20),
  result: z.enum(['arrived', 'dead', 'missing', 'refused']),
  note: z.string().trim().max(200).nullish(),
});

/** R22, R23: the receiver's scan at unloading. Sent twice, it stands once. */
export const arriveMovement = endpoint({
  method: 'POST',
  path: 'trace/movement/arrive',
  access: needs('trace:movement:arrive'),
  body: z.strictObject({
    id: idSchema,
    requestId: z.string().min(8).max(60),
    lines: z.array(scanned).max(1000),
    /** Numbers that stand on no line. */
    extras: z.array(z.string().trim().min(4).max(20)).max(200).default([]),
    penId: idSchema.nullish(),
    photos: z.array(idSchema).max(9).default([]),
    version: versionSchema.optional(),
  }),
  data: z.object({
    status: z.string(),
    arrived: z.number().int(),
    dead: z.number().int(),
    missing: z.number().int(),
    refused: z.number().int(),
    extra: z.array(z.object({ tag: z.string(), where: z.string().nullable() })),
  }),
  action: 'transition',
});

/** The animals of a movement, for the scan and for the file. */
export const movementAnimals = endpoint({
  method: 'GET',
  path: 'trace/movement/animals',
  access: needs('trace:movement:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    animals: z.array(
      z.object({ animalId: idSchema, tag: z.string(), result: z.string().nullable(), note: z.string().nullable() }),
    ),
    pens: z.array(z.object({ id: idSchema, name: z.string() })),
    isReceiver: z.boolean(),
  }),
});

const shortMovement = z.object({
  id: idSchema,
  docNo: z.string(),
  plateNo: z.string().nullable(),
  fromName: z.string(),
  toName: z.string().nullable(),
  fromRegion: z.number(),
  toRegion: z.number(),
  heads: z.number().int(),
  departedAt: z.string().nullable(),
  dueAt: z.string(),
  overdue: z.boolean(),
});

/** What is on the road now, as far as the caller sees it. */
export const onRoad = endpoint({
  method: 'GET',
  path: 'trace/movement/onRoad',
  access: needs('trace:movement:list'),
  data: z.array(shortMovement),
});
