import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { immunisationVisit } from './visit.ts';

export const mostHeads = 2000;
const head = z.number().int().min(0).max(100_000);
export const headsSchema = z.record(z.string().max(20), z.record(z.string().max(20), head));
const day = z.iso.date();

export const visitLine = z.object({
  vaccineCode: z.string().min(1).max(40),
  /** From the worker's box; a holder who bought it types the number. */
  materialId: idSchema.nullish(),
  lotId: idSchema.nullish(),
  lotNo: z.string().trim().max(60).nullish(),
  untagged: headsSchema.default({}),
});

export const visitAnimal = z.object({
  animalId: idSchema,
  result: z.enum(['done', 'exempt', 'notFound']),
  /** Which of the lines, by their place; all that fit its kind unless said. */
  lineNos: z.array(z.number().int().min(1).max(9)).max(9).optional(),
  exemptReason: z.string().max(40).nullish(),
  exemptUntil: day.nullish(),
  /** Stands here although another holder has it: immunised where it is, counted where it belongs. */
  guest: z.boolean().optional(),
  note: z.string().max(200).nullish(),
});

const sheetShape = {
  clientKey: z.uuid(),
  mode: z.enum(['season', 'routine', 'emergency', 'self']),
  principalId: idSchema,
  /** Who gave the shots; the caller unless a station writes it for a worker. */
  staffId: idSchema.nullish(),
  helpers: z.array(idSchema).max(9).default([]),
  visitedOn: day,
  startedAt: z.iso.datetime({ offset: true }).nullish(),
  endedAt: z.iso.datetime({ offset: true }).nullish(),
  result: z.enum(['done', 'partial', 'absent', 'refused', 'noStock']),
  /** Heads without a number that were there; null where nobody counted. */
  foundUntagged: headsSchema.nullish(),
  location: z.object({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) }).nullish(),
  photos: z.array(idSchema).max(9).default([]),
  holderSignId: idSchema.nullish(),
  purchaseProof: z.array(idSchema).max(9).default([]),
  remark: z.string().max(500).nullish(),
  lines: z.array(visitLine).max(9).default([]),
  animals: z.array(visitAnimal).max(mostHeads).default([]),
};
export const visitSheet = z.object(sheetShape);
export type VisitSheet = z.output<typeof visitSheet>;

export const refusedAnimal = z.object({
  animalId: idSchema.nullable(),
  earTag: z.string(),
  lineNo: z.number().int().nullable(),
  code: z.string(),
  text: z.string(),
});
export type RefusedAnimal = z.output<typeof refusedAnimal>;

/** What a disease is called, so that codes need not be looked up where there is no network. */
export const diseaseWords = z.array(
  z.object({
    code: z.string(),
    zh: z.string(),
    tw: z.string(),
    en: z.string(),
    /** People can get it too: gloves and mask. */
    humanRisk: z.boolean(),
  }),
);
export type DiseaseWords = z.output<typeof diseaseWords>;

const lot = z.object({
  lotId: idSchema,
  lotNo: z.string(),
  expireOn: z.string().nullable(),
  qty: z.number(),
});
const held = z.object({
  materialId: idSchema,
  name: z.string(),
  spec: z.string(),
  vaccineCode: z.string(),
  lots: z.array(lot),
});
const vaccineFacts = z.object({
  vaccineCode: z.string(),
  name: z.string(),
  diseaseCodes: z.array(z.string()),
  species: z.array(z.string()),
  isLive: z.boolean(),
  apartDays: z.number(),
  doses: z.record(z.string(), z.object({ ml: z.number().optional(), dosesPerHead: z.number().optional() })),
});
const shot = z.object({
  lastOn: z.string().nullable(),
  shots: z.number(),
  boosterDueOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  state: z.string(),
});
const dueAnimal = z.object({
  animalId: idSchema,
  earTag: z.string(),
  species: z.string(),
  stage: z.string(),
  sex: z.string(),
  birthDate: z.string(),
  breedingUse: z.boolean(),
  bans: z.array(z.string()),
  liveOn: z.array(z.string()),
  immunity: z.record(z.string(), shot),
  /** Diseases it is due for, with the reason where it is made up. */
  due: z.record(z.string(), z.string()),
  guest: z.boolean(),
});
export type DueAnimal = z.output<typeof dueAnimal>;
const programme = z.object({
  diseaseCode: z.string(),
  species: z.string(),
  stage: z.string().nullable(),
  minAgeDays: z.number(),
  minGapDays: z.number(),
  banOn: z.array(z.string()),
});
const holder = z.object({
  principalId: idSchema,
  name: z.string(),
  contactName: z.string(),
  regionCode: z.number(),
  place: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  lastVisitOn: z.string().nullable(),
  canSelf: z.boolean(),
});
const stockOf = z.array(
  z.object({
    species: z.string(),
    tagged: z.number(),
    untagged: z.number(),
    stages: z.record(z.string(), z.number()),
  }),
);

/** Everything the form needs of one household, so that nothing has to be asked while animals wait. */
export const preparedSchema = z.object({
  holder,
  season: z
    .object({
      id: idSchema,
      name: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      emergency: z.boolean(),
      items: z.array(
        z.object({ diseaseCode: z.string(), species: z.string(), defaultVaccineCode: z.string().nullable() }),
      ),
    })
    .nullable(),
  stock: stockOf,
  animals: z.array(dueAnimal),
  programmes: z.array(programme),
  vaccines: z.array(vaccineFacts),
  /** What the worker carries, first to run out on top; nothing that may not be used. */
  held: z.array(held),
  staff: z.object({ id: idSchema, name: z.string() }).nullable(),
  diseases: diseaseWords,
});
export type Prepared = z.output<typeof preparedSchema>;

