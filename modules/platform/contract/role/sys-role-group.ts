import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const sysRoleGroup = defineResource({
  module: 'platform',
  name: 'sysRoleGroup',
  path: 'sys/roleGroup',
  screen: '/system/roleGroup',
  permission: 'sys:roleGroup',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    groupCode: field.text({ max: 40, pattern: /^[a-z]\w*$/i, fixed: true }),
    groupName: field.text({ max: 40 }),
    groupNameTw: field.text({ max: 40, optional: true }),
    groupNameEn: field.text({ max: 80, optional: true }),
    /** Users of such organisations may be offered its roles. */
    principalTypes: field.dicts('principal_type'),
    roleCount: field.int({ derived: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
  },
  title: 'groupName',
  list: {
    columns: ['groupName', 'groupCode', 'principalTypes', 'roleCount', 'orderNum'],
    filters: ['principalTypes'],
    search: ['groupName', 'groupCode', 'groupNameEn'],
    sorts: ['orderNum', 'groupCode'],
    sort: 'orderNum',
  },
  form: ['groupCode', 'groupName', 'groupNameTw', 'groupNameEn', 'principalTypes', 'orderNum'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type SysRoleGroup = RowOf<typeof sysRoleGroup>;
