import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export interface Trait {
  code: string;
  value: number;
  unit?: string | null;
  accuracy?: number | null;
  year?: number | null;
}
export interface BloodPart {
  breed: string;
  pct: number;
}
const counted = { derived: true, optional: true } as const;

/** 种畜: bulls and rams by their code, whether they stand at a station or run with a herd here. */
export const seedAnimal = defineResource({
  module: 'breeding',
  name: 'seedAnimal',
  path: 'ant/breed/sire',
  screen: '/ant/breed/seedAnimal',
  permission: 'breed:sire',
  actions: { add: 'edit', edit: 'edit', remove: 'edit', import: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    sireCode: field.text({ max: 15, pattern: /^[0-9A-Za-z]{6,15}$/, fixed: true }),
    name: field.text({ max: 40, optional: true }),
    species: field.dict('species', { fixed: true }),
    breed: field.dict('breed_code'),
    birthDate: field.date(),
    stationCode: field.text({ max: 20, optional: true }),
    stationName: field.text({ max: 80 }),
    useKinds: field.dicts('service_method'),
    fatherCode: field.text({ max: 15, optional: true }),
    motherNo: field.text({ max: 20, optional: true }),
    pgfCode: field.text({ max: 15, optional: true }),
    mgfCode: field.text({ max: 15, optional: true }),
    calvingEasePct: field.decimal({ scale: 2, min: 0, max: 100, unit: '%', optional: true }),
    heiferSafe: field.bool(),
    defects: field.dicts('genetic_defect', { optional: true }),
    healthIds: field.files({ optional: true, max: 5, accept: 'image/*,.pdf' }),
    healthValidTo: field.date({ optional: true }),
    photoIds: field.files({ optional: true, max: 5, accept: 'image/*' }),
    intro: field.longText({ max: 1000, optional: true }),
    bloodParts: field.json({ derived: true }) as unknown as Field<BloodPart[]>,
    traits: field.json({ derived: true }) as unknown as Field<Trait[]>,
    listedYears: field.text({ max: 60, ...counted }),
    strawsLeft: field.int(counted),
    heats: field.int(counted),
    judged: field.int(counted),
    conception: field.decimal({ scale: 1, unit: '%', ...counted }),
    calves: field.int(counted),
    suspendReason: field.text({ max: 500, ...counted }),
    status: field.state('seed_animal_status', 'draft', 'active', 'suspended', 'retired'),
    ...stamps,
  },
  title: 'sireCode',
  list: {
    columns: [
      'sireCode',
      'name',
      'breed',
      'stationName',
      'birthDate',
      'listedYears',
      'strawsLeft',
      'heats',
      'conception',
      'calves',
      'heiferSafe',
      'status',
    ],
    filters: ['sireCode', 'breed', 'species', 'stationName', 'useKinds', 'defects', 'heiferSafe', 'status'],
    search: ['sireCode', 'name', 'stationName'],
    sorts: ['sireCode', 'birthDate'],
    sort: 'sireCode',
  },
  form: [
    'sireCode',
    'name',
    'species',
    'breed',
    'birthDate',
    'stationCode',
    'stationName',
    'useKinds',
    'fatherCode',
    'motherNo',
    'pgfCode',
    'mgfCode',
    'calvingEasePct',
    'heiferSafe',
    'defects',
    'healthIds',
    'healthValidTo',
    'photoIds',
    'intro',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'import', 'export'],
  editableIn: ['draft', 'active', 'suspended'],
  transitions: {
    approve: { from: ['draft'], to: 'active' },
    suspend: { from: ['active'], to: 'suspended', permission: 'approve', remark: true, danger: true },
    resume: { from: ['suspended'], to: 'active', permission: 'approve', remark: true },
    retire: { from: ['active', 'suspended'], to: 'retired', permission: 'approve', danger: true },
  },
});
export type SeedAnimal = RowOf<typeof seedAnimal>;

/** Puts sires on the list of a year; which bulls a subsidy counts is decided by it. */
export const listSires = endpoint({
  method: 'POST',
  path: 'ant/breed/listing/add',
  access: needs('breed:sire:edit'),
  body: z.strictObject({
    year: z.int().min(2000).max(2100),
    scheme: z.enum(['national', 'region']),
    ids: z.array(idSchema).min(1).max(500),
    docNo: z.string().trim().max(60).nullish(),
  }),
  data: z.object({ listed: z.number() }),
  action: 'edit',
});

const kinNode = z.object({ code: z.string(), name: z.string().nullable() });
const rate = z.object({ judged: z.number(), pregnant: z.number(), low: z.number(), high: z.number() });
/** What a sire did here: results, straws and where they lie, daughters by village. */
export const sireView = endpoint({
  method: 'GET',
  path: 'ant/breed/sire/view',
  access: needs('breed:sire:list'),
  query: z.object({ id: z.coerce.number().int().positive().optional(), sireCode: z.string().max(15).optional() }),
  data: z.object({
    id: idSchema,
    sireCode: z.string(),
    pedigree: z.object({
      father: kinNode.nullable(),
      mother: kinNode.nullable(),
      pgf: kinNode.nullable(),
      mgf: kinNode.nullable(),
      ffather: kinNode.nullable(),
    }),
    heats: z.number(),
    rate: rate.nullable(),
    gestation: z.number().nullable(),
    calves: z.number(),
    alive: z.number(),
    birthWeight: z.number().nullable(),
    ease: z.array(z.object({ ease: z.string(), n: z.number() })),
    months: z.array(z.object({ month: z.string(), heats: z.number(), judged: z.number(), pregnant: z.number() })),
    batches: z.array(
      z.object({
        lotId: z.number().nullable(),
        lotNo: z.string(),
        semenKind: z.string(),
        producedOn: z.string(),
        motilityPct: z.number().nullable(),
        qc: z.string(),
        quality: z.string().nullable(),
        left: z.number(),
        stores: z.array(z.object({ depotId: z.number(), name: z.string(), qty: z.number() })),
      }),
    ),
    daughters: z.array(
      z.object({ regionCode: z.number(), region: z.string(), daughters: z.number(), females: z.number() }),
    ),
  }),
});
export type SireView = z.output<typeof sireView.data>;

export const sires = { resources: [seedAnimal], endpoints: [listSires, sireView] };
