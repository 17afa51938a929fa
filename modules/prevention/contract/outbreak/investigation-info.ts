import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 流调信息: what was found at one holding. */
export const investigationInfo = defineResource({
  module: 'prevention',
  name: 'investigationInfo',
  path: 'ant/investigationInfo',
  screen: '/ant/investigation/info',
  permission: 'ant:investigation',
  actions: { remove: 'fill', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    actionId: field.ref('prevention.investigationAction', { derived: true }),
    actionStatus: field.text({ max: 20, derived: true, optional: true }),
    formCode: field.text({ max: 40, derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    holderName: field.text({ max: 80, derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    role: field.dict('investigation_info_role', { derived: true }),
    visitedOn: field.date({ optional: true }),
    investigators: field.json({ derived: true }),
    investigatorNames: field.text({ max: 400, derived: true, optional: true }),
    answers: field.json(),
    ill: field.int({ min: 0, max: 1_000_000 }),
    dead: field.int({ min: 0, max: 1_000_000 }),
    stockThen: field.int({ min: 0, max: 10_000_000, optional: true }),
    firstSignOn: field.date({ optional: true }),
    movesIn: field.json(),
    movesOut: field.json(),
    contacts: field.json(),
    immuneSnapshot: field.json({ derived: true, optional: true }),
    location: field.point({ optional: true }),
    photoIds: field.json({ derived: true }),
    returnReason: field.text({ max: 500, derived: true, optional: true }),
    status: field.state('investigation_info_status', 'draft', 'submitted', 'returned', 'reviewed'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'holderName',
  list: {
    columns: [
      'actionId',
      'principalId',
      'regionCode',
      'role',
      'status',
      'ill',
      'dead',
      'stockThen',
      'firstSignOn',
      'visitedOn',
      'investigatorNames',
    ],
    filters: ['actionId', 'principalId', 'role', 'status', 'ill', 'visitedOn', 'regionCode'],
    sorts: ['visitedOn', 'ill', 'createdAt'],
    sort: '-visitedOn',
  },
  form: [
    'visitedOn',
    'answers',
    'ill',
    'dead',
    'stockThen',
    'firstSignOn',
    'movesIn',
    'movesOut',
    'contacts',
    'location',
  ],
  detail: [
    'actionId',
    'principalId',
    'regionCode',
    'role',
    'visitedOn',
    'investigatorNames',
    'ill',
    'dead',
    'stockThen',
    'firstSignOn',
    'returnReason',
    'createdAt',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft', 'returned'],
  transitions: {
    submit: { from: ['draft', 'returned'], to: 'submitted', permission: 'fill' },
    review: { from: ['submitted'], to: 'reviewed' },
    return: { from: ['submitted'], to: 'returned', permission: 'review', remark: true, danger: true },
  },
});
export type InvestigationInfo = RowOf<typeof investigationInfo>;

export const moveSchema = z.object({
  on: z.iso.date(),
  principalId: idSchema.nullish(),
  counterpart: z.string().trim().max(100).nullish(),
  species: z.string().max(20),
  head: z.int().min(1).max(100_000),
  vehicle: z.string().trim().max(40).nullish(),
});
export type InfoMove = z.output<typeof moveSchema>;

const contactSchema = z.object({
  principalId: idSchema.nullish(),
  name: z.string().trim().max(100).nullish(),
  how: z.string().trim().max(200).nullish(),
});

/** Saved bit by bit while it is filled in: what is given is written, the rest stays. */
export const saveInfo = endpoint({
  method: 'POST',
  path: 'ant/investigationInfo/save',
  access: needs('ant:investigation:fill'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    visitedOn: z.iso.date().nullish(),
    investigators: z.array(idSchema).max(20).optional(),
    answers: z
      .record(
        z.string().max(60),
        z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(60)).max(30), z.null()]),
      )
      .optional(),
    ill: z.int().min(0).max(1_000_000).optional(),
    dead: z.int().min(0).max(1_000_000).optional(),
    stockThen: z.int().min(0).max(10_000_000).nullish(),
    firstSignOn: z.iso.date().nullish(),
    movesIn: z.array(moveSchema).max(100).optional(),
    movesOut: z.array(moveSchema).max(100).optional(),
    contacts: z.array(contactSchema).max(100).optional(),
    photoIds: z.array(idSchema).max(9).optional(),
  }),
  data: z.object({ id: idSchema, version: versionSchema }),
});

/** Holdings to look at: those traced, those in the ring, some for comparison. */
export const addPoints = endpoint({
  method: 'POST',
  path: 'ant/investigationInfo/addPoints',
  access: needs('ant:investigation:add', 'ant:investigation:fill'),
  action: 'add',
  body: z.strictObject({
    actionId: idSchema,
    role: z.enum(['index', 'contact', 'zone', 'control']),
    principalIds: z.array(idSchema).min(1).max(500),
  }),
  data: z.object({ added: z.int() }),
});

/** What the book knows of the holding already, so that nobody types it. */
export const prepareInfo = endpoint({
  method: 'GET',
  path: 'ant/investigationInfo/prepare',
  access: needs('ant:investigation:list'),
  query: z.object({ id: idSchema }),
  data: z.object({
    stock: z.array(z.object({ species: z.string(), stage: z.string(), tagged: z.int(), untagged: z.int() })),
    immunity: z.array(
      z.object({ diseaseCode: z.string(), heads: z.int(), protected: z.int(), lastOn: z.string().nullable() }),
    ),
    lots: z.array(z.object({ on: z.string(), vaccine: z.string(), lotNo: z.string(), heads: z.int() })),
    movesIn: z.array(moveSchema),
    movesOut: z.array(moveSchema),
    neighbours: z.array(z.object({ id: idSchema, name: z.string(), km: z.number(), stock: z.int() })),
  }),
});
