import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode, levelOf } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 人员审核: somebody is to be taken on, to have other villages, or to go. */
export const staffExamine = defineResource({
  module: 'prevention',
  name: 'staffExamine',
  path: 'ant/staffExamine',
  screen: '/ant/staff/examine',
  permission: 'ant:staff',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    kind: field.dict('staff_examine_kind', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    staffId: field.int({ derived: true, optional: true }),
    /** The newcomer's name, or that of whoever is at work. */
    personName: field.text({ max: 40, derived: true }),
    name: field.text({ max: 40, optional: true }),
    sex: field.dict('sex', { optional: true }),
    education: field.text({ max: 40, optional: true }),
    phone: field.pii('phone', { optional: true }),
    idCard: field.pii('idCard', { optional: true }),
    photoId: field.int({ derived: true, optional: true }),
    certificateNo: field.text({ max: 40, optional: true }),
    certificateUntil: field.date({ optional: true }),
    certificates: field.json({ derived: true, optional: true }),
    villageCodes: field.json({ derived: true, optional: true }),
    villages: field.text({ max: 2000, derived: true, optional: true }),
    successorId: field.int({ derived: true, optional: true }),
    successorName: field.text({ max: 40, derived: true, optional: true }),
    reason: field.longText({ max: 500, derived: true }),
    townshipOpinion: field.longText({ max: 500, derived: true, optional: true }),
    appliedByName: field.text({ max: 60, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
    decidedByName: field.text({ max: 60, derived: true, optional: true }),
    decidedAt: field.dateTime({ derived: true, optional: true }),
    decision: field.longText({ max: 500, derived: true, optional: true }),
    isOpen: field.bool({ derived: true }),
    status: field.state('staff_examine_status', 'pending', 'approved', 'rejected'),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'kind',
      'personName',
      'phone',
      'villages',
      'townshipOpinion',
      'principalId',
      'createdAt',
      'status',
      'decidedByName',
      'decidedAt',
      'decision',
    ],
    filters: ['kind', 'status', 'isOpen', 'regionCode', 'phone', 'createdAt'],
    search: ['docNo', 'personName'],
    sorts: ['docNo', 'createdAt'],
  },
  form: [],
  detail: [
    'kind',
    'personName',
    'principalId',
    'phone',
    'idCard',
    'sex',
    'education',
    'certificateNo',
    'certificateUntil',
    'villages',
    'successorName',
    'reason',
    'townshipOpinion',
    'appliedByName',
    'createdAt',
    'decidedByName',
    'decidedAt',
    'decision',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    approve: {
      from: ['pending'],
      to: 'approved',
      permission: 'examine',
      form: {
        openAccount: field.bool({ optional: true }),
        decision: field.longText({ max: 500, optional: true }),
      },
    },
    reject: { from: ['pending'], to: 'rejected', permission: 'examine', remark: true, danger: true },
  },
});
export type StaffExamine = RowOf<typeof staffExamine>;

const village = z
  .number()
  .int()
  .refine((code) => isRegionCode(code) && levelOf(code) === 5, { error: 'error.field.region' });
const text = (most: number) => z.string().trim().max(most).nullish();

/** One form for the three: a newcomer brings name, phone and card; for the others the member of staff is named. */
export const applyStaff = endpoint({
  method: 'POST',
  path: 'ant/staffExamine/add',
  access: needs('ant:staff:apply'),
  action: 'add',
  body: z.strictObject({
    kind: z.enum(['hire', 'areaChange', 'leave']),
    principalId: idSchema.nullish(),
    staffId: idSchema.nullish(),
    name: text(40),
    sex: text(20),
    education: text(40),
    phone: field.pii('phone', { optional: true }).schema,
    idCard: field.pii('idCard', { optional: true }).schema,
    certificateNo: text(40),
    certificateUntil: z.iso.date().nullish(),
    photoId: idSchema.nullish(),
    certificateIds: z.array(idSchema).max(9).default([]),
    regionCodes: z.array(village).max(60).default([]),
    successorId: idSchema.nullish(),
    reason: z.string().trim().min(1).max(500),
    townshipOpinion: text(500),
  }),
  data: z.object({ id: idSchema, version: versionSchema, docNo: z.string() }),
});

const mapped = z.object({
  code: z.number(),
  name: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  gridId: idSchema.nullable(),
  asked: z.boolean(),
  /** Who has main charge of it now. */
  staffId: idSchema.nullable(),
  staffName: z.string().nullable(),
  households: z.int(),
  head: z.int(),
});
export type ExamineVillage = z.output<typeof mapped>;

/** The villages of the township an application is about, or of a unit one is written for: who has charge of which, and how much that is. */
export const examineMap = endpoint({
  method: 'GET',
  path: 'ant/staffExamine/map',
  access: needs('ant:staff:apply', 'ant:staff:examine'),
  query: z.strictObject({
    id: z.coerce.number().int().positive().optional(),
    principalId: z.coerce.number().int().positive().optional(),
  }),
  data: z.array(mapped),
});
/** Stations an application may be written for, with the workers who are there. */
export const examineStations = endpoint({
  method: 'GET',
  path: 'ant/staffExamine/stations',
  access: needs('ant:staff:apply'),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      workers: z.array(z.object({ id: idSchema, name: z.string(), phone: z.string().nullable() })),
    }),
  ),
});

export const resources = [staffExamine];
export const endpoints = [applyStaff, examineMap, examineStations];
