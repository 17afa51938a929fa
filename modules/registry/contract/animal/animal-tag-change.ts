import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 换标单: another number on the same animal. */
export const animalTagChange = defineResource({
  module: 'registry',
  name: 'animalTagChange',
  path: 'pri/animal/tagReplace',
  screen: '/pri/animal/tagReplace',
  permission: 'pri:animal',
  actions: { list: 'tagReplace', detail: 'tagReplace', export: 'tagReplace' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    animalId: field.ref('registry.animal', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    tagKind: field.dict('animal_tag_kind', { derived: true }),
    oldTag: field.text({ max: 15, derived: true }),
    newTag: field.text({ max: 15, derived: true }),
    reason: field.dict('tag_remove_reason', { derived: true }),
    earSide: field.text({ max: 5, derived: true, optional: true }),
    replacedOn: field.date({ derived: true }),
    countInYear: field.int({ derived: true, min: 1, max: 99 }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'animalId',
      'principalId',
      'oldTag',
      'newTag',
      'reason',
      'replacedOn',
      'countInYear',
      'createdByName',
      'createdAt',
    ],
    filters: ['oldTag', 'newTag', 'principalId', 'regionCode', 'reason', 'replacedOn'],
    sorts: ['replacedOn', 'createdAt'],
    sort: '-replacedOn',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type AnimalTagChange = RowOf<typeof animalTagChange>;

export const replaceTagCall = endpoint({
  method: 'POST',
  path: 'pri/animal/tagReplace/submit',
  access: needs('pri:animal:tagReplace'),
  action: 'tagReplace',
  body: z.object({
    animalId: idSchema,
    tagKind: z.enum(['ear', 'electronic']),
    newTag: z.string().regex(/^\d{15}$/),
    reason: z.enum(['lost', 'damaged', 'upgraded', 'wrongNumber']),
    earSide: z.enum(['left', 'right']).nullish(),
    replacedOn: z.iso.date(),
    staffId: idSchema.nullish(),
    photoIdsOld: z.array(idSchema).max(9).optional(),
    photoIdsNew: z.array(idSchema).max(9).optional(),
  }),
  data: z.object({ id: idSchema, docNo: z.string(), countInYear: z.int() }),
});
