import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 栏: the part of a house in which animals stand. */
export const pen = defineResource({
  module: 'registry',
  name: 'pen',
  path: 'pri/enclosure/pen',
  screen: '/pri/enclosure',
  permission: 'pri:enclosure',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    hovelId: field.ref('registry.hovel', { fixed: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    penNo: field.text({ max: 20 }),
    label: field.text({ max: 80, derived: true, optional: true }),
    capacity: field.int({ min: 0, max: 10_000 }),
    currentCount: field.int({ derived: true, min: 0, max: 100_000 }),
    purpose: field.text({ max: 60, optional: true }),
    status: field.state('pen_status', 'inUse', 'idle', 'removed'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'penNo',
  list: {
    columns: ['penNo', 'hovelId', 'principalId', 'capacity', 'currentCount', 'purpose', 'status'],
    filters: ['hovelId', 'principalId', 'status', 'regionCode'],
    search: ['penNo'],
    sorts: ['penNo', 'currentCount', 'createdAt'],
  },
  form: ['hovelId', 'penNo', 'capacity', 'purpose'],
  detail: ['hovelId', 'principalId', 'regionCode', 'capacity', 'currentCount', 'purpose', 'createdAt'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type Pen = RowOf<typeof pen>;
