import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 验标任务: the animals of a list that somebody has to see. */
export const insCheckTask = defineResource({
  module: 'insurance',
  name: 'insCheckTask',
  path: 'insuranceMgt/checkTask',
  screen: '/insuranceMgt/verification/quest',
  permission: 'ins:check',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    enrolmentId: field.ref('insurance.insEnrolment', derived),
    regionCode: field.region(derived),
    mode: field.dict('ins_check_mode', derived),
    seed: field.int(derived),
    parties: field.int(derived),
    lines: field.int(derived),
    seen: field.int(derived),
    seenPct: field.decimal({ scale: 1, unit: '%', ...maybe }),
    matched: field.int(derived),
    issues: field.int(derived),
    openIssues: field.int(derived),
    checkers: field.text({ max: 200, ...maybe }),
    witness: field.text({ max: 60, ...maybe }),
    dueOn: field.date(derived),
    isOverdue: field.bool(derived),
    overspeed: field.bool(derived),
    submittedAt: field.dateTime(maybe),
    status: field.state('ins_check_task_status', 'waiting', 'checking', 'submitted', 'disposing', 'passed', 'failed'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'enrolmentId',
      'regionCode',
      'mode',
      'parties',
      'lines',
      'seen',
      'matched',
      'issues',
      'openIssues',
      'dueOn',
      'checkers',
      'overspeed',
      'status',
    ],
    filters: ['docNo', 'status', 'mode', 'isOverdue', 'overspeed', 'enrolmentId', 'dueOn', 'regionCode'],
    search: ['docNo'],
    sorts: ['docNo', 'dueOn', 'lines'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    return: { from: ['submitted', 'disposing'], to: 'checking', permission: 'handle', remark: true },
    fail: { from: ['disposing'], to: 'failed', permission: 'confirm', remark: true, danger: true },
  },
});
export type InsCheckTask = RowOf<typeof insCheckTask>;

/** 验标异常. */
export const insCheckIssue = defineResource({
  module: 'insurance',
  name: 'insCheckIssue',
  path: 'insuranceMgt/checkIssue',
  screen: '/insuranceMgt/verification/dispose',
  permission: 'ins:check',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    taskId: field.ref('insurance.insCheckTask', derived),
    enrolmentId: rowOf(),
    regionCode: field.region(derived),
    holderName: field.text({ max: 80, ...derived }),
    earTag: field.text({ max: 30, ...maybe }),
    kind: field.dict('ins_check_issue_kind', derived),
    evidence: field.json(derived) as unknown as Field<Record<string, unknown>>,
    proposed: field.dict('ins_check_issue_handling', maybe),
    handling: field.dict('ins_check_issue_handling', maybe),
    reason: field.text({ max: 300, ...maybe }),
    handler: field.text({ max: 60, ...maybe }),
    ageDays: field.int({ unit: 'days', ...derived }),
    status: field.state('ins_check_issue_status', 'open', 'handled', 'confirmed'),
    ...stamps,
  },
  title: 'holderName',
  list: {
    columns: [
      'taskId',
      'holderName',
      'regionCode',
      'earTag',
      'kind',
      'proposed',
      'handling',
      'reason',
      'handler',
      'ageDays',
      'status',
    ],
    filters: ['kind', 'status', 'taskId', 'enrolmentId', 'regionCode'],
    search: ['holderName', 'earTag'],
    sorts: ['holderName'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    handle: {
      from: ['open'],
      to: 'handled',
      form: { handling: field.dict('ins_check_issue_handling'), reason: field.longText({ max: 300, optional: true }) },
    },
    confirm: { from: ['handled'], to: 'confirmed' },
    reopen: { from: ['handled'], to: 'open', permission: 'confirm', remark: true },
  },
});
export type InsCheckIssue = RowOf<typeof insCheckIssue>;

const line = z.object({
  earTag: z.string(),
  electronicTag: z.string().nullable(),
  partyId: idSchema,
  holder: z.string(),
  sex: z.string(),
  stage: z.string(),
  birthDate: z.string(),
  isSeen: z.boolean(),
  mustSee: z.boolean(),
});
/** What a checker takes along: the lines to see, whose they are, and the angles each needs. */
export const checkSheet = endpoint({
  method: 'GET',
  path: 'insuranceMgt/check/sheet',
  access: needs('ins:check:scan'),
  query: z.object({ taskId: z.coerce.number().int().positive() }),
  data: z.object({
    taskId: idSchema,
    docNo: z.string(),
    status: z.string(),
    village: z.string(),
    product: z.string(),
    dueOn: z.string(),
    angles: z.array(z.string()),
    parties: z.array(z.object({ id: idSchema, name: z.string(), toSee: z.number(), seen: z.number() })),
    lines: z.array(line),
  }),
});
export type CheckSheet = z.output<typeof checkSheet.data>;

const scan = z.strictObject({
  seq: z.int().min(1).max(100_000),
  tagRead: z.string().trim().min(4).max(30),
  readBy: z.enum(['rfid', 'camera', 'typed']).nullish(),
  photos: z.array(z.strictObject({ fileId: idSchema, angle: z.string().max(20) })).max(12),
  location: z.strictObject({ longitude: z.number(), latitude: z.number() }).nullish(),
  takenAt: z.iso.datetime({ offset: true }),
  facts: z
    .strictObject({
      sex: z.string().max(20).nullish(),
      stage: z.string().max(20).nullish(),
      health: z.enum(['ok', 'sick', 'injured']).nullish(),
    })
    .nullish(),
  safeTagNo: z
    .string()
    .regex(/^\d{6,15}$/)
    .nullish(),
});
/** R26: the scans of one person at one place; sent twice it changes nothing, and what is refused comes back named. */
export const sendScans = endpoint({
  method: 'POST',
  path: 'insuranceMgt/check/session',
  access: needs('ins:check:scan'),
  body: z.strictObject({
    clientKey: z.uuid(),
    taskId: idSchema,
    device: z.string().max(80).nullish(),
    startedAt: z.iso.datetime({ offset: true }),
    endedAt: z.iso.datetime({ offset: true }).nullish(),
    photosHolder: z.array(idSchema).max(9).default([]),
    scans: z.array(scan).max(2_000),
    submit: z.boolean().default(false),
  }),
  data: z.object({
    accepted: z.number(),
    refused: z.array(z.object({ seq: z.number(), tag: z.string(), code: z.string() })),
    results: z.array(z.object({ seq: z.number(), result: z.string() })),
    seen: z.number(),
    toSee: z.number(),
    issues: z.number(),
    status: z.string(),
  }),
  action: 'scan',
});
