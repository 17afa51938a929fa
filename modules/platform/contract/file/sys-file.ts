import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Every file of the tenant. Files come in by `sys/file/upload`; here they are looked at, and those that hang on nothing removed. */
export const sysFile = defineResource({
  module: 'platform',
  name: 'sysFile',
  path: 'sys/file',
  screen: '/system/files',
  permission: 'sys:file',
  scope: 'self',
  fields: {
    id: field.id(),
    fileName: field.text({ max: 200, derived: true }),
    family: field.dict('file_family', { derived: true }),
    mime: field.text({ max: 100, derived: true }),
    size: field.int({ derived: true }),
    bizType: field.text({ max: 80, derived: true }),
    bizId: field.int({ derived: true, optional: true }),
    uploader: field.text({ max: 40, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
    takenAt: field.dateTime({ derived: true, optional: true }),
    place: field.point({ derived: true, optional: true }),
    hasThumb: field.bool({ derived: true }),
    isPublic: field.bool({ derived: true }),
    status: field.dict('sys_file_status', { derived: true }),
  },
  title: 'fileName',
  list: {
    columns: ['fileName', 'family', 'size', 'bizType', 'uploader', 'createdAt', 'place', 'status'],
    filters: ['family', 'bizType', 'uploader', 'createdAt', 'size', 'status'],
    search: ['fileName'],
    sorts: ['size', 'createdAt'],
  },
  form: [],
  operations: ['list'],
});
export type SysFile = RowOf<typeof sysFile>;

/** How much there is, of what, and how much the tenant may have. */
export const fileTotals = endpoint({
  method: 'GET',
  path: 'sys/file/totals',
  access: needs('sys:file:list'),
  data: z.object({
    kinds: z.array(
      z.object({
        bizType: z.string(),
        name: z.string(),
        /** The screen its records stand on; null where there is none. */
        screen: z.string().nullable(),
        files: z.number(),
        bytes: z.number(),
      }),
    ),
    files: z.number(),
    bytes: z.number(),
    quotaBytes: z.number(),
  }),
});

/** Links to the small pictures of those files the caller may have; the others are left out. */
export const fileThumbs = endpoint({
  method: 'POST',
  path: 'sys/file/thumbs',
  access: needs('sys:file:list'),
  body: z.strictObject({ idArr: z.array(idSchema).min(1).max(100) }),
  data: z.array(z.object({ id: idSchema, url: z.string(), thumbUrl: z.string() })),
});

/** Only what hangs on nothing (R105). */
export const removeUnlinkedFiles = endpoint({
  method: 'POST',
  path: 'sys/file/remove',
  access: needs('sys:file:remove'),
  body: z.strictObject({ idArr: z.array(idSchema).min(1).max(500) }),
  data: z.object({ removed: z.number() }),
  action: 'remove',
});
