import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { audienceSchema } from './sys-notice.ts';

/** What an author asks about a notice beside the notice itself. */

const regionCode = z.coerce.number().int().min(1).max(999_999_999_999);

/** How many an audience reaches now; those it will reach are fixed when the notice is published. */
export const audienceCount = endpoint({
  method: 'POST',
  path: 'sys/notice/content/audienceCount',
  access: needs('sys:notice:content:edit'),
  body: z.strictObject({ audience: audienceSchema }),
  data: z.object({
    users: z.number(),
    principals: z.number(),
    byRegion: z.array(z.object({ regionCode: z.number(), regionName: z.string(), users: z.number() })),
  }),
});

export const receiptRegionSchema = z.object({
  regionCode: z.number(),
  regionName: z.string(),
  receivers: z.number(),
  read: z.number(),
  receipted: z.number(),
  late: z.number(),
  hasChildren: z.boolean(),
});
export type ReceiptRegion = z.output<typeof receiptRegionSchema>;

export const missingPersonSchema = z.object({
  userId: z.number(),
  name: z.string(),
  principalId: z.number().nullable(),
  principalName: z.string().nullable(),
  /** Masked; of the organisation. */
  phone: z.string().nullable(),
  regionCode: z.number(),
  regionName: z.string(),
  isRead: z.boolean(),
  nudgedAt: z.string().nullable(),
});
export type MissingPerson = z.output<typeof missingPersonSchema>;

/** Counts by region one level below `regionCode`, and who is missing there. */
export const noticeReceipts = endpoint({
  method: 'GET',
  path: 'sys/notice/content/receipts',
  access: needs('sys:notice:content:list'),
  query: z.strictObject({
    noticeId: idSchema,
    regionCode: regionCode.optional(),
    pageNum: z.coerce.number().int().min(1).max(500).default(1),
    pageSize: z.coerce.number().int().min(1).max(500).default(20),
  }),
  data: z.object({
    notice: z.object({
      id: z.number(),
      docNo: z.string(),
      title: z.string(),
      status: z.string(),
      needReceipt: z.boolean(),
      receiptBefore: z.string().nullable(),
      publishedAt: z.string().nullable(),
    }),
    sum: z.object({ receivers: z.number(), read: z.number(), receipted: z.number(), late: z.number() }),
    regions: z.array(receiptRegionSchema),
    missing: z.array(missingPersonSchema),
    missingTotal: z.number(),
  }),
});

export const exportReceipts = endpoint({
  method: 'POST',
  path: 'sys/notice/content/receiptsExport',
  access: needs('sys:notice:content:list'),
  body: z.strictObject({ noticeId: idSchema }),
  data: z.null(),
  action: 'export',
  download: true,
});

/** An urgent reminder to those who are missing: the named ones, or all of a region; each once in four hours. */
export const nudge = endpoint({
  method: 'POST',
  path: 'sys/notice/content/nudge',
  access: needs('sys:notice:content:publish'),
  body: z.strictObject({
    noticeId: idSchema,
    idArr: z.array(idSchema).min(1).max(500).optional(),
    regionCode: regionCode.optional(),
  }),
  data: z.object({ sent: z.number(), skipped: z.number() }),
  action: 'nudge',
});

const chooses = needs('sys:notice:content:edit', 'sys:task:add', 'sys:task:assign');
const option = z.object({ id: z.number(), name: z.string(), principalName: z.string().nullable() });

/** People whom the caller reaches, to choose from; with `ids`, those by id. */
export const personOptions = endpoint({
  method: 'GET',
  path: 'sys/person/options',
  access: chooses,
  query: z.strictObject({
    keyword: z.string().trim().max(40).optional(),
    ids: z
      .string()
      .max(2000)
      .regex(/^\d{1,15}(,\d{1,15})*$/)
      .optional(),
  }),
  data: z.array(option),
});

export const roleOptions = endpoint({
  method: 'GET',
  path: 'sys/role/options',
  access: needs('sys:notice:content:list', 'sys:task:add', 'sys:task:assign'),
  data: z.array(z.object({ roleCode: z.string(), roleName: z.string() })),
});
