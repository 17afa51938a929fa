import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** Seals of the logs, and what a check of them found. */

export const logNames = ['oper', 'login', 'third'] as const;
export type LogName = (typeof logNames)[number];
const logName = z.enum(logNames);
const day = z.iso.date();

/** What is not as it was sealed. */
const brokenRow = z.object({
  log: logName,
  sealId: z.number().nullable(),
  rowId: z.number().nullable(),
  day: z.string(),
  at: z.string(),
  /** A row was changed, is missing or was added; a seal or its place in the chain is wrong; the day's file says otherwise. */
  what: z.enum(['changed', 'missing', 'added', 'seal', 'chain', 'file']),
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type BrokenRow = z.output<typeof brokenRow>;

const period = { from: day, to: day };
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
const orderFault = { error: 'error.field.range', path: ['to'] };

export const auditDays = endpoint({
  method: 'GET',
  path: 'sys/audit/days',
  access: needs('sys:audit:view'),
  query: z.strictObject({ ...period, logName: logName.optional() }).refine(inOrder, orderFault),
  data: z.array(
    z.object({
      day: z.string(),
      seals: z.number(),
      rows: z.number(),
      /** Rows that wait for the next seal. */
      waiting: z.number(),
      checkedAt: z.string().nullable(),
      state: z.enum(['ok', 'broken', 'unchecked']),
      broken: z.number(),
    }),
  ),
});
export type AuditDay = z.output<typeof auditDays.data>[number];

/** `logs` are the platform's; further kinds are registered by the modules that own such chains. */
export const checkAudit = endpoint({
  method: 'POST',
  path: 'sys/audit/check',
  access: needs('sys:audit:check'),
  body: z
    .strictObject({
      kind: z.enum(['logs', 'animalEvents']).default('logs'),
      logName: logName.optional(),
      from: day.optional(),
      to: day.optional(),
      regionCode: z.number().int().optional(),
      earTag: z.string().trim().max(30).optional(),
    })
    .refine(({ kind, from, to }) => kind !== 'logs' || (from && to), { error: 'error.field.required', path: ['from'] })
    .refine(inOrder, orderFault),
  data: z.object({ jobId: z.number() }),
  action: 'config',
});

const check = z.object({
  id: z.number(),
  kind: z.string(),
  logNames: z.array(logName),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  scope: z.enum(['days', 'sample']),
  /** Nobody: the nightly round. */
  startedBy: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string(),
  sealsChecked: z.number(),
  rowsChecked: z.number(),
  brokenCount: z.number(),
  broken: z.array(brokenRow),
  status: z.enum(['ok', 'broken']),
});
export type AuditCheck = z.output<typeof check>;

export const auditChecks = endpoint({
  method: 'GET',
  path: 'sys/audit/checks',
  access: needs('sys:audit:view'),
  query: z.strictObject({ id: idSchema.optional() }),
  /** The last ones, newest first, and which kinds can be asked for. */
  data: z.object({ kinds: z.array(z.string()), checks: z.array(check) }),
});

export const sealFile = endpoint({
  method: 'GET',
  path: 'sys/audit/sealFile',
  access: needs('sys:audit:view'),
  query: z.strictObject({ day, logName }),
  data: z.null(),
  action: 'download',
  download: true,
});

/** Printed on paper with its numbers; that it was printed is kept. */
export const printCertificate = endpoint({
  method: 'POST',
  path: 'sys/audit/certificate',
  access: needs('sys:audit:view'),
  body: z.strictObject({ id: idSchema }),
  data: check,
  action: 'print',
});
