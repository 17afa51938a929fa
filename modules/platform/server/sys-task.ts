import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { listTasks, type Task } from '#modules/platform/contract/messages.ts';
import { dictRow, labelOf } from './dictionaries.ts';
import { plain, read, type Texts, textsOf, type Words } from './words.ts';

type Row = Omit<Task, 'taskTypeStr' | 'priorityStr'> & { texts: Texts };

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
  readonly taskName: Words;
  readonly priority?: '1' | '2' | '3' | '4';
  readonly icon?: string | null;
  readonly source?: 'auto' | 'manual';
  readonly entity?: string | null;
  readonly entityId?: number | null;
  readonly linkPath: string;
  readonly dueAt?: string | null;
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

/** Tasks are not copied per user: a user's tasks are the open rows whose permission they hold and which they see. */
const tabs: Record<string, string> = {
  mine: "t.status in ('open', 'claimed') and (t.assignee_id = $1 or (t.assignee_id is null and t.permission = any ($2)))",
  claimed: "t.status = 'claimed' and t.assignee_id = $1 and $2::text[] is not null",
  sent: 't.created_by = $1 and $2::text[] is not null',
  done: "t.status = 'done' and t.assignee_id = $1 and $2::text[] is not null",
  all: '$1::bigint is not null and $2::text[] is not null',
};

export const taskRoutes = (): Route[] => [
  serve('platform', listTasks, async (call) => {
    const { page, pageSize, tab } = call.body;
    const { actor } = call;
    const values = [actor.userId, [...actor.actions]];
    const [rows, [count]] = await call.database.read<[Row, { n: number }]>(
      actor.scope,
      {
        text: `select t.id, t.task_type as "taskType", t.task_name as "taskName", t.priority, t.icon, t.link_path as "linkPath", t.opened_at as "openedAt", t.due_at as "dueAt",
                 coalesce(t.due_at < now(), false) as overdue, t.status, t.texts
               from platform.sys_task t where ${tabs[tab]} order by coalesce(t.due_at < now(), false) desc, t.priority, t.due_at, t.id limit $3 offset $4`,
        values: [...values, pageSize, (page - 1) * pageSize],
      },
      { text: `select count(*)::int as n from platform.sys_task t where ${tabs[tab]}`, values },
    );
    const label = (dictCode: string, value: string) => {
      const row = dictRow(dictCode, value, actor.tenantNo);
      return row ? labelOf(row, call.language) : value;
    };
    return {
      list: rows.map(({ texts, ...row }) => ({
        ...row,
        taskName: read(texts, 'taskName', row.taskName, call.say),
        taskTypeStr: label('task_type', row.taskType),
        priorityStr: label('task_priority', row.priority),
      })),
      total: count?.n ?? 0,
    };
  }),
];
