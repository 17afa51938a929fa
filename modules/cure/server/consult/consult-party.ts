import type { Tx } from '#kit/server/db/database.ts';

/** Persons, not units: R6. */
export const addParty = (tx: Tx, consultId: number, userId: number, role: string): Promise<unknown> =>
  tx.query(
    `insert into cure.consult_party (tenant_no, consult_id, user_id, role) values (kit.tenant(), $1, $2, $3)
     on conflict (tenant_no, consult_id, user_id) do update set role = excluded.role, to_on = null`,
    [consultId, userId, role],
  );

export const readUpTo = (tx: Tx, consultId: number, userId: number, seq: number): Promise<unknown> =>
  tx.query(
    `update cure.consult_party set last_read_seq = greatest(last_read_seq, $3) where tenant_no = kit.tenant()
      and consult_id = $1 and user_id = $2`,
    [consultId, userId, seq],
  );