export const prepareVisit = endpoint({
  method: 'GET',
  path: 'ant/visit/prepare',
  access: needs('ant:visit:add'),
  query: z.object({
    principalId: idSchema,
    /** For a station that writes what a worker did; the worker in charge of the village unless said. */
    staffId: idSchema.optional(),
    visitedOn: day.optional(),
    mode: z.enum(['season', 'routine', 'emergency', 'self']).default('season'),
  }),
  data: preparedSchema,
});

/** Households of the worker's villages, those with something left first: the picker, and what an installed app keeps. */
export const visitHouseholds = endpoint({
  method: 'GET',
  path: 'ant/visit/households',
  access: needs('ant:visit:add'),
  query: z.object({
    keyword: z.string().trim().max(60).optional(),
    mode: z.enum(['season', 'routine', 'emergency', 'self']).default('season'),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  data: z.array(
    z.object({
      principalId: idSchema,
      name: z.string(),
      place: z.string(),
      regionCode: z.number(),
      /** Tell households of one name apart; missing in what a device kept before it knew them. */
      phoneTail: z.string().nullish(),
      heads: z.number().optional(),
      due: z.number(),
      done: z.number(),
      status: z.string().nullable(),
      lastVisitOn: z.string().nullable(),
    }),
  ),
});

export const checkVisit = endpoint({
  method: 'POST',
  path: 'ant/visit/check',
  access: needs('ant:visit:add'),
  body: visitSheet,
  data: z.object({
    accepted: z.number(),
    refused: z.array(refusedAnimal),
    flags: z.array(z.string()),
    doses: z.array(z.object({ lineNo: z.number(), doses: z.number(), held: z.number().nullable() })),
    result: z.string(),
  }),
});

export const addVisit = endpoint({
  method: 'POST',
  path: 'ant/visit/add',
  access: needs('ant:visit:add'),
  action: 'add',
  body: visitSheet.extend({ skipRefused: z.boolean().default(false) }),
  data: z.object({
    id: idSchema,
    docNo: z.string(),
    accepted: z.number(),
    refused: z.array(refusedAnimal),
    flags: z.array(z.string()),
    result: z.string(),
  }),
});

/** What was typed so far; counts nowhere. */
export const saveVisitDraft = endpoint({
  method: 'POST',
  path: 'ant/visit/draft',
  access: needs('ant:visit:add'),
  action: 'draft',
  body: visitSheet.partial().extend({
    clientKey: z.uuid(),
    principalId: idSchema,
    visitedOn: day,
    mode: z.enum(['season', 'routine', 'emergency', 'self']),
  }),
  data: z.object({ id: idSchema, docNo: z.string() }),
});

/** A pasted column of numbers, or their last digits. */
export const parseTags = endpoint({
  method: 'POST',
  path: 'ant/visit/parseTags',
  access: needs('ant:visit:add'),
  body: z.object({ text: z.string().min(1).max(60_000), principalId: idSchema }),
  data: z.array(
    z.object({
      tag: z.string(),
      how: z.enum(['here', 'many', 'unknown', 'elsewhere', 'guest', 'duplicate', 'gone']),
      animal: dueAnimal.nullable(),
      holderName: z.string().nullable(),
      choices: z.array(z.object({ animalId: idSchema, earTag: z.string() })),
    }),
  ),
});

export const visitDetail = endpoint({
  method: 'GET',
  path: 'ant/visit/sheet',
  access: needs('ant:visit:list'),
  query: z.object({ id: idSchema }),
  data: z.object({
    lines: z.array(
      z.object({
        lineNo: z.number(),
        vaccineCode: z.string(),
        vaccineName: z.string(),
        lotId: z.number().nullable(),
        lotNo: z.string(),
        diseaseCodes: z.array(z.string()),
        route: z.string(),
        taggedHead: z.number(),
        untagged: headsSchema,
        dosesUsed: z.number(),
      }),
    ),
    animals: z.array(
      z.object({
        animalId: idSchema,
        earTag: z.string(),
        species: z.string(),
        stage: z.string().nullable(),
        diseaseCodes: z.array(z.string()),
        lineNos: z.array(z.number()),
        result: z.string(),
        exemptReason: z.string().nullable(),
        exemptUntil: z.string().nullable(),
        routineReason: z.string().nullable(),
        guest: z.boolean(),
        note: z.string().nullable(),
      }),
    ),
    foundUntagged: headsSchema,
    helpers: z.array(z.string()),
    signId: z.number().nullable(),
    /** As the form knows it: a draft of one's own, or a sheet of one's own that was voided. */
    draft: z.unknown().nullable(),
    /** From the holder's place to where it was recorded; null where one of them is not known. */
    kmAway: z.number().nullable(),
    diseases: diseaseWords,
    stressCases: z.array(z.object({ id: idSchema, docNo: z.string(), status: z.string() })),
  }),
});

export const visitTotals = endpoint({
  method: 'GET',
  path: 'ant/visit/totals',
  access: needs('ant:visit:list'),
  query: z.object({
    modes: z.string().max(60),
    seasonId: idSchema.optional(),
    regionCode: z.coerce.number().int().optional(),
    principalId: idSchema.optional(),
    staffId: idSchema.optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  data: z.object({
    visits: z.number(),
    households: z.number(),
    doses: z.number(),
    heads: z.record(z.string(), z.number()),
    subsidy: z.number(),
    diseases: diseaseWords,
  }),
});

export const visits = {
  resources: [immunisationVisit],
  endpoints: [prepareVisit, visitHouseholds, checkVisit, addVisit, saveVisitDraft, parseTags, visitDetail, visitTotals],
} as const;
