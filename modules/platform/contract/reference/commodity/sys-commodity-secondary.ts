import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Second level of the common tree of goods: what products hang on. */
export const sysCommoditySecondary = defineResource({
  module: 'platform',
  name: 'sysCommoditySecondary',
  path: 'sys/category/secondary',
  screen: '/system/commodityCategory/secondary',
  permission: 'sys:category',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'global',
  fields: {
    id: field.id(),
    name: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 80, optional: true }),
    code: field.text({ max: 20, pattern: /^[A-Z0-9]+$/, fixed: true }),
    parentId: field.ref('platform.sysCommodityCategory'),
    unit: field.dict('unit', { optional: true }),
    licenceKind: field.dict('licence_kind'),
    commodities: field.int({ derived: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    status: enabledStatus,
  },
  title: 'name',
  list: {
    columns: ['name', 'code', 'parentId', 'unit', 'licenceKind', 'commodities', 'orderNum', 'status'],
    filters: ['parentId', 'status'],
    search: ['name', 'nameEn', 'code'],
    sorts: ['orderNum', 'code'],
    sort: 'orderNum',
  },
  form: ['code', 'name', 'nameTw', 'nameEn', 'parentId', 'unit', 'licenceKind', 'orderNum'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  transitions: enableDisable({ remark: false }),
});
export type SysCommoditySecondary = RowOf<typeof sysCommoditySecondary>;
