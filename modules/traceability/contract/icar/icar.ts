import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** Whose numbers they are, as ICAR ADE asks every identifier to say. */
export const icarSchemes = {
  unit: 'cn.mulian.unit',
  earTag: 'cn.mara.eartag',
  chip: 'std.iso.11785',
  sire: 'cn.mara.sire',
  breed: 'cn.mulian.breed',
  medicine: 'cn.mulian.medicine',
  certificate: 'cn.mara.quarantine',
} as const;

const moment = z.iso.datetime({ offset: true });
const tagNumber = z.string().regex(/^\d{15}$/);
const place = z.object({ scheme: z.literal(icarSchemes.unit), id: idSchema });
const pages = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  'page-size': z.coerce.number().int().min(1).max(500).default(100),
};
export const icarQuery = z.strictObject({
  ...pages,
  'meta-modified-from': moment.optional(),
  'meta-modified-to': moment.optional(),
});
export type IcarQuery = z.output<typeof icarQuery>;

const resource = z.looseObject({ resourceType: z.string() });
const collection = z.object({
  view: z.object({
    totalItems: z.int(),
    totalPages: z.int(),
    pageSize: z.int(),
    currentPage: z.int(),
    first: z.string(),
    next: z.string().optional(),
    prev: z.string().optional(),
    last: z.string(),
  }),
  member: z.array(resource),
});
export type IcarResource = z.output<typeof resource>;
export type IcarCollection = z.output<typeof collection>;

/** The holders who share their data with the caller. */
export const icarLocations = endpoint({
  method: 'GET',
  path: 'icar/locations',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  query: z.strictObject(pages),
  data: collection,
  download: true,
});

const events = <const Name extends string>(name: Name) =>
  endpoint({
    method: 'GET',
    path: `icar/locations/:scheme/:id/${name}`,
    // Public: takes the token of a third-party system, which is not a session.
    access: 'public',
    params: place,
    query: icarQuery,
    data: collection,
    download: true,
  });
export const icarReads = {
  animals: events('animals'),
  births: events('births'),
  deaths: events('deaths'),
  arrivals: events('arrivals'),
  departures: events('departures'),
  weights: events('weights'),
  inseminations: events('inseminations'),
  pregnancyChecks: events('pregnancy-checks'),
  parturitions: events('parturitions'),
  treatments: events('treatments'),
} as const;
export type IcarKind = keyof typeof icarReads;

export const icarAnimal = endpoint({
  method: 'GET',
  path: 'icar/locations/:scheme/:id/animals/:animalScheme/:animalId',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  params: place.extend({ animalScheme: z.literal(icarSchemes.earTag), animalId: tagNumber }),
  query: z.strictObject({}),
  data: resource,
  download: true,
});

const identifier = z.looseObject({ id: z.string().min(1).max(40), scheme: z.string().min(1).max(60) });
/** ADE: a client always fills in `source` and `sourceId`; the second is its own number of the event. */
const meta = z.looseObject({ source: z.string().min(1).max(200), sourceId: z.string().min(1).max(64) });
const earTag = identifier.extend({ scheme: z.literal(icarSchemes.earTag), id: tagNumber });
const told = { meta, animal: earTag, eventDateTime: moment, remark: z.string().max(200).optional() };

export const icarAddWeight = endpoint({
  method: 'POST',
  path: 'icar/locations/:scheme/:id/weights',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  params: place,
  body: z.looseObject({
    ...told,
    resourceType: z.literal('icarWeightEventResource'),
    weight: z.looseObject({ measurement: z.number().positive().max(5000), units: z.enum(['KGM', 'GRM', 'LBR']) }),
  }),
  data: resource,
  download: true,
});

const parent = z.looseObject({ gender: z.enum(['Female', 'Male']), identifier });
export const icarAddBirth = endpoint({
  method: 'POST',
  path: 'icar/locations/:scheme/:id/births',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  params: place,
  body: z.looseObject({
    ...told,
    resourceType: z.literal('icarMovementBirthEventResource'),
    registrationReason: z.literal('Born').default('Born'),
    animalDetail: z.looseObject({
      specie: z.enum(['Cattle', 'Sheep', 'Goat']),
      gender: z.enum(['Female', 'Male']),
      primaryBreed: z.looseObject({ id: z.string().max(40), scheme: z.literal(icarSchemes.breed) }),
      birthDate: moment,
      alternativeIdentifiers: z.array(identifier).max(5).optional(),
      coatColor: z.string().max(20).optional(),
      parentage: z.array(parent).max(5).optional(),
    }),
  }),
  data: resource,
  download: true,
});
