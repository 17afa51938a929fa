import type { Tx } from '#kit/server/db/database.ts';

/** The last counted visit of a holder, whichever it is now. */
export async function noteLastVisit(tx: Tx, principalId: number): Promise<void> {
  await tx.query(
    `update prevention.holder h set (last_visit_id, last_visit_on) = (select v.id, v.visited_on from (select 1) one left join lateral (
         select id, visited_on from prevention.immunisation_visit where principal_id = $1 and counted order by visited_on desc, id desc limit 1) v on true)
     where h.tenant_no = kit.tenant() and h.principal_id = $1`,
    [principalId],
  );
}
