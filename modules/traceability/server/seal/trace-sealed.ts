import type { Tx } from '#kit/server/db/database.ts';

/** How far each life is sealed from now on. */
export const sealLives = (tx: Tx, sealNo: number): Promise<unknown> =>
  tx.query(
    `insert into traceability.trace_sealed (tenant_no, uid, sealed_seq, seal_no)
     select r.tenant_no, r.uid, r.to_seq, r.seal_no from traceability.trace_seal_run r
     where r.tenant_no = kit.tenant() and r.seal_no = $1
     on conflict (tenant_no, uid) do update set sealed_seq = excluded.sealed_seq, seal_no = excluded.seal_no`,
    [sealNo],
  );

export async function sealedSeq(tx: Tx, uid: string): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(
    'select sealed_seq as seq from traceability.trace_sealed where tenant_no = kit.tenant() and uid = $1',
    [uid],
  );
  return row?.seq ?? 0;
}
