import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Kinds that are cold and must say how cold. */
export const coldKinds: readonly string[] = ['coldRoom', 'fridge', 'freezer', 'nitrogenTank'];

const keepers = z
  .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
  .min(1)
  .max(10)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'error.duplicate' });

/** 库房: where things are kept; boxes are stores that people carry, and have a screen of their own. */
export const depotResource = defineResource({
  module: 'depot',
  name: 'depot',
  path: 'pri/store',
  screen: '/pri/store',
  permission: 'depot:store',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    depotNo: field.text({ max: 30 }),
    name: field.text({ max: 60 }),
    kind: field.dict('depot_kind', { fixed: true }),
    /** The first is the responsible one. */
    keeperIds: { ...field.json(), schema: keepers } as unknown as Field<number[]>,
    keeperNames: field.text({ max: 400, optional: true, derived: true }),
    staffId: field.ref('registry.staff', { optional: true, fixed: true }),
    tempMin: field.decimal({ scale: 1, min: -200, max: 60, unit: '°C', optional: true }),
    tempMax: field.decimal({ scale: 1, min: -200, max: 60, unit: '°C', optional: true }),
    tempRange: field.text({ max: 40, optional: true, derived: true }),
    superiorDepotId: field.ref('depot.depot', { optional: true }),
    address: field.text({ max: 200, optional: true }),
    location: field.point({ optional: true }),
    lastCelsius: field.decimal({ scale: 1, unit: '°C', optional: true, derived: true }),
    lastReadAt: field.dateTime({ optional: true, derived: true }),
    materialCount: field.int({ derived: true }),
    expiringCount: field.int({ derived: true }),
    /** Of what the caller may know the cost of. */
    stockValue: field.decimal({ scale: 2, optional: true, derived: true }),
    status: field.state('depot_status', 'active', 'counting', 'suspended', 'closed'),
    remark: field.longText({ max: 500, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'kind',
      'tempRange',
      'lastCelsius',
      'expiringCount',
      'keeperNames',
      'principalId',
      'depotNo',
      'materialCount',
      'stockValue',
      'lastReadAt',
      'status',
    ],
    filters: ['kind', 'principalId', 'status', 'regionCode'],
    search: ['name', 'depotNo'],
    sorts: ['depotNo', 'name', 'createdAt'],
    sort: 'depotNo',
  },
  form: [
    'principalId',
    'depotNo',
    'name',
    'kind',
    'keeperIds',
    'staffId',
    'tempMin',
    'tempMax',
    'superiorDepotId',
    'address',
    'location',
    'remark',
  ],
  detail: [
    'principalId',
    'regionCode',
    'depotNo',
    'kind',
    'keeperNames',
    'staffId',
    'tempRange',
    'lastCelsius',
    'lastReadAt',
    'materialCount',
    'expiringCount',
    'stockValue',
    'superiorDepotId',
    'address',
    'location',
    'remark',
    'createdAt',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['active', 'suspended'],
  transitions: {
    suspend: { from: ['active'], to: 'suspended', permission: 'edit', remark: true },
    resume: { from: ['suspended'], to: 'active', permission: 'edit' },
    close: { from: ['active', 'suspended'], to: 'closed', permission: 'edit', remark: true, danger: true },
  },
});
export type DepotRow = RowOf<typeof depotResource>;

/** How many stores there are of each kind, and how many of them are too warm or too cold now. */
export const depotTotals = endpoint({
  method: 'GET',
  path: 'pri/store/totals',
  access: needs('depot:store:list'),
  data: z.array(z.object({ kind: z.string(), n: z.int(), out: z.int() })),
});

/** Who may keep a store of this unit: those who work there now. */
export const keeperChoices = endpoint({
  method: 'GET',
  path: 'pri/store/keepers',
  access: needs('depot:store:edit'),
  query: z.strictObject({ principalId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  data: z.array(z.object({ id: idSchema, name: z.string(), job: z.string(), hasAccount: z.boolean() })),
});
