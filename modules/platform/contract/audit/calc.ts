import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

export const calcSchema = z.object({
  id: z.number(),
  kind: z.string(),
  kindName: z.string(),
  /** What was computed, in words of the reader's language, and in signs. */
  steps: z.array(z.object({ name: z.string(), how: z.string(), cents: z.int() })),
  cents: z.int(),
  ruleRef: z.string(),
  engine: z.int(),
  madeAt: z.string(),
});

/** How the sums of a record came about, newest first, for whoever may open the record. */
export const listCalcs = endpoint({
  method: 'GET',
  path: 'sys/calc/list',
  access: 'session',
  query: z.strictObject({ entity: z.string().max(80), id: idSchema }),
  data: z.array(calcSchema),
});
