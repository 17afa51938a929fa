import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 维护窗口: while somebody works on a thing, what it reports is counted and not told. At most 72 hours. */
export const alarmMute = defineResource({
  module: 'platform',
  name: 'alarmMute',
  path: 'sys/alarmMute',
  screen: '/anm/device/alarmRule',
  permission: 'alarm:record',
  actions: { list: 'mute', add: 'mute', edit: 'mute', remove: 'mute' },
  scope: 'parties',
  fields: {
    id: field.id(),
    subjectName: field.text({ max: 200, optional: true, fixed: true }),
    subjectEntity: field.text({ max: 80, pattern: /^\w+\.\w+$/, fixed: true }),
    subjectId: { ...field.int({ min: 1, fixed: true }), kind: 'id' as const },
    principalId: field.ref('registry.principal', { fixed: true }),
    kinds: field.dicts('alarm_kind', { optional: true }),
    fromAt: field.dateTime(),
    toAt: field.dateTime(),
    reason: field.longText({ max: 200 }),
    suppressed: field.int({ derived: true }),
  },
  title: 'subjectName',
  list: {
    columns: ['subjectName', 'principalId', 'kinds', 'fromAt', 'toAt', 'reason', 'suppressed'],
    filters: ['principalId', 'fromAt'],
    search: ['subjectName'],
    sorts: ['fromAt', 'toAt'],
    sort: '-fromAt',
  },
  form: ['subjectEntity', 'subjectId', 'subjectName', 'principalId', 'kinds', 'fromAt', 'toAt', 'reason'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type AlarmMute = RowOf<typeof alarmMute>;
