import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;

/** 换班: one expert asks another to take a shift; within a day of its beginning the leader agrees as well. */
export const dutySwap = defineResource({
  module: 'cure',
  name: 'dutySwap',
  path: 'cure/dutySwap',
  screen: '/cure/expert/duty',
  permission: 'cure:duty',
  actions: { add: 'swap', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    slotId: field.ref('cure.dutySlot', { fixed: true, where: { status: 'planned' } }),
    dutyOn: field.date(derived),
    shift: field.dict('duty_shift', derived),
    expertId: field.ref('cure.expert', derived),
    toExpertId: field.ref('cure.expert', { fixed: true, where: { status: 'active' } }),
    reason: field.text({ max: 200 }),
    /** The shift begins within a day: the leader decides. */
    isNear: field.bool(derived),
    status: field.state('duty_swap_status', 'asked', 'agreed', 'refused', 'approved'),
    ...stamps,
  },
  title: 'dutyOn',
  list: {
    columns: ['dutyOn', 'shift', 'expertId', 'toExpertId', 'reason', 'isNear', 'createdAt', 'status'],
    filters: ['status', 'dutyOn', 'shift', 'expertId', 'toExpertId'],
    sorts: ['dutyOn', 'createdAt'],
    sort: '-createdAt',
  },
  form: ['slotId', 'toExpertId', 'reason'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: {
    agree: { from: ['asked'], to: 'agreed', permission: 'swap' },
    refuse: { from: ['asked'], to: 'refused', permission: 'swap', danger: true },
    approve: { from: ['agreed'], to: 'approved', permission: 'edit' },
    reject: { from: ['agreed'], to: 'refused', permission: 'edit', remark: true, danger: true },
  },
});
export type DutySwap = RowOf<typeof dutySwap>;
