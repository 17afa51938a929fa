import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 登记申报: what a holder reports of its animals, until somebody of the station has seen them. */
export const farmerRegistration = defineResource({
  module: 'traceability',
  name: 'farmerRegistration',
  path: 'trace/registration',
  screen: '/traceability/livestockRegistration/farmerRegisterAnimals',
  permission: 'trace:registration',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    kind: field.dict('reg_kind', { fixed: true }),
    happenedOn: field.date(),
    fromText: field.text({ max: 120, optional: true, needed: { by: 'kind', in: ['boughtIn'] } }),
    certificateNo: field.text({ max: 40, optional: true, needed: { by: 'kind', in: ['boughtIn'] } }),
    /** Asked for by the server: sheets taken over from paper have none. */
    photos: field.files({ max: 9, accept: 'image/*', optional: true }),
    lines: field.lines({
      fields: {
        tag: field.text({ max: 20, optional: true }),
        species: field.dict('species', { optional: true }),
        breed: field.text({ max: 40, optional: true }),
        sex: field.dict('animal_sex', { optional: true }),
        birthDate: field.date({ optional: true }),
        /** False where nobody says so; a column that a kind does not show is not asked for. */
        estimated: field.bool({ optional: true }),
        motherTag: field.text({ max: 20, optional: true }),
        outReason: field.dict('out_reason', { optional: true }),
        buyer: field.text({ max: 60, optional: true }),
        result: field.dict('farmer_registration_line_result', maybe),
        why: field.text({ max: 200, ...maybe }),
      },
      max: 200,
    }),
    heads: field.int(derived),
    untagged: field.int(derived),
    submittedAt: field.dateTime(maybe),
    waitingDays: field.int({ ...maybe, unit: 'day' }),
    accepted: field.int(derived),
    refused: field.int(derived),
    entryNo: field.text({ max: 60, ...maybe }),
    changeNo: field.text({ max: 200, ...maybe }),
    verifiedAt: field.dateTime(maybe),
    reason: field.longText({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('farmer_registration_status', 'draft', 'submitted', 'done', 'returned', 'withdrawn'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'principalId',
      'regionCode',
      'kind',
      'heads',
      'untagged',
      'happenedOn',
      'waitingDays',
      'accepted',
      'refused',
    ],
    filters: ['docNo', 'principalId', 'kind', 'regionCode', 'happenedOn', 'submittedAt', 'status'],
    search: ['docNo'],
    sorts: ['happenedOn', 'submittedAt', 'createdAt'],
  },
  form: ['principalId', 'kind', 'happenedOn', 'fromText', 'certificateNo', 'lines', 'photos', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'returned'],
  transitions: {
    submit: { from: ['draft', 'returned'], to: 'submitted', permission: 'add' },
    sendBack: { from: ['submitted'], to: 'returned', permission: 'verify', remark: true },
    withdraw: { from: ['draft', 'submitted', 'returned'], to: 'withdrawn', permission: 'add', danger: true },
  },
});
export type FarmerRegistration = RowOf<typeof farmerRegistration>;

/** Somebody of the station has seen the animals; each line is taken or refused by itself. */
export const verifyRegistration = endpoint({
  method: 'POST',
  path: 'trace/registration/verify',
  access: needs('trace:registration:verify'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    seenBy: z.enum(['inPerson', 'video']),
    lines: z
      .array(
        z.strictObject({
          id: idSchema,
          accept: z.boolean(),
          /** The number put on an animal that had none. */
          tag: z.string().trim().max(20).nullish(),
          why: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({
    accepted: z.number().int(),
    refused: z.number().int(),
    entryNo: z.string().nullable(),
    changeNos: z.array(z.string()),
  }),
  action: 'transition',
});
