import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 改良参数: what differs from the default, by region; the nearest above a place decides. */
export const breedSetting = defineResource({
  module: 'breeding',
  name: 'breedSetting',
  path: 'ant/breed/setting',
  screen: '/ant/breed/setting',
  permission: 'breed:setting',
  actions: { list: 'edit', add: 'edit', remove: 'edit', export: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: field.dict('breed_parameter', { fixed: true }),
    species: field.dict('species', { optional: true, fixed: true }),
    regionCode: field.region({ fixed: true }),
    value: field.text({ max: 40 }),
    standard: field.text({ max: 40, derived: true, optional: true }),
    remark: field.longText({ max: 300, optional: true }),
    ...stamps,
  },
  title: 'value',
  list: {
    columns: ['code', 'species', 'regionCode', 'value', 'standard', 'remark', 'updatedByName', 'updatedAt'],
    filters: ['code', 'species'],
    sorts: ['updatedAt'],
  },
  form: ['code', 'species', 'regionCode', 'value', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
