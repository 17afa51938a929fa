import type { Tx } from '#kit/server/db/database.ts';

export const copyActions = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `insert into cure.care_cycle_action (tenant_no, parent_id, line_no, anchor, day, tolerance, kind, say, must_prove)
     select tenant_no, $2, line_no, anchor, day, tolerance, kind, say, must_prove from cure.care_cycle_action
     where parent_id = $1`,
    [from, to],
  );
