import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const photos = field.files({ max: 9, accept: 'image/*' });

/** R32: how far collected and treated weight may differ without a word. */
export const kgTolerance = 0.05;

/** 无害化处理: a carcass from the report to the confirmed proof that nobody ate of it. */
export const disposalRecord = defineResource({
  module: 'traceability',
  name: 'disposalRecord',
  path: 'trace/disposal',
  screen: '/traceability/livestockRegistration/harmlessDisposal',
  permission: 'trace:disposal',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    diedOn: field.date(),
    cause: field.dict('death_cause'),
    way: field.dict('carcass_way'),
    plantName: field.text({ max: 120, ...maybe }),
    lines: field.lines({
      fields: {
        tag: field.text({ max: 20, optional: true }),
        species: field.dict('species'),
        heads: field.int({ min: 1, max: 10_000 }),
        kg: field.decimal({ scale: 1, min: 0.1, max: 100_000 }),
      },
      totals: { heads: 'heads', kg: 'kg' },
      scan: { find: 'tag' },
    }),
    heads: field.int(derived),
    kg: field.decimal({ scale: 1, ...derived }),
    /** Asked for by the server: records taken over from paper have none. */
    photos: field.files({ max: 9, accept: 'image/*', optional: true }),
    refs: field.text({ max: 200, optional: true }),
    collectedAt: field.dateTime(maybe),
    collectedBy: field.text({ max: 60, ...maybe }),
    collectPlateNo: field.text({ max: 12, ...maybe }),
    collectedKg: field.decimal({ scale: 1, ...maybe }),
    collectPhotos: field.files(maybe),
    sealNo: field.text({ max: 40, ...maybe }),
    treatedAt: field.dateTime(maybe),
    treatMethod: field.dict('disposal_method', maybe),
    treatedKg: field.decimal({ scale: 1, ...maybe }),
    treatPhotos: field.files(maybe),
    treatOperator: field.text({ max: 60, ...maybe }),
    witness: field.text({ max: 60, ...maybe }),
    kgWord: field.text({ max: 200, ...maybe }),
    hoursOpen: field.int({ ...maybe }),
    certNo: field.text({ max: 40, ...maybe }),
    reason: field.longText({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state(
      'disposal_record_status',
      'reported',
      'collected',
      'treated',
      'selfTreated',
      'confirmed',
      'cancelled',
    ),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'principalId',
      'regionCode',
      'heads',
      'kg',
      'cause',
      'way',
      'plantName',
      'collectedKg',
      'treatedKg',
      'hoursOpen',
      'certNo',
    ],
    filters: ['docNo', 'certNo', 'principalId', 'regionCode', 'cause', 'way', 'diedOn', 'status'],
    search: ['docNo', 'certNo', 'refs'],
    sorts: ['diedOn', 'createdAt'],
  },
  form: ['principalId', 'diedOn', 'cause', 'way', 'lines', 'photos', 'refs', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['reported'],
  transitions: {
    collect: {
      from: ['reported'],
      to: 'collected',
      form: {
        collectedKg: field.decimal({ scale: 1, min: 0.1, max: 100_000 }),
        collectPlateNo: field.text({ max: 12 }),
        sealNo: field.text({ max: 40 }),
        collectPhotos: photos,
      },
    },
    treat: {
      from: ['collected'],
      to: 'treated',
      permission: 'collect',
      form: {
        treatMethod: field.dict('disposal_method'),
        treatedKg: field.decimal({ scale: 1, min: 0.1, max: 100_000 }),
        treatOperator: field.text({ max: 60 }),
        treatPhotos: photos,
        kgWord: field.text({ max: 200, optional: true }),
      },
    },
    selfTreat: {
      from: ['reported'],
      to: 'selfTreated',
      permission: 'add',
      form: { treatMethod: field.dict('disposal_method'), witness: field.text({ max: 60 }), treatPhotos: photos },
    },
    confirm: {
      from: ['treated', 'selfTreated'],
      to: 'confirmed',
      form: { certNo: field.text({ max: 40 }) },
    },
    cancel: {
      from: ['reported', 'collected', 'treated', 'selfTreated'],
      to: 'cancelled',
      permission: 'confirm',
      remark: true,
      danger: true,
    },
  },
});
export type DisposalRecord = RowOf<typeof disposalRecord>;

/** What became of an animal's carcass, for insurance and prevention. */
export const disposalByAnimal = endpoint({
  method: 'GET',
  path: 'trace/disposal/byAnimal',
  access: needs('trace:disposal:list'),
  query: z.strictObject({ animalId: z.coerce.number().int().positive() }),
  data: z.object({ id: idSchema, docNo: z.string(), status: z.string(), certNo: z.string().nullable() }).nullable(),
});
