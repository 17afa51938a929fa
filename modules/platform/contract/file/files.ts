import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** Files: sent first, hung on a record when the form is saved, fetched through links that live for minutes. */

const megabyte = 1024 * 1024;
/** Parts of a form are texts, and one left blank is one not given. */
const given = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const fileSchema = z.object({
  fileId: z.number(),
  fileName: z.string(),
  url: z.string(),
  thumbUrl: z.string().nullable(),
  size: z.number(),
  mime: z.string(),
  sha256: z.string(),
  takenAt: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});
export type FileInfo = z.output<typeof fileSchema>;

/** `bizType` is the record's resource, `<module>.<noun>`; what the phone knows of time and place wins over the picture's own notes. */
export const uploadFile = endpoint({
  method: 'POST',
  path: 'sys/file/upload',
  access: 'session',
  upload: 500 * megabyte,
  body: z.strictObject({
    bizType: z.string().max(80),
    takenAt: given(z.iso.datetime({ offset: true })),
    longitude: given(z.coerce.number().min(-180).max(180)),
    latitude: given(z.coerce.number().min(-90).max(90)),
  }),
  data: fileSchema,
  action: 'add',
});

/** Icons and logos: pictures, or drawings that are cleaned; anybody may see them. */
export const uploadMenuFile = endpoint({
  method: 'POST',
  path: 'sys/file/uploadMenu',
  access: needs('sys:menu:edit', 'sys:webConfig:edit'),
  upload: 10 * megabyte,
  body: z.strictObject({}),
  data: z.object({ fileId: z.number(), url: z.string() }),
  action: 'add',
});

export const fileLink = endpoint({
  method: 'GET',
  path: 'sys/file/link/:fileId',
  access: 'session',
  params: z.object({ fileId: idSchema }),
  query: z.strictObject({ thumb: z.enum(['0', '1', 'true', 'false']).optional() }),
  data: z.object({ url: z.string(), expiresIn: z.number() }),
});

/** What a link leads to. A browser sends no token for a picture: the signature stands in its place. */
export const rawFile = endpoint({
  method: 'GET',
  path: 'sys/file/raw/:fileId',
  // Public: images and downloads are requested without a token; the signature names file, session and expiry.
  access: 'public',
  params: z.object({ fileId: idSchema }),
  query: z.strictObject({
    e: z.coerce.number().int().positive(),
    s: idSchema,
    t: z.literal('1').optional(),
    sig: z.string().max(100),
  }),
  data: z.null(),
  download: true,
});

export const publicFile = endpoint({
  method: 'GET',
  path: 'sys/file/public/:fileId',
  // Public: login pages show these icons and logos.
  access: 'public',
  params: z.object({ fileId: idSchema }),
  data: z.null(),
  download: true,
});
