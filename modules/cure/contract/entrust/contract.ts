import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const states = ['draft', 'offered', 'refused', 'accepted', 'signed', 'running', 'settling', 'ended'] as const;

const fields = {
  id: field.id(),
  docNo: field.text({ max: 24, ...derived }),
  principalId: field.ref('registry.principal', derived),
  hostId: field.ref('registry.principal', derived),
  owner: field.text({ max: 80, ...maybe }),
  host: field.text({ max: 80, ...maybe }),
  societyId: field.ref('cure.society', maybe),
  regionCode: field.region(derived),
  typeId: field.ref('cure.entrustType', derived),
  mode: field.dict('entrust_mode', derived),
  species: field.dict('species', derived),
  fromOn: field.date(derived),
  toOn: field.date(derived),
  feeMode: field.dict('entrust_fee', derived),
  /** Null for whoever is not one of the two sides or their witness. */
  price: field.money(maybe),
  baseValue: field.money(maybe),
  heads: field.int(derived),
  headsEver: field.int(derived),
  deaths: field.int(derived),
  lastLogOn: field.date(maybe),
  logLate: field.bool(derived),
  disputed: field.bool(derived),
  billed: field.money(maybe),
  /** What the caller's side does next. */
  nextStep: field.dict('entrust_next_step', maybe),
  ownerSignedAt: field.dateTime(maybe),
  hostSignedAt: field.dateTime(maybe),
  endsOn: field.date(maybe),
  endReason: field.text({ max: 300, ...maybe }),
  remark: field.longText({ max: 500, ...maybe }),
  status: field.state('entrust_contract_status', ...states),
  ...stamps,
} as const;

/** The sides stand there by name: who may not open the other's file sees no number in its place. */
const shown = [
  'docNo',
  'owner',
  'host',
  'societyId',
  'regionCode',
  'typeId',
  'mode',
  'species',
  'fromOn',
  'toOn',
  'feeMode',
  'price',
  'baseValue',
  'heads',
  'headsEver',
  'deaths',
  'lastLogOn',
  'logLate',
  'disputed',
  'billed',
  'nextStep',
  'ownerSignedAt',
  'hostSignedAt',
  'endsOn',
  'endReason',
  'remark',
  'createdByName',
  'createdAt',
] as const;

/** 托管合同: an owner's animals in a host's care; the authority sees it without the money. */
export const entrustContract = defineResource({
  module: 'cure',
  name: 'entrustContract',
  path: 'cure/entrust',
  screen: '/cure/entrust/contract',
  permission: 'cure:entrust',
  actions: { remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields,
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'nextStep',
      'owner',
      'host',
      'heads',
      'billed',
      'typeId',
      'deaths',
      'lastLogOn',
      'toOn',
      'status',
    ],
    filters: ['status', 'principalId', 'hostId', 'typeId', 'species', 'regionCode', 'disputed', 'logLate', 'toOn'],
    search: ['docNo'],
    sorts: ['toOn', 'fromOn'],
  },
  detail: shown,
  form: [],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft', 'refused'],
  transitions: {
    offer: { from: ['draft', 'refused'], to: 'offered', permission: 'add' },
    accept: { from: ['offered'], to: 'accepted', permission: 'host' },
    refuse: { from: ['offered'], to: 'refused', permission: 'host', remark: true, danger: true },
    /** Each side for itself; with the second signature it is signed. */
    sign: { from: ['accepted'], to: 'accepted', form: { password: field.text({ max: 100 }) } },
    /** One side keeps the days of notice, both together end it at once. */
    terminate: { from: ['running'], to: 'running', permission: 'sign', remark: true, danger: true },
    abandon: { from: ['accepted', 'signed'], to: 'ended', permission: 'sign', remark: true, danger: true },
  },
});
export type EntrustContract = RowOf<typeof entrustContract>;

/** 托管监督: the contracts a society witnesses. */
export const entrustWatch = defineResource({
  module: 'cure',
  name: 'entrustWatch',
  path: 'cure/entrustWatch',
  screen: '/cure/society/entrust',
  permission: 'cure:entrust',
  actions: { list: 'supervise', export: 'supervise' },
  scope: 'jurisdiction',
  fields,
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'owner',
      'host',
      'typeId',
      'heads',
      'headsEver',
      'deaths',
      'lastLogOn',
      'logLate',
      'billed',
      'disputed',
      'toOn',
      'status',
    ],
    filters: ['status', 'hostId', 'principalId', 'typeId', 'logLate', 'disputed'],
    search: ['docNo'],
    sorts: ['toOn'],
  },
  detail: shown,
  form: [],
  operations: ['list', 'detail', 'export'],
});

const cents = z.number().int().min(0).max(9_999_999_999);
const pct = z.number().min(0).max(100);
export const contractForm = z.strictObject({
  id: idSchema.optional(),
  version: versionSchema.optional(),
  principalId: idSchema,
  hostId: idSchema,
  societyId: idSchema.nullish(),
  typeId: idSchema,
  species: z.string().min(1).max(20),
  fromOn: z.iso.date(),
  toOn: z.iso.date(),
  feeMode: z.enum(['headDay', 'perHead', 'gain', 'profitShare', 'package']),
  price: cents,
  sharePct: pct.nullish(),
  baseValue: cents,
  freeLossPct: pct.optional(),
  hostSharePct: pct.optional(),
  insureBy: z.enum(['owner', 'host', 'none']).default('owner'),
  offspring: z.enum(['owner', 'host']).default('owner'),
  noticeDays: z.number().int().min(0).max(180).default(15),
  cycleId: idSchema.nullish(),
  feedingTemplateId: idSchema.nullish(),
  remark: z.string().trim().max(500).nullish(),
  animalIds: z.array(idSchema).min(1).max(1000),
});
export type ContractForm = z.output<typeof contractForm>;

