import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 采样任务执行: one household of a task. */
export const sampleAssignment = defineResource({
  module: 'prevention',
  name: 'sampleAssignment',
  path: 'ant/sampleAssignment',
  screen: '/ant/collection/taskInfo',
  permission: 'ant:sample',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    taskId: field.ref('prevention.sampleTask', { derived: true }),
    regionCode: field.region({ derived: true }),
    principalId: field.int({ derived: true }),
    holder: field.text({ max: 100, derived: true, optional: true }),
    staffId: field.ref('registry.staff', { derived: true, optional: true }),
    quota: field.int({ derived: true }),
    collected: field.int({ derived: true }),
    dueOn: field.date({ derived: true }),
    overdue: field.bool({ derived: true }),
    mine: field.bool({ derived: true }),
    openLogId: field.int({ derived: true, optional: true }),
    replaceReason: field.text({ max: 200, derived: true, optional: true }),
    replacedBy: field.text({ max: 100, derived: true, optional: true }),
    status: field.state('sample_assignment_status', 'waiting', 'sampling', 'sent', 'done', 'replaced'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'holder',
  list: {
    columns: ['taskId', 'holder', 'status', 'collected', 'quota', 'dueOn', 'staffId', 'regionCode', 'replaceReason'],
    filters: ['taskId', 'staffId', 'status', 'overdue', 'mine', 'regionCode', 'dueOn'],
    search: ['holder'],
    sorts: ['dueOn'],
  },
  form: [],
  detail: [
    'taskId',
    'holder',
    'regionCode',
    'staffId',
    'quota',
    'collected',
    'dueOn',
    'replaceReason',
    'replacedBy',
    'createdAt',
  ],
  operations: ['list', 'detail', 'export'],
});
export type SampleAssignment = RowOf<typeof sampleAssignment>;

/** R42: the household keeps its row, and the next of the same draw takes its place. */
export const replaceAssignment = endpoint({
  method: 'POST',
  path: 'ant/sampleAssignment/replace',
  access: needs('ant:sample:collect', 'ant:sample:task'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, version: versionSchema, reason: z.string().trim().min(2).max(200) }),
  data: z.object({ id: idSchema, holder: z.string() }),
});
