import type { Tx } from '#kit/server/db/database.ts';

/** The bank's own words on a step; its client reads none of them. */
export const writeNote = (tx: Tx, line: { readonly id: number; readonly bankId: number }, kind: string, body: string) =>
  tx.query(
    `insert into bank.credit_note (tenant_no, credit_line_id, bank_id, kind, body, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5)`,
    [line.id, line.bankId, kind, body, tx.scope.userId],
  );
