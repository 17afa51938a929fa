import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 人员: one row per human being; staff and contacts point here. They come from the records that need them. */
export const person = defineResource({
  module: 'registry',
  name: 'person',
  path: 'pri/person',
  screen: '/pri/person',
  permission: 'pri:person',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 40 }),
    sex: field.dict('sex', { optional: true }),
    birthDate: field.date({ optional: true }),
    age: field.int({ derived: true, optional: true }),
    idCard: field.pii('idCard', { optional: true, derived: true }),
    phone: field.pii('phone', { optional: true }),
    ethnicGroup: field.dict('ethnic_group', { optional: true }),
    address: field.text({ max: 200, optional: true }),
    /** What they are: job and unit, one per record that names them. */
    appearsAs: field.json({ derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    status: field.state('person_status', 'active', 'merged'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: ['name', 'sex', 'age', 'appearsAs', 'idCard', 'phone', 'regionCode'],
    filters: ['idCard', 'phone', 'sex', 'regionCode', 'status'],
    search: ['name'],
    sorts: ['createdAt'],
  },
  form: ['name', 'phone', 'sex', 'birthDate', 'ethnicGroup', 'address'],
  operations: ['list', 'detail', 'edit', 'export'],
  editableIn: ['active'],
});
export type Person = RowOf<typeof person>;
