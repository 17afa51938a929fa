import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

export const inquire = endpoint({
  method: 'GET',
  path: 'trace/inquiry',
  access: needs('trace:inquiry:query'),
  query: z.strictObject({ text: z.string().trim().min(2).max(40) }),
  data: z.array(
    z.object({
      type: z.enum(['animal', 'lot', 'certificate', 'movement', 'unit']),
      id: z.int(),
      name: z.string(),
      note: z.string(),
    }),
  ),
});

/** Animals that stood where this one stood, at the same time; of the second step only how many. */
export const contacts = endpoint({
  method: 'GET',
  path: 'trace/contacts',
  access: needs('trace:inquiry:graph'),
  query: z.strictObject({
    animalId: z.coerce.number().int().positive(),
    from: z.iso.date(),
    to: z.iso.date(),
    steps: z.coerce.number().int().min(1).max(2).default(1),
  }),
  data: z.object({
    total: z.int(),
    ms: z.int(),
    places: z.array(z.object({ holder: z.string(), county: z.string(), step: z.int(), animals: z.int() })),
  }),
});

const tile = z.object({ key: z.string(), n: z.int(), path: z.string() });
const bar = z.object({ name: z.string(), n: z.int() });
export const traceBoard = endpoint({
  method: 'GET',
  path: 'trace/board',
  access: needs('trace:home:view'),
  data: z.object({
    tiles: z.array(tile),
    flows: z.array(z.object({ from: z.string(), to: z.string(), heads: z.int() })),
    grades: z.array(z.object({ county: z.string(), a: z.int(), b: z.int(), c: z.int(), d: z.int() })),
    purposes: z.array(bar),
    scans: z.array(z.object({ day: z.string(), n: z.int() })),
    seal: z
      .object({ sealNo: z.int(), cutAt: z.string(), leafCount: z.int(), root: z.string(), checkState: z.string() })
      .nullable(),
  }),
});
