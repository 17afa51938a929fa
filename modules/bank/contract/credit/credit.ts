import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { conditionSchema } from '../money/conditions.ts';
import { creditLine } from './credit-line.ts';
import { loan } from './loan.ts';

export { creditLine, loan };

const cents = z.number().int();
const step = z.object({ name: z.string(), how: z.string(), cents });

/** Whom an application can be for and what is on sale: a client's own banks, a manager's own clients. */
export const applicant = endpoint({
  method: 'GET',
  path: 'bank/credit/applicant',
  access: needs('bank:credit:apply'),
  data: z.object({
    /** True where the caller keeps animals itself. */
    isKeeper: z.boolean(),
    clients: z.array(
      z.object({
        id: idSchema,
        clientName: z.string(),
        bankId: idSchema,
        bankName: z.string(),
        /** Whose products it is sold. */
        headBankId: idSchema,
        hasConsent: z.boolean(),
        consentTo: z.iso.date().nullable(),
      }),
    ),
    products: z.array(
      z.object({
        id: idSchema,
        bankId: idSchema,
        bankName: z.string(),
        name: z.string(),
        species: z.array(z.string()),
        stages: z.array(z.string()),
        maxLtv: z.number(),
        maxAmount: cents,
        termFromMonths: z.number().int(),
        termToMonths: z.number().int(),
        rate: z.number(),
        insuranceNeeded: z.boolean(),
        deviceNeed: z.string(),
      }),
    ),
  }),
});

/** What the offered herd would be worth to a product today, and the limit it gives (R12). */
export const quoteCredit = endpoint({
  method: 'POST',
  path: 'bank/credit/quote',
  access: needs('bank:credit:apply', 'bank:credit:survey'),
  body: z.strictObject({
    /** Left out by a client who asks for its own herd. */
    clientId: idSchema.optional(),
    productId: idSchema,
    animalIds: z.array(idSchema).max(3000).optional(),
    headsOffered: z.record(z.string().max(40), z.number().int().min(0).max(100_000)).optional(),
    day: z.iso.date().optional(),
  }),
  data: z.object({
    valueCents: cents,
    limitCents: cents,
    steps: z.array(step),
    /** Of the animals named, those R15 would refuse, with the reasons. */
    refused: z.array(z.object({ animalId: idSchema, earTag: z.string(), words: z.string() })),
  }),
});

/** The animals a client could offer for a product: its own register, or for its bank what it declared. */
export const offerable = endpoint({
  method: 'GET',
  path: 'bank/credit/offer',
  access: needs('bank:credit:apply'),
  query: z.strictObject({ productId: z.coerce.number().int().positive() }),
  data: z.object({
    animals: z.array(
      z.object({
        animalId: idSchema,
        earTag: z.string(),
        species: z.string(),
        stage: z.string(),
        pen: z.string().nullable(),
        /** Empty where it can be offered. */
        words: z.string(),
      }),
    ),
  }),
});

/** The whole file of a credit line, for its page: who did what when, and what stands green or red. */
export const creditFile = endpoint({
  method: 'GET',
  path: 'bank/credit/:id/file',
  access: needs('bank:credit:view'),
  params: z.object({ id: idSchema }),
  data: z.object({
    steps: z.array(
      z.object({ name: z.string(), from: z.string(), to: z.string(), at: z.string(), by: z.string().nullable() }),
    ),
    /** R22, as a disbursement of one cent would be judged now. */
    conditions: z.array(conditionSchema),
    product: z
      .object({
        productCode: z.string(),
        name: z.string(),
        maxLtv: z.number(),
        warnLtv: z.number(),
        callLtv: z.number(),
        stopLtv: z.number(),
      })
      .nullable(),
    value: z.object({
      heads: cents,
      bookCents: cents,
      eligibleCents: cents,
      unseenHeads: cents,
      uninsuredHeads: cents,
      ltv: z.number().nullable(),
    }),
    debt: z.object({ balanceCents: cents, interestCents: cents, pending: cents, isClear: z.boolean() }),
    /** R25: what has grown since the core system last reported, marked as an estimate. */
    interestEstimateCents: cents,
    counts: z.record(z.string(), cents),
  }),
});

/** R12: the stored limit once more from its stored inputs. */
export const recomputeLimit = endpoint({
  method: 'POST',
  path: 'bank/credit/recompute',
  access: needs('bank:credit:view'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ storedCents: cents, recomputedCents: cents, equal: z.boolean(), steps: z.array(step) }),
});

export const credits = {
  resources: [creditLine, loan],
  endpoints: [applicant, quoteCredit, offerable, creditFile, recomputeLimit],
  reports: [],
};
