import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** What waits for somebody: opened by the program where a record waits, or by hand for a person. */

export const taskTabs = ['mine', 'claimed', 'sent', 'done', 'all'] as const;
export const taskMoves = ['claim', 'release', 'assign', 'finish', 'cancel'] as const;
export type TaskMove = (typeof taskMoves)[number];

export const taskSchema = z.object({
  id: z.number(),
  docNo: z.string().nullable(),
  taskType: z.string(),
  taskTypeStr: z.string(),
  taskName: z.string(),
  priority: z.string(),
  priorityStr: z.string(),
  icon: z.string().nullable(),
  linkPath: z.string(),
  regionCode: z.number(),
  regionName: z.string().nullable(),
  principalName: z.string().nullable(),
  openedAt: z.string(),
  dueAt: z.string().nullable(),
  overdue: z.boolean(),
  assigneeId: z.number().nullable(),
  assigneeName: z.string().nullable(),
  makerName: z.string().nullable(),
  status: z.string(),
  statusStr: z.string(),
  source: z.string(),
  content: z.string().nullable(),
  result: z.string().nullable(),
  closedAt: z.string().nullable(),
  files: z.array(z.object({ fileId: z.number(), fileName: z.string(), url: z.string() })),
  version: z.number(),
  /** What the caller may do with it now. */
  _can: z.array(z.string()),
});
export type Task = z.output<typeof taskSchema>;

export const taskCountsSchema = z.object({
  open: z.number(),
  overdue: z.number(),
  dueToday: z.number(),
  doneWeek: z.number(),
});
export type TaskCounts = z.output<typeof taskCountsSchema>;

const regionCode = z.number().int().min(1).max(999_999_999_999);

/** Overdue first, then by priority and the day it is due. */
export const listTasks = endpoint({
  method: 'POST',
  path: 'sys/task/info/list',
  access: needs('sys:task:list'),
  body: z.strictObject({
    page: z.number().int().min(1).max(100_000).default(1),
    pageSize: z.number().int().min(1).max(1000).default(20),
    tab: z.enum(taskTabs).default('mine'),
    taskType: z.string().max(30).optional(),
    priority: z.string().max(10).optional(),
    status: z.string().max(20).optional(),
    overdue: z.boolean().optional(),
    regionCode: regionCode.optional(),
    principalId: idSchema.optional(),
    keyword: z.string().trim().max(100).optional(),
    dateFrom: z.iso.date().optional(),
    dateTo: z.iso.date().optional(),
  }),
  data: z.object({ list: z.array(taskSchema), total: z.number(), counts: taskCountsSchema }),
});

/** For these people, or for everybody of a role in a region: one task for each of them. */
export const addTask = endpoint({
  method: 'POST',
  path: 'sys/task/info/add',
  access: needs('sys:task:add'),
  body: z
    .strictObject({
      taskName: z.string().trim().min(1).max(100),
      taskType: z.string().min(1).max(30),
      priority: z.enum(['1', '2', '3', '4']),
      dueAt: z.iso.datetime({ offset: true }).nullish(),
      userIds: z.array(idSchema).min(1).max(200).optional(),
      regionCode: regionCode.optional(),
      roleCode: z.string().max(64).optional(),
      content: z.string().trim().max(2000).nullish(),
      fileIds: z.array(idSchema).max(10).default([]),
    })
    .refine((body) => (body.userIds ? !body.regionCode && !body.roleCode : body.regionCode && body.roleCode), {
      path: ['userIds'],
      error: 'error.field.required',
    }),
  data: z.object({ created: z.number() }),
  action: 'add',
});

export const moveTask = endpoint({
  method: 'POST',
  path: 'sys/task/info/transition',
  access: needs('sys:task:list'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    name: z.enum(taskMoves),
    /** Of `assign`. */
    assigneeId: idSchema.optional(),
    /** Of `finish`: what came of it. */
    result: z.string().trim().max(2000).optional(),
    fileIds: z.array(idSchema).max(10).default([]),
    remark: z.string().trim().max(500).optional(),
  }),
  data: z.object({ status: z.string(), version: versionSchema }),
  action: 'transition',
});
