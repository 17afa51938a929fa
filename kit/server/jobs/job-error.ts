import type { Tx } from '../db/database.ts';
import type { JobRun } from './job.ts';

/** A row of a sheet that could not be saved, and why. */
export interface RefusedRow {
  readonly number: number;
  /** `field` is empty where it is the row as a whole. */
  readonly reasons: readonly { readonly field: string; readonly msg: string }[];
  /** As it came, to be corrected and sent again. */
  readonly raw: readonly unknown[];
}

/** In the transaction of their batch, so that a job taken up again forgets none. */
export async function keepRefused(tx: Tx, run: JobRun, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into kit.job_error (tenant_no, job_id, user_id, row_no, reasons, raw)
     select $1, $2, $3, r.number, r.reasons, r.raw from jsonb_to_recordset($4::jsonb) r(number int, reasons jsonb, raw jsonb) on conflict do nothing`,
    [run.actor.tenantNo, run.row.id, run.actor.userId, JSON.stringify(rows)],
  );
}
