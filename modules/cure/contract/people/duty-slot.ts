import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** Shifts of a day with their first and last hour; a night ends the morning after. */
export const shifts = {
  early: [6, 12],
  day: [12, 18],
  evening: [18, 22],
  night: [22, 30],
} as const;
export type Shift = keyof typeof shifts;

/** 值班: who answers when. */
export const dutySlot = defineResource({
  module: 'cure',
  name: 'dutySlot',
  path: 'cure/duty',
  screen: '/cure/expert/duty',
  permission: 'cure:duty',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    expertId: field.ref('cure.expert', { where: { status: 'active' } }),
    dutyOn: field.date(),
    shift: field.dict('duty_shift'),
    /** All of the expert's species unless given. */
    species: field.dicts('species'),
    isLeader: field.bool(),
    callOrder: field.int({ min: 1, max: 99, optional: true }),
    remark: field.longText({ max: 200, optional: true }),
    status: field.state('duty_slot_status', 'planned', 'done', 'missed', 'swapped'),
    ...stamps,
  },
  title: 'dutyOn',
  list: {
    columns: ['dutyOn', 'shift', 'expertId', 'species', 'isLeader', 'callOrder', 'status'],
    filters: ['dutyOn', 'shift', 'expertId', 'isLeader', 'status'],
    sorts: ['dutyOn'],
    sort: '-dutyOn',
  },
  form: ['expertId', 'dutyOn', 'shift', 'species', 'isLeader', 'callOrder', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['planned'],
});

const cell = z.object({
  id: idSchema,
  expertId: idSchema,
  name: z.string(),
  species: z.array(z.string()),
  isLeader: z.boolean(),
  status: z.string(),
  isMine: z.boolean(),
});
const dutyDay = z.object({
  on: z.string(),
  shifts: z.array(
    z.object({
      shift: z.string(),
      people: z.array(cell),
      /** What this shift lacks: a leader, or somebody for a species. */
      gaps: z.array(z.string()),
    }),
  ),
});
export type DutyDay = z.output<typeof dutyDay>;
export type DutyCell = z.output<typeof cell>;

/** The roster of up to 42 days with what it lacks. */
export const dutyRoster = endpoint({
  method: 'GET',
  path: 'cure/duty/roster',
  access: needs('cure:duty:list'),
  query: z.strictObject({ from: z.iso.date(), days: z.coerce.number().int().min(1).max(42).default(14) }),
  data: z.object({
    days: z.array(dutyDay),
    /** Of the last ninety days: hours on duty, and offers that ran out. */
    people: z.array(
      z.object({ expertId: idSchema, name: z.string(), hours: z.number().int(), lapses: z.number().int() }),
    ),
  }),
});

/** The seven days from one day on are planned like those before; whoever no longer answers and what stands there is left out. */
export const copyDuty = endpoint({
  method: 'POST',
  path: 'cure/duty/copy',
  access: needs('cure:duty:edit'),
  body: z.strictObject({ to: z.iso.date() }),
  data: z.object({ added: z.number().int() }),
  action: 'add',
});
