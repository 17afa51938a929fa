import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 报情: a cow seen in heat, and who comes to serve her. */
export const heatReport = defineResource({
  module: 'breeding',
  name: 'heatReport',
  path: 'ant/breed/heat',
  screen: '/ant/breed/dueBoard',
  permission: 'breed:heat',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    animalId: field.ref('registry.animal', { fixed: true }),
    earTag: field.text({ max: 15, ...derived }),
    seenAt: field.dateTime(),
    signs: field.dicts('heat_sign', { optional: true }),
    source: field.dict('heat_report_source', derived),
    bestFrom: field.dateTime(derived),
    bestTo: field.dateTime(derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    technicianId: field.ref('registry.staff', maybe),
    serviceId: field.int(maybe),
    remark: field.longText({ max: 300, optional: true }),
    status: field.state('heat_report_status', 'waiting', 'taken', 'done', 'missed', 'cancelled'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'seenAt', 'earTag', 'principalId', 'regionCode', 'bestTo', 'technicianId', 'source', 'status'],
    filters: ['docNo', 'earTag', 'principalId', 'technicianId', 'source', 'seenAt', 'status', 'regionCode'],
    search: ['docNo', 'earTag'],
    sorts: ['seenAt'],
    sort: '-seenAt',
  },
  form: ['animalId', 'seenAt', 'signs', 'remark'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: {
    take: { from: ['waiting'], to: 'taken' },
    release: { from: ['taken'], to: 'waiting', permission: 'take' },
    cancel: { from: ['waiting', 'taken'], to: 'cancelled', permission: 'add', remark: true, danger: true },
  },
});
export type HeatReport = RowOf<typeof heatReport>;
