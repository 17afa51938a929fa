import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';

export const screenNames = [
  'index',
  'index1',
  'index2',
  'index3',
  'index4',
  'index15',
  'index6',
  'indexNew',
  'stress',
] as const;
export type ScreenName = (typeof screenNames)[number];

const eight = [
  'screen:immunity',
  'screen:schedule',
  'screen:workload',
  'screen:livestock',
  'screen:cattle',
  'screen:sheep',
  'screen:farm',
  'screen:company',
];

/** Whoever holds one of these may open the screen. */
export const screenPermissions: Readonly<Record<ScreenName, readonly string[]>> = {
  index: ['screen:immunity'],
  index1: ['screen:livestock'],
  index2: ['screen:workload'],
  index3: ['screen:cattle'],
  index4: ['screen:sheep'],
  index15: ['screen:schedule'],
  index6: eight,
  indexNew: eight,
  stress: ['ant:stress:list'],
};

export const screenPaths: Readonly<Record<ScreenName, string>> = {
  index: '/ant/screen/index',
  index1: '/ant/screen/index1',
  index2: '/ant/screen/index2',
  index3: '/ant/screen/index3',
  index4: '/ant/screen/index4',
  index15: '/ant/screen/index15',
  index6: '/ant/screen/index6',
  indexNew: '/ant/screen/indexNew',
  stress: '/ant/preventionMange/stressRelatedDetail',
};

/** Null is unknown or not applicable, and drawn as a dash: never zero. Shares are 0 to 1, money in yuan. */
const values = z.record(z.string(), z.number().nullable());
export type ScreenValues = z.output<typeof values>;

const child = z.object({
  code: z.number(),
  name: z.string(),
  level: z.number(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  values,
});
export type ScreenChild = z.output<typeof child>;

const row = z.record(z.string(), z.unknown());
/** A row of a panel; the page of the screen knows its shape. */
export type ScreenRow = z.output<typeof row>;

const snapshotData = z.object({
  at: z.string(),
  screen: z.enum(screenNames),
  region: z.object({
    code: z.number(),
    name: z.string(),
    level: z.number(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    /** Nobody looks above this one. */
    root: z.number(),
    path: z.array(z.object({ code: z.number(), name: z.string() })),
    children: z.array(child),
  }),
  season: z
    .object({
      id: idSchema,
      name: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      day: z.number(),
      days: z.number(),
      ongoing: z.boolean(),
    })
    .nullable(),
  /** One sentence as a text's key and what stands in it: pages say it in the reader's language. */
  headline: z.object({
    key: z.string(),
    args: z.record(z.string(), z.union([z.string(), z.number()])),
    /** The list behind the sentence. */
    link: z.string().nullable(),
    urgent: z.boolean(),
  }),
  values,
  rows: z.record(z.string(), z.array(row)),
  permits: z.array(z.string()),
});
export type Snapshot = z.output<typeof snapshotData>;

/** What changed since the last word, as it is now. */
export interface ScreenPatch {
  readonly at: string;
  readonly regionCode: number;
  readonly values: ScreenValues;
  readonly children: readonly ScreenChild[];
  readonly rows: Readonly<Record<string, readonly ScreenRow[]>>;
  readonly headline: Snapshot['headline'] | null;
}

export const pulseKinds = ['visit', 'stressDeath', 'positive', 'tagWear', 'alert', 'census'] as const;
export type PulseKind = (typeof pulseKinds)[number];
/** Something that has just happened somewhere; names in it are masked. */
export interface ScreenPulse {
  readonly kind: PulseKind;
  /** Of the record it speaks of. */
  readonly id: number | null;
  readonly regionCode: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly text: string;
  readonly count: number;
}

export const screenSnapshot = endpoint({
  method: 'GET',
  path: 'ant/screen/snapshot',
  access: needs(...new Set(Object.values(screenPermissions).flat())),
  query: z.strictObject({
    screen: z.enum(screenNames),
    regionCode: z.coerce.number().int().refine(isRegionCode).optional(),
    seasonId: z.coerce.number().int().positive().optional(),
    /** A day gone by, where the screen plays days back. */
    on: z.iso.date().optional(),
  }),
  data: snapshotData,
});

export const endpoints = [screenSnapshot];
