import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** Long work of the caller: how far it is, and what came out. */

export const jobSchema = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  screenPath: z.string().nullable(),
  status: z.enum(['queued', 'running', 'succeeded', 'partly', 'failed', 'cancelled', 'expired']),
  total: z.number().nullable(),
  done: z.number(),
  failedRows: z.number(),
  percent: z.number(),
  message: z.string().nullable(),
  hasResult: z.boolean(),
  hasErrors: z.boolean(),
  /** Who asked for it; the files are theirs alone. */
  maker: z.string(),
  isMine: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type Job = z.output<typeof jobSchema>;

export const listJobs = endpoint({
  method: 'GET',
  path: 'sys/job/list',
  access: 'session',
  query: z.strictObject({
    kind: z.string().max(30).optional(),
    status: z.string().max(100).optional(),
    title: z.string().trim().max(100).optional(),
    maker: z.string().trim().max(50).optional(),
    /** Days on which it was asked for, both inclusive. */
    createdAtFrom: z.iso.date().optional(),
    createdAtTo: z.iso.date().optional(),
    /** `false` asks for everybody's, which takes `sys:job:listAll`; without it they are one's own all the same. */
    mine: z.enum(['true', 'false']).default('true'),
    pageNum: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(500).default(10),
  }),
  data: z.array(jobSchema),
});

export const getJob = endpoint({
  method: 'GET',
  path: 'sys/job/:id',
  access: 'session',
  params: z.object({ id: idSchema }),
  data: jobSchema,
});

const body = z.strictObject({ id: idSchema });

/** Takes effect after the batch under way; what is saved stays saved. */
export const cancelJob = endpoint({
  method: 'POST',
  path: 'sys/job/cancel',
  access: 'session',
  body,
  data: z.null(),
  action: 'edit',
});

/** The same work once more, as a new job. */
export const rerunJob = endpoint({
  method: 'POST',
  path: 'sys/job/rerun',
  access: 'session',
  body,
  data: z.object({ jobId: idSchema }),
  action: 'add',
});

export const jobFile = endpoint({
  method: 'GET',
  path: 'sys/job/file/:id',
  access: 'session',
  params: z.object({ id: idSchema }),
  query: z.strictObject({ which: z.enum(['result', 'errors']).default('result') }),
  data: z.null(),
  download: true,
});

/** The first rows an import refused, with the reasons in the language it ran in; all of them stand in its error file. */
export const jobErrors = endpoint({
  method: 'GET',
  path: 'sys/job/errors/:id',
  access: 'session',
  params: z.object({ id: idSchema }),
  data: z.array(z.object({ rowNo: z.number(), reasons: z.array(z.object({ field: z.string(), msg: z.string() })) })),
});
