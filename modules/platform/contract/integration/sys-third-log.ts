import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Calls of third parties and to them. Written by the program alone. */
export const sysThirdLog = defineResource({
  module: 'platform',
  name: 'sysThirdLog',
  path: 'sys/thirdLog',
  screen: '/system/thirdPartyLog',
  permission: 'sys:thirdLog',
  actions: { export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    happenedAt: field.dateTime({ derived: true }),
    direction: field.dict('sys_third_log_direction', { derived: true }),
    clientId: field.text({ max: 60, derived: true }),
    clientName: field.text({ max: 60, derived: true, optional: true }),
    apiName: field.text({ max: 60, derived: true }),
    method: field.text({ max: 10, derived: true }),
    path: field.text({ max: 200, derived: true }),
    statusCode: field.int({ derived: true }),
    result: field.dict('sys_oper_log_result', { derived: true }),
    durationMs: field.int({ derived: true, unit: 'ms' }),
    attempt: field.int({ derived: true }),
    bizKey: field.text({ max: 100, derived: true, optional: true }),
    ip: field.text({ max: 60, derived: true, optional: true }),
    traceId: field.text({ max: 40, derived: true, optional: true }),
    request: field.longText({ max: 8192, derived: true, optional: true }),
    response: field.longText({ max: 8192, derived: true, optional: true }),
  },
  title: 'apiName',
  list: {
    columns: [
      'happenedAt',
      'direction',
      'clientName',
      'apiName',
      'result',
      'statusCode',
      'durationMs',
      'attempt',
      'bizKey',
    ],
    filters: ['direction', 'result', 'happenedAt', 'clientId', 'apiName', 'bizKey'],
    search: ['clientName', 'clientId', 'apiName', 'bizKey'],
    sorts: ['happenedAt', 'durationMs'],
    sort: '-happenedAt',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type SysThirdLog = RowOf<typeof sysThirdLog>;

/** Calls and failures of the last 24 hours, hour by hour. */
export const thirdLogHours = endpoint({
  method: 'GET',
  path: 'sys/thirdLog/hours',
  access: needs('sys:thirdLog:list'),
  data: z.array(z.object({ hour: z.string(), calls: z.number(), failed: z.number() })),
});
