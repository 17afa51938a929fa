import { z } from 'zod';
import { type Field, field } from '#kit/contract/field.ts';
import { isRegionCode } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const codes = z.array(z.string().min(1).max(64)).min(1).max(100).optional();
const ids = z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(500).optional();

/** Everybody the author reaches, or kinds that are joined by "and", with "or" inside a kind. */
export const audienceSchema = z
  .strictObject({
    all: z.literal(true).optional(),
    regionCodes: z
      .array(z.number().int().refine(isRegionCode, { error: 'error.field.region' }))
      .min(1)
      .max(200)
      .optional(),
    principalTypes: codes,
    roleCodes: codes,
    principalIds: ids,
    userIds: ids,
  })
  .refine(({ all, ...kinds }) => (all ? 1 : 0) + (Object.keys(kinds).length > 0 ? 1 : 0) === 1, {
    error: 'error.field.required',
  });
export type Audience = z.output<typeof audienceSchema>;

export const maxAttachments = 10;
/** Of one attachment. */
export const attachmentBytes = 50 * 1024 * 1024;
const fileIds = z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(maxAttachments);

/** A notice somebody writes; those the program sends share the table and have no number. */
export const sysNotice = defineResource({
  module: 'platform',
  name: 'sysNotice',
  path: 'sys/notice/content',
  screen: '/anm/notice/content',
  permission: 'sys:notice:content',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 40, derived: true }),
    type: field.dict('notice_type'),
    level: field.dict('notice_level'),
    title: field.text({ max: 100 }),
    content: field.longText({ max: 20_000 }),
    audience: { ...field.json(), schema: audienceSchema } as Field<Audience>,
    attachments: { ...field.json(), schema: fileIds } as Field<number[]>,
    linkPath: field.text({ max: 200, pattern: /^\/[\w/?=&%.-]*$/, optional: true }),
    needReceipt: field.bool(),
    receiptBefore: field.dateTime({ optional: true }),
    scheduledAt: field.dateTime({ optional: true }),
    receivers: field.int({ derived: true, optional: true }),
    readRate: field.decimal({ scale: 1, unit: '%', derived: true, optional: true }),
    receiptRate: field.decimal({ scale: 1, unit: '%', derived: true, optional: true }),
    publishedAt: field.dateTime({ derived: true, optional: true }),
    authorName: field.text({ max: 40, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
    status: field.state('sys_notice_status', 'draft', 'pendingReview', 'scheduled', 'published', 'withdrawn'),
  },
  title: 'title',
  list: {
    columns: [
      'docNo',
      'title',
      'status',
      'level',
      'audience',
      'receivers',
      'readRate',
      'receiptRate',
      'publishedAt',
      'authorName',
    ],
    filters: ['status', 'level', 'publishedAt', 'type'],
    search: ['title', 'docNo'],
    sorts: ['publishedAt', 'createdAt'],
  },
  form: [
    'type',
    'level',
    'title',
    'content',
    'audience',
    'needReceipt',
    'receiptBefore',
    'scheduledAt',
    'attachments',
    'linkPath',
  ],
  detail: [
    'docNo',
    'type',
    'level',
    'audience',
    'needReceipt',
    'receiptBefore',
    'scheduledAt',
    'publishedAt',
    'authorName',
    'linkPath',
    'content',
    'attachments',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'pendingReview', permission: 'edit' },
    publish: { from: ['draft'], to: 'published' },
    schedule: { from: ['draft'], to: 'scheduled', permission: 'publish', form: { scheduledAt: field.dateTime() } },
    approve: { from: ['pendingReview'], to: 'published' },
    approveLater: {
      from: ['pendingReview'],
      to: 'scheduled',
      permission: 'approve',
      form: { scheduledAt: field.dateTime() },
    },
    reject: { from: ['pendingReview'], to: 'draft', permission: 'approve', remark: true, danger: true },
    fire: { from: ['scheduled'], to: 'published', permission: 'publish' },
    unschedule: { from: ['scheduled'], to: 'draft', permission: 'publish' },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'publish', remark: true, danger: true },
  },
});
export type SysNotice = RowOf<typeof sysNotice>;
