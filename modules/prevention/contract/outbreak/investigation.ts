import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { moveSchema } from './investigation-info.ts';

/** 流调行动: who looks into what, where, and what came of it. */
export const investigationAction = defineResource({
  module: 'prevention',
  name: 'investigationAction',
  path: 'ant/investigationAction',
  screen: '/ant/investigation/action',
  permission: 'ant:investigation',
  actions: { remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    name: field.text({ max: 100 }),
    type: field.dict('investigation_type'),
    diseaseCode: field.text({ max: 40 }),
    diseaseName: field.text({ max: 60, derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    areas: field.json({ derived: true }),
    indexPrincipalId: field.ref('registry.principal', { optional: true }),
    suspectedOn: field.date({ optional: true }),
    leaderId: field.ref('registry.staff', { optional: true }),
    teamIds: field.json({ derived: true }),
    teamNames: field.text({ max: 400, derived: true, optional: true }),
    formCode: field.text({ max: 40, derived: true }),
    infectedKm: field.decimal({ scale: 1, min: 0.1, max: 200, unit: 'km' }),
    threatenedKm: field.decimal({ scale: 1, min: 0.1, max: 200, unit: 'km' }),
    location: field.point({ optional: true }),
    wholeStock: field.bool({ derived: true }),
    heldAnimals: field.int({ derived: true }),
    points: field.int({ derived: true }),
    pointsDone: field.int({ derived: true }),
    startDate: field.date(),
    endDate: field.date({ derived: true, optional: true }),
    conclusion: field.dict('outbreak_conclusion', { derived: true, optional: true }),
    concludedAt: field.dateTime({ derived: true, optional: true }),
    measures: field.longText({ max: 2000, optional: true }),
    urgent: field.bool({ derived: true }),
    status: field.state('investigation_action_status', 'draft', 'issued', 'ongoing', 'concluded', 'archived'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'docNo',
      'status',
      'name',
      'type',
      'diseaseName',
      'indexPrincipalId',
      'regionCode',
      'pointsDone',
      'points',
      'startDate',
      'conclusion',
      'leaderId',
    ],
    filters: ['status', 'type', 'diseaseName', 'name', 'regionCode', 'startDate', 'conclusion'],
    search: ['docNo', 'name'],
    sorts: ['urgent', 'startDate', 'createdAt'],
    sort: '-urgent',
  },
  form: [
    'name',
    'type',
    'diseaseCode',
    'indexPrincipalId',
    'suspectedOn',
    'leaderId',
    'infectedKm',
    'threatenedKm',
    'location',
    'startDate',
    'measures',
  ],
  detail: [
    'docNo',
    'type',
    'diseaseName',
    'indexPrincipalId',
    'regionCode',
    'suspectedOn',
    'leaderId',
    'teamNames',
    'infectedKm',
    'threatenedKm',
    'startDate',
    'endDate',
    'conclusion',
    'points',
    'pointsDone',
    'heldAnimals',
    'measures',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft', 'issued', 'ongoing'],
  transitions: {
    issue: {
      from: ['draft'],
      to: 'issued',
      form: { wholeStock: field.bool(), measures: field.longText({ max: 2000, optional: true }) },
    },
    begin: { from: ['issued'], to: 'ongoing', permission: 'issue' },
    conclude: {
      from: ['issued', 'ongoing'],
      to: 'concluded',
      form: { conclusion: field.dict('outbreak_conclusion'), measures: field.longText({ max: 2000, optional: true }) },
    },
    revise: {
      from: ['concluded'],
      to: 'concluded',
      permission: 'conclude',
      form: { conclusion: field.dict('outbreak_conclusion') },
      remark: true,
    },
    archive: { from: ['concluded'], to: 'archived', permission: 'conclude' },
  },
});
export type InvestigationAction = RowOf<typeof investigationAction>;

const head = {
  name: z.string().trim().min(1).max(100),
  type: z.string().max(40),
  diseaseCode: z.string().max(40),
  indexPrincipalId: idSchema.nullish(),
  suspectedOn: z.iso.date().nullish(),
  leaderId: idSchema.nullish(),
  teamIds: z.array(idSchema).max(30),
  areas: z.array(z.number().int()).max(30),
  startDate: z.iso.date(),
  measures: z.string().trim().max(2000).nullish(),
};
const saved = z.object({ id: idSchema, version: versionSchema });

export const addAction = endpoint({
  method: 'POST',
  path: 'ant/investigationAction/add',
  access: needs('ant:investigation:add'),
  action: 'add',
  body: z.strictObject(head),
  data: saved,
});
export const editAction = endpoint({
  method: 'POST',
  path: 'ant/investigationAction/edit',
  access: needs('ant:investigation:add'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, version: versionSchema, ...head }),
  data: saved,
});

/** What the form chooses from: diseases, and people at work in the caller's sight. */
export const investigationChoices = endpoint({
  method: 'GET',
  path: 'ant/investigationAction/choices',
  access: needs('ant:investigation:list'),
  data: z.object({
    diseases: z.array(
      z.object({ code: z.string(), nameZh: z.string(), nameTw: z.string().nullable(), nameEn: z.string() }),
    ),
    staff: z.array(z.object({ id: idSchema, name: z.string(), unit: z.string().nullable() })),
  }),
});

const figures = z.object({
  holders: z.int(),
  cattle: z.int(),
  sheep: z.int(),
  goat: z.int(),
  tagged: z.int(),
  untagged: z.int(),
  /** Susceptible head without protection today. */
  unprotected: z.int(),
  /** R47: doses for an emergency round, animals done within 30 days left out. */
  doses: z.int(),
  movesIn: z.int(),
  movesOut: z.int(),
});
export type RingFigures = z.output<typeof figures>;

const ringHolder = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  regionCode: z.number(),
  regionName: z.string().nullable(),
  longitude: z.number(),
  latitude: z.number(),
  km: z.number(),
  ring: z.int(),
  role: z.string().nullable(),
  ...figures.omit({ holders: true }).shape,
});
export type RingHolder = z.output<typeof ringHolder>;

