import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const changeTypes = [
  'penMove',
  'handover',
  'saleOut',
  'homeSlaughter',
  'death',
  'slaughter',
  'cull',
  'missing',
  'recover',
] as const;

/** 变动单: a move, a handover, an exit, or the way back. */
export const animalChange = defineResource({
  module: 'registry',
  name: 'animalChange',
  path: 'pri/animal/change',
  screen: '/pri/animal/change',
  permission: 'pri:animal',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    changeType: field.dict('animal_change_type', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    /** Told to the receiver too, who may see nothing else of the unit. */
    fromName: field.text({ max: 60, derived: true, optional: true }),
    earTags: field.text({ max: 200, derived: true, optional: true }),
    /** R46: what is not accepted by then is taken back by itself. */
    acceptUntil: field.date({ derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    toPrincipalId: field.int({ derived: true, optional: true }),
    toPrincipalIdName: field.text({ max: 60, derived: true, optional: true }),
    toPlaceText: field.text({ max: 100, derived: true, optional: true }),
    purpose: field.dict('move_purpose', { derived: true, optional: true }),
    buyerName: field.text({ max: 60, derived: true, optional: true }),
    quarantineCertNo: field.text({ max: 40, derived: true, optional: true }),
    vehicleNo: field.text({ max: 20, derived: true, optional: true }),
    happenedOn: field.date({ derived: true }),
    cause: field.text({ max: 40, derived: true, optional: true }),
    causeLabel: field.text({ max: 80, derived: true, optional: true }),
    disposalWay: field.dict('carcass_way', { derived: true, optional: true }),
    count: field.int({ derived: true, min: 1, max: 1000 }),
    status: field.state('animal_change_status', 'submitted', 'done', 'refused', 'cancelled', 'revoked'),
    confirmMode: field.text({ max: 10, derived: true }),
    reason: field.text({ max: 500, derived: true, optional: true }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    mine: field.bool({ derived: true }),
    remark: field.longText({ max: 500, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'changeType',
      'fromName',
      'toPrincipalIdName',
      'count',
      'earTags',
      'acceptUntil',
      'happenedOn',
      'causeLabel',
      'createdByName',
      'createdAt',
    ],
    filters: [
      'docNo',
      'changeType',
      'principalId',
      'toPrincipalId',
      'regionCode',
      'happenedOn',
      'status',
      'mine',
      'createdAt',
    ],
    sorts: ['docNo', 'happenedOn', 'createdAt'],
    sort: '-happenedOn',
  },
  form: [],
  detail: [
    'changeType',
    'fromName',
    'toPrincipalIdName',
    'earTags',
    'acceptUntil',
    'regionCode',
    'toPlaceText',
    'purpose',
    'buyerName',
    'quarantineCertNo',
    'vehicleNo',
    'happenedOn',
    'causeLabel',
    'disposalWay',
    'count',
    'createdByName',
    'createdAt',
    'reason',
    'remark',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    accept: { from: ['submitted'], to: 'done', form: { toPenId: field.ref('registry.pen', { optional: true }) } },
    confirm: {
      from: ['submitted'],
      to: 'done',
      form: {
        cause: field.dict('death_cause', { optional: true }),
        disposalWay: field.dict('carcass_way', { optional: true }),
      },
    },
    refuse: { from: ['submitted'], to: 'refused', permission: 'accept', remark: true, danger: true },
    reject: { from: ['submitted'], to: 'refused', permission: 'confirm', remark: true, danger: true },
    cancel: { from: ['submitted'], to: 'cancelled', permission: 'change' },
    revoke: { from: ['done'], to: 'revoked', remark: true, danger: true },
  },
});
export type AnimalChange = RowOf<typeof animalChange>;

const facts = {
  changeType: z.enum(changeTypes),
  animalIds: z.array(idSchema).min(1).max(1000),
  happenedOn: z.iso.date().optional(),
  toPrincipalId: idSchema.nullish(),
  toPenId: idSchema.nullish(),
  toPlaceText: z.string().max(100).nullish(),
  purpose: z.string().max(20).nullish(),
  buyerName: z.string().max(60).nullish(),
  quarantineCertNo: z.string().max(40).nullish(),
  vehicleNo: z.string().max(20).nullish(),
  cause: z.string().max(40).nullish(),
  disposalWay: z.string().max(40).nullish(),
  photoIds: z.array(idSchema).max(9).optional(),
  amount: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .nullish(),
  remark: z.string().max(500).nullish(),
};
const block = z.object({
  animalId: idSchema,
  /** What is only to be known and confirmed does not stand in the way. */
  level: z.enum(['warn', 'error']),
  bizCode: z.string(),
  words: z.string(),
  wayOut: z.string().nullable(),
});

/** What stands in the way of a change, animal by animal, before it is sent. */
export const checkChange = endpoint({
  method: 'POST',
  path: 'pri/animal/change/check',
  access: needs('pri:animal:change'),
  body: z.object(facts),
  data: z.array(block),
});

export const submitChange = endpoint({
  method: 'POST',
  path: 'pri/animal/change/submit',
  access: needs('pri:animal:change'),
  action: 'submit',
  body: z.object(facts),
  data: z.object({ id: idSchema, docNo: z.string(), status: z.string() }),
});

/** Who may take the animals: anybody of the own area by name; beyond it enterprises by name, households only by their full number. */
export const changeReceiver = endpoint({
  method: 'GET',
  path: 'pri/animal/change/receiver',
  access: needs('pri:animal:change'),
  query: z.object({ keyword: z.string().min(1).max(60) }),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      typeName: z.string(),
      regionName: z.string(),
      /** Of units in the own area or village. */
      phoneTail: z.string().nullable(),
      heads: z.number().nullable(),
      masked: z.boolean(),
    }),
  ),
});

/** The animals of a change. */
export const changeLines = endpoint({
  method: 'GET',
  path: 'pri/animal/change/lines',
  access: needs('pri:animal:list'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      animalId: idSchema,
      earTag: z.string(),
      species: z.string(),
      sex: z.string(),
      stage: z.string(),
      weight: z.number().nullable(),
    }),
  ),
});
