import type { Tx } from '#kit/server/db/database.ts';

export const copySteps = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `insert into cure.care_cycle_step (tenant_no, parent_id, line_no, breeding_stage_id, from_day, to_day)
     select tenant_no, $2, line_no, breeding_stage_id, from_day, to_day from cure.care_cycle_step where parent_id = $1`,
    [from, to],
  );
