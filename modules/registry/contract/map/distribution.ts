import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { type AnyResource, listQuery } from '#kit/contract/resource.ts';
import { animal } from '../animal/animal.ts';
import { enterpriseFilters } from '../principal/enterprise.ts';
import { principal } from '../principal/principal.ts';

const degrees = (most: number) => z.coerce.number().min(-most).max(most).optional();

/** The piece of the map that is looked at; without its four edges, all there is. */
export const piece = {
  west: degrees(180),
  south: degrees(90),
  east: degrees(180),
  north: degrees(90),
  zoom: z.coerce.number().min(0).max(20).optional(),
};

/** The list's own filters, and a piece of the map. */
function mapQuery(resource: AnyResource) {
  const filters = Object.entries(listQuery(resource).shape).filter(
    ([name]) => !Object.keys(pageQuery).includes(name) || name === 'keyword',
  );
  return z.strictObject({ ...Object.fromEntries(filters), ...piece });
}

const place = { longitude: z.number(), latitude: z.number() };

/** Units that lie so near to each other that the map shows them as one; what is counted are the rows of the list. */
const cluster = z.object({
  ...place,
  n: z.number(),
  /** How many of each kind. */
  kinds: z.record(z.string(), z.number()),
  /** Which units they are, where they are few; each with what most of its rows are. */
  members: z.array(z.object({ id: idSchema, name: z.string(), kind: z.string(), n: z.number() })),
});
export type Cluster = z.output<typeof cluster>;

export const distributionData = z.object({
  /** Told without a piece: it costs a look at every row, and moving the map does not change it. */
  whole: z
    .object({
      /** As the list counts, without its bound. */
      total: z.number(),
      /** Rows nobody said the place of. */
      without: z.number(),
      kinds: z.record(z.string(), z.number()),
      /** West, south, east, north of everything located. */
      bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
    })
    .nullable(),
  clusters: z.array(cluster),
});
export type Distribution = z.output<typeof distributionData>;

export type Whole = NonNullable<Distribution['whole']>;

export const principalMap = endpoint({
  method: 'GET',
  path: 'pri/principal/info/map',
  access: needs('pri:principal:list'),
  query: mapQuery(principal),
  data: distributionData,
});

/** Animals stand where their holder is. */
export const animalMap = endpoint({
  method: 'GET',
  path: 'pri/animal/info/map',
  access: needs('pri:animal:list'),
  query: mapQuery(animal),
  data: distributionData,
});

export const enterpriseMap = endpoint({
  method: 'GET',
  path: 'enterprise/data/map',
  access: needs('pri:enterprise:list'),
  query: z.strictObject({ ...enterpriseFilters, ...piece }),
  data: distributionData,
});
