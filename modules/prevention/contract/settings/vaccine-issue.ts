import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, listQuery, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const doses = () => field.int(derived);

/** 疫苗领用: what a worker got of a lot and what became of it, over the depot's movements of boxes. */
export const vaccineIssue = defineResource({
  module: 'prevention',
  name: 'vaccineIssue',
  path: 'ant/vaccineIssue',
  screen: '/ant/preventionMange/vaccineIssue',
  permission: 'ant:vaccineIssue',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    staffId: field.ref('registry.staff', maybe),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    depotId: field.ref('depot.depot', derived),
    materialId: field.ref('depot.material', derived),
    lotId: { ...field.int(derived), kind: 'id' as const },
    lotNo: field.text({ max: 60, ...derived }),
    quality: field.dict('lot_quality', derived),
    issued: doses(),
    used: doses(),
    returned: doses(),
    scrapped: doses(),
    held: doses(),
    expireOn: field.date(maybe),
    daysLeft: field.int(maybe),
    heads: field.int(derived),
    openLoss: doses(),
    /** Rest of opened bottles ÷ (used + rest), in hundredths. */
    waste: field.decimal({ scale: 1, unit: '%', ...maybe }),
  },
  title: 'lotNo',
  list: {
    columns: [
      'staffId',
      'regionCode',
      'materialId',
      'lotNo',
      'issued',
      'used',
      'returned',
      'scrapped',
      'held',
      'expireOn',
      'heads',
      'waste',
      'quality',
    ],
    filters: ['staffId', 'regionCode', 'materialId', 'lotNo', 'quality', 'daysLeft', 'expireOn'],
    search: ['lotNo'],
    sorts: ['expireOn', 'held', 'used', 'heads'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type VaccineIssue = RowOf<typeof vaccineIssue>;

/** Doses over everything the filter finds. */
export const vaccineIssueTotals = endpoint({
  method: 'GET',
  path: 'ant/vaccineIssue/totals',
  access: needs('ant:vaccineIssue:list'),
  query: listQuery(vaccineIssue),
  data: z.object({
    issued: z.int(),
    used: z.int(),
    returned: z.int(),
    scrapped: z.int(),
    held: z.int(),
    heads: z.int(),
    waste: z.number().nullable(),
  }),
});

export const resources = [vaccineIssue];
export const endpoints = [vaccineIssueTotals];
