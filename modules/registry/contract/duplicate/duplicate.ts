import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const duplicateKinds = ['principal', 'person', 'animal'] as const;
export type DuplicateKind = (typeof duplicateKinds)[number];

/** 疑似重复: two rows that may be the same thing twice. They are found, never entered. */
export const duplicateCandidate = defineResource({
  module: 'registry',
  name: 'duplicateCandidate',
  path: 'pri/duplicate',
  screen: '/pri/duplicate',
  permission: 'pri:duplicate',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    kind: field.dict('duplicate_candidate_kind', { derived: true }),
    leftId: field.int({ derived: true }),
    rightId: field.int({ derived: true }),
    pairName: field.text({ max: 160, derived: true, optional: true }),
    leftName: field.text({ max: 80, derived: true, optional: true }),
    rightName: field.text({ max: 80, derived: true, optional: true }),
    /** What tells the two apart at a glance: region, contact, masked number. */
    leftFacts: field.json({ derived: true, optional: true }),
    rightFacts: field.json({ derived: true, optional: true }),
    score: field.int({ derived: true, min: 0, max: 100 }),
    reasons: field.dicts('duplicate_reason', { derived: true }),
    regionCode: field.region({ derived: true }),
    foundAt: field.dateTime({ derived: true }),
    decidedByName: field.text({ max: 40, derived: true, optional: true }),
    decidedAt: field.dateTime({ derived: true, optional: true }),
    status: field.state('duplicate_candidate_status', 'open', 'requested', 'merged', 'notDuplicate'),
    remark: field.text({ max: 200, derived: true, optional: true }),
  },
  title: 'pairName',
  list: {
    columns: [
      'leftName',
      'rightName',
      'score',
      'reasons',
      'status',
      'regionCode',
      'foundAt',
      'decidedByName',
      'decidedAt',
    ],
    filters: ['kind', 'status', 'reasons', 'score', 'regionCode', 'foundAt'],
    sorts: ['score', 'foundAt'],
  },
  form: [],
  detail: [
    'kind',
    'leftName',
    'rightName',
    'score',
    'reasons',
    'regionCode',
    'foundAt',
    'decidedByName',
    'decidedAt',
    'remark',
  ],
  operations: ['list', 'detail', 'export'],
});
export type DuplicateCandidate = RowOf<typeof duplicateCandidate>;

/** 合并记录: who asked for a merge, who agreed, and what went where. Never removed. */
export const mergeLog = defineResource({
  module: 'registry',
  name: 'mergeLog',
  path: 'pri/duplicate/log',
  screen: '/pri/duplicate/merge',
  permission: 'pri:duplicate',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    kind: field.dict('duplicate_candidate_kind', { derived: true }),
    survivorId: field.int({ derived: true }),
    loserId: field.int({ derived: true }),
    survivorName: field.text({ max: 80, derived: true }),
    loserName: field.text({ max: 80, derived: true }),
    fieldChoices: field.json({ derived: true }),
    movedCounts: field.json({ derived: true, optional: true }),
    reason: field.text({ max: 200, derived: true }),
    regionCode: field.region({ derived: true }),
    requestedByName: field.text({ max: 40, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
    approvedByName: field.text({ max: 40, derived: true, optional: true }),
    at: field.dateTime({ derived: true, optional: true }),
    status: field.state('merge_log_status', 'requested', 'merged', 'refused'),
  },
  title: 'survivorName',
  list: {
    columns: [
      'kind',
      'survivorName',
      'loserName',
      'status',
      'movedCounts',
      'reason',
      'requestedByName',
      'createdAt',
      'approvedByName',
      'at',
    ],
    filters: ['kind', 'status', 'regionCode', 'createdAt'],
    search: ['survivorName', 'loserName'],
    sorts: ['createdAt', 'at'],
  },
  form: [],
  detail: [
    'kind',
    'survivorName',
    'loserName',
    'fieldChoices',
    'movedCounts',
    'reason',
    'regionCode',
    'requestedByName',
    'createdAt',
    'approvedByName',
    'at',
  ],
  operations: ['list', 'detail', 'export'],
});
export type MergeLog = RowOf<typeof mergeLog>;

const kind = z.enum(duplicateKinds);
/** A row as it is shown beside the other. */
const side = z.object({
  id: idSchema,
  name: z.string(),
  status: z.string(),
  regionName: z.string().nullable(),
  createdAt: z.string(),
  /** What would follow it: animals, pens, people, papers … */
  counts: z.record(z.string(), z.int()),
});

/** Both rows side by side, what may be chosen, and what stands in the way. */
export const comparePair = endpoint({
  method: 'GET',
  path: 'pri/duplicate/compare',
  access: needs('pri:duplicate:list'),
  query: z.object({
    kind,
    leftId: z.coerce.number().int().positive(),
    rightId: z.coerce.number().int().positive(),
  }),
  data: z.object({
    candidate: z.object({ id: idSchema, status: z.string(), score: z.int(), reasons: z.array(z.string()) }).nullable(),
    request: z
      .object({
        survivorId: idSchema,
        fieldChoices: z.record(z.string(), z.enum(['survivor', 'loser'])),
        reason: z.string(),
        requestedByName: z.string().nullable(),
        isOwn: z.boolean(),
        createdAt: z.string(),
      })
      .nullable(),
    left: side,
    right: side,
    /** Values as they are shown; numbers of persons by their masks. */
    fields: z.array(
      z.object({
        name: z.string(),
        left: z.string().nullable(),
        right: z.string().nullable(),
        differs: z.boolean(),
        choosable: z.boolean(),
      }),
    ),
    blocks: z.array(z.object({ bizCode: z.string(), words: z.string() })),
  }),
});
export type Compared = z.output<(typeof comparePair)['data']>;

const pair = { kind, survivorId: idSchema, loserId: idSchema };

/** R62: one asks … */
export const requestMerge = endpoint({
  method: 'POST',
  path: 'pri/duplicate/request',
  access: needs('pri:duplicate:request'),
  action: 'request',
  body: z.object({
    ...pair,
    /** Per field whose value stays; what is not named stays the survivor's. */
    fieldChoices: z.record(z.string().max(40), z.enum(['survivor', 'loser'])).default({}),
    reason: z.string().trim().min(2).max(200),
  }),
  data: z.object({ id: idSchema, status: z.string() }),
});

/** … another agrees to exactly that, or does not. */
export const approveMerge = endpoint({
  method: 'POST',
  path: 'pri/duplicate/approve',
  access: needs('pri:duplicate:approve'),
  action: 'approve',
  body: z.object(pair),
  data: z.object({ id: idSchema, survivorId: idSchema, movedCounts: z.record(z.string(), z.int()) }),
});

/** R65: not the same, for good. Of a merge that waits, only those who approve may say so. */
export const dismissPair = endpoint({
  method: 'POST',
  path: 'pri/duplicate/dismiss',
  access: needs('pri:duplicate:request'),
  action: 'dismiss',
  body: z.object({ ...pair, reason: z.string().trim().max(200).default('') }),
  data: z.object({ id: idSchema, status: z.string() }),
});

/** Open pairs by kind, for the tabs. */
export const duplicateTotals = endpoint({
  method: 'GET',
  path: 'pri/duplicate/totals',
  access: needs('pri:duplicate:list'),
  data: z.array(z.object({ kind, open: z.int(), requested: z.int() })),
});
