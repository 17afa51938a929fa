import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const kin = z.object({
  pct: z.number(),
  relation: z.string().nullable(),
  known: z.enum(['full', 'part', 'none']),
});
const cow = z.object({
  animalId: idSchema,
  earTag: z.string(),
  species: z.string(),
  breed: z.string(),
  birthDate: z.string(),
  ageMonths: z.number(),
  parity: z.number(),
  status: z.string(),
  principalId: idSchema,
  holder: z.string(),
  regionCode: z.number(),
  region: z.string(),
  motherTag: z.string().nullable(),
  fatherCode: z.string().nullable(),
  lastCalvedOn: z.string().nullable(),
  cycleStatus: z.string(),
  cycleNo: z.number(),
  heats: z.number(),
  lastServedOn: z.string().nullable(),
  /** Milliseconds of the last shot and which of its heat it was: a phone without a network judges by them. */
  lastServedAt: z.number().nullable(),
  lastSireCode: z.string().nullable(),
  shotsInHeat: z.number(),
  checkDueOn: z.string().nullable(),
  expectedOn: z.string().nullable(),
  setAside: z.boolean(),
  isMine: z.boolean(),
});
export type Cow = z.output<typeof cow>;
const past = z.object({
  kind: z.enum(['service', 'check', 'calving', 'heat']),
  id: idSchema,
  on: z.string(),
  text: z.string(),
  code: z.string(),
  extra: z.string().nullable(),
});
/** A straw in the tank as it stands to this cow; what speaks against it is told by code. */
const straw = z.object({
  sireCode: z.string(),
  sireName: z.string().nullable(),
  breed: z.string(),
  semenKind: z.string(),
  sireStatus: z.string(),
  heiferSafe: z.boolean(),
  lotId: idSchema.nullable(),
  lotNo: z.string().nullable(),
  materialId: idSchema.nullable(),
  strawMark: z.string().nullable(),
  canisters: z.array(z.number()),
  left: z.number(),
  kin,
  refused: z.string().nullable(),
  warnings: z.array(z.string()),
  fits: z.enum(['wanted', 'neutral', 'avoid']),
  judged: z.number(),
  pregnant: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  score: z.number(),
});
export type OfferedStraw = z.output<typeof straw>;

const rules = z.object({
  firstServiceMonths: z.number(),
  calvingRefuseDays: z.number(),
  calvingAdviseDays: z.number(),
  sameHeatHours: z.number(),
  shotsPerHeat: z.number(),
  strawsPerShot: z.number(),
  cycleFrom: z.number(),
  cycleTo: z.number(),
  checkDue: z.number(),
  gestation: z.number(),
  kinRefusePct: z.number(),
  kinWarnPct: z.number(),
  backdateDays: z.number(),
});
export type ServiceRules = z.output<typeof rules>;
const prepared = z.object({
  cow,
  history: z.array(past),
  straws: z.array(straw),
  tank: z.object({ tankId: z.number().nullable(), tankNo: z.string().nullable(), tankState: z.string() }),
  rules,
  heatReport: z.object({ id: idSchema, seenAt: z.string(), bestTo: z.string() }).nullable(),
});
export type PreparedService = z.output<typeof prepared>;

/** A number, or its last four digits and more: the cow, her history, and every straw in my tank judged for her. */
export const prepareService = endpoint({
  method: 'GET',
  path: 'ant/breed/service/prepare',
  access: needs('breed:service:add'),
  query: z.object({
    animalId: z.coerce.number().int().positive().optional(),
    tag: z
      .string()
      .regex(/^\d{4,15}$/)
      .optional(),
    at: z.iso.datetime({ offset: true }).optional(),
  }),
  data: z.object({
    one: prepared.nullable(),
    choices: z.array(z.object({ animalId: idSchema, earTag: z.string(), holder: z.string(), region: z.string() })),
  }),
});

/** The cows of my villages with their states and my straws judged for each: what a phone takes into a valley. */
export const packService = endpoint({
  method: 'GET',
  path: 'ant/breed/service/pack',
  access: needs('breed:service:add'),
  query: z.object({ most: z.coerce.number().int().min(1).max(300).default(120) }),
  data: z.object({ madeAt: z.string(), items: z.array(prepared) }),
});

export const kinAnswer = z.object({
  pct: z.number(),
  relation: z.string().nullable(),
  known: z.enum(['full', 'part', 'none']),
  common: z.array(z.object({ ofCow: z.number(), ofSire: z.number() })),
});
/** R15: percentage and words, never a row: ancestors may belong to holders the caller does not see. */
export const askKin = endpoint({
  method: 'GET',
  path: 'ant/breed/kin',
  access: needs('breed:service:add', 'breed:cycle:list', 'improve:base:animal'),
  query: z.object({ animalId: z.coerce.number().int().positive(), sireCode: z.string().min(1).max(15) }),
  data: kinAnswer,
});

