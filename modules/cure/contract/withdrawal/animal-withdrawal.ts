import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 休药期: until when an animal, or an untagged group, must not be sold or slaughtered. */
export const animalWithdrawal = defineResource({
  module: 'cure',
  name: 'animalWithdrawal',
  path: 'cure/withdrawal',
  screen: '/cure/withdrawal',
  permission: 'cure:withdrawal',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    earTag: field.text({ max: 20, ...maybe }),
    scope: field.dict('animal_withdrawal_scope', derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    species: field.dict('species', derived),
    byGroup: field.bool(derived),
    medicineNames: field.text({ max: 400, ...derived }),
    lastDoseOn: field.date(derived),
    meatUntil: field.date(derived),
    daysLeft: field.int({ ...derived, unit: 'day' }),
    milkUntil: field.dateTime(maybe),
    sourceType: field.dict('animal_withdrawal_source_type', derived),
    sourceNo: field.text({ max: 24, ...derived }),
    liftedByName: field.text({ max: 60, ...maybe }),
    liftedAt: field.dateTime(maybe),
    liftReason: field.text({ max: 500, ...maybe }),
    liftFile: field.files({ ...maybe }),
    status: field.state('animal_withdrawal_status', 'open', 'ended', 'lifted'),
    createdAt: field.dateTime(derived),
  },
  title: 'sourceNo',
  list: {
    columns: [
      'earTag',
      'meatUntil',
      'daysLeft',
      'status',
      'medicineNames',
      'principalId',
      'lastDoseOn',
      'milkUntil',
      'sourceNo',
      'species',
      'scope',
      'regionCode',
    ],
    filters: [
      'status',
      'principalId',
      'regionCode',
      'species',
      'scope',
      'meatUntil',
      'earTag',
      'sourceType',
      'sourceNo',
    ],
    search: ['earTag', 'medicineNames', 'sourceNo'],
    sorts: ['meatUntil', 'lastDoseOn'],
    sort: '-meatUntil',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    lift: {
      from: ['open'],
      to: 'lifted',
      form: { file: field.files({ max: 3, accept: 'image/*,.pdf' }), reason: field.longText({ max: 500 }) },
      danger: true,
    },
  },
});
export type AnimalWithdrawal = RowOf<typeof animalWithdrawal>;

const answer = z.object({
  tag: z.string(),
  animalId: idSchema.nullable(),
  holder: z.string().nullable(),
  species: z.string().nullable(),
  /** Nobody the caller may see wears this number. */
  known: z.boolean(),
  free: z.boolean(),
  until: z.string().nullable(),
  milkUntil: z.string().nullable(),
  medicines: z.string().nullable(),
  sourceType: z.string().nullable(),
  sourceId: idSchema.nullable(),
  sourceNo: z.string().nullable(),
  byGroup: z.boolean(),
});
export type WithdrawalAnswer = z.output<typeof answer>;

/** May these animals go? One answer for every screen: the same the guards give. */
export const checkWithdrawal = endpoint({
  method: 'POST',
  path: 'cure/withdrawal/check',
  access: needs('cure:withdrawal:list'),
  body: z.strictObject({
    tags: z.array(z.string().trim().min(4).max(20)).min(1).max(500),
    on: z.iso.date().optional(),
  }),
  data: z.array(answer),
});
