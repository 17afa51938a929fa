import { useQuery } from '@tanstack/react-query';
import { Badge, Table, type TableColumnsType, Typography } from 'antd';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { userLogins, userOperations, userSessions } from '#modules/platform/contract/account/sys-user.ts';

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

const mark = (result: string, text: string) => <Badge status={result === 'ok' ? 'success' : 'error'} text={text} />;

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
  return (
    <Paged
      name="logins"
      id={id}
      load={(pageNum) => callEnvelope(userLogins, { params: { id }, query: { pageNum, pageSize } })}
      columns={[
        { title: say('time'), render: (_, row) => wallTime(row.happenedAt) },
        { title: say('result'), render: (_, row) => mark(row.result, row.resultName) },
        { title: say('address'), dataIndex: 'ip' },
        { title: say('device'), render: (_, row) => agent(row.userAgent) },
      ]}
    />
  );
}

export function UserOperations({ id }: { readonly id: number }) {
  const say = useSay();
  return (
    <Paged
      name="operations"
      id={id}
      load={(pageNum) => callEnvelope(userOperations, { params: { id }, query: { pageNum, pageSize } })}
      columns={[
        { title: say('time'), render: (_, row) => wallTime(row.happenedAt) },
        { title: say('action'), dataIndex: 'actionName' },
        { title: say('what'), render: (_, row) => row.entityName ?? row.entity },
        { title: say('result'), render: (_, row) => mark(row.result, row.result) },
        { title: say('address'), dataIndex: 'ip' },
      ]}
    />
  );
}

interface PagedProps<T> {
  readonly name: string;
  readonly id: number;
  load(pageNum: number): Promise<{ data: readonly T[]; total?: number | undefined }>;
  readonly columns: TableColumnsType<T>;
}

/** One page at a time of what an account did. */
function Paged<T extends { id: number }>({ name, id, load, columns }: PagedProps<T>) {
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['platform.sysUser', name, id, page, language],
    queryFn: () => load(page),
  });
  return (
    <Table<T>
      rowKey="id"
      size="small"
      loading={query.isLoading}
      pagination={{ current: page, pageSize, total: query.data?.total ?? 0, onChange: setPage, showSizeChanger: false }}
      dataSource={query.data?.data ?? []}
      columns={columns}
    />
  );
}
