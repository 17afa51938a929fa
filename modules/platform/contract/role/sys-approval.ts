import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const approvalKinds = ['grantAdmin', 'resetAdmin', 'sensitiveExport', 'closeTenant', 'regionRecode'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What one person asks and another one decides. Read here; asked and decided by calls of their own. */
export const sysApproval = defineResource({
  module: 'platform',
  name: 'sysApproval',
  path: 'sys/approval',
  screen: '/system/approvals',
  permission: 'sys:approval',
  scope: 'tenant',
  fields: {
    id: field.id(),
    title: field.text({ max: 200, derived: true }),
    kind: field.dict('approval_kind', { derived: true }),
    requestedBy: field.int({ derived: true }),
    requestedName: field.text({ max: 40, derived: true }),
    reason: field.longText({ max: 500, derived: true }),
    createdAt: field.dateTime({ derived: true }),
    expiresAt: field.dateTime({ derived: true }),
    status: field.state('sys_approval_status', 'pending', 'executed', 'failed', 'rejected', 'lapsed'),
    decidedBy: field.int({ derived: true, optional: true }),
    decidedName: field.text({ max: 40, derived: true, optional: true }),
    decidedAt: field.dateTime({ derived: true, optional: true }),
    opinion: field.longText({ max: 500, derived: true, optional: true }),
    deciderRoles: field.json({ derived: true }),
    /** The title as a key, before it is said in the reader's language. */
    texts: field.json({ derived: true, optional: true }),
  },
  title: 'title',
  list: {
    columns: ['title', 'kind', 'requestedName', 'reason', 'createdAt', 'expiresAt', 'status', 'decidedName'],
    filters: ['status', 'kind', 'requestedName', 'createdAt'],
    search: ['requestedName', 'reason'],
    sorts: ['createdAt'],
  },
  form: [],
  detail: [
    'title',
    'kind',
    'requestedName',
    'reason',
    'createdAt',
    'expiresAt',
    'status',
    'decidedName',
    'decidedAt',
    'opinion',
  ],
  operations: ['list', 'detail'],
});
export type SysApproval = RowOf<typeof sysApproval>;

/** The payload in words: one line per thing that would change. */
export const approvalWords = endpoint({
  method: 'GET',
  path: 'sys/approval/words/:id',
  access: needs('sys:approval:list'),
  params: z.object({ id: idSchema }),
  data: z.object({
    lines: z.array(z.object({ label: z.string(), value: z.string() })),
    mayDecide: z.boolean(),
    /** Why not, where not. */
    whyNot: z.string().nullable(),
  }),
});

export const decideApproval = endpoint({
  method: 'POST',
  path: 'sys/approval/decide',
  access: needs('sys:approval:decide'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    decision: z.enum(['approve', 'reject']),
    opinion: z.string().trim().max(500).optional(),
  }),
  data: z.object({
    status: z.string(),
    initialPassword: z.string().optional(),
    validUntil: z.string().optional(),
    username: z.string().optional(),
  }),
  action: 'approve',
  secret: true,
});
