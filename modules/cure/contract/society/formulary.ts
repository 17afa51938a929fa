import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 推荐用药: what a society gives first, next and in reserve for a disease, and what came of it. */
export const medicineFormulary = defineResource({
  module: 'cure',
  name: 'medicineFormulary',
  path: 'cure/formulary',
  screen: '/cure/society/medicine',
  permission: 'cure:formulary',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    societyId: field.ref('cure.society', { fixed: true, where: { status: 'enabled' } }),
    diseaseTagId: field.ref('cure.cureTag', { where: { kind: 'disease', status: 'enabled' } }),
    medicineId: field.ref('cure.medicine', { where: { status: 'published' } }),
    line: field.dict('medicine_formulary_line'),
    note: field.longText({ max: 300, optional: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    sheets: field.int({ derived: true }),
    known: field.int({ derived: true }),
    /** Cured or improved of the outcomes known, from ten cases on. */
    cureRate: field.int({ derived: true, optional: true }),
    ...stamps,
  },
  title: 'diseaseTagId',
  list: {
    columns: ['diseaseTagId', 'line', 'medicineId', 'note', 'sheets', 'known', 'cureRate', 'societyId'],
    filters: ['societyId', 'diseaseTagId', 'medicineId', 'line'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: ['societyId', 'diseaseTagId', 'medicineId', 'line', 'note', 'orderNum'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
