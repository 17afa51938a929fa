import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, place, rowOf } from './parts.ts';

/** 监管场. */
export const pledgeSite = defineResource({
  module: 'bank',
  name: 'pledgeSite',
  path: 'bank/site',
  screen: '/bank/warehouse',
  permission: 'bank:site',
  actions: { export: 'list', remove: 'edit' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    siteNo: field.text({ max: 30, ...derived }),
    name: field.text({ max: 60, ...derived }),
    principalId: rowOf(),
    client: field.text({ max: 80, ...maybe }),
    bankId: rowOf(),
    bank: field.text({ max: 80, ...maybe }),
    supervisorId: rowOf({ optional: true }),
    supervisor: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    hovels: field.int(derived),
    capacity: field.int({ unit: 'head', ...maybe }),
    book: field.int({ unit: 'head', ...derived }),
    seen: field.int({ unit: 'head', ...derived }),
    seenPct: field.decimal({ scale: 1, unit: '%', ...maybe }),
    camera: field.int({ unit: 'head', ...maybe }),
    gap: field.int({ unit: 'head', ...derived }),
    hasGap: field.bool(derived),
    lastCountOn: field.date(maybe),
    accuracy: field.decimal({ scale: 1, unit: '%', ...maybe }),
    nextDueOn: field.date(maybe),
    isCountDue: field.bool(derived),
    devicesOnline: field.int(derived),
    alarms: field.int(derived),
    guardName: field.text({ max: 40, ...maybe }),
    guardPhone: field.pii('phone', maybe),
    manager: field.text({ max: 60, ...maybe }),
    isShared: field.bool(derived),
    location: field.point(derived),
    boardPhoto: field.files(maybe),
    status: field.state('pledge_site_status', 'preparing', 'inUse', 'closed'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: [
      'siteNo',
      'name',
      'client',
      'hovels',
      'capacity',
      'book',
      'seen',
      'camera',
      'gap',
      'lastCountOn',
      'accuracy',
      'nextDueOn',
      'devicesOnline',
      'alarms',
      'guardName',
      'status',
    ],
    filters: [
      'status',
      'hasGap',
      'isCountDue',
      'isShared',
      'principalId',
      'bankId',
      'supervisorId',
      'regionCode',
      'nextDueOn',
    ],
    search: ['siteNo', 'name'],
    sorts: ['siteNo', 'name'],
  },
  form: [],
  detail: [
    'siteNo',
    'name',
    'client',
    'bank',
    'supervisor',
    'regionCode',
    'hovels',
    'capacity',
    'book',
    'seen',
    'camera',
    'gap',
    'lastCountOn',
    'accuracy',
    'nextDueOn',
    'devicesOnline',
    'alarms',
    'guardName',
    'guardPhone',
    'manager',
    'isShared',
    'location',
    'boardPhoto',
    'status',
    'createdAt',
    'updatedAt',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['preparing'],
  transitions: {
    open: { from: ['preparing'], to: 'inUse', permission: 'edit' },
    close: { from: ['inUse'], to: 'closed', permission: 'edit', danger: true },
  },
});
export type PledgeSite = RowOf<typeof pledgeSite>;

const named = z.object({ id: idSchema, name: z.string() });
/** What of a client a site can be made of: its houses, fences and devices; asks the client's consent (R1). */
export const siteChoices = endpoint({
  method: 'GET',
  path: 'bank/site/choices',
  access: needs('bank:site:edit'),
  query: z.object({ principalId: z.coerce.number().int().positive() }),
  data: z.object({
    hovels: z.array(named),
    fences: z.array(named),
    gateways: z.array(named),
    beacons: z.array(named),
    channels: z.array(named),
    supervisors: z.array(named),
    managers: z.array(named),
    location: place.nullable(),
  }),
});
export type SiteChoices = z.output<typeof siteChoices.data>;

/** What the form of a site starts with. */
export const siteForm = endpoint({
  method: 'GET',
  path: 'bank/site/form',
  access: needs('bank:site:edit'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    version: z.number(),
    siteNo: z.string(),
    name: z.string(),
    principalId: idSchema,
    client: z.string(),
    supervisorId: idSchema.nullable(),
    hovelIds: z.array(idSchema),
    fenceId: idSchema.nullable(),
    gatewayIds: z.array(idSchema),
    channelIds: z.array(idSchema),
    beaconId: idSchema.nullable(),
    managerUserId: idSchema,
    guardName: z.string().nullable(),
    capacity: z.number().nullable(),
    boardPhoto: z.array(idSchema),
    location: place,
  }),
});
export type SiteForm = z.output<typeof siteForm.data>;

const ids = (most: number) => z.array(idSchema).max(most);
/** A new site of the caller's bank, or what is changed of one. */
export const saveSite = endpoint({
  method: 'POST',
  path: 'bank/site/save',
  access: needs('bank:site:edit'),
  body: z.strictObject({
    id: idSchema.nullish(),
    version: versionSchema.nullish(),
    siteNo: z.string().trim().min(1).max(30),
    name: z.string().trim().min(1).max(60),
    principalId: idSchema,
    supervisorId: idSchema.nullish(),
    hovelIds: ids(50).min(1),
    fenceId: idSchema.nullish(),
    gatewayIds: ids(20).default([]),
    channelIds: ids(50).default([]),
    beaconId: idSchema.nullish(),
    managerUserId: idSchema,
    guardName: z.string().trim().max(40).nullish(),
    /** Left out, it stays as it is. */
    guardPhone: field.pii('phone', { optional: true }).schema as z.ZodType<string | null | undefined>,
    capacity: z.int().min(1).max(100_000).nullish(),
    boardPhoto: ids(6).default([]),
    location: place,
  }),
  data: z.object({ id: idSchema, siteNo: z.string(), warnings: z.array(z.string()) }),
  action: 'save',
});

const figures = z.object({
  book: z.number(),
  seen: z.number(),
  camera: z.number().nullable(),
});
/** Book, seen and camera per hovel, and by day; of one site, or of all the caller may see. */
export const siteBoard = endpoint({
  method: 'GET',
  path: 'bank/site/board',
  access: needs('bank:site:list'),
  query: z.object({
    siteId: z.coerce.number().int().positive().optional(),
    regionCode: z.coerce.number().int().positive().optional(),
    hasGap: z.enum(['true', 'false']).optional(),
    days: z.coerce.number().int().min(1).max(366).default(60),
  }),
  data: z.object({
    totals: figures.extend({ sites: z.number(), gap: z.number(), seenPct: z.number().nullable() }),
    sites: z.array(
      figures.extend({
        id: idSchema,
        siteNo: z.string(),
        name: z.string(),
        client: z.string(),
        longitude: z.number(),
        latitude: z.number(),
        gap: z.number(),
        status: z.string(),
      }),
    ),
    hovels: z.array(
      figures.extend({
        hovelId: idSchema.nullable(),
        name: z.string(),
        unseen: z.number(),
        missing: z.number(),
        cameraAt: z.string().nullable(),
        channelIds: z.array(idSchema),
      }),
    ),
    days: z.array(
      z.object({
        day: z.string(),
        book: z.number(),
        seenByDevice: z.number(),
        seenAny: z.number(),
        camera: z.number().nullable(),
        alarms: z.number(),
      }),
    ),
    fence: z.array(z.array(z.tuple([z.number(), z.number()]))).nullable(),
  }),
});
export type SiteBoard = z.output<typeof siteBoard.data>;

/** What hangs at the site: whose herd it is, for which bank, and a code that opens the pledge. */
export const siteSign = endpoint({
  method: 'GET',
  path: 'bank/site/sign',
  access: needs('bank:site:list'),
  query: z.object({ siteId: z.coerce.number().int().positive() }),
  data: z.object({
    siteNo: z.string(),
    name: z.string(),
    client: z.string(),
    bank: z.string(),
    supervisor: z.string().nullable(),
    heads: z.number(),
    pledges: z.array(z.object({ docNo: z.string(), qrCode: z.string(), heads: z.number() })),
  }),
});
export type SiteSign = z.output<typeof siteSign.data>;

export const sites = {
  resources: [pledgeSite],
  endpoints: [siteChoices, siteForm, saveSite, siteBoard, siteSign],
  reports: [],
};