/** R47: what stands within so many kilometres; rings are told apart, each without the one inside it. */
export const drawZone = endpoint({
  method: 'POST',
  path: 'ant/investigationAction/:id/zone',
  access: needs('ant:investigation:list'),
  params: z.object({ id: idSchema }),
  body: z.strictObject({
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
    radii: z.array(z.number().min(0.1).max(200)).min(1).max(4),
  }),
  data: z.object({
    rings: z.array(figures.extend({ km: z.number() })),
    total: figures,
    vaccine: z.string().nullable(),
    /** The nearest 2,000. */
    list: z.array(ringHolder),
  }),
});

/** Keeps the rings with the action: its order and other modules go by them. */
export const keepZone = endpoint({
  method: 'POST',
  path: 'ant/investigationAction/keepZone',
  access: needs('ant:investigation:issue'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
    infectedKm: z.number().min(0.1).max(200),
    threatenedKm: z.number().min(0.1).max(200),
  }),
  data: z.null(),
});

const tracePoint = z.object({
  /** None: a place or buyer that is no holder here. */
  id: idSchema.nullable(),
  key: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  status: z.string().nullable(),
  infoId: idSchema.nullable(),
  regionName: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});
export type TracePoint = z.output<typeof tracePoint>;
const traceMove = moveSchema.omit({ principalId: true, counterpart: true }).extend({
  from: z.string(),
  to: z.string(),
  docNo: z.string().nullable(),
});
export type TraceMove = z.output<typeof traceMove>;

/** Where animals went from and to the holdings of an action, from the book and from what was told. */
export const actionTrace = endpoint({
  method: 'GET',
  path: 'ant/investigationAction/trace',
  access: needs('ant:investigation:list'),
  query: z.object({ id: idSchema }),
  data: z.object({
    points: z.array(tracePoint),
    moves: z.array(traceMove),
    timeline: z.array(z.object({ on: z.string(), what: z.string(), text: z.string() })),
    tests: z.array(
      z.object({
        barcode: z.string(),
        earTag: z.string().nullable(),
        holder: z.string().nullable(),
        testedOn: z.string(),
        conclusion: z.string(),
        status: z.string(),
      }),
    ),
  }),
});
export type ActionTrace = z.output<typeof actionTrace.data>;
