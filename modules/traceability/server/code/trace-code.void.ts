import type { Tx } from '#kit/server/db/database.ts';

/** Labels that are spoiled or lost say so from now on. */
export const voidBound = (tx: Tx, serials: readonly number[]): Promise<unknown> =>
  tx.query(
    `update traceability.trace_code set status = 'voided', version = version + 1, updated_at = now()
     where serial = any ($1) and status = 'active'`,
    [serials],
  );
