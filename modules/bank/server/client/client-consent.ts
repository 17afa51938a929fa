import type { Tx } from '#kit/server/db/database.ts';

interface Act {
  readonly act: 'given' | 'withdrawn';
  readonly fileId: number | null;
  readonly scope: readonly string[];
  readonly from: string;
  readonly to: string;
}
/** Every consent as it was signed or taken back; none is ever changed. */
export const insertAct = (
  tx: Tx,
  client: { readonly id: number; readonly bankId: number; readonly principalId: number },
  one: Act,
) =>
  tx.query(
    `insert into bank.client_consent (tenant_no, client_id, bank_id, principal_id, act, file_id, scope, from_on, to_on,
       created_by) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [client.id, client.bankId, client.principalId, one.act, one.fileId, one.scope, one.from, one.to, tx.scope.userId],
  );
