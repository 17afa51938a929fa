import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** The bell's two lists. */

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
  linkPath: z.string().nullable(),
});
export type Notice = z.output<typeof noticeSchema>;

export const listNotices = endpoint({
  method: 'POST',
  path: 'sys/notice/info/list',
  access: needs('sys:notice:info:list'),
  body: z.strictObject({
    page: z.number().int().min(1),
    pageSize: z.number().int().min(1).max(1000),
    isRead: z.union([z.literal(0), z.literal(1)]).optional(),
    farmId: idSchema.nullable().optional(),
    type: z.string().max(30).optional(),
  }),
  data: z.object({
    list: z.array(noticeSchema),
    total: z.number(),
    unread: z.object({ notice: z.number(), warning: z.number(), reminder: z.number(), system: z.number() }),
  }),
});

export const readNotices = endpoint({
  method: 'POST',
  path: 'sys/notice/info/update',
  access: needs('sys:notice:info:list'),
  body: z.strictObject({ idArr: z.array(idSchema).max(1000) }),
  data: z.object({ updated: z.number() }),
});

export const taskSchema = z.object({
  id: z.number(),
  taskType: z.string(),
  taskTypeStr: z.string(),
  taskName: z.string(),
  priority: z.string(),
  priorityStr: z.string(),
  icon: z.string().nullable(),
  linkPath: z.string(),
  openedAt: z.string(),
  dueAt: z.string().nullable(),
  overdue: z.boolean(),
  status: z.string(),
});
export type Task = z.output<typeof taskSchema>;

export const listTasks = endpoint({
  method: 'POST',
  path: 'sys/task/info/list',
  access: needs('sys:task:list'),
  body: z.strictObject({
    page: z.number().int().min(1).default(1),
    pageSize: z.number().int().min(1).max(1000).default(20),
    tab: z.enum(['mine', 'claimed', 'sent', 'done', 'all']).default('mine'),
  }),
  data: z.object({ list: z.array(taskSchema), total: z.number() }),
});
