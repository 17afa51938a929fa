import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

const code = field.text({ max: 40, pattern: /^[A-Za-z][\w.-]*$/ });
const pct = <const O extends object>(options?: O) =>
  field.decimal({ scale: 2, min: 0, max: 100, unit: '%', ...options });
const days = (max = 3650, min = 0) => field.int({ min, max, unit: 'day' });

/** 贷款产品. A row is one version: what is on sale is not changed but followed by the next, and credit lines keep theirs. */
export const bankProduct = defineResource({
  module: 'bank',
  name: 'bankProduct',
  path: 'bank/product',
  screen: '/bank/product',
  permission: 'bank:product',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  // Narrowed by a policy of its own: a bank's tree, and who keeps animals those on sale.
  scope: 'tenant',
  fields: {
    id: field.id(),
    bankId: rowOf(),
    bankName: field.text({ max: 80, ...maybe }),
    productCode: { ...code, fixed: true } as Field<string>,
    productVersion: field.int(derived),
    name: field.text({ max: 60 }),
    species: field.dicts('species'),
    stages: field.dicts('stage'),
    ageFromMonths: field.int({ min: 0, max: 360, unit: 'month', optional: true }),
    ageToMonths: field.int({ min: 0, max: 360, unit: 'month', optional: true }),
    minHeads: field.int({ min: 1, max: 100_000 }),
    minDaysHeld: days(),
    immunityNeeded: field.dicts('ant_disease', { optional: true }),
    maxLtv: pct({ min: 1 }),
    warnLtv: pct({ min: 1 }),
    callLtv: pct({ min: 1 }),
    stopLtv: pct({ min: 1 }),
    maxAmount: field.money({ min: 100_000, max: 99_999_999_999 }),
    termFromMonths: field.int({ min: 1, max: 360, unit: 'month' }),
    termToMonths: field.int({ min: 1, max: 360, unit: 'month' }),
    rate: pct({ max: 36 }),
    priceListCode: code,
    weightDays: days(),
    unseenDays: days(365),
    unseenCut: pct(),
    uninsuredCut: pct(),
    insuranceNeeded: field.bool(),
    deviceNeed: field.dict('pledge_device_need'),
    deviceShare: pct(),
    cameraNeeded: field.bool(),
    titleNeeded: field.bool(),
    noticeDays: days(60),
    countEveryDays: days(365, 1),
    patrolEveryDays: days(365, 1),
    marginDays: days(90, 1),
    swapAllowed: field.bool(),
    saleDays: days(60, 1),
    runningLines: field.int(derived),
    publishedBy: rowOf({ optional: true }),
    publishedAt: field.dateTime(maybe),
    status: field.state('bank_product_status', 'draft', 'onSale', 'stopped'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'productCode',
      'species',
      'stages',
      'maxLtv',
      'warnLtv',
      'callLtv',
      'stopLtv',
      'maxAmount',
      'termToMonths',
      'rate',
      'insuranceNeeded',
      'deviceNeed',
      'cameraNeeded',
      'titleNeeded',
      'runningLines',
      'productVersion',
      'status',
    ],
    filters: ['name', 'productCode', 'species', 'status'],
    search: ['name', 'productCode'],
    sorts: ['productCode', 'productVersion', 'maxAmount', 'rate'],
  },
  form: [
    'productCode',
    'name',
    'species',
    'stages',
    'ageFromMonths',
    'ageToMonths',
    'minHeads',
    'minDaysHeld',
    'immunityNeeded',
    'maxLtv',
    'warnLtv',
    'callLtv',
    'stopLtv',
    'maxAmount',
    'termFromMonths',
    'termToMonths',
    'rate',
    'priceListCode',
    'weightDays',
    'unseenDays',
    'unseenCut',
    'uninsuredCut',
    'insuranceNeeded',
    'deviceNeed',
    'deviceShare',
    'cameraNeeded',
    'titleNeeded',
    'noticeDays',
    'countEveryDays',
    'patrolEveryDays',
    'marginDays',
    'swapAllowed',
    'saleDays',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    publish: { from: ['draft'], to: 'onSale', permission: 'approve' },
    stop: { from: ['onSale'], to: 'stopped', permission: 'approve', remark: true, danger: true },
  },
});
export type BankProduct = RowOf<typeof bankProduct>;

/** The next version of a product, as a draft that says what this one says. */
export const reviseProduct = endpoint({
  method: 'POST',
  path: 'bank/product/revise',
  access: needs('bank:product:edit'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ id: idSchema, productVersion: z.number() }),
  action: 'add',
});

const step = z.object({ name: z.string(), how: z.string(), cents: z.number() });
/** What a product would lend on a herd at today's prices: the worked example beside its form; computed, nothing stored. */
export const productExample = endpoint({
  method: 'GET',
  path: 'bank/product/:id/example',
  access: needs('bank:product:list'),
  params: z.object({ id: idSchema }),
  query: z.object({ heads: z.coerce.number().int().min(1).max(100_000).default(40) }),
  data: z.object({ heads: z.number(), valueCents: z.number(), limitCents: z.number(), steps: z.array(step) }),
});
