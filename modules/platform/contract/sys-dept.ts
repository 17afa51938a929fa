import { field } from '#kit/contract/field.ts';
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
    leaderName: field.text({ max: 40, optional: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    status: field.dict('common_status'),
  },
  title: 'deptName',
  list: {
    columns: ['deptName', 'principalId', 'leaderName', 'orderNum', 'status'],
    filters: ['principalId', 'status'],
    search: ['deptName', 'leaderName'],
    sorts: ['orderNum', 'deptName'],
    sort: 'orderNum',
  },
  form: ['principalId', 'parentId', 'deptName', 'leaderName', 'orderNum', 'status'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type SysDept = RowOf<typeof sysDept>;
