import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** What people are told: the bell's list and the inbox. */

const access = needs('sys:notice:info:list');
export const noticeTypes = ['notice', 'warning', 'reminder', 'system'] as const;
export type NoticeType = (typeof noticeTypes)[number];

export const noticeSchema = z.object({
  noticeId: z.number(),
  noticeReceiverId: z.number(),
  title: z.string(),
  content: z.string(),
  noticeDate: z.string(),
  animalNumber: z.string().nullable(),
  icon: z.string().nullable(),
  type: z.string(),
  level: z.string(),
  isRead: z.union([z.literal(0), z.literal(1)]),
  readTime: z.string().nullable(),
  needReceipt: z.boolean(),
  receiptBefore: z.string().nullable(),
  receiptTime: z.string().nullable(),
  linkPath: z.string().nullable(),
  sender: z.string().nullable(),
});
export type Notice = z.output<typeof noticeSchema>;

/** `isRead: 0` also brings those read already that still wait for a receipt. */
export const listNotices = endpoint({
  method: 'POST',
  path: 'sys/notice/info/list',
  access,
  body: z.strictObject({
    page: z.number().int().min(1).max(100_000),
    pageSize: z.number().int().min(1).max(1000),
    isRead: z.union([z.literal(0), z.literal(1)]).optional(),
    farmId: idSchema.nullable().optional(),
    type: z.string().max(30).optional(),
    level: z.string().max(30).optional(),
    /** Looks into the title, the text and the ear tag. */
    keyword: z.string().trim().max(100).optional(),
    dateFrom: z.iso.date().optional(),
    dateTo: z.iso.date().optional(),
  }),
  data: z.object({
    list: z.array(noticeSchema),
    total: z.number(),
    unread: z.object({ notice: z.number(), warning: z.number(), reminder: z.number(), system: z.number() }),
  }),
});

/** `receiptsDue`: how many of those asked for stay in the bell, because reading does not replace the receipt they ask for. */
const readAnswer = z.object({ updated: z.number(), receiptsDue: z.number() });

export const readNotices = endpoint({
  method: 'POST',
  path: 'sys/notice/info/update',
  access,
  body: z.strictObject({ idArr: z.array(idSchema).max(1000) }),
  data: readAnswer,
});

/** All of a type at once, however many there are. */
export const readAllNotices = endpoint({
  method: 'POST',
  path: 'sys/notice/info/updateAll',
  access,
  body: z.strictObject({ type: z.enum(noticeTypes).optional() }),
  data: readAnswer,
});

const attachmentSchema = z.object({ fileId: z.number(), fileName: z.string(), size: z.number(), url: z.string() });
export const openedNoticeSchema = noticeSchema.extend({
  receiptText: z.string().nullable(),
  attachments: z.array(attachmentSchema),
});
export type OpenedNotice = z.output<typeof openedNoticeSchema>;

/** One notice whole, with its pictures and files; opening it is reading it. */
export const openNotice = endpoint({
  method: 'POST',
  path: 'sys/notice/info/open',
  access,
  body: z.union([z.strictObject({ noticeReceiverId: idSchema }), z.strictObject({ noticeId: idSchema })]),
  data: openedNoticeSchema,
});

export const receiptNotice = endpoint({
  method: 'POST',
  path: 'sys/notice/info/receipt',
  access,
  body: z.strictObject({ noticeReceiverId: idSchema, receiptText: z.string().trim().max(500).optional() }),
  data: z.null(),
  action: 'receipt',
});
