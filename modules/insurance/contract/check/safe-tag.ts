import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 保险耳标使用: the insurer's own tags beside the official ones, as they are worn. */
export const insSafeTag = defineResource({
  module: 'insurance',
  name: 'insSafeTag',
  path: 'insuranceMgt/safeTag',
  screen: '/insuranceMgt/safeEartagsUsed',
  permission: 'ins:safeTag',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    tagNo: field.text({ max: 20, ...derived }),
    animalId: rowOf(),
    earTag: field.text({ max: 15, ...maybe }),
    holderName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    insurer: field.text({ max: 80, ...maybe }),
    policyNo: field.text({ max: 60, ...maybe }),
    wornOn: field.date(derived),
    endedOn: field.date(maybe),
    /** Worn and without cover, or covered and lost: each is somebody's to look at. */
    isOdd: field.bool(derived),
    state: field.dict('tag_state', derived),
  },
  title: 'tagNo',
  list: {
    columns: [
      'tagNo',
      'earTag',
      'holderName',
      'regionCode',
      'policyNo',
      'insurer',
      'wornOn',
      'endedOn',
      'isOdd',
      'state',
    ],
    filters: ['tagNo', 'state', 'isOdd', 'wornOn', 'regionCode'],
    search: ['tagNo'],
    sorts: ['tagNo', 'wornOn'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type InsSafeTag = RowOf<typeof insSafeTag>;
