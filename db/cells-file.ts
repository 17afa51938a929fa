import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type AppSettings, appSettings, type DatabaseSettings, databaseSettings } from './settings.ts';

const schema = z
  .array(
    z.strictObject({
      cell: z.number().int().min(0),
      /** Where its API answers. */
      api: z.url(),
      host: z.string(),
      port: z.number().int(),
      database: z.string().default('mulian'),
    }),
  )
  .refine((cells) => cells.some((one) => one.cell === 0), 'there is no cell 0: somebody must know where everybody is');

/** `[{"cell":0,"api":"http://10.0.0.1:7300","host":"10.0.0.1","port":5432,"database":"mulian"}, …]`, the file MULIAN_CELLS names. Passwords are one for all. */
export const readCells = (): { api: string; settings: DatabaseSettings }[] => cellsWith(databaseSettings());

/** For the gate, which has the program's own login alone. */
export const readAppCells = (): { api: string; settings: AppSettings }[] => cellsWith(appSettings());

function cellsWith<S extends AppSettings>(common: S): { api: string; settings: S }[] {
  const file = process.env.MULIAN_CELLS;
  if (!file) throw new Error('MULIAN_CELLS names the file that says where the cells are');
  return schema
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ api, ...place }) => ({ api, settings: { ...common, ...place } }));
}
