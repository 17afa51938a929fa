import { Card, Table, Tag, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { UsageTown } from '#modules/platform/contract/audit/usage.ts';

export function TownTable({ towns, loading }: { readonly towns: readonly UsageTown[]; readonly loading: boolean }) {
  const text = useTexts('platform.usage');
  const by = (name: 'accounts' | 'activeUsers' | 'logins' | 'writes') => (one: UsageTown, other: UsageTown) =>
    one[name] - other[name];
  return (
    <Card size="small" title={text('towns')}>
      <Table<UsageTown>
        size="small"
        rowKey="regionCode"
        loading={loading}
        dataSource={[...towns]}
        pagination={{ defaultPageSize: 20, size: 'small', showSizeChanger: true }}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text('county'), dataIndex: 'countyName' },
          { title: text('town'), dataIndex: 'name' },
          {
            title: text('state'),
            filters: [
              { text: text('silent'), value: true },
              { text: text('writing'), value: false },
            ],
            onFilter: (value, row) => row.isSilent === value,
            render: (_, row) => (
              <>
                <Tag color={row.isSilent ? 'warning' : 'success'}>{text(row.isSilent ? 'silent' : 'writing')}</Tag>
                {row.accounts === 0 && <Typography.Text type="secondary">{text('noAccount')}</Typography.Text>}
              </>
            ),
          },
          { title: text('accounts'), dataIndex: 'accounts', align: 'right', sorter: by('accounts') },
          { title: text('activeUsers'), dataIndex: 'activeUsers', align: 'right', sorter: by('activeUsers') },
          { title: text('logins'), dataIndex: 'logins', align: 'right', sorter: by('logins') },
          { title: text('businessWrites'), dataIndex: 'writes', align: 'right', sorter: by('writes') },
          {
            title: text('lastWriteOn'),
            dataIndex: 'lastWriteOn',
            render: (on: string | null) => on ?? <Typography.Text type="secondary">{text('longAgo')}</Typography.Text>,
          },
        ]}
      />
    </Card>
  );
}
