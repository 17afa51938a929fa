import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const maybe = { derived: true, optional: true } as const;

/** 催办督办: a gap somebody was asked to close, until a day, and what came of it. */
export const gapOrder = defineResource({
  module: 'prevention',
  name: 'gapOrder',
  path: 'ant/gapOrder',
  screen: '/ant/preventionMange/gapOrder',
  permission: 'ant:gap',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    source: field.dict('gap_source', { derived: true }),
    seasonId: field.ref('prevention.preventionSeason', maybe),
    month: field.text({ max: 7, ...maybe }),
    diseaseCode: field.dict('ant_disease', maybe),
    subjectKind: field.dict('gap_subject', { derived: true }),
    subjectId: field.int({ derived: true }),
    subjectName: field.text({ max: 120, derived: true }),
    holderId: field.int(maybe),
    regionCode: field.region({ derived: true }),
    way: field.dict('gap_way', { derived: true }),
    staffId: field.int(maybe),
    staffName: field.text({ max: 60, ...maybe }),
    userId: field.int(maybe),
    dueOn: field.date({ derived: true }),
    isLate: field.bool({ derived: true }),
    isOpen: field.bool({ derived: true }),
    words: field.longText({ max: 500, ...maybe }),
    /** Missing when it was ordered, and missing now. */
    heads: field.int({ derived: true }),
    remaining: field.int({ derived: true }),
    /** Below the age of first immunisation when it was last measured; not among what is missing. */
    young: field.int({ derived: true }),
    lines: field.json({ derived: true }),
    level: field.dict('gap_level', { derived: true }),
    rounds: field.int({ derived: true }),
    cause: field.dict('gap_cause', maybe),
    causeNote: field.longText({ max: 500, ...maybe }),
    answeredByName: field.text({ max: 60, ...maybe }),
    answeredAt: field.dateTime(maybe),
    escalatedAt: field.dateTime(maybe),
    orderedBy: field.int(maybe),
    orderedByName: field.text({ max: 60, ...maybe }),
    createdAt: field.dateTime({ derived: true }),
    closeReason: field.dict('gap_close', maybe),
    closeNote: field.longText({ max: 500, ...maybe }),
    closedAt: field.dateTime(maybe),
    status: field.state('gap_order_status', 'open', 'answered', 'escalated', 'closed'),
  },
  title: 'docNo',
  list: {
    columns: [
      'subjectName',
      'status',
      'staffName',
      'dueOn',
      'remaining',
      'cause',
      'level',
      'source',
      'diseaseCode',
      'regionCode',
      'heads',
      'orderedByName',
      'createdAt',
      'docNo',
    ],
    filters: ['status', 'isOpen', 'isLate', 'level', 'cause', 'source', 'regionCode', 'dueOn'],
    search: ['docNo', 'subjectName'],
    sorts: ['dueOn', 'createdAt', 'remaining'],
  },
  form: [],
  detail: [
    'subjectKind',
    'subjectName',
    'regionCode',
    'source',
    'seasonId',
    'month',
    'diseaseCode',
    'way',
    'staffName',
    'dueOn',
    'heads',
    'remaining',
    'young',
    'words',
    'level',
    'rounds',
    'cause',
    'causeNote',
    'answeredByName',
    'answeredAt',
    'escalatedAt',
    'orderedByName',
    'createdAt',
    'closeReason',
    'closeNote',
    'closedAt',
    'lines',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    answer: {
      from: ['open', 'escalated'],
      to: 'answered',
      permission: 'answer',
      form: {
        cause: field.dict('gap_cause'),
        causeNote: field.longText({ max: 500, optional: true }),
        /** When it will be tried again; without it the day that was set stands. */
        againOn: field.date({ optional: true }),
      },
    },
    follow: {
      from: ['answered', 'escalated'],
      to: 'open',
      permission: 'add',
      form: { dueOn: field.date({ ahead: true }), words: field.longText({ max: 500, optional: true }) },
    },
    escalate: { from: ['open', 'answered'], to: 'escalated', permission: 'add' },
    close: {
      from: ['open', 'answered', 'escalated'],
      to: 'closed',
      permission: 'add',
      form: { closeNote: field.longText({ max: 500 }) },
    },
  },
});
export type GapOrder = RowOf<typeof gapOrder>;

