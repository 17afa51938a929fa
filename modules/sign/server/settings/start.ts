import type { Tx } from '#kit/server/db/database.ts';
import { startCategories } from './sign-category.standard.ts';
import { startDocCategories } from './sign-doc-category.standard.ts';

/** Without kinds of tags and of papers nothing can be ordered: every tenant begins with the usual ones. */
export async function startSettings(tx: Tx): Promise<void> {
  await startCategories(tx);
  await startDocCategories(tx);
}
