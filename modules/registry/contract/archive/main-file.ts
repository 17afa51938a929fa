import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** The parts of the farm archive (养殖档案) in the order of the law, each with its columns. */
export const archiveParts = {
  sitePlan: ['hovelNo', 'hovelName', 'hovelKind', 'area', 'pens', 'capacity', 'stock'],
  programme: ['age', 'disease', 'vaccine', 'method', 'dose', 'note'],
  production: ['period', 'opening', 'born', 'in', 'out', 'diedCulled', 'closing', 'note'],
  inputs: ['beganOn', 'product', 'maker', 'batchNo', 'amount', 'endedOn', 'note'],
  disinfection: ['day', 'place', 'disinfectant', 'dose', 'method', 'operator'],
  immunisation: ['day', 'penNo', 'stock', 'immunised', 'vaccine', 'maker', 'batchNo', 'method', 'dose', 'operator'],
  treatment: ['day', 'tagNo', 'penNo', 'age', 'sick', 'cause', 'operator', 'medicine', 'method', 'result'],
  monitoring: ['day', 'penNo', 'samples', 'item', 'unit', 'result', 'handling', 'note'],
  disposal: ['day', 'heads', 'cause', 'tagNo', 'way', 'unit', 'note'],
} as const;
export type ArchivePartKey = keyof typeof archiveParts;
export const archiveOrder = Object.keys(archiveParts) as ArchivePartKey[];

const params = z.object({ id: idSchema });

/** How much stands behind each tab of a unit's archive. */
export const mainFileTabs = endpoint({
  method: 'GET',
  path: 'pri/mainFile/:id/tabs',
  access: needs('pri:principal:view'),
  params,
  data: z.array(z.object({ key: z.string(), count: z.int() })),
});

/** The farm archive for a period: nine parts, each a table; one nobody wrote into is empty and still there. */
export const mainFilePrint = endpoint({
  method: 'GET',
  path: 'pri/mainFile/:id/print',
  access: needs('pri:principal:view'),
  params,
  query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  data: z.object({
    name: z.string(),
    typeName: z.string(),
    farmCode: z.string().nullable(),
    regionName: z.string(),
    from: z.string(),
    to: z.string(),
    parts: z.array(
      z.object({
        key: z.enum(archiveOrder),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.string())),
      }),
    ),
  }),
});
export type FarmArchive = z.output<typeof mainFilePrint.data>;
