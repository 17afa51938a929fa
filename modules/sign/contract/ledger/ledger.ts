import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const query = {
  regionCode: z.coerce.number().int().optional(),
  keyword: z.string().trim().max(40).optional(),
  categoryId: idSchema.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Only who had something, or moved something. */
  only: z.enum(['all', 'held', 'idle']).default('all'),
  pageNum: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
};
const row = z.object({
  principalId: idSchema,
  staffId: idSchema.nullable(),
  name: z.string(),
  unit: z.string().nullable(),
  level: z.number().nullable(),
  regionCode: z.number(),
  categoryId: idSchema,
  category: z.string(),
  opening: z.number(),
  received: z.number(),
  returnedIn: z.number(),
  issued: z.number(),
  returnedOut: z.number(),
  worn: z.number(),
  scrapped: z.number(),
  lost: z.number(),
  closing: z.number(),
  /** Opening, what came and what went, once more from the moves themselves. */
  checks: z.boolean(),
  inTransit: z.number(),
  idleDays: z.number().nullable(),
  lastWornOn: z.string().nullable(),
});
export type LedgerRow = z.output<typeof row>;
const sheet = z.object({
  from: z.string(),
  to: z.string(),
  total: z.number(),
  rows: z.array(row),
  sums: z.object({
    opening: z.number(),
    received: z.number(),
    returnedIn: z.number(),
    issued: z.number(),
    returnedOut: z.number(),
    worn: z.number(),
    scrapped: z.number(),
    lost: z.number(),
    closing: z.number(),
    inTransit: z.number(),
  }),
});

/** 单位台账: one row for each unit and category, on any past day. */
export const companyLedger = endpoint({
  method: 'GET',
  path: 'sign/ledger/company',
  access: needs('sign:ledger:company'),
  query: z.object({ ...query, principalId: idSchema.optional() }),
  data: sheet,
});
/** 个人台账: the same for each worker; who may not see others sees himself. */
export const personLedger = endpoint({
  method: 'GET',
  path: 'sign/ledger/person',
  access: needs('sign:ledger:person'),
  query: z.object({ ...query, principalId: idSchema.optional(), staffId: idSchema.optional() }),
  data: sheet,
});

const move = z.object({
  id: idSchema,
  on: z.string(),
  at: z.string(),
  docType: z.string(),
  docNo: z.string(),
  link: z.string().nullable(),
  range: z.string(),
  count: z.number(),
  delta: z.number(),
  balance: z.number(),
  other: z.string().nullable(),
  place: z.string(),
  correction: z.boolean(),
});
export type LedgerMove = z.output<typeof move>;
/** The moves behind a row, with the running balance. */
export const ledgerMoves = endpoint({
  method: 'GET',
  path: 'sign/ledger/moves',
  access: needs('sign:ledger:company', 'sign:ledger:person'),
  query: z.object({
    principalId: idSchema,
    staffId: idSchema.optional(),
    categoryId: idSchema.optional(),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  data: z.object({ opening: z.number(), closing: z.number(), moves: z.array(move) }),
});
/** Numbers a worker put into ears, with the animal behind each. */
export const wornBy = endpoint({
  method: 'GET',
  path: 'sign/ledger/worn',
  access: needs('sign:ledger:person', 'sign:ledger:company'),
  query: z.object({
    staffId: idSchema.optional(),
    principalId: idSchema.optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    pageNum: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  data: z.array(
    z.object({
      code: z.number(),
      shown: z.string(),
      state: z.string(),
      wornOn: z.string(),
      issuedOn: z.string().nullable(),
      animalId: idSchema.nullable(),
      docNo: z.string(),
    }),
  ),
});

export const ledgerEndpoints = [companyLedger, personLedger, ledgerMoves, wornBy];
