import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const tag = z
  .string()
  .trim()
  .regex(/^\d{15}$/);
export const placeSchema = z.strictObject({
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  accuracy: z.number().min(0).nullish(),
});
const animalIds = z.array(idSchema).min(1).max(2000);
const verdict = z.object({
  earTag: z.string(),
  animalId: z.number().nullable(),
  level: z.enum(['ok', 'refused']),
  codes: z.array(z.string()),
  words: z.string(),
});
export type Verdict = z.output<typeof verdict>;

/** R4: free, or pledged somewhere; of the caller's own, what R15 says besides. */
export const checkPledge = endpoint({
  method: 'POST',
  path: 'bank/pledge/check',
  access: needs('bank:pledge:declare'),
  body: z
    .strictObject({
      productId: idSchema.nullish(),
      earTags: z.array(tag).max(1000).default([]),
      animalIds: z.array(idSchema).max(1000).default([]),
    })
    .refine(
      (body) => body.earTags.length + body.animalIds.length > 0 && body.earTags.length + body.animalIds.length <= 1000,
    ),
  data: z.array(verdict),
  action: 'query',
});

const candidate = z.object({
  animalId: z.number(),
  earTag: z.string(),
  species: z.string(),
  stage: z.string(),
  breed: z.string(),
  ageMonths: z.number(),
  hovelId: z.number().nullable(),
  penNo: z.string().nullable(),
  codes: z.array(z.string()),
  words: z.string(),
  value: z.number().nullable(),
});
export type Candidate = z.output<typeof candidate>;

/** The client's animals of a credit line with what R15 says of each, for the two columns of the form. */
export const pledgeCandidates = endpoint({
  method: 'GET',
  path: 'bank/pledge/candidates',
  access: needs('bank:pledge:declare'),
  query: z.strictObject({ creditLineId: z.coerce.number().int().positive() }),
  data: z.object({
    creditDocNo: z.string(),
    client: z.string(),
    product: z.string(),
    approvedAmount: z.number().nullable(),
    maxLtv: z.number(),
    minHeads: z.number(),
    sites: z.array(z.object({ id: z.number(), name: z.string(), hovelIds: z.array(z.number()) })),
    animals: z.array(candidate),
  }),
});

