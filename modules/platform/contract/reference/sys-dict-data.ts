import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Asked for by the form, but no call has to say it: a new row has its usual value, an old one keeps its own. */
const usual = <F extends Field>(one: F): F => ({ ...one, optional: false });

export const sysDictData = defineResource({
  module: 'platform',
  name: 'sysDictData',
  path: 'sys/dictData',
  screen: '/system/dictData',
  permission: 'sys:dict',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    dictCode: field.text({ max: 64, fixed: true }),
    dictValue: field.text({ max: 64, pattern: /^[\w.-]+$/, fixed: true }),
    labelZhCn: field.text({ max: 100 }),
    labelZhTw: field.text({ max: 100, optional: true }),
    labelEn: field.text({ max: 200, optional: true }),
    color: field.color({ optional: true }),
    isDefault: usual(field.bool({ optional: true })) as Field<boolean, 'bool'>,
    locked: field.bool({ derived: true }),
    orderNum: usual(field.int({ min: 0, max: 99999, optional: true })) as Field<number, 'int'>,
    tenantNo: field.int({ derived: true }),
    status: usual(field.dict('common_status', { optional: true })) as Field<string, 'dict'>,
    /** In the caller's language; searched in all of them. */
    dictLabel: field.text({ max: 200, derived: true }),
    source: field.text({ max: 10, derived: true }),
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'labelZhCn',
  list: {
    columns: [
      'orderNum',
      'labelZhCn',
      'labelZhTw',
      'labelEn',
      'dictValue',
      'color',
      'isDefault',
      'locked',
      'tenantNo',
      'status',
      'dictCode',
    ],
    filters: ['dictCode', 'dictLabel', 'status'],
    search: ['labelZhCn', 'labelZhTw', 'labelEn', 'dictValue'],
    sorts: ['dictCode', 'orderNum', 'dictValue'],
    sort: 'orderNum',
  },
  form: [
    'dictCode',
    'dictValue',
    'labelZhCn',
    'labelZhTw',
    'labelEn',
    'color',
    'isDefault',
    'orderNum',
    'status',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type SysDictData = RowOf<typeof sysDictData>;

/** Puts rows of one type into the order given; only the caller's own rows move. */
export const orderDictData = endpoint({
  method: 'POST',
  path: 'sys/dictData/order',
  access: needs('sys:dict:edit'),
  body: z.strictObject({ dictCode: z.string().max(64), idArr: z.array(idSchema).min(2).max(500) }),
  data: z.object({ moved: z.number() }),
  action: 'edit',
});

/** Lets every process read the dictionaries anew. */
export const refreshDictionaries = endpoint({
  method: 'POST',
  path: 'sys/dictData/refresh',
  access: needs('sys:dict:edit'),
  body: z.strictObject({}),
  data: z.null(),
  action: 'edit',
});