export const saveEntrust = endpoint({
  method: 'POST',
  path: 'cure/entrust/save',
  access: needs('cure:entrust:add'),
  body: contractForm,
  data: z.object({ id: idSchema, docNo: z.string() }),
  action: 'add',
});

const line = z.object({
  id: idSchema,
  animalId: idSchema,
  earTag: z.string(),
  stage: z.string().nullable(),
  inOn: z.string().nullable(),
  inWeight: z.number().nullable(),
  outOn: z.string().nullable(),
  outWeight: z.number().nullable(),
  outKind: z.string().nullable(),
  deathFault: z.string().nullable(),
  bornInContract: z.boolean(),
  saleCents: z.number().int().nullable(),
});
export type EntrustLine = z.output<typeof line>;
/** Everything a contract consists of, each part under the caller's own sight. */
export const entrustContent = endpoint({
  method: 'GET',
  path: 'cure/entrust/content',
  access: needs('cure:entrust:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    side: z.enum(['owner', 'host', 'witness', 'none']),
    terms: z.object({ price: z.number(), sharePct: z.number().nullable(), baseValue: z.number() }).nullable(),
    freeLossPct: z.number(),
    hostSharePct: z.number(),
    reportEveryDays: z.number(),
    noticeDays: z.number(),
    insureBy: z.string(),
    offspring: z.string(),
    lines: z.array(line),
    logs: z.array(
      z.object({
        id: idSchema,
        onDate: z.string(),
        headSeen: z.number(),
        headOpen: z.number(),
        headIll: z.number(),
        feedKg: z.number().nullable(),
        note: z.string().nullable(),
        missingTags: z.string().nullable(),
      }),
    ),
    treatments: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        treatedOn: z.string(),
        heads: z.number(),
        medicines: z.string().nullable(),
      }),
    ),
  }),
});
export type EntrustContent = z.output<NonNullable<(typeof entrustContent)['data']>>;

/** Hosts that can take so many of a species, the freest first. */
export const entrustHosts = endpoint({
  method: 'GET',
  path: 'cure/entrust/hosts',
  access: needs('cure:entrust:add', 'cure:entrust:supervise'),
  query: z.strictObject({
    species: z.string().max(20),
    mode: z.string().max(20),
    head: z.coerce.number().int().min(0).default(1),
  }),
  data: z.array(
    z.object({
      id: idSchema,
      principalId: idSchema,
      name: z.string(),
      free: z.number(),
      lossPct: z.number().nullable(),
      priceNote: z.string().nullable(),
    }),
  ),
});

export const startEntrust = endpoint({
  method: 'POST',
  path: 'cure/entrust/start',
  access: needs('cure:entrust:host'),
  body: z.strictObject({ id: idSchema, version: versionSchema, toPenId: idSchema.nullish() }),
  data: z.object({ heads: z.number() }),
  action: 'edit',
});

/** Animals go back to their owner; of those whose fee needs it, weighed. */
export const releaseAnimals = endpoint({
  method: 'POST',
  path: 'cure/entrust/release',
  access: needs('cure:entrust:host'),
  body: z.strictObject({ id: idSchema, animalIds: z.array(idSchema).min(1).max(1000) }),
  data: z.object({ heads: z.number(), status: z.string() }),
  action: 'edit',
});

/** The owner lets the host do one kind of thing with some animals until a day. */
export const consentTo = endpoint({
  method: 'POST',
  path: 'cure/entrust/consent',
  access: needs('cure:entrust:sign'),
  body: z.strictObject({
    id: idSchema,
    animalIds: z.array(idSchema).min(1).max(1000),
    act: z.enum(['sell', 'move', 'cull', 'pledge', 'insure']),
    until: z.iso.date(),
  }),
  data: z.object({ heads: z.number() }),
  action: 'edit',
});

/** Whose fault a death was, what an animal was sold for, what an insurer paid for it. */
export const settleLine = endpoint({
  method: 'POST',
  path: 'cure/entrust/settleLine',
  access: needs('cure:entrust:sign', 'cure:entrust:supervise'),
  body: z.strictObject({
    lineId: idSchema,
    deathFault: z.enum(['host', 'none', 'owner', 'forceMajeure']).nullish(),
    saleCents: cents.nullish(),
    insuredCents: cents.nullish(),
  }),
  data: z.null(),
  action: 'edit',
});

/** The caller's own animals that may be given into care. */
export const entrustable = endpoint({
  method: 'GET',
  path: 'cure/entrust/animals',
  access: needs('cure:entrust:add'),
  query: z.strictObject({ species: z.string().max(20) }),
  data: z.array(z.object({ id: idSchema, principalId: idSchema, earTag: z.string(), stage: z.string().nullable() })),
});
