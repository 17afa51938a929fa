import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const one = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const tag = z.object({ id: idSchema, name: z.string(), redFlag: z.boolean(), uses: z.number().int() });

/** What the form needs: the holder's animals, the commonest signs, who is on duty now. */
export const prepareAsk = endpoint({
  method: 'GET',
  path: 'cure/consult/prepare',
  access: needs('cure:consult:ask'),
  query: z.strictObject({ principalId: one.optional(), species: z.string().max(20).optional() }),
  data: z.object({
    holder: z.object({ id: idSchema, name: z.string(), regionCode: z.number() }).nullable(),
    animals: z.array(
      z.object({
        animalId: idSchema,
        earTag: z.string(),
        species: z.string(),
        stage: z.string(),
        pen: z.string().nullable(),
        openNo: z.string().nullable(),
        openId: idSchema.nullable(),
        until: z.string().nullable(),
      }),
    ),
    signs: z.array(tag),
    onDuty: z.number().int(),
    expectedMinutes: z.number().int().nullable(),
    nextShift: z.string().nullable(),
  }),
});

const head = z.number().int().min(0).max(100_000);
export const askForm = z.strictObject({
  requestId: z.uuid(),
  principalId: idSchema,
  species: z.string().min(1).max(20),
  animalIds: z.array(idSchema).max(200).default([]),
  untaggedHead: head.default(0),
  headIll: z.number().int().min(1).max(100_000),
  headDead: head.default(0),
  headAtRisk: head.nullish(),
  signTagIds: z.array(idSchema).min(1).max(20),
  onsetOn: z.iso.date(),
  complaint: z.string().trim().min(5).max(2000),
  temperature: z.number().min(30).max(45).nullish(),
  drugsGiven: z.string().trim().max(200).nullish(),
  photos: z.array(idSchema).max(20).default([]),
  voices: z.array(idSchema).max(5).default([]),
  wants: z.enum(['text', 'video', 'visit']),
  urgency: z.enum(['normal', 'urgent', 'critical']),
  speak: z.enum(['zh', 'mn']).default('zh'),
});
export type AskForm = z.output<typeof askForm>;

export const askConsult = endpoint({
  method: 'POST',
  path: 'cure/consult/ask',
  access: needs('cure:consult:ask'),
  body: askForm,
  data: z.object({
    id: idSchema,
    docNo: z.string(),
    urgency: z.string(),
    redFlags: z.array(z.string()),
    offeredTo: z.string().nullable(),
    isRepeat: z.boolean(),
  }),
  action: 'add',
});

const message = z.object({
  seq: z.number().int(),
  senderId: idSchema.nullable(),
  sender: z.string(),
  role: z.string(),
  kind: z.string(),
  body: z.string(),
  fileId: idSchema.nullable(),
  fileUrl: z.string().nullable(),
  refId: idSchema.nullable(),
  at: z.string(),
  isRecalled: z.boolean(),
  isMine: z.boolean(),
});
export type CaseMessage = z.output<typeof message>;

const life = z.object({ kind: z.string(), on: z.string(), text: z.string() });
/** Frozen when help was asked for: no name, phone, price or pledge. */
const fileAnimal = z.object({
  animalId: idSchema,
  earTag: z.string(),
  species: z.string(),
  breed: z.string(),
  sex: z.string(),
  stage: z.string(),
  ageMonths: z.number().int(),
  parity: z.number().int(),
  weightKg: z.number().nullable(),
  weightOn: z.string().nullable(),
  insured: z.boolean(),
  until: z.string().nullable(),
  immunity: z.array(z.object({ disease: z.string(), isProtected: z.boolean(), until: z.string().nullable() })),
  life: z.array(life),
});
export const caseFile = z.object({
  animals: z.array(fileAnimal),
  deaths30: z.number().int(),
  otherCases30: z.number().int(),
});
export type CaseFile = z.output<typeof caseFile>;

const opinion = z.object({
  no: z.number().int(),
  expert: z.string(),
  diagnosis: z.string(),
  certainty: z.string(),
  suspectAnswer: z.string().nullable(),
  basis: z.string(),
  advice: z.string(),
  isolate: z.boolean(),
  protectPeople: z.boolean(),
  samplingAdvice: z.string().nullable(),
  visitNeeded: z.boolean(),
  followDays: z.array(z.number().int()),
  replacesNo: z.number().int().nullable(),
  at: z.string(),
  /** Of further experts: whether they agree, and their words. */
  coSigns: z.array(z.object({ name: z.string(), agrees: z.boolean(), words: z.string(), at: z.string() })),
});
export type CaseOpinion = z.output<typeof opinion>;

const caseSheet = z.object({
  id: idSchema,
  docNo: z.string(),
  medicines: z.string(),
  status: z.string(),
  meatUntil: z.string().nullable(),
  courseFrom: z.string().nullable(),
  courseTo: z.string().nullable(),
});

