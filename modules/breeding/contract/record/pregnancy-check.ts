import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { rowOf } from './row-of.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 妊检记录. */
export const pregnancyCheck = defineResource({
  module: 'breeding',
  name: 'pregnancyCheck',
  path: 'ant/breed/pregnancy',
  screen: '/ant/breed/pregnancy',
  permission: 'breed:pregnancy',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    checkedOn: field.date(derived),
    animalId: rowOf(),
    earTag: field.text({ max: 15, ...derived }),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    serviceId: rowOf({ optional: true }),
    sireCode: field.text({ max: 15, ...maybe }),
    daysAfter: field.int({ unit: 'day', ...maybe }),
    method: field.dict('preg_method', derived),
    result: field.dict('preg_result', derived),
    fetusDays: field.int({ unit: 'day', ...maybe }),
    twins: field.bool(derived),
    abortCause: field.dict('abort_cause', maybe),
    technicianId: field.ref('registry.staff', maybe),
    recheckOn: field.date(maybe),
    photoIds: field.files({ ...maybe, max: 6 }),
    voidReason: field.text({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, ...maybe }),
    status: field.state('pregnancy_check_status', 'submitted', 'voided'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'checkedOn',
      'earTag',
      'principalId',
      'regionCode',
      'sireCode',
      'daysAfter',
      'method',
      'result',
      'twins',
      'technicianId',
      'status',
    ],
    filters: [
      'earTag',
      'principalId',
      'technicianId',
      'method',
      'result',
      'abortCause',
      'checkedOn',
      'status',
      'docNo',
      'regionCode',
      'animalId',
    ],
    search: ['docNo', 'earTag'],
    sorts: ['checkedOn'],
    sort: '-checkedOn',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type PregnancyCheck = RowOf<typeof pregnancyCheck>;

const checkRow = z.strictObject({
  animalId: idSchema,
  method: z.enum(['ultrasound', 'rectal', 'blood', 'observe']),
  result: z.enum(['pregnant', 'empty', 'suspect', 'aborted']),
  checkedOn: z.iso.date(),
  fetusDays: z.int().min(1).max(400).nullish(),
  serviceId: idSchema.nullish(),
  twins: z.boolean().default(false),
  abortCause: z.string().max(40).nullish(),
  recheckOn: z.iso.date().nullish(),
  photoIds: z.array(idSchema).max(6).default([]),
  remark: z.string().trim().max(500).nullish(),
});
export type CheckRow = z.output<typeof checkRow>;
const refused = z.object({ animalId: idSchema, earTag: z.string(), bizCode: z.string(), msg: z.string() });

/** One check or a village of them; each stands or is refused by itself. */
export const addChecks = endpoint({
  method: 'POST',
  path: 'ant/breed/pregnancy/batch',
  access: needs('breed:pregnancy:add'),
  body: z.strictObject({ clientKey: z.uuid(), rows: z.array(checkRow).min(1).max(200) }),
  data: z.object({
    saved: z.array(z.object({ animalId: idSchema, id: idSchema, docNo: z.string() })),
    refused: z.array(refused),
  }),
  action: 'add',
});
export const voidCheck = endpoint({
  method: 'POST',
  path: 'ant/breed/pregnancy/void',
  access: needs('breed:pregnancy:add', 'breed:pregnancy:void'),
  body: z.strictObject({ id: idSchema, version: versionSchema, reason: z.string().trim().min(2).max(500) }),
  data: z.object({ status: z.string() }),
  action: 'void',
});
