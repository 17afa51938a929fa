import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const sysDept = defineResource({
  module: 'platform',
  name: 'sysDept',
  path: 'sys/dept',
  screen: '/system/department',
  permission: 'sys:dept',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    parentId: field.ref('platform.sysDept', { optional: true }),
    deptName: field.text({ max: 40 }),
    leaderUserId: field.int({ min: 1, optional: true }),
    leaderName: field.text({ max: 40, derived: true, optional: true }),
    phone: field.text({ max: 30, pattern: /^[\d+() -]{5,30}$/, optional: true }),
    users: field.int({ derived: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    status: field.dict('common_status'),
  },
  title: 'deptName',
  list: {
    columns: ['deptName', 'orderNum', 'principalId', 'leaderName', 'phone', 'users', 'status'],
    filters: ['principalId', 'status'],
    search: ['deptName', 'leaderName', 'phone'],
    sorts: ['orderNum', 'deptName'],
    sort: 'orderNum',
  },
  form: ['principalId', 'parentId', 'deptName', 'leaderUserId', 'phone', 'orderNum', 'status'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type SysDept = RowOf<typeof sysDept>;

/** Puts a department below another one, or at the top, in front of `beforeId` or last. */
export const moveDept = endpoint({
  method: 'POST',
  path: 'sys/dept/move',
  access: needs('sys:dept:edit'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    parentId: idSchema.nullable(),
    beforeId: idSchema.nullable(),
  }),
  data: z.object({ version: versionSchema }),
  action: 'edit',
});
