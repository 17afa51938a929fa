import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const treated = z.object({
  id: idSchema,
  docNo: z.string(),
  on: z.string(),
  cause: z.string(),
  diagnosis: z.string().nullable(),
  medicines: z.string(),
  lots: z.string(),
  person: z.string().nullable(),
  meatUntil: z.string().nullable(),
  isVoided: z.boolean(),
});
export type TreatedBefore = z.output<typeof treated>;
const ordered = z.object({
  id: idSchema,
  docNo: z.string(),
  issuedAt: z.string().nullable(),
  diagnosis: z.string().nullable(),
  medicines: z.string(),
  meatUntil: z.string().nullable(),
  status: z.string(),
});

/** What an animal was given and must wait for, newest first. */
export const animalCare = endpoint({
  method: 'GET',
  path: 'cure/treatment/ofAnimal',
  access: needs('cure:treatment:list'),
  query: z.strictObject({ animalId: z.coerce.number().int().positive() }),
  data: z.object({
    until: z.string().nullable(),
    milkUntil: z.string().nullable(),
    medicines: z.string().nullable(),
    sourceNo: z.string().nullable(),
    byGroup: z.boolean(),
    /** R66: a lift shows for ninety days. */
    lifted: z.object({ on: z.string(), by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
    treatments: z.array(treated),
    sheets: z.array(ordered),
  }),
});
