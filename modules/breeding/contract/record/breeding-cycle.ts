import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { rowOf } from './row-of.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 繁育信息: every female of breeding age with the cycle she is in. */
export const breedingCycle = defineResource({
  module: 'breeding',
  name: 'breedingCycle',
  path: 'ant/breed/cycle',
  screen: '/ant/breed/info',
  permission: 'breed:cycle',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    animalId: rowOf(),
    earTag: field.text({ max: 15, ...maybe }),
    breed: field.dict('breed_code', maybe),
    ageMonths: field.int(maybe),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    cycleNo: field.int(derived),
    parityBefore: field.int(derived),
    openedOn: field.date(derived),
    openedBy: field.dict('breeding_cycle_opened_by', derived),
    heats: field.int(derived),
    straws: field.int(derived),
    lastServedOn: field.date(maybe),
    lastSireCode: field.text({ max: 15, ...maybe }),
    watchFrom: field.date(maybe),
    watchTo: field.date(maybe),
    checkDueOn: field.date(maybe),
    pregnantOn: field.date(maybe),
    expectedOn: field.date(maybe),
    closedOn: field.date(maybe),
    endReason: field.dict('cycle_end', maybe),
    daysInState: field.int({ unit: 'day', ...derived }),
    /** Open longer than allowed after calving; three heats and more without calf. */
    longOpen: field.bool(derived),
    repeatBreeder: field.bool(derived),
    isLive: field.bool(derived),
    status: field.dict('breeding_cycle_status', derived),
    updatedAt: field.dateTime(derived),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'breed',
      'ageMonths',
      'parityBefore',
      'status',
      'daysInState',
      'heats',
      'lastServedOn',
      'lastSireCode',
      'checkDueOn',
      'expectedOn',
      'openedOn',
      'principalId',
      'regionCode',
    ],
    filters: [
      'earTag',
      'principalId',
      'status',
      'parityBefore',
      'heats',
      'longOpen',
      'repeatBreeder',
      'expectedOn',
      'checkDueOn',
      'lastServedOn',
      'lastSireCode',
      'isLive',
      'regionCode',
      'animalId',
    ],
    sorts: ['expectedOn', 'checkDueOn', 'lastServedOn', 'openedOn'],
    sort: '-id',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type BreedingCycle = RowOf<typeof breedingCycle>;

export const setAside = endpoint({
  method: 'POST',
  path: 'ant/breed/cycle/setAside',
  access: needs('breed:cycle:edit'),
  body: z.strictObject({
    animalId: idSchema,
    on: z.boolean(),
    reason: z.string().trim().min(2).max(300),
  }),
  data: z.object({ status: z.string() }),
  action: 'edit',
});
/** Cows by state, and those of the tabs of the page. */
export const cycleCounts = endpoint({
  method: 'GET',
  path: 'ant/breed/cycle/counts',
  access: needs('breed:cycle:list'),
  query: z.object({ regionCode: z.coerce.number().int().optional() }),
  data: z.object({
    open: z.number(),
    served: z.number(),
    pregnant: z.number(),
    due: z.number(),
    longOpen: z.number(),
    repeatBreeder: z.number(),
  }),
});
