import type { Tx } from '#kit/server/db/database.ts';

/** When a work of the night was last begun; null before its first night. */
export async function lastRun(tx: Tx, job: string): Promise<string | null> {
  const [row] = await tx.query<{ at: string }>(
    'select ran_at::text as at from registry.night_run where tenant_no = $1 and job = $2',
    [tx.scope.tenantNo, job],
  );
  return row?.at ?? null;
}

/** The night may take its time: what nobody waits for is not stopped after what people wait. */
export async function takeTime(tx: Tx): Promise<void> {
  await tx.query(`select set_config('statement_timeout', '${20 * 60_000}', true)`);
}

/** In the transaction of the work: what failed is begun again from where it was. */
export async function markRun(tx: Tx, job: string): Promise<void> {
  await tx.query(
    `insert into registry.night_run (tenant_no, job, ran_at) values ($1, $2, now())
     on conflict (tenant_no, job) do update set ran_at = excluded.ran_at`,
    [tx.scope.tenantNo, job],
  );
}
