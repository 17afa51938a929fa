import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const unit = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  typeName: z.string(),
  status: z.string(),
  regionName: z.string().nullable(),
  contactName: z.string(),
  contactPhone: z.string().nullable(),
  completeness: z.number(),
  /** Fields that are still empty, by name. */
  missing: z.array(z.string()),
});

const overview = z.object({
  /** Null where the account belongs to no unit. */
  unit: unit.nullable(),
  /** Figures over a jurisdiction, or of one unit alone. */
  isArea: z.boolean(),
  staff: z.array(z.object({ job: z.string(), jobName: z.string(), n: z.number() })),
  enclosure: z.object({
    hovels: z.number(),
    pens: z.number(),
    capacity: z.number(),
    count: z.number(),
    over: z.number(),
  }),
  stock: z.array(z.object({ species: z.string(), stage: z.string(), stageName: z.string(), n: z.number() })),
  breeds: z.array(z.object({ breed: z.string(), name: z.string(), species: z.string(), n: z.number() })),
  /** For authorities: units in the area, how many of them were here in the last 30 days, and who was here last. */
  units: z.array(
    z.object({
      type: z.string(),
      typeName: z.string(),
      n: z.number(),
      recent: z.number(),
      lastActiveAt: z.string().nullable(),
    }),
  ),
  /** For authorities: answers of the public page in the area, day by day. */
  scans: z.array(z.object({ day: z.string(), hits: z.number() })),
});
export type Overview = z.output<typeof overview>;

/** What a unit's administrator sees first. */
export const unitOverview = endpoint({
  method: 'GET',
  path: 'pri/base/overview',
  access: needs('pri:base:view'),
  data: overview,
});
