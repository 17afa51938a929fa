import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const relation = z.object({
  id: idSchema,
  kind: z.string(),
  kindName: z.string(),
  /** From the unit that was asked about, or towards it. */
  way: z.enum(['out', 'in']),
  otherId: idSchema,
  /** Null where the caller does not see the other side. */
  otherName: z.string().nullable(),
  otherType: z.string().nullable(),
  fromOn: z.string(),
  toOn: z.string().nullable(),
});
export type Relation = z.output<typeof relation>;

export const relationList = endpoint({
  method: 'GET',
  path: 'pri/relation/list',
  access: needs('pri:principal:network', 'pri:principal:list'),
  query: z.strictObject({ principalId: idSchema, ended: z.enum(['0', '1']).optional() }),
  data: z.array(relation),
});

/** The holder lets a partner's machines read its herd and tell births and weights: given and taken back by the holder alone. */
export const sharing = 'sharesData';
/** The scope of the clients that read what is shared. */
export const sharingScope = 'trace:icar';

/** Open at most once per pair and kind. */
export const saveRelation = endpoint({
  method: 'POST',
  path: 'pri/relation/save',
  access: needs('pri:principal:edit', 'pri:principal:share'),
  body: z.strictObject({ fromId: idSchema, toId: idSchema, kind: z.string().max(40), fromOn: z.iso.date() }),
  data: z.object({ id: idSchema }),
  action: 'add',
});

export const endRelation = endpoint({
  method: 'POST',
  path: 'pri/relation/end',
  access: needs('pri:principal:edit', 'pri:principal:share'),
  body: z.strictObject({ id: idSchema, toOn: z.iso.date() }),
  data: z.null(),
  action: 'edit',
});

/** Whom a holder may let read its data: the units whose machines call here. */
export const sharingPartners = endpoint({
  method: 'GET',
  path: 'pri/relation/partners',
  access: needs('pri:principal:share'),
  data: z.array(z.object({ id: idSchema, name: z.string() })),
});
