import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** Sessions that are open: one's own, and for the security administrator everybody's of the tenant. */

export const sessionSchema = z.object({
  sessionId: z.number(),
  userId: z.number(),
  username: z.string(),
  nickname: z.string(),
  organizationName: z.string().nullable(),
  clientType: z.string(),
  portalTitle: z.string().nullable(),
  ip: z.string().nullable(),
  browser: z.string(),
  os: z.string(),
  createdAt: z.string(),
  lastActiveAt: z.string(),
  currentPath: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type OpenSession = z.output<typeof sessionSchema>;

export const mySessions = endpoint({
  method: 'GET',
  path: 'sys/session/mine',
  access: 'session',
  data: z.array(sessionSchema),
});

export const listSessions = endpoint({
  method: 'GET',
  path: 'sys/session/list',
  access: needs('sys:session:list'),
  query: z.strictObject({
    pageNum: pageQuery.pageNum,
    pageSize: pageQuery.pageSize,
    keyword: pageQuery.keyword,
    principalId: idSchema.optional(),
    regionCode: z.coerce.number().int().min(110_000_000_000).max(999_999_999_999).optional(),
    portalId: z.string().max(60).optional(),
    clientType: z.enum(['web', 'app']).optional(),
  }),
  data: z.array(sessionSchema),
});

/** Who is there now (active within five minutes), and the most at once today. */
export const onlineCounts = endpoint({
  method: 'GET',
  path: 'sys/session/counts',
  access: needs('sys:session:list'),
  data: z.object({
    onlineUsers: z.number(),
    openSessions: z.number(),
    peakUsers: z.number(),
    peakAt: z.string().nullable(),
  }),
});

/** One's own sessions but the current one freely; others' with the permission and a reason. */
export const kickSessions = endpoint({
  method: 'POST',
  path: 'sys/session/kick',
  access: 'session',
  body: z.strictObject({
    idArr: z.array(idSchema).min(1).max(200),
    reason: z.string().trim().max(200).optional(),
  }),
  data: z.object({ kicked: z.number() }),
  action: 'kick',
});
