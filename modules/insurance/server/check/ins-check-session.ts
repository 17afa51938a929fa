import { notFound, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { sendScans } from '#modules/insurance/contract/check/check.ts';
import type { Task } from './ins-check-task.ts';

export interface Session {
  readonly id: number;
  readonly status: string;
  readonly userId: number;
}
/** By the key the device made: sent again it is the same session. */
export async function sessionFor(tx: Tx, task: Task, body: Call<typeof sendScans>['body']): Promise<Session> {
  await tx.query(
    `insert into insurance.ins_check_session (tenant_no, region_code, task_id, insurer_id, client_key, user_id, device,
       started_at, ended_at, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $6, $6) on conflict (tenant_no, client_key) do nothing`,
    [
      tx.scope.tenantNo,
      task.regionCode,
      task.id,
      task.insurerId,
      body.clientKey,
      tx.scope.userId,
      body.device ?? null,
      body.startedAt,
      body.endedAt ?? null,
    ],
  );
  const [row] = await tx.query<Session & { taskId: number }>(
    `select id, status, user_id as "userId", task_id as "taskId" from insurance.ins_check_session
     where tenant_no = kit.tenant() and client_key = $1 for update`,
    [body.clientKey],
  );
  if (!row || row.taskId !== task.id || row.userId !== tx.scope.userId) throw notFound();
  return row;
}
export const mustBeOpen = (task: Task): void => {
  if (!['waiting', 'checking'].includes(task.status)) throw wrongState(task.status, 'insurance.check.title');
};
export const endSession = (tx: Tx, id: number, endedAt: string | null, photos: readonly number[]) =>
  tx.query(
    `update insurance.ins_check_session set status = 'submitted', ended_at = coalesce($2, now()), photos_holder = $3,
       version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id, endedAt, photos],
  );
