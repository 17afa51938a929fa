import { field } from '#kit/contract/field.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const sysThirdClient = defineResource({
  module: 'platform',
  name: 'sysThirdClient',
  path: 'sys/thirdClient',
  screen: '/system/thirdClient',
  permission: 'sys:thirdClient',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    clientId: field.text({ max: 40, derived: true }),
    clientName: field.text({ max: 60 }),
    principalId: field.ref('registry.principal'),
    scopes: field.dicts('third_client_scope'),
    ipAllow: field.text({
      max: 500,
      optional: true,
      pattern: /^$|^[0-9a-f.:]+(\/\d{1,3})?(\s*,\s*[0-9a-f.:]+(\/\d{1,3})?)*$/i,
    }),
    ratePerMinute: field.int({ min: 1, max: 6000 }),
    validUntil: field.date(),
    hasSecret: field.bool({ derived: true }),
    callsToday: field.int({ derived: true }),
    status: enabledStatus,
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'clientName',
  list: {
    columns: [
      'clientName',
      'clientId',
      'principalId',
      'scopes',
      'ipAllow',
      'ratePerMinute',
      'validUntil',
      'callsToday',
      'hasSecret',
      'status',
    ],
    filters: ['status'],
    search: ['clientName', 'clientId'],
    sorts: ['validUntil', 'clientName'],
  },
  form: ['clientName', 'principalId', 'scopes', 'ipAllow', 'ratePerMinute', 'validUntil', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: enableDisable(),
});
export type SysThirdClient = RowOf<typeof sysThirdClient>;
