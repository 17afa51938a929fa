import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 冻精计划: straws a unit is to get in a year, by breed. */
export const semenPlan = defineResource({
  module: 'breeding',
  name: 'semenPlan',
  path: 'ant/breed/plan',
  screen: '/ant/breed/plan',
  permission: 'breed:plan',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    year: field.int({ min: 2000, max: 2100, fixed: true }),
    giverId: field.ref('registry.principal', { fixed: true }),
    receiverId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    breed: field.dict('breed_code', { fixed: true }),
    cowsDue: field.int({ min: 0, max: 1_000_000 }),
    strawsPerCow: field.decimal({ scale: 2, min: 0.5, max: 10 }),
    planned: field.int({ min: 0, max: 10_000_000 }),
    sent: field.int({ derived: true }),
    used: field.int({ derived: true }),
    progress: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('semen_plan_status', 'draft', 'issued'),
    ...stamps,
  },
  title: 'year',
  list: {
    columns: [
      'year',
      'receiverId',
      'breed',
      'cowsDue',
      'strawsPerCow',
      'planned',
      'sent',
      'used',
      'progress',
      'giverId',
      'status',
    ],
    filters: ['year', 'receiverId', 'giverId', 'breed', 'status', 'regionCode'],
    sorts: ['year', 'planned'],
    sort: '-year',
  },
  form: ['year', 'giverId', 'receiverId', 'breed', 'cowsDue', 'strawsPerCow', 'planned', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    issue: { from: ['draft'], to: 'issued', permission: 'edit' },
    recall: { from: ['issued'], to: 'draft', permission: 'edit', remark: true },
  },
});
export type SemenPlan = RowOf<typeof semenPlan>;

/** 改良方向: which breeds an area wants, and which it avoids; the nearest region above decides. */
export const breedDirection = defineResource({
  module: 'breeding',
  name: 'breedDirection',
  path: 'ant/breed/direction',
  screen: '/ant/breed/plan',
  permission: 'breed:plan',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    regionCode: field.region({ fixed: true }),
    species: field.dict('species', { fixed: true }),
    wanted: field.dicts('breed_code'),
    avoid: field.dicts('breed_code', { optional: true }),
    text: field.longText({ max: 500, optional: true }),
    validFrom: field.date({ fixed: true }),
    validTo: field.date({ optional: true }),
    ...stamps,
  },
  title: 'validFrom',
  list: {
    columns: ['regionCode', 'species', 'wanted', 'avoid', 'text', 'validFrom', 'validTo'],
    filters: ['species', 'validFrom'],
    sorts: ['validFrom'],
  },
  form: ['regionCode', 'species', 'wanted', 'avoid', 'text', 'validFrom', 'validTo'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});

/** Cows due × straws per cow − what is left, by receiver and breed: a proposal that becomes drafts. */
export const proposePlan = endpoint({
  method: 'POST',
  path: 'ant/breed/plan/propose',
  access: needs('breed:plan:edit'),
  body: z.strictObject({ year: z.int().min(2000).max(2100), giverId: idSchema, keep: z.boolean().default(false) }),
  data: z.object({
    made: z.number(),
    rows: z.array(
      z.object({
        receiverId: idSchema,
        receiver: z.string(),
        breed: z.string(),
        cowsDue: z.number(),
        strawsPerCow: z.number(),
        left: z.number(),
        planned: z.number(),
      }),
    ),
  }),
  action: 'edit',
});
/** R10: how many of the females a unit looks after are daughters of this bull. */
export const rotation = endpoint({
  method: 'GET',
  path: 'ant/breed/rotation',
  access: needs('breed:send:list', 'breed:sendOrg:list', 'breed:plan:list'),
  query: z.object({ receiverId: z.coerce.number().int().positive(), sireCode: z.string().max(15) }),
  data: z.object({
    daughters: z.number(),
    breedable: z.number(),
    pct: z.number(),
    limit: z.number(),
    askReason: z.boolean(),
  }),
});

export const plans = { resources: [semenPlan, breedDirection], endpoints: [proposePlan, rotation] };
