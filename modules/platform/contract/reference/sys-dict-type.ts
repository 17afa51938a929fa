import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const sysDictType = defineResource({
  module: 'platform',
  name: 'sysDictType',
  path: 'sys/dictType',
  screen: '/system/dictType',
  permission: 'sys:dict',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    dictCode: field.text({ max: 64, pattern: /^[a-z][a-z0-9_]*$/i, fixed: true }),
    dictName: field.text({ max: 60 }),
    dictNameTw: field.text({ max: 60, optional: true }),
    dictNameEn: field.text({ max: 100, optional: true }),
    extensible: field.bool(),
    rowCount: field.int({ derived: true }),
    /** The module that brought it; what uses it is asked with `sys/dictType/uses`. */
    ownerModule: field.text({ max: 40, derived: true, optional: true }),
    status: field.dict('common_status'),
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'dictName',
  list: {
    columns: ['dictName', 'dictCode', 'rowCount', 'extensible', 'ownerModule', 'status', 'remark'],
    filters: ['status', 'extensible'],
    search: ['dictCode', 'dictName', 'dictNameEn'],
    sorts: ['dictCode', 'dictName'],
    sort: 'dictCode',
  },
  form: ['dictCode', 'dictName', 'dictNameTw', 'dictNameEn', 'extensible', 'status', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type SysDictType = RowOf<typeof sysDictType>;

/** Which declared nouns use these types, and in which field, in words; of all that are used unless some are named. */
export const dictUses = endpoint({
  method: 'GET',
  path: 'sys/dictType/uses',
  access: needs('sys:dict:list'),
  query: z.strictObject({ dictCodes: z.string().max(10_000).optional() }),
  data: z.array(
    z.object({
      dictCode: z.string(),
      uses: z.array(z.object({ noun: z.string(), field: z.string(), screen: z.string() })),
    }),
  ),
});
