import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export const angles = ['left', 'right', 'front', 'whole', 'muzzle', 'tag', 'postMortem', 'pen', 'other'] as const;

const photo = z.object({
  id: idSchema,
  fileId: idSchema,
  angle: z.string(),
  takenOn: z.string(),
  isPublic: z.boolean(),
  /** Good for some minutes, for this session. */
  url: z.string(),
  thumbUrl: z.string(),
  /** Whether the caller may free, hide or remove it. */
  canEdit: z.boolean(),
});
export type AnimalPhoto = z.output<typeof photo>;

export const animalPhotos = endpoint({
  method: 'GET',
  path: 'pri/animal/info/:id/photos',
  access: needs('pri:animal:view'),
  params: z.object({ id: idSchema }),
  data: z.array(photo),
});

export const addAnimalPhotos = endpoint({
  method: 'POST',
  path: 'pri/animal/photo/add',
  access: needs('pri:animal:edit'),
  action: 'edit',
  body: z.strictObject({
    animalId: idSchema,
    fileIds: z.array(idSchema).min(1).max(9),
    angle: z.enum(angles),
    takenOn: z.iso.date(),
  }),
  data: z.object({ count: z.int() }),
});

/** Shown on the public page or not; not is how every picture begins. */
export const showAnimalPhoto = endpoint({
  method: 'POST',
  path: 'pri/animal/photo/show',
  access: needs('pri:animal:edit'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, isPublic: z.boolean() }),
  data: z.null(),
});

export const removeAnimalPhoto = endpoint({
  method: 'POST',
  path: 'pri/animal/photo/remove',
  access: needs('pri:animal:edit'),
  action: 'remove',
  body: z.strictObject({ id: idSchema }),
  data: z.null(),
});

/** The freed picture of an animal, by its public id and a signature that ends. */
export const publicPhoto = endpoint({
  method: 'GET',
  path: 'public/animal/photo/:uid',
  // Public: the public page shows the pictures released for it, by signed links that expire.
  access: 'public',
  params: z.object({ uid: z.uuid() }),
  query: z.strictObject({
    e: z.coerce.number().int().positive(),
    s: z.coerce.number().int(),
    sig: z.string().max(100),
  }),
  data: z.null(),
  download: true,
});
