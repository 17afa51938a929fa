import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { QuarterRow, QuarterWork } from './worker-quarter.ts';

interface Stored {
  readonly id: number;
  readonly staffId: number;
  readonly workerName: string;
  readonly userId: number | null;
  readonly regionCode: number;
  readonly year: number;
  readonly quarter: number;
  readonly grade: 'excellent' | 'qualified' | 'failed';
  readonly basis: QuarterRow['basis'];
  readonly work: QuarterWork;
}

export async function storedQuarter(tx: Tx, id: number): Promise<Stored> {
  const [row] = await tx.query<Stored>(
    `select q.id, q.staff_id as "staffId", coalesce((select s.name from registry.staff s where s.id = q.staff_id), '') as "workerName", q.user_id as "userId", q.region_code as "regionCode",
       q.year, q.quarter, q.grade, q.basis, q.work from prevention.worker_quarter q where q.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
