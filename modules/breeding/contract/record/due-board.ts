import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** 报情待配, 返情观察, 待妊检, 临产, 犊牛待挂标, 产后待配. */
export const dueColumns = ['heat', 'watch', 'check', 'calving', 'tag', 'open'] as const;
export type DueColumn = (typeof dueColumns)[number];

const card = z.object({
  key: z.string(),
  column: z.enum(dueColumns),
  animalId: z.number().nullable(),
  earTag: z.string(),
  principalId: idSchema,
  holder: z.string(),
  phone: z.string().nullable(),
  regionCode: z.number(),
  region: z.string(),
  sireCode: z.string().nullable(),
  /** The day it is due, and how many days or hours are left; below nought it is late. */
  dueOn: z.string(),
  left: z.number(),
  refId: z.number().nullable(),
  version: z.number().nullable(),
  status: z.string(),
  technicianId: z.number().nullable(),
  technician: z.string().nullable(),
});
export type DueCard = z.output<typeof card>;

/** What there is to do today: mine, or that of an area by technician. */
export const dueBoard = endpoint({
  method: 'GET',
  path: 'ant/breed/due',
  access: needs('breed:board:view'),
  query: z.object({
    staffId: z.coerce.number().int().positive().optional(),
    regionCode: z.coerce.number().int().optional(),
  }),
  data: z.object({
    mine: z.boolean(),
    staffId: z.number().nullable(),
    today: z.string(),
    villages: z.array(z.object({ code: z.number(), name: z.string() })),
    cards: z.array(card),
    counts: z.record(z.string(), z.number()),
    technicians: z.array(
      z.object({ staffId: z.number(), name: z.string(), counts: z.record(z.string(), z.number()), late: z.number() }),
    ),
    uncovered: z.number(),
  }),
});
export type DueBoard = z.output<typeof dueBoard.data>;
