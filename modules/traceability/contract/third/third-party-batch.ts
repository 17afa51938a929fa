import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** R27: days in isolation, by where animals come from and what for. */
export function isolationOf(source: string, purpose: string): number {
  if (source === 'abroad') return 45;
  return source === 'otherProvince' && purpose === 'breed' ? 30 : 0;
}

/** 第三方动物: animals of other places, from the announcement to the end of their isolation. */
export const thirdPartyBatch = defineResource({
  module: 'traceability',
  name: 'thirdPartyBatch',
  path: 'trace/third',
  screen: '/traceability/livestockRegistration/thirdPartyAnimals',
  permission: 'trace:third',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    source: field.dict('third_source'),
    sender: field.text({ max: 120 }),
    originRegionCode: field.region({ optional: true }),
    certificateNo: field.text({ max: 40 }),
    certType: field.dict('cert_type'),
    certFile: field.files({ max: 3, accept: 'image/*,.pdf', optional: true }),
    purpose: field.dict('move_purpose'),
    toPrincipalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    expectedOn: field.date(),
    isolationDays: field.int({ min: 0, max: 180, optional: true }),
    animals: field.lines({
      fields: {
        outsideId: field.text({ max: 40 }),
        chip: field.text({ max: 20, optional: true }),
        tag: field.text({ max: 15 }),
        species: field.dict('species'),
        breed: field.text({ max: 40 }),
        sex: field.dict('animal_sex'),
        birthDate: field.date(),
        tagAction: field.dict('third_party_animal_tag_action', derived),
        result: field.dict('third_party_animal_result', maybe),
      },
      scan: { find: 'outsideId' },
    }),
    heads: field.int(derived),
    received: field.int(derived),
    arrivedOn: field.date(maybe),
    isolationUntil: field.date(maybe),
    daysLeft: field.int(maybe),
    checks: field.longText({ max: 500, ...maybe }),
    entryNo: field.text({ max: 80, ...maybe }),
    sourceSystem: field.text({ max: 60, ...maybe }),
    reason: field.longText({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state(
      'third_party_batch_status',
      'declared',
      'arrived',
      'isolating',
      'released',
      'closed',
      'refused',
      'rejected',
    ),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'source',
      'sender',
      'originRegionCode',
      'heads',
      'received',
      'toPrincipalId',
      'expectedOn',
      'arrivedOn',
      'isolationUntil',
      'daysLeft',
      'certificateNo',
    ],
    filters: [
      'docNo',
      'source',
      'toPrincipalId',
      'regionCode',
      'certificateNo',
      'expectedOn',
      'isolationUntil',
      'status',
    ],
    search: ['docNo', 'sender', 'certificateNo'],
    sorts: ['expectedOn', 'isolationUntil', 'createdAt'],
  },
  form: [
    'toPrincipalId',
    'source',
    'sender',
    'originRegionCode',
    'certificateNo',
    'certType',
    'certFile',
    'purpose',
    'expectedOn',
    'isolationDays',
    'animals',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['declared'],
  transitions: {
    arrive: {
      from: ['declared'],
      to: 'arrived',
      form: {
        arrivedOn: field.date(),
        absent: field.longText({ max: 4000, optional: true }),
        deadTags: field.longText({ max: 4000, optional: true }),
      },
    },
    refuse: { from: ['declared'], to: 'refused', permission: 'arrive', remark: true, danger: true },
    release: {
      from: ['isolating'],
      to: 'released',
      form: { checks: field.longText({ max: 500 }) },
    },
    reject: { from: ['isolating'], to: 'rejected', permission: 'release', remark: true, danger: true },
    close: { from: ['arrived', 'released'], to: 'closed', permission: 'release' },
  },
});
export type ThirdPartyBatch = RowOf<typeof thirdPartyBatch>;

const animal = z.strictObject({
  outsideId: z.string().min(1).max(40),
  chip: z.string().max(20).nullish(),
  tag: z.string().regex(/^\d{15}$/),
  species: z.string().max(20),
  breed: z.string().max(40),
  sex: z.string().max(10),
  birthDate: z.iso.date(),
});
/** The same from a partner's system; `sourceKey` told twice makes one batch. */
export const openThird = endpoint({
  method: 'POST',
  path: 'open/trace/third',
  // Public: takes the token of a third-party system, which is not a session.
  access: 'public',
  body: z.strictObject({
    sourceKey: z.string().min(1).max(80),
    source: z.enum(['otherPrefecture', 'otherProvince', 'abroad', 'platform']),
    sender: z.string().min(1).max(120),
    originRegionCode: z.number().int().nullish(),
    certificateNo: z.string().min(1).max(40),
    certType: z.enum(['animalA', 'animalB']),
    purpose: z.string().max(20),
    expectedOn: z.iso.date(),
    animals: z.array(animal).min(1).max(500),
  }),
  data: z.object({ docNo: z.string(), accepted: z.int() }),
});
