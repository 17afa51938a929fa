import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { ownFarm } from '../sale/customer.ts';
import { kgField } from '../sale/sale.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const cents = { min: 1, max: 99_999_999, optional: true } as const;

/** 托养投放合同: animals of one kept by another, who is paid for it. */
export const placement = defineResource({
  module: 'farm',
  name: 'placement',
  path: 'anm/placement',
  screen: '/anm/stocked/placement',
  permission: 'anm:placement',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: ownFarm(),
    ownerName: field.text({ max: 80, ...maybe }),
    holderId: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER, fixed: true }),
    holderName: field.text({ max: 80, ...maybe }),
    mode: field.dict('placement_mode'),
    dayFee: field.money({ ...cents, needed: { by: 'mode', in: ['dailyFee'] } }),
    gainPrice: field.money({ ...cents, needed: { by: 'mode', in: ['gainFee'] } }),
    calfValue: field.money({ ...cents, needed: { by: 'mode', in: ['calfShare'] } }),
    floorPrice: field.money({ ...cents, needed: { by: 'mode', in: ['buyBack'] } }),
    marketMargin: field.money({ min: 0, max: 99_999_999, optional: true }),
    marketProduct: field.dict('market_product', { optional: true, needed: { by: 'mode', in: ['buyBack'] } }),
    faultPct: field.int({ min: 0, max: 100, unit: '%' }),
    fromOn: field.date(),
    toOn: field.date(),
    askedToOn: field.date(maybe),
    deposit: field.money({ min: 0, max: 9_999_999_999 }),
    contractFile: field.files({ optional: true, max: 5, accept: 'image/*,.pdf' }),
    animals: field.lines({
      fields: {
        animalId: field.ref('registry.animal'),
        inKg: field.decimal({ ...kgField, unit: 'kg' }),
        inValue: field.money({ min: 0, max: 99_999_999 }),
        outKg: field.decimal({ ...kgField, unit: 'kg', ...maybe }),
        outOn: field.date(maybe),
        outcome: field.dict('placement_animal_outcome', maybe),
        fault: field.dict('placement_animal_fault', maybe),
      },
      totals: { inKg: null, inValue: null },
      scan: { find: 'animalId' },
      signatures: ['owner', 'holder'],
    }),
    head: field.int({ ...derived }),
    active: field.int({ ...derived }),
    dead: field.int(derived),
    missing: field.int(derived),
    days: field.int({ ...derived, unit: 'day' }),
    advanced: field.money(derived),
    acceptedOn: field.date(maybe),
    stopReason: field.text({ max: 500, ...maybe }),
    status: field.state('placement_status', 'draft', 'active', 'closing', 'closed'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'holderName',
      'mode',
      'status',
      'head',
      'active',
      'dead',
      'missing',
      'days',
      'toOn',
      'deposit',
      'advanced',
      'acceptedOn',
      'ownerName',
    ],
    filters: ['mode', 'status', 'toOn', 'principalId', 'missing', 'dead'],
    search: ['docNo'],
    sorts: ['toOn', 'fromOn'],
  },
  form: [
    'principalId',
    'holderId',
    'mode',
    'dayFee',
    'gainPrice',
    'calfValue',
    'floorPrice',
    'marketMargin',
    'marketProduct',
    'faultPct',
    'fromOn',
    'toOn',
    'deposit',
    'contractFile',
    'animals',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    sign: { from: ['draft'], to: 'active', permission: 'edit' },
    advance: {
      from: ['active'],
      to: 'active',
      permission: 'edit',
      form: {
        on: field.date(),
        text: field.text({ max: 100 }),
        amount: field.money({ min: 1, max: 99_999_999 }),
      },
    },
    extend: { from: ['active'], to: 'active', permission: 'edit', form: { askedToOn: field.date({ ahead: true }) } },
    stop: { from: ['active'], to: 'closing', permission: 'edit', remark: true, danger: true },
  },
});
export type PlacementRow = RowOf<typeof placement>;

/** The keeper agrees to a later end. */
export const agreeExtension = endpoint({
  method: 'POST',
  path: 'anm/placement/agree',
  access: needs('anm:recovery:confirm'),
  action: 'agree',
  body: z.strictObject({ id: idSchema, version: versionSchema }),
  data: z.object({ toOn: z.string(), version: versionSchema }),
});
