import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
/** Above this a batch waits for the county's word. */
export const approveAbove = 10_000;
export const mostCodes = 1_000_000;
/** Codes of one answer: a sheet of labels, not the batch. */
export const mostPrinted = 10_000;

/** 赋码批次: a range of codes for one subject. */
export const traceCodeBatch = defineResource({
  module: 'traceability',
  name: 'traceCodeBatch',
  path: 'trace/codeBatch',
  screen: '/traceability/traceabilityManagement/coding',
  permission: 'trace:code',
  actions: { add: 'apply', edit: 'apply', remove: 'apply', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    subjectNo: field.text({ max: 12, ...maybe }),
    kind: field.dict('trace_code_kind'),
    count: field.int({ min: 1, max: mostCodes }),
    purpose: field.text({ max: 200, optional: true }),
    printed: field.int(derived),
    bound: field.int(derived),
    voidCount: field.int(derived),
    issuedAt: field.dateTime(maybe),
    reason: field.longText({ max: 500, ...maybe }),
    status: field.state('trace_code_batch_status', 'draft', 'submitted', 'issued', 'printed', 'closed'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'principalId',
      'subjectNo',
      'kind',
      'count',
      'printed',
      'bound',
      'voidCount',
      'purpose',
      'issuedAt',
    ],
    filters: ['docNo', 'principalId', 'regionCode', 'kind', 'status'],
    search: ['docNo', 'purpose'],
    sorts: ['count', 'createdAt'],
  },
  form: ['principalId', 'kind', 'count', 'purpose'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'apply' },
    approve: { from: ['submitted'], to: 'issued' },
    sendBack: { from: ['submitted'], to: 'draft', permission: 'approve', remark: true },
    close: { from: ['issued', 'printed'], to: 'closed', permission: 'approve' },
  },
});
export type TraceCodeBatch = RowOf<typeof traceCodeBatch>;

/** 追溯码: codes that are on something. */
export const traceCode = defineResource({
  module: 'traceability',
  name: 'traceCode',
  path: 'trace/code',
  screen: '/traceability/traceabilityManagement/coding',
  permission: 'trace:code',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    code: field.text({ max: 12, ...derived }),
    kind: field.dict('trace_code_kind', derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    targetName: field.text({ max: 80, ...derived }),
    pinSeq: field.int(maybe),
    boundAt: field.dateTime(derived),
    firstScanAt: field.dateTime(maybe),
    scans: field.int(derived),
    status: field.state('trace_code_status', 'active', 'voided', 'recalled'),
  },
  title: 'code',
  list: {
    columns: ['code', 'status', 'kind', 'principalId', 'targetName', 'pinSeq', 'boundAt', 'firstScanAt', 'scans'],
    filters: ['code', 'kind', 'principalId', 'regionCode', 'boundAt', 'status'],
    search: ['code', 'targetName'],
    sorts: ['boundAt', 'scans'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: { void: { from: ['active'], to: 'voided', remark: true, danger: true } },
});

const label = z.object({ code: z.string(), shown: z.string(), url: z.string() });
/** The next labels of a batch, computed when they are printed. */
export const printCodes = endpoint({
  method: 'POST',
  path: 'trace/codeBatch/print',
  access: needs('trace:code:print'),
  body: z.strictObject({ id: idSchema, count: z.number().int().min(1).max(mostPrinted) }),
  data: z.object({ from: z.int(), labels: z.array(label) }),
  action: 'edit',
});
/** R37: a code goes onto one thing, of the subject it was issued to. */
export const bindCode = endpoint({
  method: 'POST',
  path: 'trace/code/bind',
  access: needs('trace:code:bind'),
  body: z.strictObject({
    code: z.string().min(12).max(20),
    targetType: z.enum(['lot', 'animal']),
    target: z.string().min(1).max(40),
  }),
  data: z.object({ code: z.string(), targetName: z.string(), url: z.string() }),
  action: 'edit',
});
/** A label that is spoiled or lost, bound or not. */
export const voidCodes = endpoint({
  method: 'POST',
  path: 'trace/codeBatch/void',
  access: needs('trace:code:void'),
  body: z.strictObject({ id: idSchema, codes: z.array(z.string().min(12).max(20)).min(1).max(200) }),
  data: z.object({ voided: z.int() }),
  action: 'edit',
});
/** Codes of animals, made at the first print, with the head of their chain that day. */
export const codesForAnimals = endpoint({
  method: 'POST',
  path: 'trace/code/forAnimal',
  access: needs('trace:animal:code'),
  body: z.strictObject({ animalIds: z.array(idSchema).min(1).max(200) }),
  data: z.array(label.extend({ animalId: idSchema, tag: z.string() })),
  action: 'edit',
});
