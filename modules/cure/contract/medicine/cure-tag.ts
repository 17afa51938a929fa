import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus, stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 标签: the words signs, diseases, topics and fields of experts are told in. */
export const cureTag = defineResource({
  module: 'cure',
  name: 'cureTag',
  path: 'cure/tag',
  screen: '/cure/tag',
  permission: 'cure:tag',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    kind: field.dict('cure_tag_kind', { fixed: true }),
    nameZh: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 60 }),
    synonyms: field.text({ max: 200, optional: true }),
    species: field.dicts('species'),
    /** The field of experts it belongs to. */
    fieldTagId: field.ref('cure.cureTag', { optional: true, where: { kind: 'field' } }),
    redFlag: field.bool(),
    suspectDiseases: field.dicts('ant_disease'),
    diseaseCode: field.dict('ant_disease', { optional: true }),
    noTreat: field.bool(),
    orderNum: field.int({ min: 0, max: 9999 }),
    uses: field.int({ derived: true }),
    status: enabledStatus,
    ...stamps,
  },
  title: 'nameZh',
  list: {
    columns: [
      'nameZh',
      'nameEn',
      'kind',
      'synonyms',
      'species',
      'fieldTagId',
      'diseaseCode',
      'redFlag',
      'noTreat',
      'uses',
      'status',
    ],
    filters: ['kind', 'species', 'redFlag', 'noTreat', 'diseaseCode', 'status'],
    search: ['nameZh', 'nameEn', 'synonyms'],
    sorts: ['orderNum', 'nameZh'],
    sort: 'orderNum',
  },
  form: [
    'kind',
    'nameZh',
    'nameTw',
    'nameEn',
    'synonyms',
    'species',
    'fieldTagId',
    'redFlag',
    'suspectDiseases',
    'diseaseCode',
    'noTreat',
    'orderNum',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable({ remark: false }),
});
export type CureTag = RowOf<typeof cureTag>;

/** One word becomes another: what named it names the other afterwards; answers how many rows of each kind. */
export const mergeTags = endpoint({
  method: 'POST',
  path: 'cure/tag/merge',
  access: needs('cure:tag:edit'),
  body: z.strictObject({ fromId: idSchema, toId: idSchema }),
  data: z.record(z.string(), z.number().int()),
  action: 'edit',
});
