import type { Tx } from '#kit/server/db/database.ts';

export interface NewScan {
  readonly seq: number;
  readonly tagRead: string;
  readonly readBy: string | null;
  readonly animalId: number | null;
  readonly lineId: number | null;
  readonly result: string;
  readonly photos: readonly { fileId: number; angle: string }[];
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly takenAt: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly safeTagNo: string | null;
}
export async function insertScan(tx: Tx, of: { sessionId: number; taskId: number }, scan: NewScan): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into insurance.ins_check_scan (tenant_no, session_id, task_id, seq, tag_read, read_by, animal_id, line_id,
       result, photos, longitude, latitude, taken_at, facts, safe_tag_no, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`,
    [
      tx.scope.tenantNo,
      of.sessionId,
      of.taskId,
      scan.seq,
      scan.tagRead,
      scan.readBy,
      scan.animalId,
      scan.lineId,
      scan.result,
      JSON.stringify(scan.photos),
      scan.longitude,
      scan.latitude,
      scan.takenAt,
      JSON.stringify(scan.facts),
      scan.safeTagNo,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}
export const knownSeqs = async (tx: Tx, sessionId: number): Promise<Map<number, string>> =>
  new Map(
    (
      await tx.query<{ seq: number; result: string }>(
        'select seq, result from insurance.ins_check_scan where tenant_no = kit.tenant() and session_id = $1',
        [sessionId],
      )
    ).map((one) => [one.seq, one.result]),
  );
export const seenLines = async (tx: Tx, taskId: number): Promise<Set<number>> =>
  new Set(
    (
      await tx.query<{ id: number }>(
        `select coalesce(line_id, 0) as id from insurance.ins_check_scan where tenant_no = kit.tenant() and task_id = $1
           and result = 'match'`,
        [taskId],
      )
    ).map((one) => one.id),
  );
