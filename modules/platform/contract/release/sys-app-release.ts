import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Versions of the phone apps; what is offered is the highest released one of its app and platform. */
export const sysAppRelease = defineResource({
  module: 'platform',
  name: 'sysAppRelease',
  path: 'sys/app',
  screen: '/system/config/appDownload',
  permission: 'sys:app',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'global',
  fields: {
    id: field.id(),
    appCode: field.dict('app_code', { fixed: true }),
    platform: field.dict('sys_app_release_platform', { fixed: true }),
    versionName: field.text({ max: 30, pattern: /^\d+(\.\d+){1,3}$/ }),
    versionCode: field.int({ min: 1, max: 2_000_000_000 }),
    minVersionCode: field.int({ min: 0, max: 2_000_000_000 }),
    /** The version whose users below must renew, by name where it is known. */
    forcedBelow: field.text({ max: 30, derived: true, optional: true }),
    fileId: field.int({ min: 1, optional: true }),
    storeUrl: field.text({ max: 300, pattern: /^https:\/\/\S+$/, optional: true }),
    size: field.int({ derived: true, optional: true }),
    sha256: field.text({ max: 64, derived: true, optional: true }),
    notesZhCn: field.longText({ max: 2000, optional: true }),
    notesZhTw: field.longText({ max: 2000, optional: true }),
    notesEn: field.longText({ max: 2000, optional: true }),
    releasedAt: field.dateTime({ derived: true, optional: true }),
    downloads: field.int({ derived: true }),
    /** The one that is offered now. */
    offered: field.bool({ derived: true }),
    status: field.state('sys_app_release_status', 'draft', 'released', 'withdrawn'),
  },
  title: 'versionName',
  list: {
    columns: [
      'appCode',
      'platform',
      'versionName',
      'versionCode',
      'forcedBelow',
      'size',
      'releasedAt',
      'downloads',
      'offered',
      'status',
    ],
    filters: ['appCode', 'platform', 'status'],
    search: ['versionName'],
    sorts: ['versionCode', 'releasedAt', 'downloads'],
  },
  form: [
    'appCode',
    'platform',
    'versionName',
    'versionCode',
    'minVersionCode',
    'fileId',
    'storeUrl',
    'notesZhCn',
    'notesZhTw',
    'notesEn',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  editableIn: ['draft'],
  transitions: {
    release: { from: ['draft'], to: 'released' },
    withdraw: { from: ['released'], to: 'withdrawn', permission: 'release', remark: true, danger: true },
  },
});
export type SysAppRelease = RowOf<typeof sysAppRelease>;

const megabyte = 1024 * 1024;
export const packageBytes = 300 * megabyte;

/** A package is told by what it holds; it waits to be saved with its release. */
export const uploadPackage = endpoint({
  method: 'POST',
  path: 'sys/app/upload',
  access: needs('sys:app:edit'),
  upload: packageBytes,
  body: z.strictObject({ platform: z.string().max(20) }),
  data: z.object({ fileId: idSchema, fileName: z.string(), size: z.number(), sha256: z.string() }),
  action: 'add',
});

const asked = {
  appCode: z.string().max(40),
  platform: z.string().max(20),
  versionCode: z.coerce.number().int().min(0).max(2_000_000_000).optional(),
};

/** What an app asks at its start: the version on offer and whether it must be taken; null where nothing is released. */
export const appLatest = endpoint({
  method: 'GET',
  path: 'sys/app/latest',
  // Public: the phone app checks for a new version before login.
  access: 'public',
  query: z.strictObject(asked),
  data: z
    .object({
      appName: z.string(),
      platform: z.string(),
      versionName: z.string(),
      versionCode: z.number(),
      url: z.string(),
      size: z.number().nullable(),
      sha256: z.string().nullable(),
      notes: z.string().nullable(),
      releasedAt: z.string().nullable(),
      forced: z.boolean(),
    })
    .nullable(),
});
export type AppLatest = NonNullable<z.output<typeof appLatest.data>>;

/** The package itself, under an address that does not change; counted. */
export const appDownload = endpoint({
  method: 'GET',
  path: 'sys/app/download/:id',
  // Public: whoever scanned the code may download the released package.
  access: 'public',
  params: z.object({ id: idSchema }),
  data: z.null(),
  download: true,
});
