import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

const longest = 400 * 86_400_000;

const period = z
  .strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    regionCode: z.coerce.number().int().min(110_000_000_000).max(999_999_999_999).optional(),
    principalType: z.string().max(40).optional(),
    grain: z.enum(['day', 'week', 'month']).default('day'),
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= longest, {
    error: 'error.field.range',
    path: ['to'],
  });

const town = z.object({
  regionCode: z.number(),
  name: z.string(),
  countyCode: z.number(),
  countyName: z.string(),
  accounts: z.number(),
  activeUsers: z.number(),
  logins: z.number(),
  writes: z.number(),
  /** The last day with a business write, within a year. */
  lastWriteOn: z.string().nullable(),
  isSilent: z.boolean(),
});
export type UsageTown = z.output<typeof town>;

/** Who uses the product: figures of section 9, the course of the period, and every township. */
export const usageStats = endpoint({
  method: 'GET',
  path: 'sys/usage/stats',
  access: needs('sys:usage:view'),
  query: period,
  data: z.object({
    sum: z.object({
      activeAccounts: z.number(),
      activeUsers: z.number(),
      activeUsers30: z.number(),
      townships: z.number(),
      writingTownships: z.number(),
      logins: z.number(),
      writes: z.number(),
    }),
    points: z.array(z.object({ at: z.string(), activeUsers: z.number(), logins: z.number(), writes: z.number() })),
    towns: z.array(town),
  }),
});
export type UsageStats = z.output<typeof usageStats.data>;

export const exportUsage = endpoint({
  method: 'POST',
  path: 'sys/usage/export',
  access: needs('sys:usage:view'),
  body: period,
  data: z.null(),
  action: 'export',
  download: true,
});
