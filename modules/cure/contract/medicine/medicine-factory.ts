import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 生产厂家: who makes a pack; the depot's text is matched to it by name. */
export const medicineFactory = defineResource({
  module: 'cure',
  name: 'medicineFactory',
  path: 'cure/factory',
  screen: '/cure/factory',
  permission: 'cure:factory',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    name: field.text({ max: 80 }),
    creditCode: field.text({ max: 18, optional: true, pattern: /^[0-9A-Z]{18}$/ }),
    licenceNo: field.text({ max: 60 }),
    gmpNo: field.text({ max: 60, optional: true }),
    licenceTo: field.date({ optional: true }),
    regionCode: field.region({ optional: true }),
    phone: field.text({ max: 20, optional: true, pattern: /^[0-9-]{6,20}$/ }),
    packs: field.int({ derived: true }),
    watch: field.bool({ derived: true }),
    watchReason: field.text({ max: 200, derived: true, optional: true }),
    status: field.state('medicine_factory_status', 'active', 'stopped'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['name', 'licenceNo', 'gmpNo', 'licenceTo', 'regionCode', 'packs', 'watch', 'watchReason', 'status'],
    filters: ['licenceTo', 'watch', 'status', 'regionCode'],
    search: ['name', 'licenceNo', 'creditCode'],
    sorts: ['name', 'licenceTo'],
    sort: 'name',
  },
  form: ['name', 'creditCode', 'licenceNo', 'gmpNo', 'licenceTo', 'regionCode', 'phone'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: {
    watch: {
      from: ['active'],
      to: 'active',
      permission: 'edit',
      form: { reason: field.text({ max: 200 }) },
      danger: true,
    },
    unwatch: { from: ['active'], to: 'active', permission: 'edit' },
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true, danger: true },
    start: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
