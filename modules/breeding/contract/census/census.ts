import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { rowOf } from '../record/row-of.ts';
import { drawSheets, motherInvestigation } from './investigation.ts';

export { drawSheets, type MotherInvestigation, motherInvestigation } from './investigation.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 普查任务: one count of base cows, with what makes a cow one. */
export const motherCensus = defineResource({
  module: 'breeding',
  name: 'motherCensus',
  path: 'improve/censusRound',
  screen: '/improve/animalMother/censusRound',
  permission: 'improve:census',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    year: field.int({ min: 2000, max: 2100 }),
    species: field.dict('species'),
    regionCode: field.region(),
    countDate: field.date(),
    startDate: field.date(),
    endDate: field.date(),
    minParity: field.int({ min: 0, max: 10 }),
    orAgeMonths: field.int({ min: 6, max: 60 }),
    minHoldDays: field.int({ min: 0, max: 720, unit: 'day' }),
    photoPerCow: field.bool(),
    publicityDays: field.int({ min: 1, max: 60, unit: 'day' }),
    drawHouseholdsPct: field.decimal({ scale: 2, min: 0, max: 100, unit: '%' }),
    drawHeadsPct: field.decimal({ scale: 2, min: 0, max: 100, unit: '%' }),
    remark: field.longText({ max: 500, optional: true }),
    sheets: field.int(derived),
    counted: field.int(derived),
    progress: field.decimal({ scale: 1, unit: '%', ...maybe }),
    eligible: field.int(derived),
    summary: field.text({ max: 1000, ...maybe }),
    status: field.state('mother_census_status', 'draft', 'counting', 'closed'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['name', 'year', 'species', 'status', 'progress', 'sheets', 'counted', 'eligible', 'countDate', 'endDate'],
    filters: ['name', 'year', 'species', 'status'],
    search: ['name'],
    sorts: ['countDate', 'year'],
    sort: '-countDate',
  },
  form: [
    'name',
    'year',
    'species',
    'regionCode',
    'countDate',
    'startDate',
    'endDate',
    'minParity',
    'orAgeMonths',
    'minHoldDays',
    'photoPerCow',
    'publicityDays',
    'drawHouseholdsPct',
    'drawHeadsPct',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    publish: { from: ['draft'], to: 'counting' },
    close: { from: ['counting'], to: 'closed', remark: true },
  },
});
export type MotherCensus = RowOf<typeof motherCensus>;

/** 普查户表: a holder's cows on the day of the count. */
export const motherCensusSheet = defineResource({
  module: 'breeding',
  name: 'motherCensusSheet',
  path: 'improve/censusSheet',
  screen: '/improve/animalMother/censusLog',
  permission: 'improve:census',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    roundId: field.ref('breeding.motherCensus', derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    staffId: field.ref('registry.staff', maybe),
    countedOn: field.date(maybe),
    countedByName: field.text({ max: 60, ...maybe }),
    expected: field.int(derived),
    present: field.int(derived),
    eligible: field.int(derived),
    absent: field.int(derived),
    untagged: field.int(derived),
    extraTags: field.json(derived) as unknown as Field<string[]>,
    photoIds: field.files({ ...maybe, max: 6 }),
    signIds: field.files({ ...maybe, max: 1 }),
    flags: field.dicts('mother_census_sheet_flags', derived),
    objection: field.bool(derived),
    question: field.text({ max: 500, ...maybe }),
    publicityId: rowOf({ optional: true }),
    status: field.state(
      'mother_census_sheet_status',
      'todo',
      'counted',
      'checked',
      'questioned',
      'publicised',
      'confirmed',
    ),
    updatedAt: field.dateTime(derived),
  },
  title: 'principalId',
  list: {
    columns: [
      'principalId',
      'regionCode',
      'roundId',
      'status',
      'expected',
      'present',
      'eligible',
      'absent',
      'untagged',
      'countedOn',
      'countedByName',
      'flags',
      'objection',
    ],
    filters: [
      'roundId',
      'principalId',
      'staffId',
      'status',
      'flags',
      'eligible',
      'objection',
      'countedOn',
      'regionCode',
    ],
    sorts: ['countedOn', 'eligible'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    check: { from: ['counted'], to: 'checked' },
    question: { from: ['counted', 'checked'], to: 'questioned', permission: 'check', remark: true, danger: true },
  },
});
export type MotherCensusSheet = RowOf<typeof motherCensusSheet>;

const sheetCow = z.object({
  animalId: idSchema,
  earTag: z.string(),
  breed: z.string(),
  birthDate: z.string(),
  parity: z.number(),
  lastCalvedOn: z.string().nullable(),
  lastServedOn: z.string().nullable(),
  pregnant: z.boolean(),
  entryOn: z.string(),
  /** What speaks against her apart from whether she is seen. */
  why: z.array(z.string()),
  seen: z.string().nullable(),
  eligible: z.boolean().nullable(),
  absentReason: z.string().nullable(),
});
export type SheetCow = z.output<typeof sheetCow>;
/** R36: the cows a sheet expects, with the evidence for each; once counted, as they were counted. */
export const prepareSheet = endpoint({
  method: 'GET',
  path: 'improve/censusSheet/prepare',
  access: needs('improve:census:list'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    version: versionSchema,
    status: z.string(),
    holder: z.string(),
    region: z.string(),
    round: z.string(),
    countDate: z.string(),
    untagged: z.number(),
    extraTags: z.array(z.string()),
    cows: z.array(sheetCow),
  }),
});
export type PreparedSheet = z.output<typeof prepareSheet.data>;
export const countSheet = endpoint({
  method: 'POST',
  path: 'improve/censusSheet/count',
  access: needs('improve:census:count'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    cows: z
      .array(
        z.strictObject({
          animalId: idSchema,
          seen: z.enum(['present', 'absent']),
          absentReason: z.string().max(30).nullish(),
          photoId: idSchema.nullish(),
        }),
      )
      .max(5000),
    untagged: z.int().min(0).max(5000).default(0),
    extraTags: z
      .array(z.string().regex(/^\d{15}$/))
      .max(200)
      .default([]),
    photoIds: z.array(idSchema).max(6).default([]),
    signIds: z.array(idSchema).max(1).default([]),
    point: z.object({ longitude: z.number(), latitude: z.number() }).nullish(),
    countedOn: z.iso.date(),
  }),
  data: z.object({
    version: versionSchema,
    expected: z.number(),
    present: z.number(),
    eligible: z.number(),
    absent: z.number(),
    flags: z.array(z.string()),
  }),
  action: 'count',
});

