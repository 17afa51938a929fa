import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../row-of.ts';

/** 查勘值班: who goes out, where and for how many cases at once. */
export const insDuty = defineResource({
  module: 'insurance',
  name: 'insDuty',
  path: 'insuranceMgt/duty',
  screen: '/insuranceMgt/surveyDispatch',
  permission: 'ins:dispatch',
  actions: { add: 'assign', edit: 'assign', remove: 'assign', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    staffId: field.ref('registry.staff', { fixed: true, where: { job: 'surveyor', status: 'active' } }),
    staffName: field.text({ max: 60, ...derived }),
    regionCode: field.region(),
    onFrom: field.date(),
    onTo: field.date({ optional: true }),
    maxOpen: field.int({ min: 1, max: 60 }),
    open: field.int(derived),
    ...stamps,
  },
  title: 'staffName',
  list: {
    columns: ['staffName', 'regionCode', 'onFrom', 'onTo', 'maxOpen', 'open'],
    filters: ['staffName', 'regionCode', 'onFrom'],
    search: ['staffName'],
    sorts: ['onFrom', 'staffName'],
  },
  form: ['staffId', 'regionCode', 'onFrom', 'onTo', 'maxOpen'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type InsDuty = RowOf<typeof insDuty>;

/** 派工. */
export const insDispatch = defineResource({
  module: 'insurance',
  name: 'insDispatch',
  path: 'insuranceMgt/dispatch',
  screen: '/insuranceMgt/surveyDispatch',
  permission: 'ins:dispatch',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    claimId: field.ref('insurance.insClaim', derived),
    regionCode: field.region(derived),
    surveyorName: field.text({ max: 60, ...derived }),
    mode: field.dict('ins_dispatch_mode', derived),
    distanceKm: field.decimal({ scale: 1, unit: 'km', ...maybe }),
    assignedAt: field.dateTime(derived),
    acceptDueAt: field.dateTime(derived),
    acceptedAt: field.dateTime(maybe),
    arrivedAt: field.dateTime(maybe),
    reason: field.text({ max: 300, ...maybe }),
    status: field.state(
      'ins_dispatch_status',
      'offered',
      'accepted',
      'refused',
      'timedOut',
      'arrived',
      'done',
      'replaced',
    ),
    ...stamps,
  },
  title: 'surveyorName',
  list: {
    columns: [
      'claimId',
      'regionCode',
      'surveyorName',
      'mode',
      'distanceKm',
      'assignedAt',
      'acceptedAt',
      'arrivedAt',
      'reason',
      'status',
    ],
    filters: ['claimId', 'surveyorName', 'mode', 'status', 'assignedAt', 'regionCode'],
    search: ['surveyorName'],
    sorts: ['assignedAt'],
    sort: '-assignedAt',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type InsDispatch = RowOf<typeof insDispatch>;

const place = { longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) };
export const locationSchema = z.strictObject(place).nullish();

/** R33: who could go, the best first, with what the order is made of. */
export const dispatchCandidates = endpoint({
  method: 'GET',
  path: 'insuranceMgt/dispatch/candidates',
  access: needs('ins:dispatch:assign'),
  query: z.object({ claimId: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      staffId: idSchema,
      name: z.string(),
      distanceKm: z.number().nullable(),
      open: z.number(),
      maxOpen: z.number(),
      score: z.number(),
      why: z.string().nullable(),
    }),
  ),
});
export const assignSurvey = endpoint({
  method: 'POST',
  path: 'insuranceMgt/dispatch/assign',
  access: needs('ins:dispatch:assign'),
  body: z.strictObject({
    claimId: idSchema,
    version: versionSchema,
    staffId: idSchema,
    reason: z.string().trim().max(300).nullish(),
  }),
  data: z.object({ dispatchId: idSchema }),
  action: 'assign',
});
/** The surveyor takes an offer or lets it go to the next. */
export const answerDispatch = endpoint({
  method: 'POST',
  path: 'insuranceMgt/dispatch/answer',
  access: needs('ins:survey:do'),
  body: z.strictObject({
    claimId: idSchema,
    accept: z.boolean(),
    reason: z.string().trim().max(300).nullish(),
  }),
  data: z.object({ status: z.string() }),
  action: 'answer',
});
export const extendArrival = endpoint({
  method: 'POST',
  path: 'insuranceMgt/dispatch/extend',
  access: needs('ins:dispatch:extend'),
  body: z.strictObject({
    claimId: idSchema,
    version: versionSchema,
    reason: z.enum(['road', 'weather', 'far', 'zone', 'disaster']),
    holderTold: z.literal(true),
  }),
  data: z.object({ arriveDueAt: z.string() }),
  action: 'extend',
});
export const arriveAt = endpoint({
  method: 'POST',
  path: 'insuranceMgt/dispatch/arrive',
  access: needs('ins:survey:do'),
  body: z.strictObject({
    claimId: idSchema,
    at: z.iso.datetime({ offset: true }),
    location: locationSchema,
    reason: z.string().trim().max(300).nullish(),
  }),
  data: z.object({ status: z.string(), distanceKm: z.number().nullable() }),
  action: 'arrive',
});

const boardRow = z.object({
  id: idSchema,
  version: z.number(),
  docNo: z.string(),
  holder: z.string(),
  village: z.string(),
  head: z.number(),
  cause: z.string(),
  status: z.string(),
  surveyor: z.string().nullable(),
  offer: z.string().nullable(),
  reportedAt: z.string(),
  dueAt: z.string(),
  isExtended: z.boolean(),
  isMine: z.boolean(),
  /** Where the loss is: as reported, else where the holder lives. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});
const boardSurveyor = z.object({
  staffId: idSchema,
  name: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  seenAt: z.string().nullable(),
  open: z.number(),
  maxOpen: z.number(),
});
/** 报案监测: every claim nobody has looked at yet, by the hours it has left. */
export const reportBoard = endpoint({
  method: 'GET',
  path: 'insuranceMgt/board/report',
  access: needs('ins:dispatch:list', 'ins:survey:do'),
  query: z.object({ regionCode: z.coerce.number().int().positive().optional() }),
  data: z.object({
    now: z.string(),
    today: z.number(),
    overdue: z.number(),
    medianDispatchMinutes: z.number().nullable(),
    medianArriveHours: z.number().nullable(),
    channels: z.array(z.object({ channel: z.string(), n: z.number() })),
    rows: z.array(boardRow),
    /** On duty today, for those who dispatch. */
    surveyors: z.array(boardSurveyor),
  }),
});
export type ReportBoard = z.output<typeof reportBoard.data>;
