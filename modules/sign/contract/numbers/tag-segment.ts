import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 号段: where every number is now. R56: a row is a run of numbers, never one. */
export const tagSegment = defineResource({
  module: 'sign',
  name: 'tagSegment',
  path: 'sign/segment',
  screen: '/sign/segment',
  permission: 'sign:segment',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    range: field.text({ max: 60, ...derived }),
    code: field.text({ max: 20, ...maybe }),
    scheme: field.dict('tag_scheme', derived),
    categoryId: field.ref('sign.signCategory', derived),
    place: field.dict('tag_place', derived),
    count: field.int(derived),
    principalId: field.ref('registry.principal', maybe),
    staffId: field.ref('registry.staff', maybe),
    holder: field.text({ max: 120, ...maybe }),
    counterName: field.text({ max: 80, ...maybe }),
    docNo: field.text({ max: 24, ...derived }),
    sinceOn: field.date(derived),
    days: field.int({ ...derived, unit: 'day' }),
    isHeld: field.bool(derived),
    holdNo: field.text({ max: 24, ...maybe }),
    regionCode: field.region(derived),
    codeFrom: field.int(derived),
    codeTo: field.int(derived),
  },
  title: 'range',
  list: {
    columns: [
      'range',
      'count',
      'categoryId',
      'place',
      'holder',
      'counterName',
      'sinceOn',
      'days',
      'docNo',
      'holdNo',
      'regionCode',
    ],
    filters: [
      'code',
      'scheme',
      'categoryId',
      'place',
      'principalId',
      'staffId',
      'docNo',
      'isHeld',
      'sinceOn',
      'regionCode',
    ],
    sorts: ['sinceOn', 'count'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type TagSegmentRow = RowOf<typeof tagSegment>;

/** 冻结: numbers that may not be issued, worn or handed back until the hold is lifted. */
export const tagHold = defineResource({
  module: 'sign',
  name: 'tagHold',
  path: 'sign/hold',
  screen: '/sign/segment',
  permission: 'sign:segment',
  actions: { list: 'list', add: 'hold', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    codeFrom: field.int({ min: 100_000, max: 999_999_999_999_999 }),
    codeTo: field.int({ min: 100_000, max: 999_999_999_999_999 }),
    range: field.text({ max: 60, ...derived }),
    count: field.int(derived),
    wornCount: field.int(derived),
    reason: field.dict('hold_reason'),
    text: field.longText({ max: 500 }),
    until: field.date({ optional: true }),
    regionCode: field.region(derived),
    status: field.state('tag_hold_status', 'active', 'lifted'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'range', 'count', 'wornCount', 'reason', 'text', 'until', 'status', 'createdAt'],
    filters: ['reason', 'status', 'regionCode'],
    search: ['docNo'],
    sorts: ['createdAt'],
  },
  form: ['codeFrom', 'codeTo', 'reason', 'text', 'until'],
  detail: ['docNo', 'range', 'count', 'wornCount', 'reason', 'text', 'until', 'createdAt'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: { lift: { from: ['active'], to: 'lifted', permission: 'hold', remark: true } },
});

const code = z.coerce.number().int().min(100_000).max(999_999_999_999_999);
const holder = z.object({
  principalId: idSchema.nullable(),
  staffId: idSchema.nullable(),
  /** Null where the caller may not know: the number is elsewhere. */
  name: z.string().nullable(),
});

const located = z.object({
  scheme: z.string(),
  code: z.number(),
  shown: z.string(),
  known: z.boolean(),
  place: z.string().nullable(),
  state: z.string().nullable(),
  elsewhere: z.boolean(),
  holder: holder.nullable(),
  sender: z.string().nullable(),
  category: z.string().nullable(),
  since: z.string().nullable(),
  holdNo: z.string().nullable(),
  order: z.object({ id: idSchema, docNo: z.string(), mayOpen: z.boolean() }).nullable(),
  pack: z.object({ id: idSchema, packNo: z.string(), boxNo: z.string().nullable() }).nullable(),
  eid: z.string().nullable(),
  use: z
    .object({
      state: z.string(),
      origin: z.string(),
      wornOn: z.string(),
      worker: z.string().nullable(),
      wearDocNo: z.string(),
      endedOn: z.string().nullable(),
      endReason: z.string().nullable(),
      nextCode: z.number().nullable(),
      bagNo: z.string().nullable(),
      recoveredOn: z.string().nullable(),
      destroyedOn: z.string().nullable(),
    })
    .nullable(),
  animal: z
    .object({
      id: idSchema.nullable(),
      earTag: z.string(),
      species: z.string(),
      status: z.string(),
      holder: z.string().nullable(),
    })
    .nullable(),
  alert: z.object({ id: idSchema, kind: z.string(), text: z.string() }).nullable(),
});
export type Located = z.output<typeof located>;

/** One number: where it is, whose it is, on which animal. Of what lies outside the caller's area only that it does. */
export const locateTag = endpoint({
  method: 'GET',
  path: 'sign/locate',
  access: needs('sign:trace:view'),
  query: z.object({ scheme: z.string().max(40).default('cn.eartag'), code }),
  data: located,
});

const step = z.object({
  kind: z.string(),
  place: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  docType: z.string(),
  docNo: z.string(),
  /** The screen of the paper, where the caller may open it. */
  link: z.string().nullable(),
  on: z.string(),
  at: z.string().nullable(),
  actor: z.string().nullable(),
  days: z.number().nullable(),
  range: z.string(),
  count: z.number(),
  correction: z.boolean(),
});
/** Its whole way: every hand it passed through, then the animal and what followed. */
export const chainOfTag = endpoint({
  method: 'GET',
  path: 'sign/chain',
  access: needs('sign:trace:view'),
  query: z.object({ scheme: z.string().max(40).default('cn.eartag'), code }),
  data: z.object({ at: located, steps: z.array(step) }),
});
/** Every number an animal wore, each with its way: the newest first. */
export const tagsOfAnimal = endpoint({
  method: 'GET',
  path: 'sign/animal/tags',
  access: needs('sign:trace:view'),
  query: z.object({ animalId: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      code: z.number(),
      shown: z.string(),
      state: z.string(),
      origin: z.string(),
      wornOn: z.string(),
      endedOn: z.string().nullable(),
      nextCode: z.number().nullable(),
      steps: z.array(step),
    }),
  ),
});
export type ChainStep = z.output<typeof step>;

const candidate = z.object({
  kind: z.enum(['tag', 'chip', 'pack', 'order', 'animal']),
  scheme: z.string(),
  code: z.number().nullable(),
  text: z.string(),
  place: z.string().nullable(),
  id: idSchema.nullable(),
});
/** R53: what a reader or a hand typed may mean; several answers are for the user to choose from. */
export const resolveText = endpoint({
  method: 'GET',
  path: 'sign/resolve',
  access: needs('sign:trace:view', 'sign:home:view'),
  query: z.object({ text: z.string().trim().min(3).max(60), holderId: idSchema.optional() }),
  data: z.array(candidate),
});
export type Candidate = z.output<typeof candidate>;

const part = z.object({
  place: z.string(),
  holder: z.string().nullable(),
  principalId: idSchema.nullable(),
  staffId: idSchema.nullable(),
  count: z.number(),
  ranges: z.array(z.string()),
  since: z.string().nullable(),
  docNo: z.string().nullable(),
});
/** The other way round: an order, a shipment, a pack or a run of numbers, and where they are now. */
export const distributionOf = endpoint({
  method: 'GET',
  path: 'sign/distribution',
  access: needs('sign:trace:view'),
  query: z.object({
    procurementId: idSchema.optional(),
    shipmentId: idSchema.optional(),
    packId: idSchema.optional(),
    scrapId: idSchema.optional(),
    from: code.optional(),
    to: code.optional(),
  }),
  data: z.object({
    title: z.string(),
    total: z.number(),
    sum: z.number(),
    ranges: z.array(z.object({ from: z.number(), to: z.number(), shown: z.string() })),
    parts: z.array(part),
    states: z.array(z.object({ state: z.string(), count: z.number() })),
    villages: z.array(z.object({ regionCode: z.number(), name: z.string(), count: z.number() })),
    /** Numbers of it that were seen on an animal, newest first. */
    seen: z.array(
      z.object({
        code: z.number(),
        shown: z.string(),
        on: z.string(),
        state: z.string(),
        worker: z.string().nullable(),
        holder: z.string().nullable(),
        animalId: idSchema.nullable(),
        correction: z.boolean(),
        /** Put into an ear on or after the day the run was reported lost. */
        isAfter: z.boolean(),
      }),
    ),
    lost: z.object({ on: z.string(), docNo: z.string(), count: z.number() }).nullable(),
    /** Numbers of it that somebody wanted to wear and was refused. */
    turnedUp: z.array(
      z.object({ id: idSchema, code: z.number(), shown: z.string(), at: z.string(), holder: z.string().nullable() }),
    ),
    /** Who had it, one after the other: what a bag that is lost is asked first. */
    hands: z.array(
      z.object({
        name: z.string(),
        place: z.string(),
        from: z.string(),
        until: z.string().nullable(),
        docNo: z.string(),
        count: z.number(),
        /** How many of them never left these hands. */
        still: z.number(),
      }),
    ),
  }),
});

const rangeOut = z.object({
  from: z.number(),
  to: z.number(),
  shown: z.string(),
  count: z.number(),
  categoryId: idSchema,
  category: z.string(),
  place: z.string(),
  since: z.string().nullable(),
  isHeld: z.boolean(),
  packs: z.array(z.string()),
});
/** What a holder has: now, or on any past day. */
export const holdingOf = endpoint({
  method: 'GET',
  path: 'sign/holding',
  access: needs('sign:ledger:company', 'sign:ledger:person', 'sign:stockOut:add'),
  query: z.object({ principalId: idSchema, staffId: idSchema.optional(), at: z.iso.date().optional() }),
  data: z.object({
    at: z.string().nullable(),
    total: z.number(),
    ranges: z.array(rangeOut),
    /** The next number of each opened bag. */
    next: z.array(
      z.object({ categoryId: idSchema, category: z.string(), code: z.number(), shown: z.string(), left: z.number() }),
    ),
  }),
});

const rangeIn = z.strictObject({ from: z.number().int(), to: z.number().int() });
/** Which numbers to give: whole boxes, then whole bags, the rest from a bag already opened; oldest first. */
export const proposeTags = endpoint({
  method: 'POST',
  path: 'sign/propose',
  access: needs('sign:stockOut:add', 'sign:procurement:add'),
  body: z.strictObject({
    principalId: idSchema,
    staffId: idSchema.nullish(),
    categoryId: idSchema,
    count: z.number().int().min(1).max(10_000_000),
  }),
  data: z.object({
    ranges: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        shown: z.string(),
        count: z.number(),
        packNo: z.string().nullable(),
      }),
    ),
    found: z.number(),
    opened: z.array(z.string()),
    remains: z.number(),
  }),
});

/** What a bag holds and whether all of it may go: asked while scanning, writes nothing. */
export const checkTags = endpoint({
  method: 'POST',
  path: 'sign/check',
  access: needs('sign:stockOut:add', 'sign:receiving:sign', 'sign:scrap:add', 'sign:recovery:add', 'sign:trace:view'),
  body: z.strictObject({
    text: z.string().trim().max(80).optional(),
    ranges: z.array(rangeIn).max(200).optional(),
    principalId: idSchema,
    staffId: idSchema.nullish(),
    action: z.enum(['issue', 'return', 'scrap', 'wear', 'recover']),
  }),
  data: z.object({
    packNo: z.string().nullable(),
    level: z.string().nullable(),
    total: z.number(),
    missing: z.array(z.string()),
    ok: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        shown: z.string(),
        count: z.number(),
        categoryId: idSchema,
        category: z.string(),
      }),
    ),
    refused: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        shown: z.string(),
        count: z.number(),
        code: z.string(),
        text: z.string(),
        place: z.string().nullable(),
        holder: z.string().nullable(),
      }),
    ),
  }),
});
