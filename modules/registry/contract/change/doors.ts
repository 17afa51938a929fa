import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

const reason = z.object({
  guard: z.string(),
  words: z.string(),
  wayOut: z.string().nullable(),
  evidence: z.string().nullable(),
});

/** What an animal is free for now, and what stands in the way of the rest, as far as the asker may know. */
export const animalDoors = endpoint({
  method: 'GET',
  path: 'pri/animal/info/:id/doors',
  access: needs('pri:animal:view'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      door: z.enum(['sell', 'move', 'slaughter', 'pledge', 'insure', 'treat']),
      reasons: z.array(reason),
    }),
  ),
});
