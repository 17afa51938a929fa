import type { Tx } from '#kit/server/db/database.ts';

const seconds = 15;

/** One process reads a tenant's stream at a time. Held again by every batch, in its own transaction: who lost it writes nothing. */
export async function takeLease(tx: Tx, holder: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into device.ingest_lease as l (tenant_no, holder, until) values ($1, $2,
      now() + make_interval(secs => $3))
     on conflict (tenant_no) do update set holder = excluded.holder, until = excluded.until
     where l.holder = excluded.holder or l.until < now() returning 1`,
    [tx.scope.tenantNo, holder, seconds],
  );
  return rows.length === 1;
}

export const tellLag = (
  tx: Tx,
  holder: string,
  lag: { messages: number; seconds: number; streamSeq: number },
): Promise<unknown[]> =>
  tx.query(
    `update device.ingest_lease set lag_messages = $3, lag_seconds = $4, stream_seq = greatest(stream_seq, $5),
      at = now()
     where tenant_no = $1 and holder = $2`,
    [tx.scope.tenantNo, holder, lag.messages, lag.seconds, lag.streamSeq],
  );

export const giveUpLease = (tx: Tx, holder: string): Promise<unknown[]> =>
  tx.query('update device.ingest_lease set until = now() where tenant_no = $1 and holder = $2', [
    tx.scope.tenantNo,
    holder,
  ]);
