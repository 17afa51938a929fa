import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Every attempt to get in, and every end of a session. Written by the doors alone. */
export const sysLoginLog = defineResource({
  module: 'platform',
  name: 'sysLoginLog',
  path: 'sys/loginLog',
  screen: '/system/loginLog',
  permission: 'sys:loginLog',
  actions: { export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    happenedAt: field.dateTime({ derived: true }),
    username: field.text({ max: 64, derived: true }),
    nickname: field.text({ max: 60, derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true, optional: true }),
    portalId: field.text({ max: 60, derived: true, optional: true }),
    clientType: field.text({ max: 20, derived: true, optional: true }),
    ip: field.text({ max: 60, derived: true, optional: true }),
    browser: field.text({ max: 20, derived: true, optional: true }),
    os: field.text({ max: 20, derived: true, optional: true }),
    result: field.dict('login_result', { derived: true }),
    sessionId: field.int({ derived: true, optional: true }),
    userAgent: field.text({ max: 300, derived: true, optional: true }),
  },
  title: 'username',
  list: {
    columns: [
      'happenedAt',
      'username',
      'nickname',
      'principalId',
      'portalId',
      'ip',
      'browser',
      'os',
      'result',
      'sessionId',
    ],
    filters: ['username', 'result', 'happenedAt', 'ip', 'portalId', 'clientType'],
    search: ['username', 'ip'],
    sorts: ['happenedAt'],
    sort: '-happenedAt',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type SysLoginLog = RowOf<typeof sysLoginLog>;

/** Attempts per hour (per day over more than three days) by what became of them, and the addresses that failed most. */
export const loginChart = endpoint({
  method: 'GET',
  path: 'sys/loginLog/chart',
  access: needs('sys:loginLog:list'),
  query: z
    .strictObject({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 400 * 86_400_000, {
      error: 'error.field.range',
      path: ['to'],
    }),
  data: z.object({
    grain: z.enum(['hour', 'day']),
    attempts: z.number(),
    failed: z.number(),
    points: z.array(z.object({ at: z.string(), result: z.string(), n: z.number() })),
    addresses: z.array(
      z.object({
        ip: z.string(),
        failed: z.number(),
        names: z.number(),
        firstAt: z.string(),
        lastAt: z.string(),
        /** It was told to wait at least once. */
        blocked: z.boolean(),
      }),
    ),
  }),
});
export type LoginChart = z.output<typeof loginChart.data>;
