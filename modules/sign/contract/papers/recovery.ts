import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 回收: a bag of numbers that go back: unused ones to the shelf, worn ones to the fire. */
export const signRecovery = defineResource({
  module: 'sign',
  name: 'signRecovery',
  path: 'sign/recovery',
  screen: '/sign/packRecovery',
  permission: 'sign:recovery',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('sign_recovery_kind', { fixed: true }),
    bagNo: field.text({ max: 30 }),
    fromPrincipalId: field.ref('registry.principal', derived),
    fromStaffId: field.ref('registry.staff', maybe),
    fromName: field.text({ max: 120, ...maybe }),
    toPrincipalId: field.ref('registry.principal', derived),
    toName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    reason: field.dict('recover_reason'),
    unreadable: field.int({ min: 0, max: 100_000 }),
    count: field.int(derived),
    counted: field.int(maybe),
    missingCodes: field.text({ max: 4000, ...maybe }),
    sealPhoto: field.files({ max: 3, ...maybe }),
    sealedOn: field.date(maybe),
    handedOn: field.date(maybe),
    receivedOn: field.date(maybe),
    destroyedOn: field.date(maybe),
    destroyMethod: field.dict('sign_destroy_method', maybe),
    destroyBy: field.text({ max: 60, ...maybe }),
    destroyWitness: field.text({ max: 60, ...maybe }),
    destroyPhotos: field.files({ max: 9, ...maybe }),
    daysOpen: field.int({ unit: 'day', ...derived }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('sign_recovery_status', 'open', 'sealed', 'handed', 'received', 'destroyed'),
    createdAt: field.dateTime(derived),
  },
  title: 'bagNo',
  list: {
    columns: [
      'docNo',
      'bagNo',
      'kind',
      'fromName',
      'toName',
      'count',
      'counted',
      'unreadable',
      'sealedOn',
      'receivedOn',
      'destroyedOn',
      'daysOpen',
      'status',
    ],
    filters: ['status', 'kind', 'reason', 'fromPrincipalId', 'toPrincipalId', 'sealedOn', 'regionCode'],
    search: ['docNo', 'bagNo'],
    sorts: ['createdAt', 'sealedOn'],
  },
  form: ['kind', 'bagNo', 'reason', 'unreadable', 'remark'],
  detail: [
    'docNo',
    'bagNo',
    'kind',
    'fromName',
    'toName',
    'reason',
    'count',
    'counted',
    'missingCodes',
    'unreadable',
    'sealPhoto',
    'sealedOn',
    'handedOn',
    'receivedOn',
    'destroyedOn',
    'destroyMethod',
    'destroyBy',
    'destroyWitness',
    'destroyPhotos',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['open'],
  transitions: {
    seal: {
      from: ['open'],
      to: 'sealed',
      permission: 'add',
      form: { sealPhoto: field.files({ max: 3, optional: true }) },
    },
    unseal: { from: ['sealed'], to: 'open', permission: 'add', remark: true, danger: true },
    hand: { from: ['sealed'], to: 'handed', permission: 'add' },
    receive: {
      from: ['handed'],
      to: 'received',
      form: { missingCodes: field.longText({ max: 4000, optional: true }) },
    },
    destroy: {
      from: ['received'],
      to: 'destroyed',
      danger: true,
      form: {
        destroyedOn: field.date(),
        destroyMethod: field.dict('sign_destroy_method'),
        destroyBy: field.text({ max: 60 }),
        destroyWitness: field.text({ max: 60 }),
        destroyPhotos: field.files({ max: 9 }),
      },
    },
  },
});
export type SignRecovery = RowOf<typeof signRecovery>;

const scanned = z.object({
  ok: z.boolean(),
  code: z.number().nullable(),
  shown: z.string(),
  text: z.string().nullable(),
  bizCode: z.string().nullable(),
  animal: z.string().nullable(),
  count: z.number(),
});
/** R44: one scan into the bag; the same scan sent again stands once. */
export const scanRecovery = endpoint({
  method: 'POST',
  path: 'sign/recovery/scan',
  access: needs('sign:recovery:add'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    texts: z.array(z.string().trim().min(3).max(60)).min(1).max(500),
  }),
  data: z.object({ results: z.array(scanned), count: z.number(), version: versionSchema }),
});
export const unscanRecovery = endpoint({
  method: 'POST',
  path: 'sign/recovery/unscan',
  access: needs('sign:recovery:add'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, lineId: idSchema }),
  data: z.object({ count: z.number() }),
});
export const recoveryLines = endpoint({
  method: 'GET',
  path: 'sign/recovery/lines',
  access: needs('sign:recovery:list'),
  query: z.object({ id: idSchema }),
  data: z.array(
    z.object({
      id: idSchema,
      shown: z.string(),
      codeFrom: z.string(),
      codeTo: z.string(),
      count: z.number(),
      category: z.string(),
      animal: z.string().nullable(),
    }),
  ),
});
/** R34: everything a worker still has, in one bag, so that he can leave. */
export const recoverAll = endpoint({
  method: 'POST',
  path: 'sign/recovery/recoverAll',
  access: needs('sign:recovery:add'),
  action: 'add',
  body: z.strictObject({ staffId: idSchema, reason: z.string().max(40).default('leave') }),
  data: z.object({ id: idSchema, docNo: z.string(), count: z.number() }),
});
export const recoveryEndpoints = [scanRecovery, unscanRecovery, recoveryLines, recoverAll];
