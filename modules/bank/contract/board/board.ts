import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { bankStat, bankStatRegion } from './bank-stat.ts';

const figure = z.object({
  code: z.string(),
  n: z.number(),
  /** What it is a part of. */
  of: z.number().nullable(),
  /** The list of what it counts. */
  path: z.string(),
  isMoney: z.boolean(),
  isBad: z.boolean(),
});
export type BoardFigure = z.output<typeof figure>;

const alarm = z.object({
  id: idSchema,
  kind: z.string(),
  level: z.string(),
  title: z.string(),
  at: z.string(),
  status: z.string(),
});

/** 金融首页: what must be done today, over a branch or the caller's own clients. */
export const bankHome = endpoint({
  method: 'GET',
  path: 'bank/home/board',
  access: needs('bank:home:view'),
  query: z.strictObject({
    branchId: z.coerce.number().int().positive().optional(),
    mine: z.stringbool().optional(),
  }),
  data: z.object({
    branches: z.array(z.object({ id: idSchema, name: z.string() })),
    /** Work that waits for the caller's own rights. */
    todo: z.array(figure),
    /** What to know before anything else. */
    watch: z.array(figure),
    book: z.array(figure),
    clients: z.array(
      z.object({
        clientId: idSchema,
        name: z.string(),
        phone: z.string().nullable(),
        reasons: z.array(z.object({ code: z.string(), n: z.number(), path: z.string() })),
        since: z.string(),
      }),
    ),
    /** Lines that owe something, by steps of five per cent; without an upper end those of no value. */
    bands: z.array(z.object({ from: z.number(), to: z.number().nullable(), lines: z.number(), path: z.string() })),
    months: z.array(
      z.object({ month: z.string(), outstanding: z.number(), bookValue: z.number(), eligibleValue: z.number() }),
    ),
    latest: z.array(alarm),
  }),
});
export type BankHome = z.output<typeof bankHome.data>;

/** 我的贷款与抵押: a client's own debts, animals and duties. */
export const mineBoard = endpoint({
  method: 'GET',
  path: 'bank/mine/board',
  access: needs('bank:mine:view'),
  data: z.object({
    owed: z.number(),
    interest: z.number(),
    nextDue: z.object({ on: z.string(), cents: z.number(), days: z.number() }).nullable(),
    lines: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        bank: z.string(),
        product: z.string(),
        status: z.string(),
        approved: z.number().nullable(),
        balance: z.number(),
        validTo: z.string().nullable(),
      }),
    ),
    /** Heads under a pledge, seen within a day, not seen for longer than the product allows. */
    held: z.number(),
    seen: z.number(),
    missing: z.number(),
    banks: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        manager: z.string(),
        phone: z.string().nullable(),
        heads: z.number(),
      }),
    ),
    releases: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        heads: z.number(),
        until: z.string().nullable(),
        status: z.string(),
      }),
    ),
    notices: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        bank: z.string(),
        ltv: z.number().nullable(),
        addValue: z.number(),
        repayAmount: z.number(),
        dueOn: z.string(),
        status: z.string(),
      }),
    ),
    statements: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        month: z.string(),
        closing: z.number(),
        confirmBy: z.string().nullable(),
      }),
    ),
    consents: z.array(z.object({ clientId: idSchema, bank: z.string(), to: z.string() })),
    alarms: z.array(alarm),
    looks: z.array(z.object({ at: z.string(), who: z.string(), unit: z.string(), channel: z.string() })),
  }),
});
export type MineBoard = z.output<typeof mineBoard.data>;

/** What the header's search finds by a number or a name. */
export const findBank = endpoint({
  method: 'GET',
  path: 'bank/find',
  access: needs('bank:credit:list', 'bank:pledge:list', 'bank:client:list'),
  query: z.strictObject({ words: z.string().trim().min(2).max(60) }),
  data: z.array(z.object({ kind: z.enum(['line', 'pledge', 'client']), id: idSchema, name: z.string() })),
});

export const boards = {
  resources: [],
  endpoints: [bankHome, mineBoard, findBank],
  reports: [bankStat, bankStatRegion],
};