export const declarePledge = endpoint({
  method: 'POST',
  path: 'bank/pledge/declare',
  access: needs('bank:pledge:declare'),
  body: z.strictObject({
    creditLineId: idSchema,
    siteId: idSchema,
    animalIds,
    statement: z
      .array(
        z.strictObject({
          origin: z.enum(['born', 'bought']),
          heads: z.number().int().min(1),
          certNo: z.string().trim().max(60).nullish(),
          note: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(50),
    declareFile: z.array(idSchema).max(9).default([]),
  }),
  data: z.object({ id: z.number(), docNo: z.string(), reserved: z.number(), refused: z.array(verdict) }),
  action: 'declare',
});

const scan = z.strictObject({
  tag,
  readBy: z.enum(['rfid', 'camera', 'typed']),
  at: z.iso.datetime({ offset: true }),
  location: placeSchema,
  photos: z.array(idSchema).min(2).max(6),
  kg: z.number().min(1).max(2000).nullish(),
});
export type SurveyScan = z.output<typeof scan>;
/** R17: what stands on the site, animal by animal; the same scan sent again adds nothing. */
export const surveyScan = endpoint({
  method: 'POST',
  path: 'bank/pledge/surveyScan',
  access: needs('bank:pledge:survey'),
  body: z.strictObject({ pledgeId: idSchema, scans: z.array(scan).min(1).max(500) }),
  data: z.object({
    found: z.number(),
    left: z.number(),
    strange: z.array(z.string()),
  }),
  action: 'survey',
});

export const addObjection = endpoint({
  method: 'POST',
  path: 'bank/pledge/objection',
  access: needs('bank:pledge:edit', 'bank:pledge:title'),
  body: z.strictObject({
    pledgeId: idSchema,
    earTags: z.array(tag).max(500).default([]),
    objectorName: z.string().trim().min(1).max(60),
    objectorPhone: z
      .string()
      .trim()
      .regex(/^1\d{10}$/)
      .nullish(),
    text: z.string().trim().min(1).max(1000),
    receivedOn: z.iso.date(),
  }),
  data: z.object({ id: z.number() }),
  action: 'add',
});
export const decideObjection = endpoint({
  method: 'POST',
  path: 'bank/pledge/objectionDecide',
  access: needs('bank:pledge:edit', 'bank:pledge:title'),
  body: z.strictObject({
    id: idSchema,
    isUpheld: z.boolean(),
    finding: z.string().trim().min(1).max(1000),
  }),
  data: z.object({ dropped: z.number() }),
  action: 'edit',
});

const condition = z.object({
  code: z.string(),
  ok: z.boolean(),
  words: z.string(),
  fixPath: z.string().nullable(),
  /** Ear tags of the animals it fails for. */
  tags: z.array(z.string()),
});
export type Condition = z.output<typeof condition>;
/** R21. */
export const pledgeConditions = endpoint({
  method: 'GET',
  path: 'bank/pledge/:id/conditions',
  access: needs('bank:pledge:view'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: z.array(condition),
});

const kindHeads = z.object({ species: z.string(), stage: z.string(), heads: z.number() });
const noticeSheet = z.object({
  docNo: z.string(),
  client: z.string(),
  bank: z.string(),
  site: z.string(),
  village: z.string(),
  heads: z.number(),
  kinds: z.array(kindHeads),
  tags: z.array(z.string()),
  from: z.string().nullable(),
  to: z.string().nullable(),
  days: z.number(),
});
/** R18: what hangs in the village; no amounts. */
export const pledgeNotice = endpoint({
  method: 'GET',
  path: 'bank/pledge/notice/:id',
  access: needs('bank:pledge:view'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: noticeSheet,
});

export const pledgePapers = ['declaration', 'board', 'discharge'] as const;
/** What the page prints of a pledge: its declaration, the board of its site, the letter that it has ended. */
export const printPledge = endpoint({
  method: 'GET',
  path: 'bank/pledge/print/:kind/:id',
  access: needs('bank:pledge:view'),
  params: z.object({ kind: z.enum(pledgePapers), id: z.coerce.number().int().positive() }),
  data: noticeSheet.extend({
    qrCode: z.string(),
    statement: z.array(
      z.object({
        origin: z.string(),
        heads: z.number(),
        certNo: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
    contractNo: z.string().nullable(),
    registryNo: z.string().nullable(),
    cancelNo: z.string().nullable(),
    endedOn: z.string().nullable(),
    managerPhone: z.string().nullable(),
  }),
});
/** The annex of the contract, with every animal and what it was valued at: a paper with a seal of its own. */
export const makeAnnex = endpoint({
  method: 'POST',
  path: 'bank/pledge/annex',
  access: needs('bank:pledge:edit', 'bank:pledge:approve'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ fileId: z.number() }),
  action: 'print',
});

/** For the station: what stands beside the declared heads. */
export const titleFacts = endpoint({
  method: 'GET',
  path: 'bank/pledge/:id/titleFacts',
  access: needs('bank:pledge:title'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    stock: z.array(z.object({ species: z.string(), stage: z.string(), stock: z.number(), declared: z.number() })),
    origins: z.array(z.object({ source: z.string(), heads: z.number(), certified: z.number() })),
    census: z.object({ heads: z.number(), on: z.string() }).nullable(),
    immunised: z.number(),
    declared: z.number(),
    /** Tags another holder's live declaration names too: none is possible. */
    doubles: z.number(),
    statement: z.array(
      z.object({ origin: z.string(), heads: z.number(), certNo: z.string().nullable(), note: z.string().nullable() }),
    ),
  }),
});

const cover = z.object({
  policyNo: z.string(),
  until: z.string(),
  sum: z.number().nullable(),
  beneficiary: z.boolean(),
});
const itemFacts = z.object({
  item: z.object({
    id: z.number(),
    pledgeId: z.number(),
    pledgeNo: z.string(),
    earTag: z.string(),
    client: z.string(),
    site: z.string(),
    state: z.string(),
    value: z.number().nullable(),
    startValue: z.number().nullable(),
  }),
  values: z.array(
    z.object({ day: z.string(), cents: z.number(), priceLineId: z.number().nullable(), isEstimate: z.boolean() }),
  ),
  sightings: z.array(z.object({ at: z.string(), by: z.string(), where: z.string().nullable() })),
  cover: cover.nullable(),
  photos: z.array(z.object({ fileId: z.number(), at: z.string().nullable(), by: z.string() })),
});
/** One pledged animal: what it was worth day by day, who saw it, its cover and its pictures. */
export const pledgedAnimal = endpoint({
  method: 'GET',
  path: 'bank/animals/:id/file',
  access: needs('bank:animal:list'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: itemFacts,
});
/** The animal's live pledge, for the registry's page of the animal; null where the caller sees none. */
export const pledgeOfAnimal = endpoint({
  method: 'GET',
  path: 'bank/animals/of/:animalId',
  access: needs('bank:animal:list'),
  params: z.object({ animalId: z.coerce.number().int().positive() }),
  data: z.object({ itemId: z.number() }).nullable(),
});

export const pledgeCalls = [
  checkPledge,
  pledgeCandidates,
  declarePledge,
  surveyScan,
  addObjection,
  decideObjection,
  pledgeConditions,
  pledgeNotice,
  printPledge,
  makeAnnex,
  titleFacts,
  pledgedAnimal,
  pledgeOfAnimal,
];
