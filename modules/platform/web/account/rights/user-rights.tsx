import { useQuery } from '@tanstack/react-query';
import { Empty, Flex, Input, Space, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type Effective, effective } from '#modules/platform/contract/account/sys-user.ts';

function useEffective(id: number) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['platform.sysUser', 'effective', id, language],
    queryFn: () => call(effective, { params: { id }, quiet: true }),
  });
}

/** The roles with who gave them, and everything they open with the role it comes from. */
export function UserRights({ id }: { readonly id: number }) {
  const t = useT();
  const query = useEffective(id);
  const [text, setText] = useState('');
  const say = useTexts('platform.userDetail');
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const wanted = text.trim().toLowerCase();
  const shown = query.data.permissions.filter((row) =>
    `${row.permission} ${row.menuName} ${row.pageName ?? ''} ${row.fromRoles.join()}`.toLowerCase().includes(wanted),
  );
  return (
    <Flex vertical gap={16}>
      <Table<Effective['roles'][number]>
        rowKey="roleId"
        size="small"
        pagination={false}
        dataSource={query.data.roles}
        columns={[
          {
            title: t('platform.sysUser.roles'),
            render: (_, row) => (
              <Space>
                {row.roleName}
                <Typography.Text type="secondary">{row.roleCode}</Typography.Text>
                {!row.isLive && <Tag>{say('ended')}</Tag>}
              </Space>
            ),
          },
          { title: t('platform.sysRole.dataScope'), dataIndex: 'dataScopeName' },
          { title: say('grantedBy'), dataIndex: 'grantedByName', render: (name) => name ?? '-' },
          { title: say('grantedAt'), render: (_, row) => wallTime(row.grantedAt) },
          {
            title: say('validUntil'),
            render: (_, row) => (row.validUntil ? wallTime(row.validUntil) : say('forever')),
          },
        ]}
      />
      <Flex justify="space-between" align="center" gap={12} wrap>
        <Typography.Title level={5} style={{ margin: 0 }}>
          {say('effective')} ({query.data.permissions.length})
        </Typography.Title>
        <Input.Search
          allowClear
          placeholder={say('search')}
          aria-label={say('search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          style={{ width: 280 }}
        />
      </Flex>
      <Table<Effective['permissions'][number]>
        rowKey="permission"
        size="small"
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        dataSource={shown}
        columns={[
          { title: say('page'), dataIndex: 'pageName', render: (name) => name ?? '-' },
          { title: say('actionName'), dataIndex: 'menuName' },
          { title: say('permission'), dataIndex: 'permission', render: (text) => <code>{text}</code> },
          { title: say('fromRoles'), render: (_, row) => row.fromRoles.map((role) => <Tag key={role}>{role}</Tag>) },
        ]}
      />
    </Flex>
  );
}

export function UserJurisdiction({ id }: { readonly id: number }) {
  const query = useEffective(id);
  const say = useTexts('platform.userDetail');
  if (!query.data) return <Waiting />;
  const { jurisdiction, ownRegions, principals } = query.data;
  return (
    <Flex vertical gap={12}>
      <Space wrap>
        <Tag color="blue">{say('principals', { n: principals })}</Tag>
        {jurisdiction.length > 0 && <Tag>{say(ownRegions ? 'ownRegions' : 'unitRegions')}</Tag>}
      </Space>
      {jurisdiction.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say('noRegions')} />
      ) : (
        <Flex gap={8} wrap>
          {jurisdiction.map((one) => (
            <Tag key={one.regionCode} style={{ padding: '4px 10px', fontSize: 14 }}>
              {one.regionName}
            </Tag>
          ))}
        </Flex>
      )}
    </Flex>
  );
}
