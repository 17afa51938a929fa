import { AppstoreOutlined, PlusOutlined, ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Pagination, Row, Segmented, Statistic, Tabs } from 'antd';
import { useState } from 'react';
import type { BodyInput } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { listTasks, taskTabs } from '#modules/platform/contract/task/tasks.ts';
import { TaskAdd } from './task-add.tsx';
import { TaskBoard } from './task-board.tsx';
import { TaskFilters, taskFilterNames } from './task-filters.tsx';
import { TaskDialogs, tasksKey, useTaskMoves } from './task-moves.tsx';
import { TaskTable } from './task-table.tsx';

const pageSize = 20;
/** A board shows what is under way, not years of it. */
const onBoard = 200;

/** What waits: for the reader, by the reader, from the reader. */
export default function TasksPage() {
  const t = useT();
  const text = useTexts('platform.taskPage');
  const url = useUrlState();
  const language = useLanguage();
  const client = useQueryClient();
  const mayAdd = useCan('sys:task:add');
  const [isAdding, setAdding] = useState(false);
  const moves = useTaskMoves();
  const tab = taskTabs.find((one) => one === url.get('tab')) ?? 'mine';
  const isBoard = url.get('view') === 'board';
  const page = isBoard ? 1 : Number(url.get('pageNum')) || 1;
  const filters = Object.fromEntries(
    taskFilterNames.flatMap((name): [string, unknown][] => {
      const value = url.get(name);
      if (!value) return [];
      if (name === 'overdue') return [[name, value === 'true']];
      return [[name, name === 'regionCode' || name === 'principalId' ? Number(value) : value]];
    }),
  );
  const body: BodyInput<typeof listTasks> = { page, pageSize: isBoard ? onBoard : pageSize, tab, ...filters };
  const query = useQuery({
    queryKey: [...tasksKey, body, language],
    queryFn: () => call(listTasks, { body, quiet: true }),
    placeholderData: keepPreviousData,
  });
  usePush(
    'tasks',
    useRefresh(() => client.invalidateQueries({ queryKey: tasksKey })),
  );
  const counts = query.data?.counts;
  const figures = [
    { key: 'open', go: { tab: null, overdue: null } },
    { key: 'overdue', go: { tab: null, overdue: 'true' }, color: 'var(--ant-color-error)' },
    { key: 'dueToday', go: { tab: null, overdue: null } },
    { key: 'doneWeek', go: { tab: 'done', overdue: null } },
  ] as const;
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        {figures.map(({ key, go, ...more }) => (
          <Col key={key} xs={12} md={6}>
            <Card
              size="small"
              hoverable
              role="button"
              tabIndex={0}
              aria-label={text(key)}
              onClick={() => url.set({ ...go, pageNum: null })}
              onKeyDown={(event) => event.key === 'Enter' && url.set({ ...go, pageNum: null })}
            >
              <Statistic
                title={text(key)}
                value={counts?.[key] ?? '-'}
                {...('color' in more && counts?.[key] ? { styles: { content: { color: more.color } } } : {})}
              />
            </Card>
          </Col>
        ))}
      </Row>
      <Card size="small">
        <Tabs
          activeKey={tab}
          onChange={(key) => url.set({ tab: key === 'mine' ? null : key, pageNum: null })}
          items={taskTabs.map((key) => ({ key, label: text(`tab.${key}`) }))}
          tabBarExtraContent={
            <Flex gap={8}>
              <Segmented
                value={isBoard ? 'board' : 'list'}
                onChange={(view) => url.set({ view: view === 'board' ? 'board' : null, pageNum: null })}
                options={[
                  { value: 'list', icon: <UnorderedListOutlined title={text('list')} /> },
                  { value: 'board', icon: <AppstoreOutlined title={text('board')} /> },
                ]}
              />
              <Button
                icon={<ReloadOutlined spin={query.isFetching} />}
                onClick={() => void query.refetch()}
                aria-label={t('kit.refresh')}
              />
              {mayAdd && (
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                  {text('add')}
                </Button>
              )}
            </Flex>
          }
        />
        <Flex vertical gap={12}>
          <TaskFilters />
          {query.error ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} />
          ) : !query.data ? (
            <Waiting />
          ) : isBoard ? (
            <TaskBoard tasks={query.data.list} moves={moves} />
          ) : (
            <TaskTable tasks={query.data.list} moves={moves} />
          )}
          {!isBoard && (query.data?.total ?? 0) > pageSize && (
            <Pagination
              align="end"
              current={page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              showTotal={(n) => t('kit.total', { n: String(n) })}
              onChange={(to) => url.set({ pageNum: to === 1 ? null : String(to) })}
            />
          )}
        </Flex>
      </Card>
      <TaskDialogs moves={moves} />
      {isAdding && <TaskAdd onClose={() => setAdding(false)} />}
    </Flex>
  );
}
