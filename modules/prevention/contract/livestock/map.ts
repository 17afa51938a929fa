import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { distributionData, piece } from '#modules/registry/contract/map/distribution.ts';
import { enterpriseFilters } from '#modules/registry/contract/principal/enterprise.ts';

const code = z.string().regex(/^[a-zA-Z]{1,40}$/);
const access = needs('ant:animal:map');

/** Heads where their holders are: by kind, or by how they stand with a disease. */
export const livestockMap = endpoint({
  method: 'GET',
  path: 'ant/map/animals',
  access,
  query: z.strictObject({
    ...piece,
    layer: z.enum(['species', 'immune']).default('species'),
    diseaseCode: code.optional(),
    species: code.optional(),
  }),
  data: distributionData,
});

/** Corners, `longitude,latitude` each, separated by semicolons. */
const corners = z
  .string()
  .max(4000)
  .regex(/^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?(;-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?){2,99}$/);

const holder = z.object({
  id: idSchema,
  name: z.string(),
  regionName: z.string().nullable(),
  cattle: z.int(),
  sheep: z.int(),
  goat: z.int(),
  due: z.int().nullable(),
  done: z.int().nullable(),
  lastVisitOn: z.string().nullable(),
});
export type MapHolder = z.output<typeof holder>;

/** Who keeps animals in a piece of the map or inside a line drawn on it: those with most first, five hundred at most. */
export const mapHolders = endpoint({
  method: 'GET',
  path: 'ant/map/holders',
  access,
  query: z.strictObject({
    west: piece.west,
    south: piece.south,
    east: piece.east,
    north: piece.north,
    polygon: corners.optional(),
    species: code.optional(),
  }),
  data: z.object({ holders: z.int(), heads: z.int(), rows: z.array(holder) }),
});

/** R48: villages with stock and without anybody in charge of them. */
export const uncoveredVillages = endpoint({
  method: 'GET',
  path: 'ant/map/uncovered',
  access,
  data: z.array(
    z.object({
      regionCode: z.number(),
      name: z.string(),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
      holders: z.int(),
      heads: z.int(),
    }),
  ),
});
export type UncoveredVillage = z.output<(typeof uncoveredVillages)['data']>[number];

/** The registry's enterprises where they are, for who looks at them here. */
export const firmMap = endpoint({
  method: 'GET',
  path: 'ant/map/enterprises',
  access: needs('ant:enterprise:map'),
  query: z.strictObject({ ...enterpriseFilters, ...piece }),
  data: distributionData,
});

export const endpoints = [firmMap, livestockMap, mapHolders, uncoveredVillages];
