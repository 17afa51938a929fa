import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { mostLines } from './prescription.ts';

/** R49: a second prescriber signs a controlled draft as it stands. */
export const signSecond = endpoint({
  method: 'POST',
  path: 'cure/prescription/second',
  access: needs('cure:prescription:issue'),
  body: z.strictObject({ id: idSchema, version: versionSchema, password: z.string().min(1).max(200) }),
  data: z.object({ version: versionSchema }),
  action: 'second',
});

/** R48: hands out of a store, or of the caller's box where none is named. */
export const dispensePrescription = endpoint({
  method: 'POST',
  path: 'cure/prescription/dispense',
  access: needs('cure:prescription:dispense'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    depotId: idSchema.nullish(),
    lines: z
      .array(
        z.strictObject({
          medicineId: idSchema,
          materialId: idSchema,
          lotId: idSchema.nullish(),
          qty: z.number().positive().max(1_000_000),
        }),
      )
      .min(1)
      .max(mostLines),
  }),
  data: z.object({ version: versionSchema, meatUntil: z.string().nullable() }),
  action: 'dispense',
});

const line = z.object({
  medicineId: idSchema,
  name: z.string(),
  doseUnit: z.string(),
  left: z.number(),
  lots: z.array(
    z.object({
      materialId: idSchema,
      materialName: z.string(),
      /** Null: the caller's own box. */
      depotId: idSchema.nullable(),
      depotName: z.string(),
      lotId: idSchema,
      lotNo: z.string(),
      expireOn: z.string().nullable(),
      qty: z.number(),
      baseUnit: z.string(),
    }),
  ),
});
export type DispenseLine = z.output<typeof line>;

/** What is left of a sheet, and the lots it could be handed out of. */
export const dispenseStock = endpoint({
  method: 'GET',
  path: 'cure/prescription/stock',
  access: needs('cure:prescription:dispense'),
  query: z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  data: z.array(line),
});
