import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** The registry's enterprises as prevention looks at them. Whether they are shown is the registry's to change. */
export const enterprise = defineResource({
  module: 'prevention',
  name: 'enterprise',
  path: 'ant/enterprise',
  screen: '/ant/animalProtection/cloudEnterprise',
  permission: 'ant:enterprise',
  actions: { detail: 'list', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalUnitName: field.text({ max: 60, derived: true }),
    namePinyin: field.text({ max: 400, derived: true, optional: true }),
    principalUnitType: field.dict('principal_type', { derived: true }),
    regionCode: field.region({ derived: true }),
    scale: field.dict('farm_scale', { derived: true, optional: true }),
    stock: field.int({ derived: true }),
    due: field.int({ derived: true, optional: true }),
    done: field.int({ derived: true, optional: true }),
    coverage: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    lastVisitOn: field.date({ derived: true, optional: true }),
    videoCount: field.int({ derived: true }),
    hasProfile: field.bool({ derived: true }),
    showFlag: field.bool({ derived: true }),
  },
  title: 'principalUnitName',
  list: {
    columns: [
      'principalUnitName',
      'principalUnitType',
      'regionCode',
      'scale',
      'stock',
      'coverage',
      'lastVisitOn',
      'videoCount',
      'showFlag',
    ],
    filters: ['regionCode', 'principalUnitType', 'showFlag', 'scale'],
    search: ['principalUnitName', 'namePinyin'],
    sorts: ['principalUnitName'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type PreventionEnterprise = RowOf<typeof enterprise>;
export const resources = [enterprise];
