import type { Tx } from '#kit/server/db/database.ts';

/** R7: the houses stand where their holder was found to live. */
export async function moveHovels(tx: Tx, principalId: number, regionCode: number): Promise<void> {
  await tx.query('update registry.hovel set region_code = $2 where principal_id = $1 and region_code <> $2', [
    principalId,
    regionCode,
  ]);
}

/** R63: houses of a unit that was merged; where both have one of a number, the newcomer gets the next free one. */
export async function reassignHovels(tx: Tx, from: number, to: number, regionCode: number): Promise<number> {
  const rows = await tx.query<{ id: number; no: string; own: boolean }>(
    'select id, hovel_no as no, principal_id = $2 as own from registry.hovel where principal_id in ($1, $2) order by id for update',
    [from, to],
  );
  const taken = new Set(rows.filter((row) => row.own).map((row) => row.no));
  const moving = rows.filter((row) => !row.own);
  for (const { id, no } of moving) {
    let free = no;
    for (let n = 1; taken.has(free); n += 1) free = String(n).padStart(2, '0');
    taken.add(free);
    await tx.query(
      `update registry.hovel set principal_id = $2, region_code = $3, hovel_no = $4, version = version + 1, updated_at = now() where id = $1`,
      [id, to, regionCode, free],
    );
  }
  return moving.length;
}
