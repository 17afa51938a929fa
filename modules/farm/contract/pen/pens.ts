import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../fields.ts';

/** 圈舍管理: the registry's pens as their farm works with them. They are made and changed there. */
export const farmPen = defineResource({
  module: 'farm',
  name: 'farmPen',
  path: 'anm/hovel',
  screen: '/anm/hovel/info',
  permission: 'anm:hovel',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    penNo: field.text({ max: 20, ...derived }),
    hovelId: field.ref('registry.hovel', derived),
    kind: field.dict('hovel_kind', derived),
    principalId: field.ref('registry.principal', derived),
    capacity: field.int(derived),
    currentCount: field.int(derived),
    fillPct: field.int({ unit: '%', ...maybe }),
    stages: field.text({ max: 400, ...maybe }),
    keeper: field.text({ max: 60, ...maybe }),
    plan: field.text({ max: 80, ...maybe }),
    lastFedOn: field.date(maybe),
    lastCountOn: field.date(maybe),
    lastDisinfectedOn: field.date(maybe),
    warnings: field.int(derived),
    regionCode: field.region(derived),
    status: field.dict('pen_status', derived),
  },
  title: 'penNo',
  list: {
    columns: [
      'hovelId',
      'penNo',
      'kind',
      'currentCount',
      'capacity',
      'fillPct',
      'stages',
      'keeper',
      'plan',
      'lastFedOn',
      'lastCountOn',
      'lastDisinfectedOn',
      'warnings',
    ],
    filters: ['principalId', 'hovelId', 'kind', 'status', 'regionCode'],
    search: ['penNo'],
    sorts: ['penNo', 'currentCount'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type FarmPen = RowOf<typeof farmPen>;

/** 圈舍分工: whose pens these are; decides whose telephone gets what. */
export const penDuty = defineResource({
  module: 'farm',
  name: 'penDuty',
  path: 'anm/penDuty',
  screen: '/anm/hovel/info',
  permission: 'anm:hovel',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    penId: field.ref('registry.pen', { fixed: true, where: { principalId: { from: 'principalId' } } }),
    staffId: field.ref('registry.staff', { where: { principalId: { from: 'principalId' }, status: 'active' } }),
    fromOn: field.date(),
    toOn: field.date({ optional: true }),
    regionCode: field.region(derived),
    createdAt: field.dateTime(derived),
  },
  title: 'fromOn',
  list: {
    columns: ['penId', 'staffId', 'fromOn', 'toOn', 'principalId'],
    filters: ['principalId', 'penId', 'staffId', 'regionCode'],
    sorts: ['fromOn'],
  },
  form: ['principalId', 'penId', 'staffId', 'fromOn', 'toOn'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});

const gap = z.object({
  animalId: idSchema,
  earTag: z.string(),
  reason: z.string().nullable(),
  docRef: z.string().nullable(),
});
export type CountGap = z.output<typeof gap>;

/** 清点: what stands in a pen against its book. It is closed when every difference has its document. */
export const penCount = defineResource({
  module: 'farm',
  name: 'penCount',
  path: 'anm/penCount',
  screen: '/anm/hovel/info',
  permission: 'anm:hovel',
  actions: { add: 'count', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true }),
    penId: field.ref('registry.pen', { fixed: true, where: { principalId: { from: 'principalId' } } }),
    countedOn: field.date(derived),
    book: field.int(derived),
    headSeen: field.int({ min: 0, max: 10_000, ...maybe }),
    openGaps: field.int(derived),
    missing: field.json(derived),
    extra: field.json(derived),
    remark: field.text({ max: 200, optional: true }),
    createdByName: field.text({ max: 60, ...maybe }),
    regionCode: field.region(derived),
    status: field.state('pen_count_status', 'counting', 'resolved'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'penId', 'countedOn', 'book', 'headSeen', 'openGaps', 'createdByName', 'status'],
    filters: ['principalId', 'penId', 'countedOn', 'status', 'regionCode'],
    search: ['docNo'],
    sorts: ['countedOn', 'createdAt'],
  },
  form: ['principalId', 'penId', 'remark'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: { resolve: { from: ['counting'], to: 'resolved', permission: 'count' } },
});
export type PenCount = RowOf<typeof penCount>;

/** Tags that were read, or how many were seen; the gaps are worked out from the pen's book. */
export const scanCount = endpoint({
  method: 'POST',
  path: 'anm/penCount/scan',
  access: needs('anm:hovel:count'),
  action: 'scan',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    tags: z.array(z.string().trim().max(20)).max(2000).optional(),
    headSeen: z.number().int().min(0).max(10_000).optional(),
  }),
  data: z.object({ version: versionSchema, book: z.number(), missing: z.array(gap), extra: z.array(gap) }),
});

/** R8: moved, missing and dead make the registry's document here; a lost tag is replaced on its own page. */
export const explainCount = endpoint({
  method: 'POST',
  path: 'anm/penCount/resolve',
  access: needs('anm:hovel:count'),
  action: 'resolve',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    explanations: z
      .array(
        z.strictObject({
          animalId: idSchema,
          reason: z.enum(['moved', 'missing', 'dead', 'tagLost']),
          toPenId: idSchema.nullish(),
          text: z.string().trim().max(200).optional(),
        }),
      )
      .max(500),
  }),
  data: z.object({ version: versionSchema, open: z.number(), status: z.string() }),
});

/** 消毒记录: part 5 of the farm archive. What was used leaves the farm's store. */
export const disinfection = defineResource({
  module: 'farm',
  name: 'disinfection',
  path: 'anm/disinfection',
  screen: '/anm/hovel/info',
  permission: 'anm:hovel',
  actions: { add: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    hovelId: field.ref('registry.hovel', { where: { principalId: { from: 'principalId' } } }),
    onDate: field.date(),
    materialId: field.ref('depot.material', { where: { kind: 'disinfectant', status: 'active' } }),
    qty: field.decimal({ scale: 3, min: 0.001, max: 100_000, unit: 'kg' }),
    way: field.dict('disinfect_way'),
    staffId: field.ref('registry.staff', { where: { principalId: { from: 'principalId' }, status: 'active' } }),
    photo: field.files({ max: 3, optional: true }),
    remark: field.text({ max: 200, optional: true }),
    regionCode: field.region(derived),
    createdAt: field.dateTime(derived),
  },
  title: 'onDate',
  list: {
    columns: ['onDate', 'hovelId', 'materialId', 'qty', 'way', 'staffId', 'principalId'],
    filters: ['principalId', 'hovelId', 'onDate', 'way', 'regionCode'],
    sorts: ['onDate', 'createdAt'],
    sort: '-onDate',
  },
  form: ['principalId', 'hovelId', 'onDate', 'materialId', 'qty', 'way', 'staffId', 'photo', 'remark'],
  operations: ['list', 'detail', 'add', 'export'],
});
export const pens = {
  resources: [farmPen, penDuty, penCount, disinfection],
  endpoints: [scanCount, explainCount],
};
