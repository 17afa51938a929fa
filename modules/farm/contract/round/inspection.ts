import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../fields.ts';

/** 巡检模板: what is looked at on a round, and what a bad answer opens. */
export const inspectionTemplate = defineResource({
  module: 'farm',
  name: 'inspectionTemplate',
  path: 'anm/inspectionTemplate',
  screen: '/anm/feeding/inspection',
  permission: 'anm:inspection',
  actions: { add: 'template', edit: 'template', remove: 'template', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    code: field.text({ max: 20, pattern: /^[\w-]+$/ }),
    name: field.text({ max: 40 }),
    everyDays: field.int({ min: 1, max: 365, unit: 'day' }),
    items: field.lines({
      min: 1,
      max: 40,
      fields: {
        text: field.text({ max: 60 }),
        itemType: field.dict('inspection_item_type'),
        goodAnswer: field.text({ max: 20, optional: true }),
        rangeFrom: field.decimal({ scale: 2, min: -1000, max: 100_000, optional: true }),
        rangeTo: field.decimal({ scale: 2, min: -1000, max: 100_000, optional: true }),
        onBad: field.dict('inspection_on_bad', { optional: true }),
      },
    }),
    regionCode: field.region(derived),
    status: enabledStatus,
    createdAt: field.dateTime(derived),
  },
  title: 'name',
  list: {
    columns: ['code', 'name', 'everyDays', 'principalId', 'status'],
    filters: ['principalId', 'status', 'regionCode'],
    search: ['name', 'code'],
    sorts: ['createdAt'],
  },
  form: ['principalId', 'code', 'name', 'everyDays', 'items'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ permission: 'template' }),
});

/** 巡检: one walk through a pen. Bad answers open their records when it is submitted. */
export const inspectionRound = defineResource({
  module: 'farm',
  name: 'inspectionRound',
  path: 'anm/inspection',
  screen: '/anm/feeding/inspection',
  permission: 'anm:inspection',
  actions: { add: 'fill', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true }),
    templateId: field.ref('farm.inspectionTemplate', {
      fixed: true,
      where: { principalId: { from: 'principalId' }, status: 'enabled' },
    }),
    penId: field.ref('registry.pen', { fixed: true, where: { principalId: { from: 'principalId' } } }),
    roundOn: field.date(derived),
    staffId: field.ref('registry.staff', maybe),
    startedAt: field.dateTime(derived),
    endedAt: field.dateTime(maybe),
    checks: field.int(derived),
    bad: field.int(derived),
    answers: field.json(derived),
    made: field.json(derived),
    overdue: field.bool(derived),
    photos: field.files({ max: 9, optional: true }),
    remark: field.text({ max: 200, optional: true }),
    reviewNote: field.text({ max: 200, ...maybe }),
    createdByName: field.text({ max: 60, ...maybe }),
    regionCode: field.region(derived),
    status: field.state('inspection_round_status', 'open', 'submitted', 'reviewed'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'templateId',
      'penId',
      'staffId',
      'roundOn',
      'startedAt',
      'endedAt',
      'checks',
      'bad',
      'overdue',
      'status',
    ],
    filters: ['principalId', 'templateId', 'penId', 'staffId', 'roundOn', 'overdue', 'status', 'regionCode'],
    search: ['docNo'],
    sorts: ['roundOn', 'bad', 'createdAt'],
  },
  form: ['principalId', 'templateId', 'penId', 'photos', 'remark'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: { review: { from: ['submitted'], to: 'reviewed', permission: 'review', remark: true } },
});
export type InspectionRound = RowOf<typeof inspectionRound>;

const answer = z.strictObject({
  itemId: idSchema,
  value: z.union([z.string().max(100), z.number(), z.boolean()]).nullable(),
  animalTag: z.string().max(20).optional(),
  note: z.string().trim().max(200).optional(),
});
/** R36: what was found; each bad item opens what its template says, once while that is open. */
export const submitRound = endpoint({
  method: 'POST',
  path: 'anm/inspection/submit',
  access: needs('anm:inspection:fill'),
  action: 'submit',
  body: z.strictObject({ id: idSchema, version: versionSchema, answers: z.array(answer).min(1).max(40) }),
  data: z.object({
    version: versionSchema,
    bad: z.number(),
    made: z.array(z.object({ itemId: idSchema, kind: z.string(), ref: z.string() })),
  }),
});
const roundItem = z.object({
  id: idSchema,
  text: z.string(),
  itemType: z.string(),
  goodAnswer: z.string().nullable(),
  rangeFrom: z.number().nullable(),
  rangeTo: z.number().nullable(),
  onBad: z.string().nullable(),
});
export type RoundItem = z.output<typeof roundItem>;
export const roundItems = endpoint({
  method: 'GET',
  path: 'anm/inspection/items',
  access: needs('anm:inspection:list', 'anm:inspection:fill'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    version: versionSchema,
    pen: z.string(),
    status: z.string(),
    items: z.array(roundItem),
  }),
});

export const rounds = { resources: [inspectionTemplate, inspectionRound], endpoints: [submitRound, roundItems] };
