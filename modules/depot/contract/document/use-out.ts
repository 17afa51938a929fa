import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { commonFields } from './stock-doc.ts';

/** 领用出库: what was used, handed to holders, lost, destroyed or sent back. */
export const useOut = defineResource({
  module: 'depot',
  name: 'useOut',
  path: 'pri/depot/materialOut',
  screen: '/pri/depot/materialOut',
  permission: 'depot',
  actions: { list: 'out:list', remove: 'out:edit', export: 'out:list' },
  scope: 'jurisdiction',
  fields: {
    ...commonFields,
    reason: field.dict('stock_reason', { derived: true }),
    staffId: field.ref('registry.staff', { derived: true, optional: true }),
    holderId: field.ref('registry.principal', { derived: true, optional: true }),
    purveyorId: field.ref('depot.purveyor', { derived: true, optional: true }),
    witnessIds: field.json({ derived: true }),
    witnessNames: field.text({ max: 200, derived: true, optional: true }),
    checkedByName: field.text({ max: 60, derived: true, optional: true }),
    status: field.state('stock_doc_status', 'draft', 'submitted', 'posted', 'reversed'),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'bizDate',
      'reason',
      'depotName',
      'materialNames',
      'lineCount',
      'totalQtyText',
      'totalAmount',
      'staffId',
      'createdByName',
      'checkedByName',
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
    'staffId',
    'holderId',
    'purveyorId',
    'witnessNames',
    'totalQtyText',
    'totalAmount',
    'createdByName',
    'checkedByName',
    'createdAt',
    'remark',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    post: { from: ['draft'], to: 'posted', permission: 'out:edit' },
    /** Destruction waits for a second person. */
    submit: { from: ['draft'], to: 'submitted', permission: 'out:edit' },
    approve: { from: ['submitted'], to: 'posted', permission: 'out:approve' },
    return: { from: ['submitted'], to: 'draft', permission: 'out:approve', remark: true },
    reverse: { from: ['posted'], to: 'reversed', permission: 'doc:reverse', remark: true, danger: true },
  },
});
export type UseOut = RowOf<typeof useOut>;

/** What went out in a period, by reason and material. */
export const useOutTotals = endpoint({
  method: 'GET',
  path: 'pri/depot/materialOut/totals',
  access: needs('depot:out:list'),
  query: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    depotId: z.coerce.number().int().positive().optional(),
  }),
  data: z.array(
    z.object({
      reason: z.string(),
      materialId: idSchema,
      materialName: z.string(),
      baseUnit: z.string(),
      qty: z.number(),
      amount: z.number().nullable(),
    }),
  ),
});
