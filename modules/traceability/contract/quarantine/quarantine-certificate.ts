import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 检疫证: made by issuing a declaration; after that it is revoked or replaced, never changed. */
export const quarantineCertificate = defineResource({
  module: 'traceability',
  name: 'quarantineCertificate',
  path: 'trace/certificate',
  screen: '/traceability/livestockRegistration/quarantineManagement',
  permission: 'trace:quarantine',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    officialNo: field.text({ max: 40, ...derived }),
    certType: field.dict('cert_type', derived),
    principalId: { ...field.int(derived), kind: 'id' as const },
    holder: field.text({ max: 120, ...derived }),
    regionCode: field.region(derived),
    receiver: field.text({ max: 120, ...maybe }),
    toRegionCode: field.region(derived),
    species: field.dict('species', maybe),
    purpose: field.dict('move_purpose', maybe),
    heads: field.int(derived),
    ranges: field.longText({ max: 8000, ...derived }),
    plateNo: field.text({ max: 12, ...maybe }),
    issuedAt: field.dateTime(derived),
    validUntil: field.dateTime(derived),
    vetName: field.text({ max: 60, ...derived }),
    prints: field.int(derived),
    reason: field.longText({ max: 500, ...maybe }),
    status: field.state('quarantine_certificate_status', 'valid', 'used', 'closed', 'expired', 'revoked', 'replaced'),
  },
  title: 'officialNo',
  list: {
    columns: [
      'officialNo',
      'status',
      'certType',
      'holder',
      'receiver',
      'heads',
      'species',
      'purpose',
      'plateNo',
      'issuedAt',
      'validUntil',
      'vetName',
    ],
    filters: ['officialNo', 'certType', 'regionCode', 'purpose', 'species', 'plateNo', 'issuedAt', 'status'],
    search: ['officialNo', 'docNo', 'plateNo'],
    sorts: ['issuedAt', 'validUntil'],
    sort: '-issuedAt',
  },
  form: [],
  detail: [
    'docNo',
    'certType',
    'holder',
    'regionCode',
    'receiver',
    'toRegionCode',
    'species',
    'purpose',
    'heads',
    'plateNo',
    'issuedAt',
    'validUntil',
    'vetName',
    'prints',
    'ranges',
    'reason',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    revoke: { from: ['valid', 'used'], to: 'revoked', remark: true, danger: true },
  },
});
export type QuarantineCertificate = RowOf<typeof quarantineCertificate>;

/** R18: same animals, another number: a form was spoiled, or its number was typed wrongly. */
export const replaceCertificate = endpoint({
  method: 'POST',
  path: 'trace/certificate/replace',
  access: needs('trace:quarantine:issue'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    officialNo: z.string().regex(/^[A-Za-z0-9-]{6,40}$/),
    reason: z.string().trim().min(2).max(500),
  }),
  data: z.object({ id: idSchema, docNo: z.string() }),
  action: 'edit',
});

/** What a number stands for: the certificate as far as the caller may see it, else only what a checkpoint must know. */
export const certificateByNo = endpoint({
  method: 'GET',
  path: 'trace/certificate/byNo',
  access: needs('trace:quarantine:list', 'trace:movement:list', 'trace:inspect:view'),
  query: z.strictObject({ officialNo: z.string().min(6).max(40) }),
  data: z.object({
    valid: z.boolean(),
    certType: z.string(),
    heads: z.number().int(),
    fromCounty: z.number(),
    toCounty: z.number(),
    id: idSchema.nullable(),
    holder: z.string().nullable(),
    receiver: z.string().nullable(),
    validUntil: z.string().nullable(),
    tags: z.array(z.string()),
  }),
});

/** Whether a certificate covers animals on a day: for whoever takes them over. */
export const certificateCoversCall = endpoint({
  method: 'POST',
  path: 'trace/certificate/covers',
  access: needs('trace:quarantine:list', 'trace:movement:list'),
  body: z.strictObject({
    officialNo: z.string().min(6).max(40),
    animalIds: z.array(idSchema).min(1).max(1000),
    on: z.iso.date(),
  }),
  data: z.object({ ok: z.boolean(), uncovered: z.array(idSchema), why: z.string().nullable() }),
});

/** R18: the paper's data; copies after the first are marked. */
export const printCertificate = endpoint({
  method: 'POST',
  path: 'trace/certificate/print',
  access: needs('trace:quarantine:issue'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({
    copy: z.boolean(),
    prints: z.number().int(),
    officialNo: z.string(),
    certType: z.string(),
    holder: z.string(),
    fromRegion: z.string(),
    receiver: z.string(),
    toRegion: z.string(),
    species: z.string(),
    purpose: z.string(),
    heads: z.number().int(),
    ranges: z.string(),
    plateNo: z.string().nullable(),
    issuedAt: z.string(),
    validUntil: z.string(),
    vetName: z.string(),
    station: z.string(),
  }),
  action: 'print',
});
