import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { defineResource } from '#kit/contract/resource.ts';
import { proofSchema, sealSchema } from './proof.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const screen = '/traceability/traceabilityManagement/chainVerify';

/** 存证: the seal of a day over everything recorded until then. */
export const traceSeal = defineResource({
  module: 'traceability',
  name: 'traceSeal',
  path: 'trace/seal',
  screen,
  permission: 'trace:chain',
  actions: { list: 'verify', export: 'verify' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    sealNo: field.int(derived),
    cutAt: field.dateTime(derived),
    leafCount: field.int(derived),
    root: field.text({ max: 64, ...derived }),
    sealHash: field.text({ max: 64, ...derived }),
    prevSealHash: field.text({ max: 64, ...derived }),
    signature: field.text({ max: 200, ...derived }),
    alg: field.dict('trace_seal_alg', derived),
    publicKey: field.text({ max: 200, ...derived }),
    checkState: field.dict('trace_seal_check', derived),
    checkedAt: field.dateTime(maybe),
  },
  title: 'sealNo',
  list: {
    columns: ['sealNo', 'cutAt', 'leafCount', 'root', 'alg', 'checkState', 'checkedAt'],
    filters: ['cutAt', 'checkState'],
    search: ['root'],
    sorts: ['sealNo', 'leafCount'],
    sort: '-sealNo',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

/** 校验: what each run computed and found. */
export const traceVerifyRun = defineResource({
  module: 'traceability',
  name: 'traceVerifyRun',
  path: 'trace/verifyRun',
  screen,
  permission: 'trace:chain',
  actions: { list: 'verify', export: 'verify' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    runScope: field.dict('trace_verify_scope', derived),
    subject: field.text({ max: 80, ...maybe }),
    animals: field.int(derived),
    events: field.int(derived),
    seals: field.int(derived),
    brokenCount: field.int(derived),
    broken: field.json(derived),
    startedAt: field.dateTime(derived),
    finishedAt: field.dateTime(maybe),
    createdAt: field.dateTime(derived),
  },
  title: 'runScope',
  list: {
    columns: ['startedAt', 'runScope', 'subject', 'animals', 'events', 'seals', 'brokenCount', 'finishedAt'],
    filters: ['runScope', 'startedAt'],
    sorts: ['startedAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

const perMinute = 30;
const c = z.string().max(64).optional();
/** What a phone needs to prove a life by itself. 404 where nobody knows the animal, so that the gate asks the next cell. */
export const publicProof = endpoint({
  method: 'GET',
  path: 'public/trace/proof',
  // Public: a consumer's phone computes the proof; only digests of what is not public are told.
  access: 'public',
  perMinute,
  query: z.object({ c, tag: z.string().max(20).optional() }),
  data: proofSchema,
});
export const publicSeals = endpoint({
  method: 'GET',
  path: 'public/trace/seals',
  // Public: roots are there to be compared with what was printed.
  access: 'public',
  perMinute,
  query: z.object({ t: z.coerce.number().int().positive() }),
  data: z.array(sealSchema),
});

const step = z.object({ kind: z.string(), kindName: z.string(), month: z.string(), countyName: z.string() });
/** What a code on a pack, a lot or a door tells everybody. */
export const publicCode = endpoint({
  method: 'GET',
  path: 'public/trace/code',
  // Public: whoever has a label in hand may read what it stands for, thirty times a minute.
  access: 'public',
  perMinute,
  query: z.object({ c: z.string().max(20) }),
  data: z.object({
    kind: z.enum(['animal', 'lot', 'subject']),
    code: z.string(),
    tag: z.string().nullable(),
    title: z.string(),
    maker: z.string().nullable(),
    countyName: z.string(),
    madeOn: z.string().nullable(),
    bestBefore: z.string().nullable(),
    kg: z.number().nullable(),
    certTail: z.string().nullable(),
    notice: z.enum(['none', 'held', 'recalled', 'voided']),
    noticeOn: z.string().nullable(),
    roles: z.array(z.string()),
    steps: z.array(step),
    origins: z.array(z.object({ countyName: z.string(), animals: z.int(), tags: z.array(z.string()) })),
    firstScanOn: z.string().nullable(),
    scans: z.int(),
    tenantNo: z.int(),
    tenantTitle: z.string(),
    pin: z.object({ seq: z.int(), head: z.string() }).nullable(),
    proof: proofSchema.nullable(),
  }),
});
export const publicFeedback = endpoint({
  method: 'POST',
  path: 'public/trace/feedback',
  // Public: whoever bought it may complain about it, once a captcha is answered.
  access: 'public',
  perMinute: 5,
  body: z.strictObject({
    t: z.number().int().positive(),
    c: z.string().max(20),
    kind: z.enum(['wrongInfo', 'fakeLabel', 'quality', 'other']),
    content: z.string().trim().min(4).max(500),
    phone: z
      .string()
      .regex(/^1\d{10}$/)
      .nullish(),
    captchaId: z.string().max(60),
    captchaCode: z.string().max(20),
  }),
  data: z.object({ docNo: z.string() }),
});
