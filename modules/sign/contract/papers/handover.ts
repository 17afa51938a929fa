import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { countOfLine, lineRemark, rangeFields } from './line.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 发货: what a factory packs and sends on an order. */
export const tagShipment = defineResource({
  module: 'sign',
  name: 'tagShipment',
  path: 'signIn/shipment',
  screen: '/signIn/shipment',
  permission: 'sign:shipment',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    procurementId: field.ref('sign.signProcurement', { fixed: true }),
    supplierId: field.ref('registry.principal', derived),
    supplierName: field.text({ max: 80, ...maybe }),
    deliverTo: field.ref('registry.principal', derived),
    deliverName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    carrier: field.text({ max: 60, optional: true }),
    waybill: field.text({ max: 60, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    count: field.int(derived),
    boxes: field.int(derived),
    shippedOn: field.date(maybe),
    status: field.state('tag_shipment_status', 'draft', 'shipped', 'signed', 'partSigned', 'refused', 'settled'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'procurementId',
      'supplierName',
      'deliverName',
      'count',
      'boxes',
      'waybill',
      'shippedOn',
      'status',
    ],
    filters: ['status', 'supplierId', 'procurementId', 'shippedOn', 'regionCode'],
    search: ['docNo', 'waybill'],
    sorts: ['shippedOn', 'createdAt'],
  },
  form: ['procurementId', 'carrier', 'waybill', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: { ship: { from: ['draft'], to: 'shipped', permission: 'add' } },
});
export type TagShipment = RowOf<typeof tagShipment>;

const packRow = z.strictObject({
  packNo: z.string().trim().min(1).max(40),
  level: z.enum(['box', 'bag']),
  parent: z.string().trim().max(40).nullish(),
  from: z.number().int(),
  to: z.number().int(),
  missing: z.string().trim().max(400).nullish(),
});
export type PackRow = z.output<typeof packRow>;
/** R20: the packing list; checked as a whole, and kept as a whole or not at all. */
export const savePacks = endpoint({
  method: 'POST',
  path: 'signIn/shipment/packs',
  access: needs('sign:shipment:add'),
  action: 'import',
  body: z.strictObject({
    id: idSchema,
    mode: z.enum(['check', 'commit']),
    rows: z.array(packRow).min(1).max(5000),
  }),
  data: z.object({
    boxes: z.number(),
    bags: z.number(),
    count: z.number(),
    errors: z.array(z.object({ row: z.number(), packNo: z.string(), text: z.string() })),
  }),
});
export const shipmentPacks = endpoint({
  method: 'GET',
  path: 'signIn/shipment/packList',
  access: needs('sign:shipment:list', 'sign:receiving:list'),
  query: z.object({ id: idSchema }),
  data: z.array(
    z.object({
      id: idSchema,
      packNo: z.string(),
      level: z.string(),
      parentNo: z.string().nullable(),
      range: z.string(),
      count: z.number(),
      missing: z.string().nullable(),
      places: z.array(z.object({ place: z.string(), count: z.number() })),
    }),
  ),
});
/** R52: chip and printed number as the factory joined them. */
export const importPairs = endpoint({
  method: 'POST',
  path: 'sign/pair/import',
  access: needs('sign:shipment:add'),
  action: 'import',
  body: z.strictObject({
    shipmentId: idSchema,
    rows: z
      .array(z.strictObject({ eid: z.string().trim().min(10).max(24), code: z.number().int() }))
      .min(1)
      .max(20_000),
  }),
  data: z.object({
    paired: z.number(),
    refused: z.array(z.object({ row: z.number(), eid: z.string(), text: z.string() })),
  }),
});

/** 签收: whoever gets numbers signs for them; until then whoever gave them answers. */
export const signReceiving = defineResource({
  module: 'sign',
  name: 'signReceiving',
  path: 'signIn/receiving',
  screen: '/signIn/receiving',
  permission: 'sign:receiving',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    sourceType: field.dict('sign_receiving_source_type', derived),
    sourceNo: field.text({ max: 24, ...derived }),
    sourceId: field.int(derived),
    fromPrincipalId: field.ref('registry.principal', derived),
    fromStaffId: field.ref('registry.staff', maybe),
    fromName: field.text({ max: 120, ...maybe }),
    toPrincipalId: field.ref('registry.principal', derived),
    toStaffId: field.ref('registry.staff', maybe),
    toName: field.text({ max: 120, ...maybe }),
    regionCode: field.region(derived),
    categories: field.text({ max: 200, ...maybe }),
    count: field.int(derived),
    sentOn: field.date(derived),
    dueOn: field.date(derived),
    isOverdue: field.bool(derived),
    signedByName: field.text({ max: 60, ...maybe }),
    signedAt: field.dateTime(maybe),
    signature: field.files({ max: 1, ...maybe }),
    proxy: field.bool(derived),
    proxyPhoto: field.files({ max: 3, ...maybe }),
    reason: field.text({ max: 300, ...maybe }),
    lines: field.lines({
      fields: {
        ...rangeFields,
        result: field.dict('receive_result', { optional: true }),
        reason: field.text({ max: 200, optional: true }),
        settled: field.text({ max: 20, optional: true }),
        remark: field.text({ max: 200, optional: true }),
      },
      totals: { count: null },
      signatures: ['giver', 'receiver'],
    }),
    status: field.state('sign_receiving_status', 'waiting', 'signed', 'partSigned', 'refused', 'settled'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'sourceType',
      'fromName',
      'toName',
      'categories',
      'count',
      'sentOn',
      'dueOn',
      'signedByName',
      'proxy',
      'status',
    ],
    filters: [
      'status',
      'sourceType',
      'isOverdue',
      'fromPrincipalId',
      'toPrincipalId',
      'toStaffId',
      'sentOn',
      'regionCode',
    ],
    search: ['docNo', 'sourceNo'],
    sorts: ['sentOn', 'dueOn'],
  },
  form: [],
  detail: [
    'docNo',
    'sourceType',
    'sourceNo',
    'fromName',
    'toName',
    'count',
    'sentOn',
    'dueOn',
    'signedByName',
    'signedAt',
    'signature',
    'proxy',
    'proxyPhoto',
    'reason',
    'lines',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    refuse: { from: ['waiting'], to: 'refused', permission: 'sign', remark: true, danger: true },
  },
});
export type SignReceiving = RowOf<typeof signReceiving>;

/** R21: one scan at the door: which line it is, and what is still to come. */
export const scanReceiving = endpoint({
  method: 'POST',
  path: 'signIn/receiving/scan',
  access: needs('sign:receiving:sign', 'sign:receiving:proxy'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, text: z.string().trim().min(3).max(60) }),
  data: z.object({
    lineIds: z.array(idSchema),
    packNo: z.string().nullable(),
    count: z.number(),
    already: z.boolean(),
    left: z.object({ lines: z.number(), count: z.number() }),
  }),
});
/** R22, R25: signed by the receiver himself, line by line; the same call sent again stands once. */
export const signFor = endpoint({
  method: 'POST',
  path: 'signIn/receiving/sign',
  access: needs('sign:receiving:sign', 'sign:receiving:proxy'),
  action: 'transition',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lines: z
      .array(
        z.strictObject({
          id: idSchema,
          result: z.enum(['ok', 'short', 'damaged', 'wrong']),
          reason: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(500),
    signature: idSchema.nullish(),
    proxyPhoto: z.array(idSchema).max(3).nullish(),
  }),
  data: z.object({
    status: z.string(),
    version: versionSchema,
    received: z.number(),
    open: z.number(),
    place: z.string(),
  }),
});
export const settleReceiving = endpoint({
  method: 'POST',
  path: 'signIn/receiving/settle',
  access: needs('sign:receiving:settle'),
  action: 'transition',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lines: z
      .array(z.strictObject({ id: idSchema, how: z.enum(['back', 'resend', 'lost']) }))
      .min(1)
      .max(500),
    remark: z.string().trim().min(2).max(300),
  }),
  data: z.object({ status: z.string(), version: versionSchema, made: z.array(z.string()) }),
});

