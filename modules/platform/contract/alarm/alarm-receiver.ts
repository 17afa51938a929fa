import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const clock = { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, optional: true } as const;

/** 接收人: who is told of which alarms, when, and in which ring. An account, or a name with a telephone number. */
export const alarmReceiver = defineResource({
  module: 'platform',
  name: 'alarmReceiver',
  path: 'sys/alarmReceiver',
  screen: '/anm/device/alarmRule',
  permission: 'alarm:receiver',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'parties',
  fields: {
    id: field.id(),
    receiverName: field.text({ max: 40 }),
    principalId: field.ref('registry.principal', { fixed: true }),
    bankId: field.ref('registry.principal', { optional: true }),
    supervisorId: field.ref('registry.principal', { optional: true }),
    userId: { ...field.int({ min: 1, optional: true }), kind: 'id' as const },
    phone: field.pii('phone', { optional: true }),
    sources: field.dicts('alarm_source', { optional: true }),
    kinds: field.dicts('alarm_kind', { optional: true }),
    minLevel: field.dict('alarm_level'),
    whereKind: field.dict('alarm_receiver_where_kind'),
    /** Region codes, principals or pledges, as `whereKind` says. */
    whereIds: { ...field.json(), schema: z.array(idSchema).max(200) as z.ZodType<unknown> },
    channels: field.dicts('alarm_channel'),
    step: field.int({ min: 1, max: 3 }),
    quietFrom: field.text(clock),
    quietTo: field.text(clock),
    status: enabledStatus,
  },
  title: 'receiverName',
  list: {
    columns: [
      'receiverName',
      'principalId',
      'step',
      'minLevel',
      'channels',
      'whereKind',
      'sources',
      'kinds',
      'quietFrom',
      'quietTo',
      'phone',
      'status',
    ],
    filters: ['principalId', 'status', 'channels'],
    search: ['receiverName'],
    sorts: ['step', 'receiverName'],
    sort: 'step',
  },
  form: [
    'principalId',
    'bankId',
    'supervisorId',
    'userId',
    'receiverName',
    'phone',
    'sources',
    'kinds',
    'minLevel',
    'whereKind',
    'whereIds',
    'channels',
    'step',
    'quietFrom',
    'quietTo',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  transitions: enableDisable({ remark: false }),
});
export type AlarmReceiver = RowOf<typeof alarmReceiver>;

/** Sends a test message the way an alarm would go; answers which ways it went and which are not connected. */
export const testAlarmReceiver = endpoint({
  method: 'POST',
  path: 'sys/alarmReceiver/test',
  access: needs('alarm:receiver:edit'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ sent: z.array(z.string()), unsent: z.array(z.string()) }),
  action: 'edit',
});

/** Accounts of an organisation the caller looks after, to choose a receiver from. */
export const alarmAccounts = endpoint({
  method: 'GET',
  path: 'sys/alarmReceiver/accounts',
  access: needs('alarm:receiver:edit'),
  query: z.strictObject({ principalId: idSchema }),
  data: z.array(z.object({ id: z.number(), name: z.string() })),
});
