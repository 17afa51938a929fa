import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

const code = field.text({ max: 40, pattern: /^[A-Za-z][\w.-]*$/ });

/** 价格表: what a head or a kilogram is worth from a day on, in a region; two persons make it so. */
export const priceList = defineResource({
  module: 'bank',
  name: 'priceList',
  path: 'bank/priceList',
  screen: '/bank/priceList',
  permission: 'bank:price',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    bankId: rowOf({ optional: true }),
    bankName: field.text({ max: 80, ...maybe }),
    priceListCode: code as Field<string>,
    name: field.text({ max: 60 }),
    basis: field.dict('price_basis'),
    regionCode: field.region(),
    validFrom: field.date(),
    adjustPct: field.decimal({ scale: 2, min: -90, max: 200, unit: '%' }),
    // Asked of whoever writes a list; those that were taken over have none.
    sourceFile: field.files({ max: 5, optional: true }),
    lines: field.lines({
      max: 200,
      fields: {
        species: field.dict('species'),
        stage: field.dict('stage'),
        breeds: field.dicts('breed_code', { optional: true }),
        sex: field.dict('animal_sex', { optional: true }),
        ageFrom: field.int({ min: 0, max: 360, unit: 'month', optional: true }),
        ageTo: field.int({ min: 0, max: 360, unit: 'month', optional: true }),
        unit: field.dict('price_line_unit'),
        price: field.money({ min: 1, max: 999_999_999 }),
      },
    }),
    lineCount: field.int(derived),
    remark: field.longText({ max: 500, optional: true }),
    submittedBy: rowOf({ optional: true }),
    submittedAt: field.dateTime(maybe),
    approvedBy: rowOf({ optional: true }),
    submittedByName: field.text({ max: 60, ...maybe }),
    approvedByName: field.text({ max: 60, ...maybe }),
    approvedAt: field.dateTime(maybe),
    status: field.state('price_list_status', 'draft', 'submitted', 'effective', 'retired'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: [
      'docNo',
      'name',
      'priceListCode',
      'basis',
      'regionCode',
      'validFrom',
      'adjustPct',
      'lineCount',
      'bankName',
      'submittedByName',
      'approvedByName',
      'status',
    ],
    filters: ['docNo', 'name', 'priceListCode', 'basis', 'regionCode', 'validFrom', 'status'],
    search: ['docNo', 'name', 'priceListCode'],
    sorts: ['docNo', 'validFrom', 'priceListCode'],
  },
  form: ['priceListCode', 'name', 'basis', 'regionCode', 'validFrom', 'adjustPct', 'sourceFile', 'lines', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'edit' },
    approve: { from: ['submitted'], to: 'effective' },
    return: { from: ['submitted'], to: 'draft', permission: 'approve', remark: true },
  },
});
export type PriceList = RowOf<typeof priceList>;

export const crossingSchema = z.object({
  creditLineId: idSchema,
  docNo: z.string(),
  client: z.string().nullable(),
  balanceCents: z.number(),
  eligibleBefore: z.number(),
  eligibleAfter: z.number(),
  ltvBefore: z.number().nullable(),
  ltvAfter: z.number().nullable(),
  from: z.enum(['within', 'warn', 'call', 'stop']),
  to: z.enum(['within', 'warn', 'call', 'stop']),
});
export type Crossing = z.infer<typeof crossingSchema>;

/** R8: what a list would do to the lines it reaches, before it is made effective; nothing is stored. */
export const priceListEffect = endpoint({
  method: 'POST',
  path: 'bank/priceList/effect',
  access: needs('bank:price:list'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({
    lines: z.number(),
    changed: z.number(),
    bookBefore: z.number(),
    bookAfter: z.number(),
    crossing: z.array(crossingSchema),
  }),
});

const price = z.object({
  lineId: idSchema,
  species: z.string(),
  stage: z.string(),
  sex: z.string().nullable(),
  breeds: z.array(z.string()),
  ageFrom: z.number().nullable(),
  ageTo: z.number().nullable(),
  unit: z.string(),
  cents: z.number(),
  beforeCents: z.number().nullable(),
});
/** A list as a grid beside the one before it, and the prices of its code and region over time. */
export const priceListGrid = endpoint({
  method: 'GET',
  path: 'bank/priceList/:id/grid',
  access: needs('bank:price:list'),
  params: z.object({ id: idSchema }),
  data: z.object({
    beforeId: idSchema.nullable(),
    beforeFrom: z.string().nullable(),
    prices: z.array(price),
    history: z.array(
      z.object({ day: z.string(), species: z.string(), stage: z.string(), unit: z.string(), cents: z.number() }),
    ),
  }),
});
/** Market means of a county, as the farms reported them, for a new list to start from. */
export const priceListMarket = endpoint({
  method: 'GET',
  path: 'bank/priceList/market',
  access: needs('bank:price:edit'),
  query: z.object({ regionCode: z.coerce.number().int(), day: z.iso.date().optional() }),
  data: z.array(
    z.object({
      product: z.string(),
      cents: z.number(),
      on: z.string(),
      unit: z.string(),
      species: z.string(),
      stage: z.string(),
    }),
  ),
});
