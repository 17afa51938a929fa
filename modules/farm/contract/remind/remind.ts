import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../fields.ts';

/** 业务提醒: planned work that comes due. It is done when the work is recorded. */
export const remindItem = defineResource({
  module: 'farm',
  name: 'remindItem',
  path: 'anm/remind',
  screen: '/anm/warning/business',
  permission: 'anm:remind',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', derived),
    kind: field.dict('remind_kind', derived),
    dueOn: field.date(derived),
    state: field.dict('remind_item_state', derived),
    head: field.int(derived),
    text: field.text({ max: 400, ...derived }),
    penId: field.ref('registry.pen', maybe),
    animalId: rowOf(),
    ref: field.text({ max: 80, ...derived }),
    jobs: field.text({ max: 200, ...maybe }),
    doneOn: field.date(maybe),
    skipReason: field.text({ max: 200, ...maybe }),
    regionCode: field.region(derived),
    status: field.state('remind_item_status', 'open', 'done', 'skipped'),
    createdAt: field.dateTime(derived),
  },
  title: 'text',
  list: {
    columns: ['dueOn', 'state', 'kind', 'head', 'text', 'penId', 'jobs', 'principalId', 'doneOn', 'status'],
    filters: ['principalId', 'kind', 'state', 'dueOn', 'penId', 'status', 'regionCode'],
    search: ['text'],
    sorts: ['dueOn', 'createdAt'],
    sort: 'dueOn',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    done: { from: ['open'], to: 'done', permission: 'handle' },
    skip: { from: ['open'], to: 'skipped', permission: 'handle', remark: true },
  },
});
export type RemindItem = RowOf<typeof remindItem>;

/** 提醒规则: how long before, and whose job it is. */
export const remindRule = defineResource({
  module: 'farm',
  name: 'remindRule',
  path: 'anm/remindRule',
  screen: '/anm/warning/business',
  permission: 'anm:remind',
  actions: { add: 'rule', edit: 'rule', remove: 'rule', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    kind: field.dict('remind_kind', { fixed: true }),
    leadDays: field.int({ min: 0, max: 365, unit: 'day' }),
    repeatDays: field.int({ min: 1, max: 90, unit: 'day', optional: true }),
    jobs: field.dicts('staff_job'),
    regionCode: field.region(derived),
    status: enabledStatus,
    createdAt: field.dateTime(derived),
  },
  title: 'kind',
  list: {
    columns: ['kind', 'leadDays', 'repeatDays', 'jobs', 'principalId', 'status'],
    filters: ['principalId', 'kind', 'status', 'regionCode'],
    sorts: ['createdAt'],
  },
  form: ['principalId', 'kind', 'leadDays', 'repeatDays', 'jobs'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ permission: 'rule', remark: false }),
});

/** How many are overdue, due today and due within a week. */
export const remindCounts = endpoint({
  method: 'GET',
  path: 'anm/remind/counts',
  access: needs('anm:remind:list'),
  query: z.object({ farmId: z.coerce.number().int().positive().optional() }),
  data: z.object({ overdue: z.number(), today: z.number(), week: z.number(), all: z.number() }),
});
export const reminders = { resources: [remindItem, remindRule], endpoints: [remindCounts] };

export const remindLead: Readonly<Record<string, { leadDays: number; jobs: readonly string[] }>> = {
  immunityDue: { leadDays: 14, jobs: ['vet'] },
  checkDue: { leadDays: 3, jobs: ['breedingTechnician'] },
  calvingWatch: { leadDays: 15, jobs: ['breedingTechnician', 'stockman'] },
  weanDue: { leadDays: 7, jobs: ['breedingTechnician', 'stockman'] },
  weighDue: { leadDays: 3, jobs: ['stockman'] },
  isolationEnd: { leadDays: 3, jobs: ['vet'] },
  withdrawalEnd: { leadDays: 1, jobs: ['vet', 'farmManager'] },
  planEnd: { leadDays: 7, jobs: ['farmManager'] },
  inspectionDue: { leadDays: 0, jobs: ['stockman'] },
  countDue: { leadDays: 3, jobs: ['stockman'] },
  disinfectDue: { leadDays: 2, jobs: ['stockman'] },
};
