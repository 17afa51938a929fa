import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { conditionSchema } from './conditions.ts';
import { coreDifference, creditPayment } from './credit-payment.ts';
import { creditStatement } from './credit-statement.ts';

export { coreDifference, creditPayment, creditStatement };

const cents = z.number().int();

/** R22 as it stands this moment, for a payment that is typed or waits. */
export const checkPayment = endpoint({
  method: 'POST',
  path: 'bank/payment/check',
  access: needs('bank:payment:edit', 'bank:payment:audit'),
  body: z.strictObject({
    paymentId: idSchema.nullish(),
    creditLineId: idSchema,
    kind: z.enum(['disburse', 'entrusted', 'repay', 'interest', 'claimIn', 'disposalIn', 'refund']),
    amount: z.number().int().min(0).max(99_999_999_999),
    payeeName: z.string().max(80).nullish(),
    hasProof: z.boolean().default(false),
  }),
  data: z.object({
    conditions: z.array(conditionSchema),
    leftCents: cents,
    ltvBefore: z.number().nullable(),
    ltvAfter: z.number().nullable(),
    maxLtv: z.number(),
  }),
});

export const coreRow = z.strictObject({
  coreRef: z
    .string()
    .trim()
    .regex(/^[\w-]{1,60}$/),
  loanNo: z
    .string()
    .trim()
    .regex(/^[\w-]{1,60}$/),
  kind: z.enum(['disburse', 'entrusted', 'repay', 'interest', 'refund']),
  amountCents: z.number().int().min(1).max(99_999_999_999),
  on: z.iso.date(),
});
/** The state of a loan at the end of the file's day: named where it differs, its interest taken over. */
export const coreBalance = z.strictObject({
  loanNo: z
    .string()
    .trim()
    .regex(/^[\w-]{1,60}$/),
  balanceCents: z.number().int().min(0).max(99_999_999_999),
  interestCents: z.number().int().min(0).max(99_999_999_999).default(0),
  on: z.iso.date(),
});
const coreFile = z.strictObject({
  rows: z.array(coreRow).max(5000).default([]),
  balances: z.array(coreBalance).max(5000).default([]),
});
export type CoreFile = z.output<typeof coreFile>;
const taken = z.object({
  matched: z.number().int(),
  new: z.number().int(),
  known: z.number().int(),
  differing: z.array(
    z.object({
      kind: z.string(),
      coreRef: z.string(),
      loanNo: z.string(),
      ourValue: z.string().nullable(),
      coreValue: z.string(),
    }),
  ),
});
export type Taken = z.output<typeof taken>;

/** R23: the file of the core system; the same again changes nothing. */
export const importPayments = endpoint({
  method: 'POST',
  path: 'bank/payment/import',
  access: needs('bank:payment:execute'),
  body: coreFile,
  data: taken,
  action: 'import',
});
/** The same, told by the core system itself. */
export const openCore = endpoint({
  method: 'POST',
  path: 'open/bank/core',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  body: coreFile,
  data: taken,
});

const figures = z.object({
  opening: cents,
  disbursed: cents,
  repaid: cents,
  interestPaid: cents,
  closing: cents,
  heads: z.number().int(),
  bookValue: cents,
  eligibleValue: cents,
  ltv: z.number().nullable(),
  dead: z.number().int(),
  released: z.number().int(),
  swapped: z.number().int(),
});
export type StatementFigures = z.output<typeof figures>;
const statementPayment = z.object({
  docNo: z.string(),
  kind: z.string(),
  on: z.string(),
  cents,
  coreRef: z.string().nullable(),
});
export type StatementPayment = z.output<typeof statementPayment>;

/** A statement as it was sent, what it said before a correction, and what its figures come to now. */
export const statementSheet = endpoint({
  method: 'GET',
  path: 'bank/statement/:id/sheet',
  access: needs('bank:statement:list'),
  params: z.object({ id: idSchema }),
  data: z.object({
    docNo: z.string(),
    month: z.string(),
    lineNo: z.string(),
    clientName: z.string(),
    bankName: z.string(),
    figures,
    payments: z.array(statementPayment),
    hash: z.string(),
    before: z.object({ figures, payments: z.array(statementPayment), hash: z.string() }).nullable(),
    recomputed: figures,
    equal: z.boolean(),
  }),
});

/** The statement as a paper; `first` is the version before its correction. */
export const statementPaper = endpoint({
  method: 'POST',
  path: 'bank/statement/paper',
  access: needs('bank:statement:list'),
  body: z.strictObject({ id: idSchema, first: z.boolean().default(false) }),
  data: z.object({ fileId: idSchema }),
  action: 'add',
});

/** Told once more to the client. */
export const resendStatement = endpoint({
  method: 'POST',
  path: 'bank/statement/resend',
  access: needs('bank:statement:issue'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ told: z.boolean() }),
  action: 'edit',
});

/** What is not there yet of last month, by hand: the night makes them on the first. */
export const makeStatements = endpoint({
  method: 'POST',
  path: 'bank/statement/make',
  access: needs('bank:statement:issue'),
  body: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
  data: z.object({ made: z.number().int() }),
  action: 'add',
});

export const moneys = {
  resources: [creditPayment, coreDifference, creditStatement],
  endpoints: [checkPayment, importPayments, openCore, statementSheet, statementPaper, resendStatement, makeStatements],
  reports: [],
};
