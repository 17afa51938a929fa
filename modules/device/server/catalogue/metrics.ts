import { z } from 'zod';
import { invalid } from '#kit/contract/errors.ts';

const schema = z
  .array(
    z.object({
      code: z.string().min(1).max(20),
      unit: z.string().max(10).optional(),
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  )
  .max(30);

/** What a model measures, as it is stored; anything else in the field is refused. */
export function metricList(given: unknown): z.output<typeof schema> {
  const parsed = schema.safeParse(given ?? []);
  if (!parsed.success) throw invalid([{ field: 'metrics', key: 'error.field.pattern' }]);
  return parsed.data;
}
