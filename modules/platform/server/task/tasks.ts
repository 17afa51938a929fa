import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { closeTasks, type OpenTask, type TaskPlace, writeTask } from './sys-task.ts';

/** Those who could do the task now: holders of its permission who see its row, and whoever it was given to. */
const audienceOf = ({ permission, regionCode, principalId, assigneeId }: TaskPlace) => ({
  ...(assigneeId ? { userIds: [assigneeId] } : {}),
  ...(permission ? { row: { permission, regionCode, principalIds: [principalId] } } : {}),
});

/** Says that something became of a task to all who may have it on their list; `also` are people it was taken from or who gave it. */
export async function tellOfTask(
  tx: Tx,
  kind: string,
  task: TaskPlace & { readonly id: number },
  also: readonly (number | null)[] = [],
): Promise<void> {
  const { userIds = [], ...audience } = audienceOf(task);
  const people = [...new Set([...userIds, ...also.filter((one) => one !== null)])];
  await publish(tx, 'tasks', {
    kind,
    audience: { ...audience, ...(people.length > 0 && { userIds: people }) },
    data: { taskId: task.id },
  });
}

/**
 * Puts work where it waits, in the transaction that causes it; people see it as long as they could do it.
 *
 * @example
 * await openTask(tx, { taskType: 'approve', taskName: { key: 'pri.task.approve', args: { name } }, entity: 'registry.principal', entityId: id,
 *   linkPath: '/pri/principal/info', permission: 'pri:principal:approve', regionCode, principalId: id });
 */
export async function openTask(tx: Tx, task: OpenTask): Promise<number> {
  const id = await writeTask(tx, task);
  await publish(tx, 'tasks', {
    kind: 'opened',
    audience: audienceOf(task),
    data: { taskId: id, taskType: task.taskType },
  });
  return id;
}

/** Ends the automatic tasks of a record in the transaction of the step they waited for; answers how many there were. */
export async function closeTask(tx: Tx, entity: string, entityId: number, taskType?: string): Promise<number> {
  const closed = await closeTasks(tx, entity, entityId, taskType ?? null);
  for (const task of closed) await tellOfTask(tx, 'closed', task);
  return closed.length;
}
