import { PaperClipOutlined } from '@ant-design/icons';
import { Empty, Flex, Grid, Table, Tag, Typography } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { Task } from '#modules/platform/contract/task/tasks.ts';
import type { TaskMoves } from './task-moves.tsx';

const colors: Record<string, string> = { 1: 'error', 2: 'warning', 3: 'default', 4: 'default' };
export const PriorityTag = ({ task }: { readonly task: Task }) => (
  <Tag color={colors[task.priority] ?? 'default'} style={{ margin: 0 }}>
    {task.priorityStr}
  </Tag>
);

export function DueTime({ task }: { readonly task: Task }) {
  const t = useT();
  if (!task.dueAt) return <span>-</span>;
  const time = wallTime(task.dueAt).slice(0, 16);
  return task.overdue ? (
    <Typography.Text type="danger" title={t('platform.taskPage.overdue')}>
      {time}
    </Typography.Text>
  ) : (
    <span>{time}</span>
  );
}

export function TaskTable({ tasks, moves }: { readonly tasks: readonly Task[]; readonly moves: TaskMoves }) {
  const t = useT();
  const text = useTexts('platform.taskPage');
  const isNarrow = Grid.useBreakpoint().md !== true;
  return (
    <Table<Task>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={[...tasks]}
      scroll={{ x: 1440 }}
      aria-label={t('platform.sysTask._title')}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.bell.noTasks')} /> }}
      expandable={{
        rowExpandable: (task) => Boolean(task.content || task.result || task.files.length > 0),
        expandedRowRender: (task) => <TaskMore task={task} />,
      }}
      columns={[
        { key: 'priority', title: text('priority'), width: 80, render: (_, task) => <PriorityTag task={task} /> },
        {
          key: 'name',
          title: text('name'),
          width: 240,
          ellipsis: true,
          render: (_, task) => <span title={task.taskName}>{task.taskName}</span>,
        },
        { key: 'type', title: text('type'), dataIndex: 'taskTypeStr', width: 100, ellipsis: true },
        { key: 'region', title: text('region'), dataIndex: 'regionName', width: 160, ellipsis: true },
        { key: 'principal', title: text('principal'), dataIndex: 'principalName', width: 180, ellipsis: true },
        { key: 'opened', title: text('opened'), width: 136, render: (_, task) => wallTime(task.openedAt).slice(0, 16) },
        { key: 'due', title: text('due'), width: 136, render: (_, task) => <DueTime task={task} /> },
        {
          key: 'assignee',
          title: text('assignee'),
          width: 90,
          ellipsis: true,
          render: (_, task) => task.assigneeName ?? '-',
        },
        {
          key: 'status',
          title: text('status'),
          width: 90,
          render: (_, task) => <Tag style={{ margin: 0 }}>{task.statusStr}</Tag>,
        },
        {
          key: 'actions',
          title: isNarrow ? '' : t('kit.actions'),
          width: isNarrow ? 64 : 190,
          fixed: 'end',
          render: (_, task) => <ActionButtons actions={moves.actionsOf(task)} isNarrow={isNarrow} />,
        },
      ]}
    />
  );
}

function TaskMore({ task }: { readonly task: Task }) {
  const t = useT();
  return (
    <Flex vertical gap={4}>
      {task.content && (
        <Typography.Paragraph style={{ margin: 0, whiteSpace: 'pre-wrap' }}>{task.content}</Typography.Paragraph>
      )}
      {task.result && (
        <Typography.Paragraph style={{ margin: 0 }}>
          <Typography.Text type="secondary">{t('platform.taskPage.result')}: </Typography.Text>
          {task.result}
        </Typography.Paragraph>
      )}
      <Flex gap={12} wrap>
        {task.files.map(({ fileId, fileName, url }) => (
          <Typography.Link key={fileId} href={url} target="_blank">
            <PaperClipOutlined aria-hidden /> {fileName}
          </Typography.Link>
        ))}
      </Flex>
      <Typography.Text type="secondary">
        {[task.docNo, task.makerName && t('platform.taskPage.from', { name: task.makerName })]
          .filter(Boolean)
          .join(' · ')}
      </Typography.Text>
    </Flex>
  );
}
