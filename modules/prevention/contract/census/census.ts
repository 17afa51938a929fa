import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const stagesOf: Readonly<Record<string, readonly string[]>> = {
  cattle: ['calf', 'heifer', 'cow', 'steer', 'bull'],
  sheep: ['lamb', 'eweLamb', 'ewe', 'wether', 'ram'],
  goat: ['lamb', 'eweLamb', 'ewe', 'wether', 'ram'],
};
export const missingReasons = ['sold', 'dead', 'away', 'tagLost'] as const;

/** 普查任务: one count of everything in a region. */
export const censusRound = defineResource({
  module: 'prevention',
  name: 'censusRound',
  path: 'ant/censusRound',
  screen: '/ant/censusManage/census',
  permission: 'ant:census',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    year: field.int({ min: 2000, max: 2100 }),
    regionCode: field.region(),
    countDate: field.date(),
    startDate: field.date(),
    endDate: field.date(),
    species: field.dicts('species'),
    households: field.int({ derived: true }),
    counted: field.int({ derived: true }),
    progress: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    heads: field.int({ derived: true }),
    status: field.state('census_round_status', 'draft', 'published', 'ongoing', 'closed'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'status',
      'progress',
      'households',
      'counted',
      'heads',
      'countDate',
      'startDate',
      'endDate',
      'species',
      'regionCode',
    ],
    filters: ['name', 'year', 'status'],
    search: ['name'],
    sorts: ['startDate', 'countDate', 'createdAt'],
    sort: '-startDate',
  },
  form: ['name', 'year', 'regionCode', 'countDate', 'startDate', 'endDate', 'species'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    publish: { from: ['draft'], to: 'published' },
    start: { from: ['published'], to: 'ongoing', permission: 'publish' },
    close: { from: ['published', 'ongoing'], to: 'closed' },
    reopen: { from: ['closed'], to: 'ongoing', permission: 'close', remark: true },
  },
});
export type CensusRound = RowOf<typeof censusRound>;

