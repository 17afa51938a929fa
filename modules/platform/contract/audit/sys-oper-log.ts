import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Who did what. Written in the transaction of the work itself; who sees which rows is said by the view of this name. */
export const sysOperLog = defineResource({
  module: 'platform',
  name: 'sysOperLog',
  path: 'sys/operLog',
  screen: '/system/operationLog',
  permission: 'sys:operLog',
  scope: 'tenant',
  fields: {
    id: field.id(),
    happenedAt: field.dateTime({ derived: true }),
    nickname: field.text({ max: 60, derived: true, optional: true }),
    username: field.text({ max: 64, derived: true, optional: true }),
    roleNames: field.text({ max: 300, derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true, optional: true }),
    module: field.dict('alarm_source', { derived: true }),
    entity: field.text({ max: 60, derived: true }),
    action: field.dict('oper_action', { derived: true }),
    entityId: field.int({ derived: true, optional: true }),
    entityName: field.text({ max: 200, derived: true, optional: true }),
    result: field.dict('sys_oper_log_result', { derived: true }),
    msg: field.text({ max: 500, derived: true, optional: true }),
    ip: field.text({ max: 60, derived: true, optional: true }),
    clientType: field.text({ max: 20, derived: true, optional: true }),
    durationMs: field.int({ derived: true, optional: true, unit: 'ms' }),
    sessionId: field.int({ derived: true, optional: true }),
    traceId: field.text({ max: 40, derived: true, optional: true }),
    /** What was changed, as it is stored: looked through by the filter, told field by field by `operLogInside`. */
    changeText: field.longText({ max: 100_000, derived: true, optional: true }),
  },
  title: 'entityName',
  list: {
    columns: [
      'happenedAt',
      'nickname',
      'roleNames',
      'principalId',
      'module',
      'action',
      'entityName',
      'result',
      'ip',
      'durationMs',
    ],
    filters: [
      'nickname',
      'principalId',
      'module',
      'entity',
      'action',
      'result',
      'happenedAt',
      'entityName',
      'changeText',
      'entityId',
    ],
    search: ['nickname', 'username', 'entityName', 'traceId'],
    sorts: ['happenedAt', 'durationMs'],
    sort: '-happenedAt',
  },
  form: [],
  detail: [
    'happenedAt',
    'nickname',
    'username',
    'roleNames',
    'principalId',
    'module',
    'action',
    'entityName',
    'result',
    'msg',
    'ip',
    'clientType',
    'durationMs',
    'sessionId',
    'traceId',
    'changeText',
  ],
  operations: ['list', 'detail', 'export'],
});
export type SysOperLog = RowOf<typeof sysOperLog>;

/** The inside of one row: what changed, field by field and in the reader's language, what was asked, and the seal that covers it. */
export const operLogInside = endpoint({
  method: 'GET',
  path: 'sys/operLog/inside/:id',
  access: needs('sys:operLog:list'),
  params: z.object({ id: idSchema }),
  data: z.object({
    changes: z.array(
      z.object({ field: z.string(), label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
    request: z.object({ method: z.string().nullable(), path: z.string().nullable(), params: z.string().nullable() }),
    rowHash: z.string(),
    seal: z.object({ id: z.number(), sealedAt: z.string(), rowCount: z.number(), sealHash: z.string() }).nullable(),
  }),
});
export type OperLogInside = z.output<typeof operLogInside.data>;
