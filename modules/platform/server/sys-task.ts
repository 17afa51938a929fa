import { type Route, serve } from '#kit/server/http/call.ts';
import { listTasks, type Task } from '#modules/platform/contract/messages.ts';
import { dictRow, labelOf } from './dictionaries.ts';

type Row = Omit<Task, 'taskTypeStr' | 'priorityStr'>;

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
                 coalesce(t.due_at < now(), false) as overdue, t.status
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
      list: rows.map((row) => ({
        ...row,
        taskTypeStr: label('task_type', row.taskType),
        priorityStr: label('task_priority', row.priority),
      })),
      total: count?.n ?? 0,
    };
  }),
];
