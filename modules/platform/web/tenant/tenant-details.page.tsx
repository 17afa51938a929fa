import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Descriptions, Empty, Flex, Row, Statistic, Table, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { type Row as AnyRow, callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type SysTenant, sysTenant, tenantPeople, tenantUsage } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { type AdministratorAsk, AdministratorDialog } from './administrator-dialog.tsx';
import { Archives } from './archives.tsx';
import { UseBar } from './use-bar.tsx';

/** One tenant: its contract, how full it is, who looks after it, and what happened to it. */
export default function TenantDetailsPage() {
  const t = useT();
  const text = useTexts('platform.tenantDetails');
  const language = useLanguage();
  const url = useUrlState();
  const mayClose = useCan('sys:tenant:close');
  const tenantNo = url.get('tenantNo') === null ? null : Number(url.get('tenantNo'));
  const query = useQuery({
    queryKey: [...resourceKey(sysTenant), 'byNo', tenantNo, language],
    queryFn: async () => {
      const rows = (await call(callOf(sysTenant, 'list'), { query: { pageSize: 500 }, quiet: true })) as SysTenant[];
      return rows.find((row) => row.tenantNo === tenantNo) ?? null;
    },
    enabled: tenantNo !== null,
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending && tenantNo !== null) return <Waiting />;
  const row = query.data;
  if (!row)
    return (
      <Card>
        <Empty description={t('platform.tenantPages.choose')}>
          <PageLink to="/tenant/tenantInfo">{t('platform.tenantPages.back')}</PageLink>
        </Empty>
      </Card>
    );
  return (
    <Card
      size="small"
      title={
        <Flex gap={8} align="center" data-record>
          {row.tenantNo} {row.tenantName} <Tag>{row.statusName}</Tag>
        </Flex>
      }
    >
      <Tabs
        activeKey={url.get('tab') ?? 'basic'}
        onChange={(tab) => url.set({ tab: tab === 'basic' ? null : tab })}
        destroyOnHidden
        items={[
          {
            key: 'basic',
            label: text('basic'),
            children: <DetailView resource={sysTenant} row={row as unknown as AnyRow} />,
          },
          { key: 'quotas', label: text('quotas'), children: <Quotas tenantNo={row.tenantNo} /> },
          {
            key: 'people',
            label: text('administrators'),
            children: <People tenantNo={row.tenantNo} isClosed={row.status === 'closed'} />,
          },
          ...(mayClose
            ? [{ key: 'archive', label: text('archive'), children: <Archives tenantNo={row.tenantNo} /> }]
            : []),
          { key: 'history', label: text('history'), children: <HistoryView resource={sysTenant} id={row.id} /> },
        ]}
      />
    </Card>
  );
}

const gb = 1024 ** 3;
const round = (n: number) => Math.round(n * 100) / 100;

function Quotas({ tenantNo }: { readonly tenantNo: number }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['platform.tenantUsage', tenantNo],
    queryFn: () => call(tenantUsage, { query: { tenantNo, months: 12 }, quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { quotas, months } = query.data;
  return (
    <Row gutter={[12, 12]}>
      {quotas.map(({ item, limit, used }) => {
        const unit = item === 'storage' ? gb : 1;
        const percent = limit > 0 ? Math.min(100, round((100 * used) / limit)) : 0;
        return (
          <Col key={item} xs={24} md={12} xl={6}>
            <Card size="small">
              <Statistic
                title={t.any(`platform.quota.${item}`)}
                value={round(used / unit)}
                suffix={`/ ${round(limit / unit).toLocaleString()}${item === 'storage' ? ' GB' : ''}`}
              />
              <UseBar percent={percent} />
              <Curve values={months.map((one) => one[item] / unit)} labels={months.map((one) => one.month)} />
            </Card>
          </Col>
        );
      })}
    </Row>
  );
}

/** A year in a line; the first and the last month are named. */
function Curve({ values, labels }: { readonly values: readonly number[]; readonly labels: readonly string[] }) {
  const top = Math.max(...values, 1);
  const x = (at: number) => (values.length > 1 ? (at * 240) / (values.length - 1) : 120);
  const points = values.map((value, at) => `${x(at)},${60 - (value / top) * 52}`).join(' ');
  return (
    <figure style={{ margin: '8px 0 0' }}>
      <svg
        viewBox="0 0 240 64"
        width="100%"
        height={64}
        preserveAspectRatio="none"
        role="img"
        aria-label={labels.map((label, at) => `${label} ${round(values[at] ?? 0)}`).join(', ')}
      >
        <polyline
          points={points}
          fill="none"
          stroke="var(--ant-color-primary)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Flex justify="space-between">
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {labels[0]}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {labels.at(-1)}
        </Typography.Text>
      </Flex>
    </figure>
  );
}

function People({ tenantNo, isClosed }: { readonly tenantNo: number; readonly isClosed: boolean }) {
  const t = useT();
  const mayAsk = useCan('sys:tenant:edit') && !isClosed;
  const [ask, setAsk] = useState<AdministratorAsk | null>(null);
  const text = useTexts('platform.tenantDetails');
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.tenantPeople', tenantNo, language],
    queryFn: () => call(tenantPeople, { query: { tenantNo }, quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { administrators, portals, principals } = query.data;
  return (
    <Flex vertical gap={16}>
      {ask && <AdministratorDialog tenantNo={tenantNo} ask={ask} onClose={() => setAsk(null)} />}
      <Table
        size="small"
        rowKey={(one) => `${one.userId} ${one.roleCode}`}
        pagination={false}
        title={() => (
          <Flex justify="space-between" align="center">
            {text('administrators')}
            {mayAsk && (
              <Button size="small" onClick={() => setAsk({ what: 'add' })}>
                {text('addAdministrator')}
              </Button>
            )}
          </Flex>
        )}
        dataSource={administrators}
        columns={[
          { title: t('platform.wizard.role'), dataIndex: 'roleName' },
          { title: t('platform.wizard.username'), dataIndex: 'username' },
          { title: t('platform.wizard.realName'), dataIndex: 'realName' },
          { title: text('status'), dataIndex: 'statusName' },
          { title: text('lastLogin'), render: (_, one) => (one.lastLoginTime ? wallTime(one.lastLoginTime) : '–') },
          ...(mayAsk
            ? [
                {
                  title: t('kit.actions'),
                  key: 'actions',
                  render: (_: unknown, one: { userId: number; username: string; status: string }) =>
                    one.status === 'active' && (
                      <Button
                        type="link"
                        size="small"
                        style={{ paddingInline: 0 }}
                        onClick={() => setAsk({ what: 'reset', ...one })}
                      >
                        {text('resetAdministrator')}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <Table
        size="small"
        rowKey="portalId"
        pagination={false}
        title={() => text('portals')}
        dataSource={portals}
        columns={[
          { title: text('portal'), dataIndex: 'title' },
          { title: text('route'), render: (_, one) => <Typography.Text copyable>{one.route}</Typography.Text> },
          { title: text('status'), render: (_, one) => t.any(`platform.tenantDetails.${one.status}`) },
        ]}
      />
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, md: 3 }}
        title={text('principals')}
        items={principals.map((one) => ({ key: one.type, label: one.typeName, children: one.count.toLocaleString() }))}
      />
    </Flex>
  );
}
