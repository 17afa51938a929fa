import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

const fields = {
  id: field.id(),
  at: field.dateTime(derived),
  objectType: field.dict('operating_record_object_type', derived),
  objectId: field.int(derived),
  objectName: field.text({ max: 80, ...derived }),
  action: field.dict('operating_record_action', derived),
  /** What was before and what is since. */
  changes: field.json(maybe),
  priceChanged: field.bool(derived),
  byName: field.text({ max: 40, ...maybe }),
  remark: field.text({ max: 500, ...maybe }),
} as const;

/** 商品操作记录: everything that was done to a supplier's goods; nobody edits it (R10). */
export const operatingRecord = defineResource({
  module: 'commerce',
  name: 'operatingRecord',
  path: 'suppliers/operatingRecord',
  screen: '/suppliers/commodity/operatingRecord',
  permission: 'supplier:record',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields,
  title: 'objectName',
  list: {
    columns: ['at', 'objectType', 'objectName', 'action', 'changes', 'byName', 'remark'],
    filters: ['objectType', 'objectId', 'action', 'at'],
    search: ['objectName', 'byName'],
    sorts: ['at'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type OperatingRecord = RowOf<typeof operatingRecord>;

/** 选品操作记录: what operators did, changes of price as a filter of their own. */
export const productRecord = defineResource({
  module: 'commerce',
  name: 'productRecord',
  path: 'selectionLib/operatingRecord',
  screen: '/selectionLib/productList/operatingRecord',
  permission: 'selection:record',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields,
  title: 'objectName',
  list: {
    columns: ['at', 'objectType', 'objectName', 'action', 'priceChanged', 'changes', 'byName', 'remark'],
    filters: ['objectType', 'priceChanged', 'objectId', 'action', 'at'],
    search: ['objectName', 'byName'],
    sorts: ['at'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
