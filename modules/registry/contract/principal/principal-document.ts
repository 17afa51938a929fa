import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const maxFiles = 9;
// At least one in every form; papers carried over from elsewhere may have none.
const fileIds = z.array(idSchema).max(maxFiles);

/** 证照资料: licences and other papers of a unit or of one of its people. */
export const principalDocument = defineResource({
  module: 'registry',
  name: 'principalDocument',
  path: 'pri/document',
  screen: '/pri/documentMaintenance',
  permission: 'pri:document',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    ownerKind: field.dict('principal_document_owner_kind', { derived: true }),
    docKind: field.dict('document_kind'),
    certNo: field.text({ max: 60, optional: true }),
    title: field.text({ max: 80 }),
    issuer: field.text({ max: 80, optional: true }),
    issuedOn: field.date({ optional: true }),
    validFrom: field.date({ optional: true }),
    validTo: field.date({ optional: true }),
    daysLeft: field.int({ derived: true, optional: true }),
    files: { ...field.json(), schema: fileIds } as unknown as Field<number[]>,
    replacesId: field.ref('registry.principalDocument', { optional: true, fixed: true }),
    reason: field.text({ max: 500, derived: true, optional: true }),
    status: field.state('principal_document_status', 'pending', 'valid', 'rejected', 'expired', 'revoked', 'replaced'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'title',
  list: {
    columns: [
      'title',
      'principalId',
      'docKind',
      'validTo',
      'daysLeft',
      'status',
      'certNo',
      'issuer',
      'files',
      'regionCode',
    ],
    filters: ['principalId', 'docKind', 'status', 'validTo', 'regionCode', 'ownerKind'],
    search: ['title', 'certNo', 'issuer'],
    sorts: ['validTo', 'createdAt'],
  },
  form: [
    'principalId',
    'docKind',
    'title',
    'certNo',
    'issuer',
    'issuedOn',
    'validFrom',
    'validTo',
    'files',
    'replacesId',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['pending', 'rejected'],
  transitions: {
    verify: { from: ['pending'], to: 'valid' },
    reject: { from: ['pending'], to: 'rejected', permission: 'verify', remark: true, danger: true },
    resubmit: { from: ['rejected'], to: 'pending', permission: 'edit' },
    revoke: { from: ['valid'], to: 'revoked', permission: 'verify', remark: true, danger: true },
  },
});
export type PrincipalDocument = RowOf<typeof principalDocument>;

/** How many stand under each tab of the screen. */
export const documentCounts = endpoint({
  method: 'GET',
  path: 'pri/document/counts',
  access: needs('pri:document:list'),
  data: z.object({ pending: z.int(), valid: z.int(), expiring: z.int(), expired: z.int() }),
});

/** Tells the owners of these papers that their end is near, or past. */
export const remindOwners = endpoint({
  method: 'POST',
  path: 'pri/document/remind',
  access: needs('pri:document:verify'),
  action: 'remind',
  body: z.object({ idArr: z.array(idSchema).min(1).max(500) }),
  data: z.object({ told: z.int() }),
});

/** Days before its end at which a paper is called to mind, and within which it counts as ending. */
export const reminderDays = [60, 30, 7] as const;
