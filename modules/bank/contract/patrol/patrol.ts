import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, place, rowOf } from '../site/parts.ts';

/** What is looked at on every visit; values of the dictionary patrol_item, those two with a number. */
export const patrolItems = [
  'headEstimate',
  'health',
  'feedStock',
  'water',
  'fence',
  'tags',
  'devices',
  'board',
  'strangersStock',
  'carcasses',
  'guard',
  'books',
] as const;
export const countedItems: readonly string[] = ['headEstimate', 'feedStock'];
export const drawnTags = 10;

const item = z.strictObject({
  code: z.string().max(40),
  ok: z.boolean(),
  value: z.number().min(0).max(1_000_000).nullish(),
  note: z.string().trim().max(300).nullish(),
  photos: z.array(idSchema).max(6).default([]),
});
export type PatrolItem = z.output<typeof item>;

/** 巡查单. */
export const patrolVisit = defineResource({
  module: 'bank',
  name: 'patrolVisit',
  path: 'bank/patrol',
  screen: '/bank/patrol',
  permission: 'bank:patrol',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    siteId: field.ref('bank.pledgeSite', derived),
    principalId: rowOf(),
    client: field.text({ max: 80, ...maybe }),
    bankId: rowOf(),
    supervisorId: rowOf({ optional: true }),
    supervisor: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    patrollerId: rowOf(),
    patroller: field.text({ max: 60, ...maybe }),
    plannedOn: field.date(derived),
    dueOn: field.date(derived),
    isLate: field.bool(derived),
    isOnTime: field.bool(derived),
    startedAt: field.dateTime(maybe),
    endedAt: field.dateTime(maybe),
    minutes: field.int({ unit: 'min', ...maybe }),
    beaconHeard: field.bool(derived),
    metres: field.int({ unit: 'm', ...maybe }),
    headsSeen: field.int({ unit: 'head', ...maybe }),
    items: field.json(derived) as unknown as Field<PatrolItem[]>,
    scans: field.json(derived) as unknown as Field<{ tag: string; ok: boolean }[]>,
    issues: field.int(derived),
    conclusion: field.dict('patrol_conclusion', maybe),
    note: field.longText({ max: 500, ...maybe }),
    holderSign: field.files(maybe),
    photos: field.files(maybe),
    confirmer: field.text({ max: 60, ...maybe }),
    status: field.state('patrol_visit_status', 'planned', 'doing', 'submitted', 'confirmed', 'returned', 'missed'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'siteId',
      'client',
      'patroller',
      'dueOn',
      'endedAt',
      'minutes',
      'headsSeen',
      'issues',
      'conclusion',
      'status',
    ],
    filters: [
      'status',
      'conclusion',
      'siteId',
      'isLate',
      'isOnTime',
      'dueOn',
      'endedAt',
      'patrollerId',
      'principalId',
      'bankId',
      'supervisorId',
      'regionCode',
    ],
    search: ['docNo'],
    sorts: ['docNo', 'dueOn', 'endedAt', 'issues'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    confirm: { from: ['submitted'], to: 'confirmed' },
    return: { from: ['submitted'], to: 'returned', permission: 'confirm', remark: true },
  },
});
export type PatrolVisit = RowOf<typeof patrolVisit>;

/** R40: the visits of a person that are due by a day, in the order of the shortest way from where they stand. */
export const patrolRoute = endpoint({
  method: 'GET',
  path: 'bank/patrol/route',
  access: needs('bank:patrol:list'),
  query: z.object({
    patrollerId: z.coerce.number().int().positive().optional(),
    day: z.iso.date().optional(),
    longitude: z.coerce.number().min(-180).max(180).optional(),
    latitude: z.coerce.number().min(-90).max(90).optional(),
  }),
  data: z.object({
    day: z.string(),
    patroller: z.string(),
    stops: z.array(
      z.object({
        visitId: idSchema,
        docNo: z.string(),
        siteId: idSchema,
        site: z.string(),
        client: z.string(),
        dueOn: z.string(),
        isLate: z.boolean(),
        longitude: z.number(),
        latitude: z.number(),
        km: z.number(),
      }),
    ),
    km: z.number(),
  }),
});
export type PatrolRoute = z.output<typeof patrolRoute.data>;

/** Another day or another person for a visit that is ahead, or one besides the rhythm. */
export const planVisit = endpoint({
  method: 'POST',
  path: 'bank/patrol/plan',
  access: needs('bank:patrol:edit', 'bank:patrol:confirm'),
  body: z.strictObject({ siteId: idSchema, dueOn: z.iso.date(), patrollerId: idSchema.nullish() }),
  data: z.object({ id: idSchema }),
  action: 'add',
});

/** What a phone takes along: the place, and the numbers to be read. */
export const patrolSheet = endpoint({
  method: 'GET',
  path: 'bank/patrol/sheet',
  access: needs('bank:patrol:edit'),
  query: z.object({ visitId: z.coerce.number().int().positive() }),
  data: z.object({
    visitId: idSchema,
    docNo: z.string(),
    siteId: idSchema,
    site: z.string(),
    client: z.string(),
    status: z.string(),
    dueOn: z.string(),
    book: z.number(),
    hasBeacon: z.boolean(),
    location: place,
    startedAt: z.string().nullable(),
    drawn: z.array(z.object({ earTag: z.string(), electronicTag: z.string().nullable(), hovel: z.string() })),
    items: z.array(z.string()),
  }),
});
export type PatrolSheet = z.output<typeof patrolSheet.data>;

const checkIn = {
  startedAt: z.iso.datetime({ offset: true }),
  location: place.nullish(),
  /** The number the site's beacon sends, as the phone heard it. */
  beaconNo: z.string().trim().max(40).nullish(),
};
/** R39: counts from the place of the site, or with its beacon heard. */
export const startPatrol = endpoint({
  method: 'POST',
  path: 'bank/patrol/start',
  access: needs('bank:patrol:edit'),
  body: z.strictObject({ visitId: idSchema, ...checkIn }),
  data: z.object({ startedAt: z.string(), metres: z.number().nullable(), beaconHeard: z.boolean() }),
  action: 'start',
});

/** A visit as the phone wrote it, with its check-in where that had no network; sent twice it stands once. */
export const submitPatrol = endpoint({
  method: 'POST',
  path: 'bank/patrol/submit',
  access: needs('bank:patrol:edit'),
  body: z.strictObject({
    visitId: idSchema,
    clientKey: z.uuid(),
    ...checkIn,
    endedAt: z.iso.datetime({ offset: true }),
    headsSeen: z.int().min(0).max(1_000_000),
    items: z.array(item).min(1).max(30),
    scans: z
      .array(
        z.strictObject({
          tag: z.string().trim().min(4).max(30),
          readBy: z.enum(['rfid', 'camera', 'typed']),
          at: z.iso.datetime({ offset: true }),
        }),
      )
      .max(100)
      .default([]),
    conclusion: z.enum(['normal', 'watch', 'serious']),
    note: z.string().trim().max(500).nullish(),
    holderSign: idSchema.nullish(),
    photos: z.array(idSchema).max(9).default([]),
  }),
  data: z.object({ status: z.string(), issues: z.number(), seen: z.number() }),
  action: 'submit',
});

export const patrols = {
  resources: [patrolVisit],
  endpoints: [patrolRoute, planVisit, patrolSheet, startPatrol, submitPatrol],
  reports: [],
};