/** A line of the list that goes with an order: a household, or an animal of one. */
const line = z.object({
  id: idSchema,
  name: z.string(),
  place: z.string().nullable(),
  n: z.number(),
  due: z.number().nullable(),
  /** Heads of the household that are too young. */
  young: z.number(),
  attempt: z.string().nullable(),
  visitedOn: z.string().nullable(),
  diseases: z.array(z.string()),
});
export type GapLine = z.output<typeof line>;

/** Why it is not done, as far as the records say. */
const causes = z.object({
  /** Villages in which something is missing, and those of them nobody has charge of. */
  villages: z.number(),
  noWorker: z.number(),
  /** Villages whose worker has no vaccine of the season in the box. */
  emptyBox: z.number(),
  refused: z.number(),
  absent: z.number(),
});
export type GapCauses = z.output<typeof causes>;

const state = z.object({
  id: idSchema,
  docNo: z.string(),
  subjectKind: z.string(),
  subjectId: z.number(),
  regionCode: z.number(),
  diseaseCode: z.string().nullable(),
  status: z.string(),
  level: z.string(),
  dueOn: z.string(),
  cause: z.string().nullable(),
  staffName: z.string().nullable(),
  isLate: z.boolean(),
});
export type GapState = z.output<typeof state>;

export const gapSubjects = ['place', 'household', 'worker', 'animal'] as const;
export const gapSubject = z.object({
  source: z.enum(['season', 'routine']),
  seasonId: z.coerce.number().int().positive().optional(),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  diseaseCode: z.string().max(40).optional(),
  subjectKind: z.enum(gapSubjects),
  /** A region, a holder, a member of staff or an animal. */
  subjectId: z.coerce.number().int().positive(),
});
export type GapSubject = z.output<typeof gapSubject>;

/** What an order about this gap would say: how much is missing, why, who has charge of it, and whether somebody was asked already. */
export const gapProposal = endpoint({
  method: 'GET',
  path: 'ant/gapOrder/proposal',
  access: needs('ant:gap:add'),
  query: gapSubject,
  data: z.object({
    subjectName: z.string(),
    regionName: z.string(),
    remaining: z.number(),
    /** Heads that are too young to be asked for. */
    young: z.number(),
    causes,
    people: z.array(z.object({ staffId: idSchema, name: z.string(), isOwn: z.boolean(), hasAccount: z.boolean() })),
    station: z.object({ id: idSchema, name: z.string() }).nullable(),
    dueOn: z.string(),
    lines: z.array(line),
    open: state.nullable(),
  }),
});

/** Remind whoever has charge, or assign it to another: then what is undone of it becomes theirs. */
export const orderGap = endpoint({
  method: 'POST',
  path: 'ant/gapOrder/add',
  access: needs('ant:gap:add'),
  action: 'add',
  body: gapSubject.extend({
    /** Nobody: the township's station is asked. */
    staffId: idSchema.nullish(),
    dueOn: z.iso.date(),
    words: z.string().trim().max(500).nullish(),
    alarmId: idSchema.nullish(),
  }),
  data: z.object({ id: idSchema, docNo: z.string() }),
});

/** How the gaps of a place stand: causes by child region, and everything that was ordered and is not closed. */
export const gapStates = endpoint({
  method: 'GET',
  path: 'ant/gapOrder/states',
  access: needs('ant:gap:list'),
  query: z.object({ seasonId: idSchema.optional(), parentCode: z.coerce.number().int().optional() }),
  data: z.object({
    causes: z.array(causes.extend({ regionCode: z.number() })),
    orders: z.array(state),
  }),
});

export const resources = [gapOrder];
export const endpoints = [gapProposal, orderGap, gapStates];
