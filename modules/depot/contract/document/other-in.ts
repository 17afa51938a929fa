import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { commonFields } from './stock-doc.ts';

/** 其他入库: opening stock, what workers bring back, gifts, and what was found. */
export const otherIn = defineResource({
  module: 'depot',
  name: 'otherIn',
  path: 'pri/depot/materialIn',
  screen: '/pri/depot/materialIn',
  permission: 'depot',
  actions: { list: 'in:list', remove: 'in:edit', export: 'in:list' },
  scope: 'jurisdiction',
  fields: {
    ...commonFields,
    reason: field.dict('stock_reason', { derived: true }),
    boxId: field.int({ derived: true, optional: true }),
    boxName: field.text({ max: 60, derived: true, optional: true }),
    status: field.state('stock_doc_status', 'draft', 'posted', 'reversed'),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'bizDate',
      'reason',
      'depotName',
      'boxName',
      'materialNames',
      'lineCount',
      'totalQtyText',
      'createdByName',
    ],
    filters: [
      'docNo',
      'reason',
      'depotId',
      'materialKind',
      'materialNames',
      'lotNos',
      'bizDate',
      'status',
      'regionCode',
    ],
    search: ['docNo', 'materialNames', 'lotNos'],
    sorts: ['docNo', 'bizDate', 'createdAt'],
    sort: '-bizDate',
  },
  form: [],
  detail: [
    'docNo',
    'bizDate',
    'reason',
    'depotName',
    'boxName',
    'totalQtyText',
    'createdByName',
    'createdAt',
    'remark',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    post: { from: ['draft'], to: 'posted', permission: 'in:edit' },
    reverse: { from: ['posted'], to: 'reversed', permission: 'doc:reverse', remark: true, danger: true },
  },
});
export type OtherIn = RowOf<typeof otherIn>;
