import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Registered more days after the wearing than this, it is marked. */
export const lateDays = 7;

/** 挂标记录: entries and replacements of the registry in one list, by who wore the tags on. */
export const tagWear = defineResource({
  module: 'prevention',
  name: 'tagWear',
  path: 'ant/tagWear',
  screen: '/ant/animalProtection/hangTag',
  permission: 'ant:tagWear',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    wornOn: field.date({ derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    kind: field.dict('tag_wear_kind', { derived: true }),
    species: field.dict('species', { derived: true }),
    heads: field.int({ derived: true }),
    staffId: field.ref('prevention.worker', { derived: true, optional: true }),
    workerName: field.text({ max: 40, derived: true, optional: true }),
    tags: field.longText({ max: 20_000, derived: true }),
    tag: field.text({ max: 15, derived: true, optional: true }),
    late: field.bool({ derived: true }),
    sourceId: field.int({ derived: true }),
    status: field.state('animal_entry_status', 'done', 'voided'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'wornOn',
      'principalId',
      'regionCode',
      'kind',
      'species',
      'heads',
      'tags',
      'workerName',
      'late',
      'status',
      'createdAt',
    ],
    filters: ['principalId', 'tag', 'staffId', 'kind', 'species', 'wornOn', 'late', 'regionCode', 'status'],
    search: ['docNo'],
    sorts: ['wornOn', 'createdAt', 'heads'],
    sort: '-wornOn',
  },
  form: [],
  operations: ['list', 'export'],
});
export type TagWear = RowOf<typeof tagWear>;

/** Heads by kind under the same filter of place and time. */
export const tagWearTotals = endpoint({
  method: 'GET',
  path: 'ant/tagWear/totals',
  access: needs('ant:tagWear:list'),
  query: z.strictObject({
    regionCode: z.coerce.number().int().optional(),
    staffId: z.coerce.number().int().positive().optional(),
    wornOnFrom: z.iso.date().optional(),
    wornOnTo: z.iso.date().optional(),
  }),
  data: z.array(z.object({ kind: z.string(), species: z.string(), heads: z.int() })),
});

export const resources = [tagWear];
export const endpoints = [tagWearTotals];
