import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { PrintedAccount } from '../../../demo/accounts.ts';

/** Cells that stand already with the demo world in them. */
export interface GivenCells {
  /** Where the gate answers. */
  readonly gate: string;
  readonly accounts: PrintedAccount[];
  readonly filesFolder: string;
}

const schema: z.ZodType<GivenCells> = z.strictObject({
  gate: z.url(),
  accounts: z.array(z.custom<PrintedAccount>()),
  filesFolder: z.string(),
});

/** The file MULIAN_TEST_CELLS names; where the cells are is said by MULIAN_CELLS. Null, and tests make a world of their own. */
export function givenCells(): GivenCells | null {
  const file = process.env.MULIAN_TEST_CELLS;
  return file ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
