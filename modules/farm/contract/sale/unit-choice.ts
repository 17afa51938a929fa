import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** Whom a farm or a plant deals with: anybody near by name, enterprises of the tenant by name, households elsewhere by their whole number. */
export const unitChoice = endpoint({
  method: 'GET',
  path: 'anm/trade/units',
  access: needs('anm:customer:edit', 'anm:slaughter:edit', 'anm:slaughter:receive', 'anm:placement:edit'),
  query: z.strictObject({
    keyword: z.string().trim().min(1).max(60),
    type: z.enum(['slaughterhouse']).optional(),
  }),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      typeName: z.string(),
      regionName: z.string(),
      phoneTail: z.string().nullable(),
    }),
  ),
});
