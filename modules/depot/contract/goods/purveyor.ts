import { z } from 'zod';
import { type Field, field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const licences = z
  .array(
    z.strictObject({
      kind: z.string().min(1).max(40),
      no: z.string().trim().min(1).max(60),
      validTo: z.iso.date().nullable(),
      fileId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
    }),
  )
  .max(10)
  .nullish()
  .transform((value) => value ?? []);
export type Licence = z.output<typeof licences>[number];

/** 供货单位: who things come from. Seen by the unit that keeps it alone. */
export const purveyor = defineResource({
  module: 'depot',
  name: 'purveyor',
  path: 'pri/depot/purveyor',
  screen: '/pri/depot/purveyor',
  permission: 'depot:purveyor',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    name: field.text({ max: 80 }),
    creditCode: field.text({ max: 18, optional: true, pattern: /^$|^[0-9A-Z]{18}$/ }),
    contactName: field.text({ max: 40, optional: true }),
    phone: field.pii('phone', { optional: true }),
    address: field.text({ max: 200, optional: true }),
    bankName: field.text({ max: 80, optional: true }),
    bankAccount: field.pii('bankCard', { optional: true }),
    kinds: field.dicts('material_kind'),
    superiorPrincipalId: field.ref('registry.principal', { optional: true }),
    licences: { ...field.json({ optional: true }), schema: licences } as unknown as Field<Licence[]>,
    licenceUntil: field.date({ optional: true, derived: true }),
    receiptCount: field.int({ derived: true }),
    amount: field.decimal({ scale: 2, derived: true, optional: true }),
    status: field.state('purveyor_status', 'active', 'stopped'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'kinds',
      'licenceUntil',
      'contactName',
      'phone',
      'receiptCount',
      'amount',
      'creditCode',
      'status',
    ],
    filters: ['kinds', 'status', 'licenceUntil'],
    search: ['name', 'creditCode', 'contactName'],
    sorts: ['name', 'licenceUntil', 'createdAt'],
    sort: 'name',
  },
  form: [
    'principalId',
    'name',
    'creditCode',
    'contactName',
    'phone',
    'address',
    'bankName',
    'bankAccount',
    'kinds',
    'superiorPrincipalId',
    'licences',
  ],
  detail: [
    'principalId',
    'name',
    'creditCode',
    'contactName',
    'phone',
    'address',
    'bankName',
    'bankAccount',
    'kinds',
    'superiorPrincipalId',
    'licences',
    'licenceUntil',
    'receiptCount',
    'amount',
    'createdAt',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true },
    start: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
export type Purveyor = RowOf<typeof purveyor>;
