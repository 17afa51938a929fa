import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';

/** Papers of the store: what they have in common. Each kind has a screen, a view of the table and a file of its own. */
export const docTypes = ['purchaseIn', 'otherIn', 'useOut', 'issueOut'] as const;
export type DocType = (typeof docTypes)[number];

/** Which reasons a kind of paper has (spec 2.7). */
export const reasonsOf: Readonly<Record<DocType, readonly string[]>> = {
  purchaseIn: [],
  otherIn: ['opening', 'staffReturn', 'donated', 'found'],
  useOut: ['use', 'toHolder', 'openLoss', 'damage', 'destroy', 'purveyorReturn'],
  issueOut: ['toDepot', 'toBox'],
};

/** Goods that travel cold: their temperature is read when they leave and when they arrive. */
export const isCold = (material: { readonly storeTempMax: number | null }): boolean =>
  material.storeTempMax !== null && material.storeTempMax <= 10;

const dayOf = (date: string) => Date.parse(date) / 86_400_000;

/** R11: less than a third of its life is left on that day. Unknown where neither shelf life nor production date is told. */
export function isShortLived(
  material: { readonly shelfLifeMonths: number | null },
  lot: { readonly producedOn?: string | null | undefined; readonly expireOn?: string | null | undefined },
  day: string,
): boolean {
  if (!lot.expireOn) return false;
  const whole = material.shelfLifeMonths
    ? material.shelfLifeMonths * 30.4375
    : lot.producedOn
      ? dayOf(lot.expireOn) - dayOf(lot.producedOn)
      : null;
  return whole !== null && (dayOf(lot.expireOn) - dayOf(day)) * 3 < whole;
}

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), { error: 'error.field.text' })
    .nullish();
const day = z.iso.date().nullish();
const celsius = z.number().min(-200).max(60).nullish();
const number = z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish();

/** A line as it is typed: so many of a unit of a material, of a lot that is known or described. */
export const lineInput = z.strictObject({
  materialId: idSchema,
  lotId: idSchema.nullish(),
  lotNo: text(40),
  manufacturer: text(80),
  producedOn: day,
  expireOn: day,
  unit: z.string().min(1).max(20),
  unitQty: z.number().positive().max(9_999_999_999),
  segFrom: number,
  segTo: number,
  unitCost: z.number().min(0).max(99_999_999).nullish(),
  shortLifeReason: text(200),
  fefoReason: text(200),
  tempReason: text(200),
  temperature: celsius,
  remark: text(200),
});
export type LineInput = z.input<typeof lineInput>;

export const lines = z.array(lineInput).min(1).max(200);
export const fileIds = z.array(idSchema).max(9).optional();

export const headers = {
  purchaseIn: {
    depotId: idSchema,
    purveyorId: idSchema,
    bizDate: z.iso.date(),
    temperature: celsius,
    fileIds,
    remark: text(500),
    lines,
  },
  otherIn: {
    depotId: idSchema,
    reason: z.enum(['opening', 'staffReturn', 'donated', 'found']),
    /** The box things come back from. */
    boxId: idSchema.nullish(),
    bizDate: z.iso.date(),
    fileIds,
    remark: text(500),
    lines,
  },
  useOut: {
    depotId: idSchema,
    reason: z.enum(['use', 'toHolder', 'openLoss', 'damage', 'destroy', 'purveyorReturn']),
    /** Who used it. */
    staffId: idSchema.nullish(),
    holderId: idSchema.nullish(),
    purveyorId: idSchema.nullish(),
    bizDate: z.iso.date(),
    /** R31 of the rules on destruction: two who saw it. */
    witnessIds: z.array(idSchema).max(5).optional(),
    fileIds,
    remark: text(500),
    lines,
  },
  issueOut: {
    depotId: idSchema,
    toDepotId: idSchema,
    requisitionId: idSchema.nullish(),
    purpose: z.enum(['season', 'makeup', 'daily', 'emergency']).nullish(),
    bizDate: z.iso.date(),
    fileIds,
    remark: text(500),
    lines,
  },
} as const;

const saved = z.object({ id: idSchema, version: versionSchema, docNo: z.string() });
export const editing = { id: idSchema, version: versionSchema };

const call = (path: string, permission: string, action: string, body: z.ZodType) =>
  endpoint({
    method: 'POST',
    path: `pri/depot/${path}`,
    access: needs(permission as `${string}:${string}:${string}`),
    action,
    body,
    data: saved,
  });

export const addStockIn = call('storage/add', 'depot:in:edit', 'add', z.strictObject(headers.purchaseIn));
export const editStockIn = call(
  'storage/edit',
  'depot:in:edit',
  'edit',
  z.strictObject({ ...editing, ...headers.purchaseIn }),
);
export const addOtherIn = call('materialIn/add', 'depot:in:edit', 'add', z.strictObject(headers.otherIn));
export const editOtherIn = call(
  'materialIn/edit',
  'depot:in:edit',
  'edit',
  z.strictObject({ ...editing, ...headers.otherIn }),
);
export const addUseOut = call('materialOut/add', 'depot:out:edit', 'add', z.strictObject(headers.useOut));
export const editUseOut = call(
  'materialOut/edit',
  'depot:out:edit',
  'edit',
  z.strictObject({ ...editing, ...headers.useOut }),
);
export const addIssueOut = call('suppliesOut/add', 'depot:issue:edit', 'add', z.strictObject(headers.issueOut));
export const editIssueOut = call(
  'suppliesOut/edit',
  'depot:issue:edit',
  'edit',
  z.strictObject({ ...editing, ...headers.issueOut }),
);

/** What every kind shows of itself in its list. */
export const commonFields = {
  id: field.id(),
  docNo: field.text({ max: 24, derived: true }),
  depotId: field.ref('depot.depot', { derived: true }),
  depotName: field.text({ max: 60, derived: true, optional: true }),
  principalId: field.ref('registry.principal', { derived: true }),
  regionCode: field.region({ derived: true }),
  bizDate: field.date({ derived: true }),
  lineCount: field.int({ derived: true }),
  totalQtyText: field.text({ max: 200, derived: true, optional: true }),
  totalAmount: field.decimal({ scale: 2, derived: true, optional: true }),
  materialKind: field.dicts('material_kind', { derived: true }),
  materialNames: field.text({ max: 400, derived: true, optional: true }),
  lotNos: field.text({ max: 400, derived: true, optional: true }),
  fileIds: field.json({ derived: true }),
  createdByName: field.text({ max: 60, derived: true, optional: true }),
  createdAt: field.dateTime({ derived: true }),
  reversalOf: field.int({ derived: true, optional: true }),
  reversedBy: field.int({ derived: true, optional: true }),
  remark: field.longText({ max: 500, derived: true, optional: true }),
  /** The caller wrote it; keeps the store; keeps the other one. */
  mine: field.bool({ derived: true }),
  kept: field.bool({ derived: true }),
} as const;
