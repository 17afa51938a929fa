import type { Tx } from '#kit/server/db/database.ts';

/** R48: what is still to be made up this month goes with its village. */
export async function assignRoutine(tx: Tx, villages: readonly number[], staffId: number | null): Promise<void> {
  await tx.query(
    `update prevention.routine_plan r set staff_id = $2, updated_at = now() where r.tenant_no = kit.tenant() and r.region_code = any ($1) and r.remaining > 0
       and r.month = to_char(prevention.today(), 'YYYY-MM') and r.staff_id is distinct from $2`,
    [villages, staffId],
  );
}
