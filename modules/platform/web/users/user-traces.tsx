import { useQuery } from '@tanstack/react-query';
import { Badge, Table, Typography } from 'antd';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { userLogins, userOperations, userSessions } from '#modules/platform/contract/sys-user.ts';

const pageSize = 20;
const useSay = () => {
  const t = useT();
  return (key: string) => t.any(`platform.userDetail.${key}`);
};
const agent = (text: string | null) => (
  <Typography.Text ellipsis={{ tooltip: text }} style={{ maxWidth: 260 }}>
    {text || '-'}
  </Typography.Text>
);

export function UserSessions({ id }: { readonly id: number }) {
  const say = useSay();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.sysUser', 'sessions', id, language],
    queryFn: () => call(userSessions, { params: { id } }),
  });
  return (
    <Table
      rowKey="sessionId"
      size="small"
      loading={query.isLoading}
      pagination={{ pageSize, hideOnSinglePage: true }}
      dataSource={query.data ?? []}
      columns={[
        { title: say('since'), render: (_, row) => wallTime(row.createdAt) },
        { title: say('lastActive'), render: (_, row) => wallTime(row.lastActiveAt) },
        { title: say('address'), dataIndex: 'ip' },
        { title: say('device'), render: (_, row) => agent(row.userAgent) },
        {
          title: say('result'),
          render: (_, row) =>
            row.endedAt ? (row.endReasonName ?? '-') : <Badge status="success" text={say('online')} />,
        },
      ]}
    />
  );
}

export function UserLogins({ id }: { readonly id: number }) {
  const say = useSay();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['platform.sysUser', 'logins', id, page, language],
    queryFn: () => callEnvelope(userLogins, { params: { id }, query: { pageNum: page, pageSize } }),
  });
  return (
    <Table
      rowKey="id"
      size="small"
      loading={query.isLoading}
      pagination={{ current: page, pageSize, total: query.data?.total ?? 0, onChange: setPage, showSizeChanger: false }}
      dataSource={query.data?.data ?? []}
      columns={[
        { title: say('time'), render: (_, row) => wallTime(row.happenedAt) },
        {
          title: say('result'),
          render: (_, row) => <Badge status={row.result === 'ok' ? 'success' : 'error'} text={row.resultName} />,
        },
        { title: say('address'), dataIndex: 'ip' },
        { title: say('device'), render: (_, row) => agent(row.userAgent) },
      ]}
    />
  );
}

export function UserOperations({ id }: { readonly id: number }) {
  const say = useSay();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['platform.sysUser', 'operations', id, page, language],
    queryFn: () => callEnvelope(userOperations, { params: { id }, query: { pageNum: page, pageSize } }),
  });
  return (
    <Table
      rowKey="id"
      size="small"
      loading={query.isLoading}
      pagination={{ current: page, pageSize, total: query.data?.total ?? 0, onChange: setPage, showSizeChanger: false }}
      dataSource={query.data?.data ?? []}
      columns={[
        { title: say('time'), render: (_, row) => wallTime(row.happenedAt) },
        { title: say('action'), dataIndex: 'actionName' },
        { title: say('what'), render: (_, row) => row.entityName ?? row.entity },
        {
          title: say('result'),
          render: (_, row) => <Badge status={row.result === 'ok' ? 'success' : 'error'} text={row.result} />,
        },
        { title: say('address'), dataIndex: 'ip' },
      ]}
    />
  );
}