const casePage = z.object({
  id: idSchema,
  version: versionSchema,
  docNo: z.string(),
  status: z.string(),
  urgency: z.string(),
  urgencyBy: z.string(),
  redFlag: z.boolean(),
  suspect: z.boolean(),
  principalId: idSchema,
  holder: z.string(),
  regionCode: z.number(),
  place: z.string(),
  species: z.string(),
  headIll: z.number().int(),
  headDead: z.number().int(),
  headAtRisk: z.number().int().nullable(),
  untaggedHead: z.number().int(),
  signs: z.array(z.string()),
  onsetOn: z.string(),
  complaint: z.string(),
  temperature: z.number().nullable(),
  drugsGiven: z.string().nullable(),
  wants: z.string(),
  speak: z.string(),
  askedAt: z.string(),
  replyDue: z.string().nullable(),
  answerDue: z.string().nullable(),
  firstReplyAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  outcome: z.string().nullable(),
  rating: z.number().int().nullable(),
  pictures: z.array(z.object({ id: idSchema, url: z.string() })),
  file: caseFile,
  fileAt: z.string().nullable(),
  parties: z.array(z.object({ userId: idSchema, name: z.string(), role: z.string(), isHere: z.boolean() })),
  opinions: z.array(opinion),
  sheets: z.array(caseSheet),
  followUps: z.array(
    z.object({ dueOn: z.string(), way: z.string(), result: z.string().nullable(), status: z.string() }),
  ),
  messages: z.array(message),
  /** What the caller is here, and what they may do now. */
  me: z.object({
    role: z.string(),
    isInCharge: z.boolean(),
    mayWrite: z.boolean(),
    mayOpine: z.boolean(),
    mayPrescribe: z.boolean(),
    mayAssign: z.boolean(),
    /** R17: ask further experts in; sign the newest opinion as one of them. */
    mayInvite: z.boolean(),
    mayCoSign: z.boolean(),
    /** Open or enter the room of the case. */
    mayCall: z.boolean(),
  }),
  can: z.array(z.string()),
});
export type CasePage = z.output<typeof casePage>;

export const caseOf = endpoint({
  method: 'GET',
  path: 'cure/consult/case',
  access: needs('cure:consult:list'),
  query: z.strictObject({ id: one }),
  data: casePage,
});

export const messagesOf = endpoint({
  method: 'GET',
  path: 'cure/consult/messages',
  access: needs('cure:consult:list'),
  query: z.strictObject({ id: one, afterSeq: z.coerce.number().int().min(0).default(0) }),
  data: z.array(message),
});

export const sendMessage = endpoint({
  method: 'POST',
  path: 'cure/consult/message',
  access: needs('cure:consult:list'),
  body: z.strictObject({
    consultId: idSchema,
    kind: z.enum(['text', 'image', 'voice', 'file', 'animal']),
    text: z.string().trim().max(4000).default(''),
    fileId: idSchema.nullish(),
    refId: idSchema.nullish(),
    clientKey: z.uuid(),
  }),
  data: z.object({ seq: z.number().int(), at: z.string() }),
  action: 'add',
});

export const recallMessage = endpoint({
  method: 'POST',
  path: 'cure/consult/recall',
  access: needs('cure:consult:list'),
  body: z.strictObject({ consultId: idSchema, seq: z.number().int().min(1) }),
  data: z.null(),
  action: 'edit',
});

export const markRead = endpoint({
  method: 'POST',
  path: 'cure/consult/read',
  access: needs('cure:consult:list'),
  body: z.strictObject({ consultId: idSchema, seq: z.number().int().min(0) }),
  data: z.null(),
  action: 'edit',
});

export const opine = endpoint({
  method: 'POST',
  path: 'cure/consult/opine',
  access: needs('cure:consult:handle'),
  body: z.strictObject({
    consultId: idSchema,
    version: versionSchema,
    diagnosisTagId: idSchema,
    certainty: z.enum(['suspected', 'clinical', 'confirmed']),
    suspectAnswer: z.enum(['yes', 'no']).nullish(),
    /** Which disease, where it is suspected. */
    suspectDisease: z.string().max(40).nullish(),
    basis: z.string().trim().min(10).max(2000),
    advice: z.string().trim().min(10).max(2000),
    isolate: z.boolean().default(false),
    protectPeople: z.boolean().default(false),
    samplingAdvice: z.string().trim().max(500).nullish(),
    visitNeeded: z.boolean().default(false),
    followDays: z.array(z.number().int().min(1).max(90)).max(5).default([]),
    replacesNo: z.number().int().min(1).nullish(),
  }),
  data: z.object({ no: z.number().int(), suspectReportId: idSchema.nullable(), version: versionSchema }),
  action: 'edit',
});

const candidate = z.object({
  expertId: idSchema,
  name: z.string(),
  title: z.string(),
  unit: z.string(),
  score: z.number(),
  parts: z.record(z.string(), z.number()),
  open: z.number().int(),
  maxOpen: z.number().int(),
  isOnDuty: z.boolean(),
  isHere: z.boolean(),
  whyNot: z.string().nullable(),
});
export type CandidateRow = z.output<typeof candidate>;

export const candidatesOf = endpoint({
  method: 'GET',
  path: 'cure/dispatch/candidates',
  access: needs('cure:consult:assign'),
  query: z.strictObject({ consultId: one }),
  data: z.array(candidate),
});

export const assignConsult = endpoint({
  method: 'POST',
  path: 'cure/dispatch/assign',
  access: needs('cure:consult:assign'),
  body: z.strictObject({ consultId: idSchema, expertId: idSchema }),
  data: z.object({ offerId: idSchema }),
  action: 'edit',
});

const card = z.object({
  id: idSchema,
  docNo: z.string(),
  urgency: z.string(),
  place: z.string(),
  species: z.string(),
  headIll: z.number().int(),
  signs: z.string(),
  wants: z.string(),
  minutes: z.number().int(),
  expert: z.string().nullable(),
  answerBy: z.string().nullable(),
  offers: z.number().int(),
  isLate: z.boolean(),
  status: z.string(),
});
export type BoardCard = z.output<typeof card>;

export const dispatchBoard = endpoint({
  method: 'GET',
  path: 'cure/dispatch/board',
  access: needs('cure:consult:assign'),
  query: z.strictObject({}),
  data: z.object({
    waiting: z.array(card),
    offered: z.array(card),
    working: z.array(card),
    late: z.array(card),
    experts: z.array(candidate.omit({ score: true, parts: true, whyNot: true })),
  }),
});