const serviceRow = z.strictObject({
  animalId: idSchema,
  earTag: z.string().regex(/^\d{15}$/),
  servedAt: z.iso.datetime({ offset: true }),
  servedUntil: z.iso.date().nullish(),
  method: z.enum(['frozenAi', 'freshAi', 'natural']),
  sireCode: z.string().trim().min(1).max(15),
  lotId: idSchema.nullish(),
  straws: z.int().min(0).max(10),
  wasted: z.int().min(0).max(10).default(0),
  wasteReason: z.enum(['broken', 'thawFail', 'other']).nullish(),
  motilityThawPct: z.number().min(0).max(100).nullish(),
  heatReportId: idSchema.nullish(),
  heatSeenAt: z.iso.datetime({ offset: true }).nullish(),
  intervalReason: z.string().trim().max(300).nullish(),
  secondSireReason: z.string().trim().max(300).nullish(),
  feeCents: z.int().min(0).max(10_000_00).nullish(),
  point: z.object({ longitude: z.number(), latitude: z.number() }).nullish(),
  photoIds: z.array(idSchema).max(6).default([]),
  signIds: z.array(idSchema).max(1).default([]),
  remark: z.string().trim().max(500).nullish(),
  /** Warnings the technician has read and ticked. */
  ack: z.array(z.string().max(30)).max(12).default([]),
});
export type ServiceRow = z.output<typeof serviceRow>;
export type ServiceInput = z.input<typeof serviceRow>;

const judged = z.object({
  animalId: idSchema,
  earTag: z.string(),
  heatNo: z.number(),
  shotNo: z.number(),
  intervalDays: z.number().nullable(),
  kin,
  refused: z.object({ bizCode: z.string(), msg: z.string() }).nullable(),
  /** Codes the technician must tick, or give a reason for. */
  warnings: z.array(z.string()),
  flags: z.array(z.string()),
  watchFrom: z.string(),
  watchTo: z.string(),
  checkDueOn: z.string(),
  expectedOn: z.string(),
});
export type JudgedService = z.output<typeof judged>;
export const checkService = endpoint({
  method: 'POST',
  path: 'ant/breed/service/check',
  access: needs('breed:service:add'),
  body: z.strictObject({ rows: z.array(serviceRow).min(1).max(200) }),
  data: z.object({ rows: z.array(judged) }),
});
const refusedRow = z.object({ animalId: idSchema, earTag: z.string(), bizCode: z.string(), msg: z.string() });
/** R23: one cow or a herd brought into heat together; the same key twice is one record. */
export const addService = endpoint({
  method: 'POST',
  path: 'ant/breed/service/add',
  access: needs('breed:service:add'),
  body: z.strictObject({
    clientKey: z.uuid(),
    rows: z.array(serviceRow).min(1).max(200),
    skipRefused: z.boolean().default(false),
  }),
  data: z.object({
    saved: z.array(z.object({ animalId: idSchema, id: idSchema, docNo: z.string() })),
    refused: z.array(refusedRow),
  }),
  action: 'add',
});
export const voidService = endpoint({
  method: 'POST',
  path: 'ant/breed/service/void',
  access: needs('breed:service:add', 'breed:service:void'),
  body: z.strictObject({ id: idSchema, version: versionSchema, reason: z.string().trim().min(2).max(500) }),
  data: z.object({ status: z.string(), restored: z.number() }),
  action: 'void',
});
/** What is printed on a straw: which bull, and which lots of it lie in my tank. */
export const parseStraw = endpoint({
  method: 'GET',
  path: 'ant/breed/straw/parse',
  access: needs('breed:service:add'),
  query: z.object({ mark: z.string().trim().min(3).max(60) }),
  data: z.object({
    sireCode: z.string().nullable(),
    lots: z.array(z.object({ lotId: idSchema, lotNo: z.string(), left: z.number() })),
  }),
});
/** Totals under the list of services. */
export const serviceTotals = endpoint({
  method: 'GET',
  path: 'ant/breed/service/totals',
  access: needs('breed:service:list'),
  query: z.object({ from: z.iso.date(), to: z.iso.date(), regionCode: z.coerce.number().int().optional() }),
  data: z.object({
    heats: z.number(),
    straws: z.number(),
    wasted: z.number(),
    judged: z.number(),
    pregnant: z.number(),
  }),
});

/** Bulls for a cow, best first, over all that the units above have: kin, direction, and how they did here. */
export const mateAdvice = endpoint({
  method: 'GET',
  path: 'ant/breed/advice',
  access: needs('breed:service:add', 'breed:cycle:list', 'improve:base:animal'),
  query: z.object({ animalId: z.coerce.number().int().positive() }),
  data: z.object({ rateMinCount: z.number(), straws: z.array(straw) }),
});

export const services = {
  endpoints: [
    prepareService,
    packService,
    askKin,
    checkService,
    addService,
    voidService,
    parseStraw,
    serviceTotals,
    mateAdvice,
  ],
};
