import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { commonFields } from './stock-doc.ts';

/** 入库单: what a purveyor or the superior station delivered; counted by one, accepted by another. */
export const stockIn = defineResource({
  module: 'depot',
  name: 'stockIn',
  path: 'pri/depot/storage',
  screen: '/pri/depot/storage',
  // Its papers are reversed by a right of their own, so the noun stands in each action.
  permission: 'depot',
  actions: { list: 'in:list', remove: 'in:edit', export: 'in:list' },
  scope: 'jurisdiction',
  fields: {
    ...commonFields,
    purveyorId: field.ref('depot.purveyor', { derived: true, optional: true }),
    orderId: field.int({ derived: true, optional: true }),
    temperature: field.decimal({ scale: 1, unit: '°C', derived: true, optional: true }),
    checkedByName: field.text({ max: 60, derived: true, optional: true }),
    checkedAt: field.dateTime({ derived: true, optional: true }),
    /** A second person accepts what this store receives. */
    reviewed: field.bool({ derived: true }),
    status: field.state('stock_doc_status', 'draft', 'submitted', 'posted', 'reversed'),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'bizDate',
      'purveyorId',
      'depotName',
      'materialNames',
      'lineCount',
      'totalQtyText',
      'totalAmount',
      'createdByName',
      'checkedByName',
    ],
    filters: [
      'docNo',
      'purveyorId',
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
    'purveyorId',
    'depotName',
    'temperature',
    'totalQtyText',
    'totalAmount',
    'createdByName',
    'createdAt',
    'checkedByName',
    'checkedAt',
    'remark',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'in:edit' },
    /** Where nobody reviews (`depot_in_review` = 0). */
    postNow: { from: ['draft'], to: 'posted', permission: 'in:edit' },
    post: {
      from: ['submitted'],
      to: 'posted',
      permission: 'in:approve',
      form: { accepted: field.json({ optional: true }) },
    },
    return: { from: ['submitted'], to: 'draft', permission: 'in:approve', remark: true },
    reverse: { from: ['posted'], to: 'reversed', permission: 'doc:reverse', remark: true, danger: true },
  },
});
export type StockIn = RowOf<typeof stockIn>;

/** A draft made of what a signed shipment says. */
export const fromShipment = endpoint({
  method: 'POST',
  path: 'pri/depot/storage/fromShipment',
  access: needs('depot:in:edit'),
  action: 'add',
  body: z.strictObject({ shipmentId: idSchema, depotId: idSchema }),
  data: z.object({ id: idSchema, version: versionSchema, docNo: z.string() }),
});
