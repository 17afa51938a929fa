import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { kgField } from '../sale/sale.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 回收单: animals come back from their keeper, and what the keeper gets for it. */
export const recovery = defineResource({
  module: 'farm',
  name: 'recovery',
  path: 'anm/recovery',
  screen: '/anm/stocked/recovery',
  permission: 'anm:recovery',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    placementId: field.ref('farm.placement', { fixed: true, where: { status: 'active,closing' } }),
    principalId: field.ref('registry.principal', derived),
    holderId: field.int(derived),
    ownerName: field.text({ max: 80, ...maybe }),
    holderName: field.text({ max: 80, ...maybe }),
    mode: field.dict('placement_mode', derived),
    weighedOn: field.date(),
    photos: field.files({ optional: true, max: 9, accept: 'image/*' }),
    lines: field.lines({
      fields: {
        animalId: field.ref('registry.animal'),
        outKg: field.decimal({ ...kgField, unit: 'kg', optional: true, needed: { by: 'outcome', in: ['recovered'] } }),
        outcome: field.dict('recovery_line_outcome'),
        fault: field.dict('placement_animal_fault'),
        calves: field.int({ min: 0, max: 9 }),
      },
      totals: { outKg: 'outKg', calves: null },
      scan: { find: 'animalId' },
      signatures: ['owner', 'holder'],
    }),
    head: field.int({ ...derived }),
    inKg: field.decimal({ scale: 2, unit: 'kg', ...derived }),
    outKg: field.decimal({ scale: 2, unit: 'kg', ...derived }),
    earned: field.money(derived),
    deductions: field.money(derived),
    advanceBack: field.money(derived),
    depositBack: field.money(derived),
    net: field.money(derived),
    confirmedByName: field.text({ max: 60, ...maybe }),
    confirmedAt: field.dateTime(maybe),
    disputeReason: field.text({ max: 500, ...maybe }),
    weighings: field.int(derived),
    paidOn: field.date(maybe),
    voucher: field.text({ max: 60, ...maybe }),
    status: field.state('recovery_status', 'draft', 'weighed', 'confirmed', 'disputed', 'taken', 'settled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'holderName',
      'placementId',
      'mode',
      'head',
      'inKg',
      'outKg',
      'earned',
      'deductions',
      'net',
      'weighedOn',
      'confirmedByName',
      'ownerName',
    ],
    filters: ['status', 'placementId', 'weighedOn', 'principalId'],
    search: ['docNo'],
    sorts: ['weighedOn', 'net'],
  },
  form: ['placementId', 'weighedOn', 'photos', 'lines'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'disputed'],
  transitions: {
    weigh: { from: ['draft', 'disputed'], to: 'weighed', permission: 'edit' },
    confirm: { from: ['weighed'], to: 'confirmed' },
    dispute: { from: ['weighed'], to: 'disputed', permission: 'confirm', remark: true },
    take: {
      from: ['confirmed'],
      to: 'taken',
      permission: 'edit',
      form: { toPenId: field.ref('registry.pen', { optional: true }) },
    },
    settle: {
      from: ['taken'],
      to: 'settled',
      form: { paidOn: field.date(), voucher: field.text({ max: 60 }) },
    },
  },
});
export type RecoveryRow = RowOf<typeof recovery>;

export const quoteLine = z.strictObject({
  animalId: idSchema,
  outKg: z.number().min(0.5).max(2500).nullish(),
  outcome: z.enum(['recovered', 'dead', 'missing', 'boughtByHolder', 'slaughtered']),
  fault: z.enum(['none', 'holder', 'owner']).default('none'),
  calves: z.number().int().min(0).max(9).default(0),
});
/** What a recovery would come to, in words of arithmetic. */
export const quoteRecovery = endpoint({
  method: 'POST',
  path: 'anm/recovery/quote',
  access: needs('anm:recovery:list'),
  body: z.strictObject({
    placementId: idSchema,
    weighedOn: z.iso.date().optional(),
    lines: z.array(quoteLine).min(1).max(200),
  }),
  data: z.object({
    earned: z.number(),
    deductions: z.number(),
    net: z.number(),
    steps: z.array(z.object({ name: z.string(), how: z.string(), cents: z.number() })),
    formulaText: z.string(),
  }),
});
export const recomputeRecovery = endpoint({
  method: 'POST',
  path: 'anm/recovery/:id/recompute',
  access: needs('anm:recovery:list'),
  params: z.object({ id: idSchema }),
  data: z.object({ equal: z.boolean(), stored: z.number(), computed: z.number(), version: versionSchema }),
});
