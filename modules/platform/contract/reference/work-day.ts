import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

const workDay = z.object({
  day: z.string(),
  isWork: z.boolean(),
  name: z.string(),
  /** The tenant's own word, not everybody's. */
  own: z.boolean(),
});
export type WorkDay = z.output<typeof workDay>;

/** The days of a year that are not what their weekday says. */
export const listWorkDays = endpoint({
  method: 'GET',
  path: 'sys/workDay/list',
  access: 'session',
  query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2100) }),
  data: z.array(workDay),
});

const said = z.strictObject({
  day: z.iso.date(),
  isWork: z.boolean().nullable(),
  name: z.string().trim().min(1).max(40),
});
export type SaidWorkDay = z.output<typeof said>;

/** Of the caller's tenant; the operator's are everybody's. Without `isWork` the own word is taken back. */
export const saveWorkDays = endpoint({
  method: 'POST',
  path: 'sys/workDay/save',
  access: needs('sys:param:edit'),
  body: z.strictObject({ days: z.array(said).min(1).max(100) }),
  data: z.object({ changed: z.int() }),
  action: 'config',
});
