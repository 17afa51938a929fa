import type { Database, Tx } from '../db/database.ts';
import { makeScope, systemScope } from '../db/scope.ts';
import { removeBytes } from './files.ts';

const nobody = makeScope({ tenantNo: -1, userId: null });
export const waitingHours = 24;

/** Takes files away from whatever they hang on; their bytes go with the next sweep. */
export async function removeFiles(tx: Tx, fileIds: readonly number[]): Promise<void> {
  await tx.query("update kit.file set status = 'removed', version = version + 1 where id = any ($1)", [fileIds]);
}

/**
 * Removes files that nothing was hung on for a day, and those that were taken away. First the row says so, then the bytes
 * go, then the row: a sweep that dies on the way is finished by the next, and no row that counts ever lacks its bytes.
 */
export async function sweepTempFiles(database: Database): Promise<number> {
  const [unwanted] = await database.read<[{ tenant_no: number; id: number }]>(nobody, {
    text: 'select tenant_no, id from kit.unwanted_files($1)',
    values: [waitingHours],
  });
  let swept = 0;
  for (const { tenant_no, id } of unwanted) {
    const scope = systemScope(tenant_no, 'files');
    const [row] = await database.transaction(scope, (tx) =>
      tx.query<{ storage_key: string; thumb_key: string | null }>(
        "update kit.file set status = 'removed' where id = $1 and status in ('temp', 'removed') returning storage_key, thumb_key",
        [id],
      ),
    );
    // Linked since it was looked up.
    if (!row) continue;
    await removeBytes(row.storage_key, row.thumb_key);
    await database.transaction(scope, (tx) =>
      tx.query("delete from kit.file where id = $1 and status = 'removed'", [id]),
    );
    swept += 1;
  }
  return swept;
}
