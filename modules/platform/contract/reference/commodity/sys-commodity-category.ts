import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** First level of the common tree of goods. */
export const sysCommodityCategory = defineResource({
  module: 'platform',
  name: 'sysCommodityCategory',
  path: 'sys/category',
  screen: '/system/commodityCategory',
  permission: 'sys:category',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'global',
  fields: {
    id: field.id(),
    icon: field.int({ min: 1, optional: true }),
    name: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 80, optional: true }),
    code: field.text({ max: 20, pattern: /^[A-Z0-9]+$/, fixed: true }),
    childCount: field.int({ derived: true }),
    licenceKind: field.dict('licence_kind'),
    orderNum: field.int({ min: 0, max: 9999 }),
    status: enabledStatus,
  },
  title: 'name',
  list: {
    columns: ['icon', 'name', 'code', 'childCount', 'licenceKind', 'orderNum', 'status'],
    filters: ['status'],
    search: ['name', 'nameEn', 'code'],
    sorts: ['orderNum', 'code'],
    sort: 'orderNum',
  },
  form: ['code', 'name', 'nameTw', 'nameEn', 'licenceKind', 'orderNum', 'icon'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  transitions: enableDisable({ remark: false }),
});
export type SysCommodityCategory = RowOf<typeof sysCommodityCategory>;
