import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 疑似疫情报告: cannot be withdrawn; excluded only by somebody else, with a finding. */
export const suspectReport = defineResource({
  module: 'cure',
  name: 'suspectReport',
  path: 'cure/suspect',
  screen: '/cure/suspect',
  permission: 'cure:suspect',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    reportedAt: field.dateTime(derived),
    diseaseCode: field.dict('ant_disease', derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    species: field.dict('species', maybe),
    headIll: field.int(derived),
    headDead: field.int(derived),
    signs: field.text({ max: 500, ...maybe }),
    animals: field.text({ max: 2000, ...maybe }),
    foundBy: field.text({ max: 20, ...derived }),
    reporter: field.text({ max: 60, ...maybe }),
    consultNo: field.text({ max: 24, ...maybe }),
    minutes: field.int({ ...derived, unit: 'min' }),
    receiver: field.text({ max: 60, ...maybe }),
    receivedAt: field.dateTime(maybe),
    finding: field.longText({ max: 1000, ...maybe }),
    evidence: field.files(maybe),
    investigationId: { ...field.int(maybe), kind: 'id' as const },
    remark: field.longText({ max: 500, ...maybe }),
    status: field.state('suspect_report_status', 'sent', 'accepted', 'excluded', 'confirmed'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'diseaseCode',
      'principalId',
      'headIll',
      'headDead',
      'minutes',
      'reportedAt',
      'signs',
      'species',
      'regionCode',
      'status',
    ],
    filters: ['docNo', 'diseaseCode', 'principalId', 'regionCode', 'reportedAt', 'status'],
    search: ['docNo', 'animals'],
    sorts: ['reportedAt'],
    sort: '-reportedAt',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    accept: { from: ['sent'], to: 'accepted', permission: 'handle' },
    exclude: {
      from: ['sent', 'accepted'],
      to: 'excluded',
      permission: 'handle',
      form: { finding: field.longText({ max: 1000 }), evidence: field.files({ optional: true, max: 9 }) },
      danger: true,
    },
  },
});
export type SuspectReport = RowOf<typeof suspectReport>;

export const sendSuspect = endpoint({
  method: 'POST',
  path: 'cure/suspect/report',
  access: needs('cure:suspect:report'),
  body: z.strictObject({
    principalId: idSchema,
    diseaseCode: z.string().min(1).max(40),
    tags: z.array(z.string().trim().min(4).max(20)).max(200).default([]),
    headIll: z.number().int().min(1).max(100_000),
    headDead: z.number().int().min(0).max(100_000).default(0),
    signs: z.string().trim().max(500).default(''),
    remark: z.string().trim().max(500).nullish(),
  }),
  data: z.object({ id: idSchema, docNo: z.string() }),
  action: 'add',
});
