import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** An order: who buys, what and how much of it, and how far it has come. */
export const exampleOrder = defineResource({
  module: 'commerce',
  name: 'exampleOrder',
  path: 'shop/example/order',
  screen: '/shop/example/order',
  permission: 'shop:example',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    // Lies where the buyer is: the engine fills it in.
    regionCode: field.region({ derived: true }),
    principalId: field.ref('registry.principal', { fixed: true }),
    orderedOn: field.date(),
    contactPhone: field.pii('phone', { optional: true }),
    lines: field.lines({
      fields: {
        materialId: field.ref('depot.material', { where: { status: 'active' } }),
        qty: field.decimal({ scale: 3, min: 0.001, max: 999_999 }),
        price: field.money({ min: 0, max: 99_999_999 }),
        amount: field.money({ derived: true }),
      },
      compute: { amount: ({ qty, price }) => Math.round(Number(qty) * Number(price)) },
      totals: { qty: 'totalQty', amount: 'amount' },
      scan: { find: 'materialId', count: 'qty' },
      signatures: ['buyer', 'seller'],
    }),
    totalQty: field.decimal({ scale: 3, derived: true }),
    amount: field.money({ derived: true }),
    files: field.files({ max: 3, accept: 'image/*,.pdf', optional: true }),
    status: field.state('example_order_status', 'draft', 'placed', 'cancelled'),
    remark: field.longText({ max: 500, optional: true }),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'status', 'principalId', 'orderedOn', 'totalQty', 'amount', 'createdByName', 'createdAt'],
    filters: ['status', 'principalId', 'orderedOn', 'amount', 'regionCode'],
    search: ['docNo'],
    sorts: ['docNo', 'orderedOn', 'amount'],
  },
  form: ['principalId', 'orderedOn', 'contactPhone', 'lines', 'files', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    place: { from: ['draft'], to: 'placed', permission: 'edit' },
    cancel: { from: ['draft', 'placed'], to: 'cancelled', permission: 'edit', remark: true, danger: true },
  },
});
export type ExampleOrder = RowOf<typeof exampleOrder>;
