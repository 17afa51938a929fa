import type { Tx } from '#kit/server/db/database.ts';
import type { Basis, Grade, Piece } from '#modules/prevention/contract/workforce/worker-scores.ts';

export interface QuarterScores {
  readonly coverage: number;
  readonly quality: number;
  readonly timely: number;
  readonly records: number;
}
/** What was done, as pay needs it. */
export interface QuarterWork {
  readonly months: number;
  readonly heads: number;
  readonly days: number;
  readonly visits: number;
  readonly pieces: readonly Piece[];
  /** Sheets that wait for an answer and are not paid until then. */
  readonly leftOut: number;
}
export interface QuarterRow {
  readonly staffId: number;
  readonly userId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly year: number;
  readonly quarter: number;
  readonly scores: QuarterScores;
  readonly basis: Basis & { readonly seasonId: number | null };
  readonly work: QuarterWork;
}

/** Recomputed as long as nobody has said anything to it; answers nothing where somebody has. */
export async function saveQuarter(
  tx: Tx,
  row: QuarterRow,
  gradeOf: (total: number) => Grade,
): Promise<{ id: number; grade: Grade } | null> {
  const { coverage, quality, timely, records } = row.scores;
  const [saved] = await tx.query<{ id: number; total: number }>(
    `insert into prevention.worker_quarter as q (tenant_no, staff_id, user_id, principal_id, region_code, year, quarter, score_coverage, score_quality, score_timely, score_records, basis, work, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict (tenant_no, staff_id, year, quarter) do update set user_id = excluded.user_id, score_coverage = excluded.score_coverage, score_quality = excluded.score_quality,
       score_timely = excluded.score_timely, score_records = excluded.score_records, basis = excluded.basis, work = excluded.work, computed_at = now(), version = q.version + 1,
       updated_by = excluded.updated_by, updated_at = now() where q.status = 'computed'
     returning id, total::float8 as total`,
    [
      tx.scope.tenantNo,
      row.staffId,
      row.userId,
      row.principalId,
      row.regionCode,
      row.year,
      row.quarter,
      coverage,
      quality,
      timely,
      records,
      JSON.stringify(row.basis),
      JSON.stringify(row.work),
      tx.scope.userId,
    ],
  );
  if (!saved) return null;
  const grade = gradeOf(saved.total);
  await tx.query('update prevention.worker_quarter set grade = $2 where id = $1', [saved.id, grade]);
  return { id: saved.id, grade };
}
