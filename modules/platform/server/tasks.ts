import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { closeTasks, type OpenTask, type TaskPlace, writeTask } from './sys-task.ts';

/** Those who could do the task now: holders of its permission who see its row, and whoever it was given to. */
const audienceOf = ({ permission, regionCode, principalId, assigneeId }: TaskPlace) => ({
  ...(assigneeId ? { userIds: [assigneeId] } : {}),
  ...(permission ? { row: { permission, regionCode, principalIds: [principalId] } } : {}),
});

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
  for (const task of closed) {
    await publish(tx, 'tasks', { kind: 'closed', audience: audienceOf(task), data: { taskId: task.id } });
  }
  return closed.length;
}