/** 普查户表: what one household keeps, as it was seen. */
export const censusSheet = defineResource({
  module: 'prevention',
  name: 'censusSheet',
  path: 'ant/censusSheet',
  screen: '/ant/censusManage/herds',
  permission: 'ant:census',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    roundId: field.ref('prevention.censusRound', { derived: true }),
    roundStatus: field.text({ max: 20, derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    holderName: field.text({ max: 80, derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    staffId: field.ref('registry.staff', { derived: true, optional: true }),
    countedOn: field.date({ derived: true, optional: true }),
    countedBy: field.int({ derived: true, optional: true }),
    countedByName: field.text({ max: 60, derived: true, optional: true }),
    checkedByName: field.text({ max: 60, derived: true, optional: true }),
    checkedAt: field.dateTime({ derived: true, optional: true }),
    lines: field.json({ derived: true }),
    taggedSystem: field.int({ derived: true, optional: true }),
    taggedSeen: field.int({ derived: true, optional: true }),
    untagged: field.int({ derived: true, optional: true }),
    cattle: field.int({ derived: true }),
    sheep: field.int({ derived: true }),
    goat: field.int({ derived: true }),
    stockBefore: field.int({ derived: true, optional: true }),
    difference: field.int({ derived: true, optional: true }),
    differs: field.bool({ derived: true }),
    missing: field.json({ derived: true }),
    missingWords: field.json({ derived: true }),
    foreign: field.json({ derived: true }),
    offtakeYear: field.json({ derived: true }),
    photoIds: field.json({ derived: true }),
    location: field.point({ derived: true, optional: true }),
    empty: field.bool({ derived: true }),
    question: field.text({ max: 500, derived: true, optional: true }),
    mine: field.bool({ derived: true }),
    status: field.state('census_sheet_status', 'todo', 'counted', 'questioned', 'checked'),
  },
  title: 'holderName',
  list: {
    columns: [
      'principalId',
      'regionCode',
      'status',
      'taggedSeen',
      'untagged',
      'difference',
      'cattle',
      'sheep',
      'goat',
      'taggedSystem',
      'staffId',
      'countedByName',
      'countedOn',
      'roundId',
    ],
    filters: ['roundId', 'status', 'regionCode', 'principalId', 'staffId', 'differs', 'empty', 'countedOn'],
    sorts: ['countedOn', 'difference', 'regionCode'],
    sort: '-countedOn',
  },
  form: [],
  detail: [
    'roundId',
    'principalId',
    'regionCode',
    'staffId',
    'countedOn',
    'countedByName',
    'checkedByName',
    'checkedAt',
    'taggedSeen',
    'taggedSystem',
    'untagged',
    'cattle',
    'sheep',
    'goat',
    'stockBefore',
    'difference',
    'empty',
    'question',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    question: { from: ['counted'], to: 'questioned', permission: 'check', remark: true, danger: true },
    recount: { from: ['checked'], to: 'counted', permission: 'check', remark: true },
  },
});
export type CensusSheet = RowOf<typeof censusSheet>;

/** Steps that say more than a transition does, and have calls of their own. */
export const sheetSteps = Object.freeze({
  ...censusSheet,
  transitions: {
    count: { from: ['todo', 'counted', 'questioned'], to: 'counted' },
    check: { from: ['counted'], to: 'checked' },
  },
});

const head = z.int().min(0).max(1_000_000);
export const sheetLine = z.object({
  species: z.string().max(20),
  stage: z.string().max(20),
  tagged: head,
  untagged: head,
  pregnant: head.optional(),
});
export type SheetLine = z.output<typeof sheetLine>;

/** What stands in the book, and what the last count said: the form begins with it. */
export const prepareSheet = endpoint({
  method: 'GET',
  path: 'ant/censusSheet/prepare',
  access: needs('ant:census:list'),
  query: z.object({ id: idSchema }),
  data: z.object({
    animals: z.array(
      z.object({ id: idSchema, earTag: z.string(), species: z.string(), stage: z.string(), sex: z.string() }),
    ),
    /** The animals by stage, and beside them what the last count found untagged. */
    lines: z.array(sheetLine),
    lastOn: z.string().nullable(),
    species: z.array(z.string()),
    startDate: z.string(),
  }),
});

export const countSheet = endpoint({
  method: 'POST',
  path: 'ant/censusSheet/count',
  access: needs('ant:census:count'),
  action: 'count',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    countedOn: z.iso.date(),
    lines: z.array(z.strictObject(sheetLine.shape)).max(60),
    missingTags: z.array(z.string().max(20)).max(2000),
    foreignTags: z.array(z.string().max(20)).max(500),
    offtakeYear: z.record(z.string().max(20), head).optional(),
    photoIds: z.array(idSchema).max(9).optional(),
    longitude: z.number().min(-180).max(180).nullish(),
    latitude: z.number().min(-90).max(90).nullish(),
  }),
  data: z.object({ status: z.string(), version: versionSchema, difference: z.int() }),
});

const told = z.object({ id: idSchema, ok: z.boolean(), msg: z.string().nullable(), missing: z.array(z.string()) });
export type SheetAnswer = z.output<typeof told>;

/** Each as it was seen: what was counted anew since then is refused. */
const many = z
  .array(z.strictObject({ id: idSchema, version: versionSchema }))
  .min(1)
  .max(500);

/** R40: every tag not seen has its word; what can be done about it is done if asked. */
export const checkSheets = endpoint({
  method: 'POST',
  path: 'ant/censusSheet/check',
  access: needs('ant:census:check'),
  action: 'check',
  body: z.strictObject({
    items: many,
    /** Leaves out whatever differs. */
    onlyEqual: z.boolean().optional(),
    words: z
      .record(z.string().max(20), z.strictObject({ reason: z.enum(missingReasons), act: z.boolean().optional() }))
      .optional(),
  }),
  data: z.array(told),
});

/** Nobody keeps anything here: said of several at once. */
export const emptySheets = endpoint({
  method: 'POST',
  path: 'ant/censusSheet/empty',
  access: needs('ant:census:count'),
  action: 'count',
  body: z.strictObject({ items: many, countedOn: z.iso.date() }),
  data: z.array(told),
});
