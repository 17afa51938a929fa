import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Input, InputNumber, Select, Table, Tabs, Tag, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  accessOdd,
  accessPermissions,
  accessUnused,
  accessWho,
  type GrantRow,
} from '#modules/platform/contract/role/access.ts';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

type Tab = 'who' | 'unused' | 'odd';
type Shown = GrantRow & { why?: 'clash' | 'temporary' | 'ended'; clashWith?: string | null };

/** Who may do what, which of it nobody uses, and what should not be: the quarterly review, to be printed and signed. */
export default function AccessReviewPage() {
  const t = useT();
  const language = useLanguage();
  const url = useUrlState();
  const tab = (url.get('tab') as Tab | null) ?? 'who';
  const permission = url.get('permission') ?? 'sys:user:list';
  const days = Number(url.get('days')) || 90;
  const keyword = url.get('keyword') ?? '';
  const [isPrinting, setPrinting] = useState(false);
  const say = useTexts('platform.review');
  const names = useQuery({
    queryKey: ['platform.permissions', language],
    queryFn: () => call(accessPermissions),
    staleTime: 60_000,
  });
  const more = keyword ? { keyword } : {};
  const query = useQuery({
    queryKey: ['platform.access', tab, permission, days, keyword, language],
    queryFn: async (): Promise<readonly Shown[]> => {
      if (tab === 'who') return call(accessWho, { query: { permission, ...more }, quiet: true });
      if (tab === 'unused') return call(accessUnused, { query: { days, ...more }, quiet: true });
      return call(accessOdd, { query: more, quiet: true });
    },
  });
  const rows = query.data ?? [];
  const whyOf = (row: Shown) =>
    row.why === undefined
      ? ''
      : row.why === 'clash'
        ? `${say('clash')} ${say('with', { name: row.clashWith ?? '' })}`
        : `${say(row.why)} ${row.validUntil ? wallTime(row.validUntil) : ''}`;
  const title = `${say('printTitle')} · ${say(tab)}`;
  const permissionName = names.data?.find((one) => one.permission === permission)?.name ?? permission;
  return (
    <Card size="small">
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key })}
        items={(['who', 'unused', 'odd'] as const).map((key) => ({ key, label: say(key) }))}
        tabBarExtraContent={
          <Button icon={<PrinterOutlined aria-hidden />} disabled={rows.length === 0} onClick={() => setPrinting(true)}>
            {say('print')}
          </Button>
        }
      />
      <Flex gap={8} wrap align="center" style={{ marginBottom: 12 }}>
        {tab === 'who' && (
          <Select
            aria-label={say('permission')}
            value={permission}
            onChange={(next: string) => url.set({ permission: next })}
            showSearch={{ optionFilterProp: 'search' }}
            options={(names.data ?? []).map((one) => ({
              value: one.permission,
              label: one.name,
              search: `${one.name} ${one.permission}`,
            }))}
            style={{ width: 320 }}
          />
        )}
        {tab === 'unused' && (
          <Flex gap={6} align="center">
            <InputNumber
              aria-label={say('days')}
              min={1}
              max={365}
              value={days}
              onChange={(next) => url.set({ days: String(next ?? 90) }, { replace: true })}
            />
            {say('days')}
          </Flex>
        )}
        <Input.Search
          key={keyword}
          defaultValue={keyword}
          allowClear
          aria-label={say('person')}
          placeholder={say('person')}
          onSearch={(text) => url.set({ keyword: text || null })}
          style={{ width: 220 }}
        />
        <Typography.Text type="secondary">
          {tab === 'who' ? say('hintWho') : tab === 'unused' ? say('hintUnused') : ''}{' '}
          {say('count', { n: rows.length })}
        </Typography.Text>
      </Flex>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Table<Shown>
          rowKey={(row) => `${row.userId}-${row.roleId}`}
          size="small"
          loading={query.isFetching}
          dataSource={[...rows]}
          pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
          scroll={{ x: 1000 }}
          columns={[
            {
              title: say('person'),
              render: (_, row) => (
                <PageLink to={`/system/user/details?id=${row.userId}`}>
                  {row.nickname} ({row.username})
                </PageLink>
              ),
            },
            { title: t('platform.sysUser.organizationName'), dataIndex: 'organizationName', ellipsis: true },
            { title: t('platform.sysUser.roles'), dataIndex: 'roleName', render: (name) => <Tag>{name}</Tag> },
            ...(tab === 'odd'
              ? [
                  {
                    title: say('why'),
                    render: (_: unknown, row: Shown) => (
                      <Tag color={row.why === 'clash' ? 'red' : row.why === 'ended' ? 'default' : 'blue'}>
                        {whyOf(row)}
                      </Tag>
                    ),
                  },
                ]
              : []),
            { title: t('platform.userDetail.grantedBy'), render: (_, row) => row.grantedByName ?? '-' },
            { title: t('platform.userDetail.grantedAt'), render: (_, row) => wallTime(row.grantedAt) },
            {
              title: say('lastLogin'),
              render: (_, row) => (row.lastUsedAt ? wallTime(row.lastUsedAt) : t('platform.users.never')),
            },
          ]}
        />
      )}
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintSheet
            title={title}
            isWide
            notes={`${tab === 'who' ? `${permissionName} (${permission}) · ` : ''}${say('count', { n: rows.length })}`}
            onDone={() => setPrinting(false)}
          >
            <table>
              <thead>
                <tr>
                  <th>{say('person')}</th>
                  <th>{t('platform.sysUser.organizationName')}</th>
                  <th>{t('platform.sysUser.roles')}</th>
                  <th>{t('platform.userDetail.grantedBy')}</th>
                  <th>{t('platform.userDetail.grantedAt')}</th>
                  <th>{tab === 'odd' ? say('why') : say('lastLogin')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${row.userId}-${row.roleId}`}>
                    <td>
                      {row.nickname} ({row.username})
                    </td>
                    <td>{row.organizationName}</td>
                    <td>{row.roleName}</td>
                    <td>{row.grantedByName ?? '-'}</td>
                    <td>{wallTime(row.grantedAt)}</td>
                    <td>
                      {tab === 'odd'
                        ? whyOf(row)
                        : row.lastUsedAt
                          ? wallTime(row.lastUsedAt)
                          : t('platform.users.never')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p style={{ marginTop: '12mm', display: 'flex', justifyContent: 'space-between' }}>
              <span>{say('sign')} ______________________</span>
              <span>{say('date')} ______________</span>
            </p>
          </PrintSheet>
        </Suspense>
      )}
    </Card>
  );
}
