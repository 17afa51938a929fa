import { Card, Empty, Flex, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import type { Task } from '#modules/platform/contract/task/tasks.ts';
import type { TaskMoves } from './task-moves.tsx';
import { DueTime, PriorityTag } from './task-table.tsx';

const states = ['open', 'claimed', 'done', 'cancelled'] as const;

/** The same tasks side by side, by where they stand. */
export function TaskBoard({ tasks, moves }: { readonly tasks: readonly Task[]; readonly moves: TaskMoves }) {
  const t = useT();
  const labels = useDict('sys_task_status').options;
  const columns = states.filter(
    (state) => state === 'open' || state === 'claimed' || tasks.some((one) => one.status === state),
  );
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(${columns.length}, minmax(260px, 1fr))`,
        gap: 12,
        overflowX: 'auto',
      }}
    >
      {columns.map((state) => {
        const own = tasks.filter((task) => task.status === state);
        return (
          <section key={state} aria-label={state}>
            <Typography.Title level={5} style={{ marginTop: 0 }}>
              {`${labels.find((one) => one.dictValue === state)?.dictLabel ?? state} (${own.length})`}
            </Typography.Title>
            <Flex vertical gap={8}>
              {own.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.bell.noTasks')} />}
              {own.map((task) => (
                <Card key={task.id} size="small" data-record>
                  <Flex vertical gap={4}>
                    <Flex justify="space-between" gap={8} align="start">
                      <strong style={{ overflowWrap: 'anywhere' }}>{task.taskName}</strong>
                      <PriorityTag task={task} />
                    </Flex>
                    <Typography.Text type="secondary" ellipsis>
                      {[task.taskTypeStr, task.principalName].filter(Boolean).join(' · ')}
                    </Typography.Text>
                    <Flex justify="space-between" gap={8}>
                      <span>{task.assigneeName ?? '-'}</span>
                      <DueTime task={task} />
                    </Flex>
                    {moves.actionsOf(task).length > 0 && (
                      <ActionButtons actions={moves.actionsOf(task)} isNarrow={false} />
                    )}
                  </Flex>
                </Card>
              ))}
            </Flex>
          </section>
        );
      })}
    </div>
  );
}
