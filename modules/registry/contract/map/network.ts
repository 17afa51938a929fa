import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** No picture has more nodes than this; what is left out is counted. */
export const mostNodes = 300;
/** Units of one level that come at once. */
export const levelSize = 50;

const node = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  typeName: z.string(),
  status: z.string(),
  regionName: z.string().nullable(),
  parentId: idSchema.nullable(),
  /** Directly below it, as far as the caller sees. */
  subordinates: z.number(),
  /** In stock: of the area given to it, or of its own. */
  head: z.number(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  version: z.number(),
});
export type NetworkNode = z.output<typeof node>;

export const networkTree = endpoint({
  method: 'GET',
  path: 'pri/network/tree',
  access: needs('pri:principal:network'),
  /** Without a parent: where the caller's own tree begins. */
  query: z.strictObject({
    parentId: idSchema.optional(),
    skip: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  data: z.object({ nodes: z.array(node), more: z.number() }),
});

const edge = z.object({
  /** Null for the line to a superior, which is no relation. */
  id: idSchema.nullable(),
  fromId: idSchema,
  toId: idSchema,
  kind: z.string(),
  kindName: z.string(),
  fromOn: z.string().nullable(),
});
export type NetworkEdge = z.output<typeof edge>;

export const networkGraph = endpoint({
  method: 'GET',
  path: 'pri/network/graph',
  access: needs('pri:principal:network'),
  query: z.strictObject({
    id: idSchema,
    hops: z.coerce.number().int().min(1).max(2).default(1),
    /** Several, separated by commas; `parent` is the line to superiors. */
    kinds: z.string().max(200).optional(),
  }),
  data: z.object({
    nodes: z.array(node.extend({ hop: z.number() })),
    edges: z.array(edge),
    /** Neighbours left out, by the node they belong to. */
    more: z.array(z.object({ id: idSchema, n: z.number() })),
  }),
});

/** R6: another superior, or none. */
export const changeParent = endpoint({
  method: 'POST',
  path: 'pri/network/parent',
  access: needs('pri:principal:edit'),
  body: z.strictObject({ id: idSchema, version: versionSchema, parentId: idSchema.nullable() }),
  data: z.object({ version: versionSchema }),
  action: 'edit',
});
