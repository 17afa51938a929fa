import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table, Tag } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { myLogins } from '#modules/platform/contract/account/profile.ts';

const calm = new Set(['ok', 'logout']);

/** Every attempt on one's own account during the last 90 days. */
export function LoginsTab() {
  const t = useT();
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['profile', 'logins', page],
    queryFn: () => callEnvelope(myLogins, { query: page, quiet: true }),
    placeholderData: keepPreviousData,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Table
      rowKey="id"
      loading={isPending}
      dataSource={data?.data ?? []}
      scroll={{ x: 720 }}
      pagination={{
        current: page.pageNum,
        pageSize: page.pageSize,
        total: data?.total ?? 0,
        onChange: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
        hideOnSinglePage: true,
      }}
      columns={[
        { title: t('shell.profile.time'), dataIndex: 'happenedAt', width: 170, render: wallTime },
        {
          title: t('shell.profile.result'),
          dataIndex: 'resultName',
          width: 120,
          render: (name: string, row) => <Tag color={calm.has(row.result) ? 'default' : 'error'}>{name}</Tag>,
        },
        { title: t('shell.profile.portal'), dataIndex: 'portalTitle', ellipsis: true, render: (title) => title ?? '-' },
        { title: t('shell.profile.address'), dataIndex: 'ip', width: 140 },
        {
          title: t('shell.profile.device'),
          key: 'device',
          width: 160,
          render: (_, row) => `${row.browser} · ${row.os}`,
        },
      ]}
    />
  );
}
