import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const screen = '/traceability/traceabilityManagement/process';

/** 流程定义: which steps a product takes; a used one is never edited, a new edition follows it. */
export const traceProcessDef = defineResource({
  module: 'traceability',
  name: 'traceProcessDef',
  path: 'trace/processDef',
  screen,
  permission: 'trace:process',
  actions: { add: 'define', edit: 'define', remove: 'define', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: field.text({ max: 20 }),
    edition: field.int({ min: 1, max: 999 }),
    name: field.text({ max: 60 }),
    species: field.dict('species', { optional: true }),
    yieldLimit: field.decimal({ scale: 1, min: 1, max: 100 }),
    nodes: field.lines({
      fields: {
        code: field.dict('lot_event'),
        required: field.bool(),
        isPublic: field.bool(),
        maxHours: field.int({ min: 1, max: 2000, optional: true }),
      },
    }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('trace_process_def_status', 'draft', 'active', 'stopped'),
    updatedAt: field.dateTime(derived),
  },
  title: 'name',
  list: {
    columns: ['code', 'edition', 'name', 'species', 'yieldLimit', 'status', 'updatedAt'],
    filters: ['code', 'name', 'status'],
    search: ['code', 'name'],
    sorts: ['code', 'updatedAt'],
  },
  form: ['code', 'edition', 'name', 'species', 'yieldLimit', 'nodes', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    activate: { from: ['draft', 'stopped'], to: 'active', permission: 'define' },
    stop: { from: ['active'], to: 'stopped', permission: 'define' },
  },
});

/** 批次: carcasses, cuts and packs, each with what it was made of. */
export const traceLot = defineResource({
  module: 'traceability',
  name: 'traceLot',
  path: 'trace/lot',
  screen,
  permission: 'trace:lot',
  actions: { add: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    kind: field.dict('trace_lot_kind'),
    processDefId: field.ref('traceability.traceProcessDef', { where: { status: 'active' } }),
    productName: field.text({ max: 80 }),
    madeOn: field.date(),
    kg: field.decimal({ scale: 1, min: 0.1, max: 999_999 }),
    units: field.int({ min: 1, max: 1_000_000, optional: true }),
    shelfDays: field.int({ min: 1, max: 3650, optional: true }),
    storeTemp: field.text({ max: 20, optional: true }),
    inputs: field.lines({
      fields: {
        tag: field.text({ max: 15, optional: true }),
        fromLotNo: field.text({ max: 24, optional: true }),
        kg: field.decimal({ scale: 1, min: 0.1, max: 999_999 }),
      },
      totals: { kg: 'kgIn' },
      scan: { find: 'tag' },
    }),
    kgIn: field.decimal({ scale: 1, ...derived }),
    kgOut: field.decimal({ scale: 1, ...derived }),
    animals: field.int(derived),
    yieldRate: field.decimal({ scale: 1, ...maybe }),
    missing: field.dicts('lot_event', derived),
    nextName: field.text({ max: 120, ...maybe }),
    productCertNo: field.text({ max: 40, ...maybe }),
    recalledAt: field.dateTime(maybe),
    reason: field.longText({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('trace_lot_status', 'open', 'closed', 'released', 'shipped', 'sold', 'held', 'recalled'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'productName',
      'kind',
      'principalId',
      'madeOn',
      'animals',
      'kgIn',
      'kg',
      'yieldRate',
      'missing',
      'nextName',
    ],
    filters: ['docNo', 'productName', 'kind', 'principalId', 'regionCode', 'madeOn', 'status'],
    search: ['docNo', 'productName'],
    sorts: ['madeOn', 'kg', 'createdAt'],
  },
  form: [
    'principalId',
    'kind',
    'processDefId',
    'productName',
    'madeOn',
    'kg',
    'units',
    'shelfDays',
    'storeTemp',
    'inputs',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['open'],
  transitions: {
    close: { from: ['open'], to: 'closed', permission: 'edit' },
    release: { from: ['closed', 'held'], to: 'released', form: { productCertNo: field.text({ max: 40 }) } },
    ship: {
      from: ['released'],
      to: 'shipped',
      permission: 'edit',
      form: { subjectNo: field.text({ max: 12 }) },
    },
    sell: { from: ['released', 'shipped'], to: 'sold', permission: 'edit' },
    hold: { from: ['closed', 'released', 'shipped', 'sold'], to: 'held', remark: true, danger: true },
    recall: { from: ['released', 'shipped', 'sold', 'held'], to: 'recalled', remark: true, danger: true },
  },
});
export type TraceLot = RowOf<typeof traceLot>;

/** One step of the process, as the definition asks for it. */
export const recordNode = endpoint({
  method: 'POST',
  path: 'trace/lot/node',
  access: needs('trace:lot:edit'),
  body: z.strictObject({
    id: idSchema,
    nodeCode: z.enum(['chilled', 'stored', 'inspected', 'arrived']),
    at: z.iso.datetime({ offset: true }),
    note: z.string().max(200).nullish(),
  }),
  data: z.object({ seq: z.int(), missing: z.array(z.string()) }),
  action: 'edit',
});
export const splitLot = endpoint({
  method: 'POST',
  path: 'trace/lot/split',
  access: needs('trace:lot:edit'),
  body: z.strictObject({
    id: idSchema,
    outputs: z
      .array(
        z.strictObject({
          productName: z.string().min(1).max(80),
          kind: z.enum(['cut', 'pack']),
          kg: z.number().min(0.1).max(999_999),
          units: z.number().int().min(1).max(1_000_000).nullish(),
        }),
      )
      .min(1)
      .max(50),
  }),
  data: z.array(z.object({ id: idSchema, docNo: z.string() })),
  action: 'edit',
});

const node = z.object({
  key: z.string(),
  type: z.enum(['animal', 'lot', 'unit', 'hidden']),
  id: z.int().nullable(),
  name: z.string(),
  note: z.string(),
  level: z.int(),
  status: z.string().nullable(),
});
export const graphSchema = z.object({
  nodes: z.array(node),
  edges: z.array(z.object({ from: z.string(), to: z.string(), kg: z.number().nullable() })),
  more: z.boolean(),
  ms: z.int(),
});
/** Everything behind and before one lot or animal; what lies beyond the caller's sight is a county and nothing else. */
export const traceGraph = endpoint({
  method: 'GET',
  path: 'trace/graph',
  access: needs('trace:inquiry:graph'),
  query: z.strictObject({
    nodeType: z.enum(['lot', 'animal']),
    id: z.coerce.number().int().positive(),
    direction: z.enum(['back', 'forward', 'both']).default('both'),
    depth: z.coerce.number().int().min(1).max(6).default(6),
  }),
  data: graphSchema,
});
export type TraceGraph = z.output<typeof graphSchema>;

/** The file of a lot: its steps, its chain, where it went. */
export const lotFile = endpoint({
  method: 'GET',
  path: 'trace/lot/file',
  access: needs('trace:lot:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    docNo: z.string(),
    productName: z.string(),
    kind: z.string(),
    status: z.string(),
    maker: z.string(),
    holder: z.string(),
    madeOn: z.string(),
    kg: z.number(),
    kgIn: z.number(),
    kgOut: z.number(),
    productCertNo: z.string().nullable(),
    reason: z.string().nullable(),
    codes: z.int(),
    chain: z.object({ ok: z.boolean(), count: z.int() }),
    nodes: z.array(
      z.object({ code: z.string(), state: z.enum(['done', 'late', 'missing']), at: z.string().nullable() }),
    ),
    events: z.array(z.object({ seq: z.int(), kind: z.string(), at: z.string(), sealed: z.boolean() })),
    below: z.array(
      z.object({ docNo: z.string(), productName: z.string(), holder: z.string(), kg: z.number(), status: z.string() }),
    ),
    recallMs: z.int().nullable(),
  }),
});
