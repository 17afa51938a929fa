import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const query = z.strictObject({
  name: z.string().trim().min(1).max(50),
  pageNum: pageQuery.pageNum,
  pageSize: z.coerce.number().int().min(1).max(20).default(20),
});
/** Where the words were found: in which of the hit's own texts, from which letter to which. Pinyin finds without being seen. */
const match = z.object({ field: z.string(), from: z.int(), to: z.int() }).nullable();
export type SearchMatch = z.output<typeof match>;
/** This season: what is due and what is done; null where no season goes on. */
const progress = { due: z.int().nullable(), done: z.int().nullable() };

const worker = z.object({
  id: idSchema,
  name: z.string(),
  unitName: z.string().nullable(),
  regionName: z.string().nullable(),
  phone: z.string().nullable(),
  villages: z.array(z.string()),
  ...progress,
  match,
});
export type WorkerHit = z.output<typeof worker>;

const holder = z.object({
  id: idSchema,
  name: z.string(),
  contactName: z.string(),
  type: z.string(),
  typeName: z.string(),
  regionName: z.string().nullable(),
  stock: z.array(z.object({ species: z.string(), n: z.int() })),
  ...progress,
  lastVisitOn: z.string().nullable(),
  match,
});
export type HolderHit = z.output<typeof holder>;

const animal = z.object({
  id: idSchema,
  earTag: z.string(),
  electronicTag: z.string().nullable(),
  species: z.string(),
  breedName: z.string(),
  sex: z.string(),
  stage: z.string(),
  status: z.string(),
  holderName: z.string().nullable(),
  regionName: z.string().nullable(),
  match,
});
export type AnimalHit = z.output<typeof animal>;

const access = needs('ant:home:search');
/** Prevention workers by name, pinyin or whole phone number. */
export const searchWorkers = endpoint({
  method: 'GET',
  path: 'ant/search/prevention',
  access,
  query,
  data: z.array(worker),
});
/** Holders of animals by name, contact, pinyin or whole phone number. */
export const searchHolders = endpoint({
  method: 'GET',
  path: 'ant/search/principalName',
  access,
  query,
  data: z.array(holder),
});
/** Animals by the last digits of their number, by electronic tag, holder or breed. */
export const searchAnimals = endpoint({
  method: 'GET',
  path: 'ant/search/animalTypeName',
  access,
  query,
  data: z.array(animal),
});

export const endpoints = [searchWorkers, searchHolders, searchAnimals];
