import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { rowOf } from '../record/row-of.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const photos = { accept: 'image/*', max: 6 } as const;

/** 核查: two people go and count again. */
export const motherInvestigation = defineResource({
  module: 'breeding',
  name: 'motherInvestigation',
  path: 'improve/investigation',
  screen: '/improve/animalMother/investigation',
  permission: 'improve:investigation',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    roundId: field.ref('breeding.motherCensus', derived),
    sheetId: rowOf(),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    kind: field.dict('mother_investigation_kind', derived),
    drawSeed: field.text({ max: 40, ...maybe }),
    claimed: field.int(derived),
    found: field.int(maybe),
    diff: field.int(maybe),
    investigators: field.text({ max: 120, ...maybe }),
    visitedOn: field.date(maybe),
    conclusion: field.dict('check_conclusion', maybe),
    photoIds: field.files({ ...maybe, max: 6 }),
    measure: field.text({ max: 500, ...maybe }),
    status: field.state('mother_investigation_status', 'assigned', 'submitted', 'reviewed'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'principalId',
      'regionCode',
      'kind',
      'claimed',
      'found',
      'diff',
      'investigators',
      'visitedOn',
      'conclusion',
      'status',
    ],
    filters: ['docNo', 'roundId', 'kind', 'conclusion', 'principalId', 'visitedOn', 'status', 'regionCode'],
    search: ['docNo'],
    sorts: ['visitedOn', 'docNo'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    fill: {
      from: ['assigned'],
      to: 'submitted',
      form: {
        investigators: field.text({ max: 120 }),
        visitedOn: field.date(),
        found: field.int({ min: 0, max: 5000 }),
        photoIds: field.files({ ...photos, optional: true }),
        measure: field.longText({ max: 500, optional: true }),
      },
    },
    review: { from: ['submitted'], to: 'reviewed' },
  },
});
export type MotherInvestigation = RowOf<typeof motherInvestigation>;

/** R41: the same seed draws the same sheets. */
export const drawSheets = endpoint({
  method: 'POST',
  path: 'improve/investigation/draw',
  access: needs('improve:investigation:draw'),
  body: z.strictObject({
    roundId: idSchema,
    regionCode: z.int(),
    seed: z.string().trim().min(4).max(40).nullish(),
    dryRun: z.boolean().default(false),
  }),
  data: z.object({
    seed: z.string(),
    of: z.number(),
    ofCows: z.number(),
    drawn: z.array(
      z.object({ sheetId: idSchema, holder: z.string(), region: z.string(), claimed: z.number(), isNew: z.boolean() }),
    ),
    cows: z.number(),
  }),
  action: 'draw',
});