/** 入库: what was signed for is counted and laid on the shelf by another person. */
export const signStorage = defineResource({
  module: 'sign',
  name: 'signStorage',
  path: 'signIn/storage',
  screen: '/signIn/storage',
  permission: 'sign:storage',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    procurementId: field.ref('sign.signProcurement', { optional: true, fixed: true }),
    procurementNo: field.text({ max: 24, ...maybe }),
    receivingIds: field.json(),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    depotId: field.ref('depot.depot', { optional: true }),
    shelf: field.text({ max: 60, optional: true }),
    countedBoxes: field.int({ min: 0, max: 100_000, optional: true }),
    countedBags: field.int({ min: 0, max: 1_000_000, optional: true }),
    count: field.int(derived),
    difference: field.int(derived),
    keeperName: field.text({ max: 60, ...maybe }),
    storedOn: field.date(maybe),
    lines: field.lines({
      fields: {
        ...rangeFields,
        result: field.dict('receive_result'),
        reason: field.text({ max: 200, optional: true }),
        ...lineRemark,
      },
      compute: { count: countOfLine },
      totals: { count: 'count' },
      signatures: ['keeper', 'witness'],
    }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('sign_storage_status', 'draft', 'stored', 'voided'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'procurementNo',
      'principalId',
      'depotId',
      'shelf',
      'count',
      'countedBoxes',
      'difference',
      'keeperName',
      'storedOn',
      'status',
    ],
    filters: ['status', 'procurementId', 'depotId', 'storedOn', 'regionCode'],
    search: ['docNo'],
    sorts: ['storedOn', 'createdAt'],
  },
  form: ['procurementId', 'receivingIds', 'depotId', 'shelf', 'countedBoxes', 'countedBags', 'remark', 'lines'],
  detail: [
    'docNo',
    'procurementNo',
    'principalId',
    'depotId',
    'shelf',
    'count',
    'countedBoxes',
    'countedBags',
    'difference',
    'keeperName',
    'storedOn',
    'remark',
    'lines',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    store: { from: ['draft'], to: 'stored', permission: 'add' },
    void: { from: ['stored'], to: 'voided', permission: 'add', remark: true, danger: true },
  },
});
export type SignStorage = RowOf<typeof signStorage>;

/** 选择申购单: orders of which numbers are signed for and not yet stored. */
export const storable = endpoint({
  method: 'GET',
  path: 'signIn/storage/purchases',
  access: needs('sign:storage:add'),
  data: z.array(
    z.object({
      procurementId: idSchema.nullable(),
      docNo: z.string(),
      supplier: z.string().nullable(),
      categories: z.string(),
      received: z.number(),
      stored: z.number(),
      waiting: z.number(),
      oldestOn: z.string().nullable(),
      receivingIds: z.array(idSchema),
      lines: z.array(
        z.object({
          categoryId: idSchema,
          category: z.string(),
          codeFrom: z.string(),
          codeTo: z.string(),
          shown: z.string(),
          count: z.number(),
          packNo: z.string().nullable(),
        }),
      ),
    }),
  ),
});

export const handoverEndpoints = [
  savePacks,
  shipmentPacks,
  importPairs,
  scanReceiving,
  signFor,
  settleReceiving,
  storable,
];
