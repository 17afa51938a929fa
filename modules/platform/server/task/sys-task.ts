import type { Tx } from '#kit/server/db/database.ts';
import { type LocalizedText, plain, type Texts, textsOf } from '../common/localized-text.ts';

/** Where a task waits: who may do it, and who sees its row. */
export interface TaskPlace {
  /** Holders of it who see region or principal may do it. */
  readonly permission?: string | null;
  readonly regionCode: number;
  readonly principalId: number;
  /** One person instead. */
  readonly assigneeId?: number | null;
}

export interface OpenTask extends TaskPlace {
  readonly taskType: string;
  readonly taskName: LocalizedText;
  readonly priority?: '1' | '2' | '3' | '4';
  readonly icon?: string | null;
  readonly source?: 'auto' | 'manual';
  readonly entity?: string | null;
  readonly entityId?: number | null;
  readonly linkPath: string;
  readonly dueAt?: string | null;
  /** Of a task by hand: its number, what is to be done, and files that hang on it. */
  readonly docNo?: string;
  readonly content?: string | null;
  readonly fileIds?: readonly number[];
}

export async function writeTask(tx: Tx, task: OpenTask): Promise<number> {
  const written = {
    priority: '3',
    source: 'auto',
    ...task,
    taskName: plain(task.taskName),
    texts: textsOf({ taskName: task.taskName }),
  };
  const [row] = await tx.query<{ id: number }>('select platform.open_task($1) as id', [JSON.stringify(written)]);
  if (!row) throw new Error('the task was not written');
  return row.id;
}

export async function closeTasks(
  tx: Tx,
  entity: string,
  entityId: number,
  taskType: string | null,
): Promise<(TaskPlace & { id: number })[]> {
  return tx.query(
    `select id, permission, region_code as "regionCode", principal_id as "principalId", assignee_id as "assigneeId"
     from platform.close_tasks($1, $2, $3)`,
    [entity, entityId, taskType],
  );
}

export interface TaskRow extends TaskPlace {
  readonly id: number;
  readonly taskName: string;
  readonly texts: Texts;
  readonly permission: string | null;
  readonly assigneeId: number | null;
  readonly createdBy: number | null;
  readonly source: string;
  readonly status: string;
  readonly version: number;
}

/** A task as the row policies show it, held until the transaction ends: of two who want it one comes second. */
export async function lockTask(tx: Tx, id: number): Promise<TaskRow | undefined> {
  const [row] = await tx.query<TaskRow>(
    `select t.id, t.task_name as "taskName", t.texts, t.permission, t.region_code as "regionCode", t.principal_id as "principalId", t.assignee_id as "assigneeId",
       t.created_by as "createdBy", t.source, t.status, t.version
     from platform.sys_task t where t.id = $1 for update of t`,
    [id],
  );
  return row;
}

export interface TaskStep {
  readonly status: string;
  readonly assigneeId: number | null;
  readonly result?: string | null;
  readonly fileIds?: readonly number[];
}

/** Takes a task one step further. */
export async function stepTask(tx: Tx, id: number, step: TaskStep): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update platform.sys_task set status = $2, assignee_id = $3, result = coalesce($4, result), file_ids = file_ids || $5::bigint[],
       claimed_at = case when $2 = 'claimed' then now() when $2 = 'open' then null else claimed_at end,
       closed_at = case when $2 in ('done', 'cancelled') then clock_timestamp() end,
       closed_by = case when $2 in ('done', 'cancelled') then $6::bigint end,
       updated_by = $6, updated_at = now(), version = version + 1
     where id = $1 returning version`,
    [id, step.status, step.assigneeId, step.result ?? null, step.fileIds ?? [], tx.scope.userId],
  );
  if (!row) throw new Error('the task was not moved');
  return row.version;
}

/** Lets go of claims that were held too long; a task given to one person stays that person's. */
export async function freeClaims(tx: Tx, hours: number): Promise<TaskRow[]> {
  return tx.query<TaskRow>(
    `update platform.sys_task t set status = 'open', claimed_at = null, assignee_id = case when t.permission is null then t.assignee_id end,
       updated_at = now(), version = t.version + 1
     where t.status = 'claimed' and t.claimed_at < now() - make_interval(hours => $1)
     returning t.id, t.task_name as "taskName", t.texts, t.permission, t.region_code as "regionCode", t.principal_id as "principalId",
       t.assignee_id as "assigneeId", t.created_by as "createdBy", t.source, t.status, t.version`,
    [hours],
  );
}

/** Open tasks that are this person's own. To be asked under a scope that sees them all. */
export async function countTasksOf(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    "select count(*)::int as n from platform.sys_task where assignee_id = $1 and status in ('open', 'claimed')",
    [userId],
  );
  return row?.n ?? 0;
}

/** Somebody's open tasks become a successor's. */
export async function reassignTasks(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx.query(
    "update platform.sys_task set assignee_id = $2, version = version + 1, updated_at = now() where assignee_id = $1 and status in ('open', 'claimed')",
    [fromId, toId],
  );
}
