import type { Tx } from '#kit/server/db/database.ts';

/** R16: decides whether maps, screens and public pages know the enterprise. */
export async function setShowFlag(tx: Tx, id: number, shown: boolean, userId: number): Promise<void> {
  await tx.query(
    'update registry.principal set show_flag = $2, version = version + 1, updated_by = $3, updated_at = now() where id = $1 and show_flag <> $2',
    [id, shown, userId],
  );
}
