import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, listQuery, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
/** What happened, as a code whose label is a sentence in the reader's language. */
const words = (dict: string) => ({ ...field.longText({ max: 4000, ...derived }), kind: 'dict' as const, dict });
/** A row of a module that need not be built: filtered by, never resolved. */
const rowOf = () => ({ ...field.int(maybe), kind: 'id' as const });
/** Files that hang on it. */
const fileIds = z.array(idSchema).max(9);
const principal = () => field.ref('registry.principal', maybe);

/** 预警: the one alarm of all modules. It is opened and closed by their server sides; people acknowledge, hand on and handle it. */
export const alarm = defineResource({
  module: 'platform',
  name: 'alarm',
  path: 'sys/alarm',
  screen: '/anm/device/alarm',
  permission: 'alarm:record',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 40, ...derived }),
    level: field.dict('alarm_level', derived),
    source: field.dict('alarm_source', derived),
    group: field.dict('alarm_group', derived),
    kind: field.dict('alarm_kind', derived),
    title: words('alarm.title'),
    text: words('alarm.text'),
    subjectEntity: field.text({ max: 80, ...derived }),
    subjectId: rowOf(),
    subjectName: field.text({ max: 200, ...maybe }),
    animalId: rowOf(),
    deviceId: rowOf(),
    regionCode: field.region(maybe),
    principalId: field.ref('registry.principal', derived),
    ownerId: principal(),
    bankId: principal(),
    insurerId: principal(),
    supervisorId: principal(),
    stationId: principal(),
    evidence: field.json(derived),
    score: field.int(maybe),
    members: field.int(derived),
    isFolded: field.bool(derived),
    suppressed: field.int(derived),
    openedAt: field.dateTime(derived),
    lastAt: field.dateTime(derived),
    times: field.int(derived),
    step: field.int(derived),
    ackDueAt: field.dateTime(maybe),
    overdue: field.bool(derived),
    ackBy: field.text({ max: 60, ...maybe }),
    ackAt: field.dateTime(maybe),
    assigneeId: rowOf(),
    assignee: field.text({ max: 60, ...maybe }),
    handledBy: rowOf(),
    handler: field.text({ max: 60, ...maybe }),
    handledAt: field.dateTime(maybe),
    needPhoto: field.bool(derived),
    confirmBy: field.dict('alarm_kind_confirm_by', derived),
    closeReason: field.dict('alarm_close', maybe),
    closeNote: field.longText({ max: 500, ...maybe }),
    closePhotos: field.json(derived),
    closedAt: field.dateTime(maybe),
    status: field.state('alarm_status', 'open', 'acked', 'handled', 'closed'),
  },
  title: 'docNo',
  list: {
    columns: [
      'level',
      'title',
      'ackDueAt',
      'principalId',
      'regionCode',
      'openedAt',
      'lastAt',
      'times',
      'status',
      'kind',
      'subjectName',
      'assignee',
      'step',
      'docNo',
    ],
    filters: [
      'kind',
      'regionCode',
      'principalId',
      'level',
      'status',
      'source',
      'group',
      'overdue',
      'isFolded',
      'openedAt',
      'bankId',
      'insurerId',
      'subjectEntity',
      'subjectId',
      'animalId',
      'deviceId',
    ],
    search: ['docNo', 'subjectName'],
    sorts: ['openedAt', 'lastAt', 'times'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    ack: { from: ['open'], to: 'acked' },
    assign: { from: ['open', 'acked'], to: 'acked', form: { assigneeId: field.int({ min: 1 }) } },
    /** Leads to `handled` where a party must confirm. */
    handle: {
      from: ['open', 'acked'],
      to: 'closed',
      form: {
        closeReason: field.dict('alarm_close'),
        closeNote: field.longText({ max: 500 }),
        closePhotos: {
          ...field.json({ optional: true }),
          schema: fileIds.nullish().transform((ids) => ids ?? null) as z.ZodType<unknown>,
        },
      },
    },
    confirm: { from: ['handled'], to: 'closed' },
    reject: { from: ['handled'], to: 'acked', permission: 'confirm', remark: true, danger: true },
    reopen: { from: ['closed'], to: 'open', permission: 'handle', remark: true },
  },
});

export const alarmStepSchema = z.object({
  id: z.number(),
  at: z.string(),
  what: z.string(),
  whatName: z.string(),
  /** Null is the platform itself. */
  who: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type AlarmStep = z.output<typeof alarmStepSchema>;

export type Alarm = RowOf<typeof alarm>;
/** One alarm with everything its page shows. */
export interface AlarmDetail extends Alarm {
  /** Oldest first. */
  steps: AlarmStep[];
  closeReasons: { value: string; label: string }[];
  photos: { fileId: number; url: string; thumbUrl: string }[];
  /** The screen of what it speaks of. */
  linkPath: string | null;
}

const byLevel = z.object({ info: z.number(), warn: z.number(), urgent: z.number() });

/** The numbers above a list, counted by the list's own filters and rules: each opens exactly the rows it counts. */
export const alarmCounts = endpoint({
  method: 'GET',
  path: 'sys/alarm/counts',
  access: needs('alarm:record:list'),
  query: listQuery(alarm),
  data: z.object({
    level: byLevel,
    status: z.object({ open: z.number(), acked: z.number(), handled: z.number(), closed: z.number() }),
    overdue: z.number(),
    /** Median of today's acknowledgements; null without any. */
    ackMinutes: z.number().nullable(),
    /** Closed by hand as false ÷ closed by hand, of the last thirty days; null without any. */
    falseRate: z.number().nullable(),
  }),
});

/** Those an alarm can be given to: people of its parties who may handle alarms. */
export const alarmPeople = endpoint({
  method: 'GET',
  path: 'sys/alarm/people',
  access: needs('alarm:record:assign'),
  query: z.strictObject({ alarmId: idSchema }),
  data: z.array(z.object({ id: z.number(), name: z.string() })),
});
