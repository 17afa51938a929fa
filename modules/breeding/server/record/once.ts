import type { Tx } from '#kit/server/db/database.ts';

/** The same form sent again while the first is still being saved waits for it, and is then answered with what it saved. */
export const holdKey = (tx: Tx, clientKey: string) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('breeding.form:' || $1, $2))", [
    clientKey,
    tx.scope.tenantNo,
  ]);
