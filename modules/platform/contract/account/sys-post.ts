import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const sysPost = defineResource({
  module: 'platform',
  name: 'sysPost',
  path: 'sys/post',
  screen: '/system/postInfo',
  permission: 'sys:post',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    postCode: field.text({ max: 32, pattern: /^[a-z][\w-]*$/i, fixed: true }),
    postName: field.text({ max: 40 }),
    postNameTw: field.text({ max: 40, optional: true }),
    postNameEn: field.text({ max: 80, optional: true }),
    principalTypes: field.dicts('principal_type', { optional: true }),
    users: field.int({ derived: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    status: enabledStatus,
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'postName',
  list: {
    columns: ['postName', 'postCode', 'principalTypes', 'users', 'orderNum', 'status', 'remark'],
    filters: ['status'],
    search: ['postName', 'postCode', 'postNameEn'],
    sorts: ['orderNum', 'postCode'],
    sort: 'orderNum',
  },
  form: ['postCode', 'postName', 'postNameTw', 'postNameEn', 'principalTypes', 'orderNum', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable(),
});
export type SysPost = RowOf<typeof sysPost>;
