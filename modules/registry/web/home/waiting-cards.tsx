import { useQuery } from '@tanstack/react-query';
import { Card, Empty, List, Space, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { listTasks } from '#modules/platform/contract/task/tasks.ts';
import { type PrincipalDocument, principalDocument } from '#modules/registry/contract/principal/principal-document.ts';

const shown = 4;
const useText = () => {
  const t = useT();
  return (key: string, args?: Record<string, string | number>) => t.any(`registry.base.${key}`, args);
};

/** What waits for the user. */
export function TasksCard() {
  const text = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['registry.base', 'tasks', language],
    queryFn: () => call(listTasks, { body: { page: 1, pageSize: shown, tab: 'mine' }, quiet: true }),
  });
  return (
    <Card
      size="small"
      style={{ height: '100%' }}
      title={text('tasks')}
      extra={<PageLink to="/anm/task/manage">{text('all', { n: data?.total ?? 0 })}</PageLink>}
    >
      <List
        size="small"
        loading={!data}
        dataSource={data?.list ?? []}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noTasks')} /> }}
        renderItem={(task) => (
          <List.Item style={{ paddingInline: 0 }} data-record>
            <Typography.Text ellipsis>
              <PageLink to={task.linkPath}>{task.taskName}</PageLink>
            </Typography.Text>
            {task.overdue && <Tag color="error">{text('overdue')}</Tag>}
          </List.Item>
        )}
      />
    </Card>
  );
}

/** Papers that end within sixty days, the first to end first. */
export function PapersCard({ own }: { readonly own: number | null }) {
  const text = useText();
  const language = useLanguage();
  const filter: Record<string, string> = {
    status: 'valid',
    validToFrom: dayjs().format(dateFormat),
    validToTo: dayjs().add(60, 'day').format(dateFormat),
    ...(own && { principalId: String(own) }),
  };
  const query = { ...filter, sort: 'validTo:asc', pageNum: '1', pageSize: String(shown) };
  const { data } = useQuery({
    queryKey: [...resourceKey(principalDocument), 'list', query, language],
    queryFn: () => callEnvelope(callOf(principalDocument, 'list'), { query, quiet: true }),
  });
  const rows = (data?.data ?? []) as unknown as PrincipalDocument[];
  const days = (row: PrincipalDocument) => dayjs(row.validTo).diff(dayjs().startOf('day'), 'day');
  return (
    <Card
      size="small"
      style={{ height: '100%' }}
      title={text('papers')}
      extra={
        <PageLink to={`/pri/documentMaintenance?${new URLSearchParams(filter)}`}>
          {text('all', { n: data?.total ?? 0 })}
        </PageLink>
      }
    >
      <List
        size="small"
        loading={!data}
        dataSource={rows}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noPapers')} /> }}
        renderItem={(row) => (
          <List.Item style={{ paddingInline: 0 }} data-record>
            <Typography.Text ellipsis>
              {row.title} · {row.principalIdName}
            </Typography.Text>
            <Space size={4}>
              <Tag color={days(row) < 30 ? 'error' : 'warning'}>{text('daysLeft', { n: days(row) })}</Tag>
            </Space>
          </List.Item>
        )}
      />
    </Card>
  );
}