export interface WallRow {
  name: string;
  cows: number;
}
/** 普查公示: what hangs on the wall of a village, for full days. */
export const censusPublicity = defineResource({
  module: 'breeding',
  name: 'censusPublicity',
  path: 'improve/publicity',
  screen: '/improve/animalMother/censusPublicity',
  permission: 'improve:publicity',
  actions: { export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    roundId: field.ref('breeding.motherCensus', derived),
    villageCode: field.region(derived),
    batchNo: field.int(derived),
    fromOn: field.date(maybe),
    toOn: field.date(maybe),
    daysLeft: field.int({ unit: 'day', ...maybe }),
    totalHolders: field.int(derived),
    totalCows: field.int(derived),
    rows: field.json(derived) as unknown as Field<WallRow[]>,
    postIds: field.files({ ...maybe, max: 4 }),
    officePhone: field.text({ max: 30, ...maybe }),
    openObjections: field.int(derived),
    remark: field.text({ max: 500, ...maybe }),
    status: field.state('census_publicity_status', 'draft', 'posted', 'ended', 'withdrawn'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'villageCode',
      'batchNo',
      'roundId',
      'status',
      'totalHolders',
      'totalCows',
      'fromOn',
      'toOn',
      'daysLeft',
      'openObjections',
    ],
    filters: ['docNo', 'roundId', 'villageCode', 'status', 'toOn'],
    search: ['docNo'],
    sorts: ['toOn'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    post: {
      from: ['draft'],
      to: 'posted',
      form: {
        officePhone: field.text({ max: 30 }),
        postIds: field.files({ max: 4, accept: 'image/*' }),
      },
    },
    end: { from: ['posted'], to: 'ended' },
    withdraw: { from: ['posted'], to: 'withdrawn', permission: 'end', remark: true, danger: true },
  },
});
export type CensusPublicity = RowOf<typeof censusPublicity>;

export const makePublicity = endpoint({
  method: 'POST',
  path: 'improve/publicity/make',
  access: needs('improve:publicity:post'),
  body: z.strictObject({ roundId: idSchema, regionCode: z.int() }),
  data: z.object({
    made: z.number(),
    incomplete: z.array(z.object({ code: z.number(), name: z.string(), open: z.number() })),
  }),
  action: 'add',
});

/** 异议: what somebody says against a list on the wall. */
export const censusObjection = defineResource({
  module: 'breeding',
  name: 'censusObjection',
  path: 'improve/objection',
  screen: '/improve/animalMother/censusPublicity',
  permission: 'improve',
  actions: { list: 'publicity:list', add: 'objection:add', export: 'publicity:list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    publicityId: field.ref('breeding.censusPublicity', { fixed: true, where: { status: 'posted' } }),
    sheetId: rowOf({ optional: true }),
    holderName: field.text({ max: 60, optional: true }),
    raisedBy: field.text({ max: 40 }),
    phone: field.pii('phone', { optional: true }),
    channel: field.dict('census_objection_channel'),
    content: field.longText({ max: 1000 }),
    fileIds: field.files({ optional: true, max: 4 }),
    regionCode: field.region(derived),
    finding: field.text({ max: 1000, ...maybe }),
    result: field.dict('census_objection_result', maybe),
    decidedAt: field.dateTime(maybe),
    status: field.state('census_objection_status', 'open', 'decided'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'publicityId', 'holderName', 'raisedBy', 'channel', 'content', 'result', 'createdAt', 'status'],
    filters: ['docNo', 'publicityId', 'channel', 'result', 'status', 'regionCode'],
    search: ['docNo', 'content'],
    sorts: ['createdAt'],
  },
  form: ['publicityId', 'holderName', 'raisedBy', 'phone', 'channel', 'content', 'fileIds'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: {
    decide: {
      from: ['open'],
      to: 'decided',
      permission: 'objection:decide',
      form: { result: field.dict('census_objection_result'), finding: field.longText({ max: 1000 }) },
    },
  },
});
export type CensusObjection = RowOf<typeof censusObjection>;

export const census = {
  resources: [motherCensus, motherCensusSheet, censusPublicity, censusObjection, motherInvestigation],
  endpoints: [prepareSheet, countSheet, makePublicity, drawSheets],
};
