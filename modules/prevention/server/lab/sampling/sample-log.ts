import type { Tx } from '#kit/server/db/database.ts';

export interface LogFacts {
  readonly id: number;
  readonly docNo: string;
  readonly assignmentId: number;
  readonly taskId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly labId: number;
  readonly samplerId: number;
  readonly status: string;
  readonly version: number;
}

const facts = `id, doc_no as "docNo", assignment_id as "assignmentId", task_id as "taskId", principal_id as "principalId", region_code as "regionCode",
  lab_id as "labId", sampler_id as "samplerId", status, version`;

export async function logFacts(tx: Tx, id: number, lock = false): Promise<LogFacts | null> {
  const [row] = await tx.query<LogFacts>(
    `select ${facts} from prevention.sample_log where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return row ?? null;
}

/** The open record of a household, begun by whoever asks first. */
export async function openLog(
  tx: Tx,
  assignmentId: number,
  samplerId: number,
  sampledOn: string,
): Promise<LogFacts | null> {
  const [open] = await tx.query<LogFacts>(
    `select ${facts} from prevention.sample_log where assignment_id = $1 and status = 'draft' limit 1`,
    [assignmentId],
  );
  if (open) return open;
  const [row] = await tx.query<LogFacts>(
    `insert into prevention.sample_log (tenant_no, doc_no, assignment_id, task_id, principal_id, region_code, lab_id, sampled_on, sampler_id, created_by, updated_by)
     select tenant_no, kit.doc_no('SP'), id, task_id, principal_id, region_code, lab_id, $3, $2, $4, $4 from prevention.sample_assignment where id = $1
     returning ${facts}`,
    [assignmentId, samplerId, sampledOn, tx.scope.userId],
  );
  return row ?? null;
}

export interface Collected {
  readonly sampledOn: string;
  readonly witness: string | null;
  readonly boxTemp: number | null;
  readonly photos: readonly number[];
  readonly tubes: number;
}

export async function collectLog(tx: Tx, id: number, done: Collected): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update prevention.sample_log set sampled_on = $2, witness = $3, box_temp = $4, photos = $5, tubes = $6, status = 'collected', version = version + 1,
       updated_by = $7, updated_at = now() where id = $1 returning version`,
    [id, done.sampledOn, done.witness, done.boxTemp, done.photos, done.tubes, tx.scope.userId],
  );
  return row?.version ?? 0;
}

export async function sendLog(tx: Tx, id: number, courier: string, at: string): Promise<void> {
  await tx.query(
    `update prevention.sample_log set status = 'sent', sent_at = $3, courier = $2, version = version + 1 where id = $1`,
    [id, courier, at],
  );
}

/** Arrived when no tube of it is still on the way; answers the households whose records did. */
export async function closeArrived(tx: Tx, ids: readonly number[], at: string | null = null): Promise<number[]> {
  const rows = await tx.query<{ assignmentId: number }>(
    `update prevention.sample_log l set status = 'received', received_at = coalesce($2, now()), sent_at = coalesce(l.sent_at, $2, now()), version = l.version + 1,
       updated_by = $3, updated_at = now()
     where l.id = any ($1) and l.status in ('collected', 'sent')
       and not exists (select 1 from prevention.sample s where s.log_id = l.id and s.status in ('collected', 'sent'))
     returning l.assignment_id as "assignmentId"`,
    [ids, at, tx.scope.userId],
  );
  return rows.map((row) => row.assignmentId);
}
