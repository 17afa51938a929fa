import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** Columns of the sheet, in this order; the first seven are needed. */
export const importColumns = [
  'holder',
  'tag',
  'species',
  'breed',
  'sex',
  'birthDate',
  'wornOn',
  'entryKind',
  'motherTag',
  'quarantineCertNo',
] as const;
export type ImportColumn = (typeof importColumns)[number];
export const neededColumns: readonly ImportColumn[] = importColumns.slice(0, 7);

/** R41: as many rows as one file may hold. */
export const mostImported = 50_000;

export const animalImportTemplate = endpoint({
  method: 'GET',
  path: 'pri/animal/info/importTemplate',
  access: needs('pri:animal:import'),
  data: z.null(),
  download: true,
});

/** A file of animals of many holders, registered by a job, holder by holder; what is refused is handed back. */
export const animalImport = endpoint({
  method: 'POST',
  path: 'pri/animal/info/import',
  access: needs('pri:animal:import'),
  upload: 20 * 1024 * 1024,
  body: z.strictObject({ mode: z.enum(['check', 'commit']).default('check') }),
  data: z.object({ jobId: idSchema }),
  action: 'import',
});
