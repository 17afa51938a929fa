import { useQuery } from '@tanstack/react-query';
import { Button, Card, Drawer, Flex, Input, Select, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type TenantPrincipal,
  tenantOptions,
  tenantPrincipals,
} from '#modules/platform/contract/tenant/tenant-config.ts';
import { ConfigForm, configKey } from './config-form.tsx';

/** Organisations of a tenant and what each has of its own: title, logo, map. */
export default function TenantPrincipalPage() {
  const t = useT();
  const text = useTexts('platform.tenantPrincipal');
  const url = useUrlState();
  const language = useLanguage();
  const { user } = useSession();
  const isOperator = user.tenantNo === 0;
  const mayConfigure = useCan('sys:tenantPrincipal:config');
  const types = useDict('principal_type').options;
  const [open, setOpen] = useState<TenantPrincipal | null>(null);
  const tenants = useQuery({
    queryKey: ['platform.tenantOptions'],
    queryFn: () => call(tenantOptions, { quiet: true }),
    enabled: isOperator,
  });
  const living = tenants.data?.find((one) => one.tenantNo !== 0)?.tenantNo;
  const tenantNo = isOperator ? Number(url.get('tenantNo') ?? living ?? 0) : user.tenantNo;
  const page = Number(url.get('pageNum')) || 1;
  const size = Number(url.get('pageSize')) || 20;
  const filters = {
    ...(url.get('keyword') && { keyword: url.get('keyword') ?? '' }),
    ...(url.get('type') && { principalUnitType: url.get('type') ?? '' }),
    ...(url.get('hasConfig') && { hasConfig: url.get('hasConfig') as 'true' }),
  };
  const query = useQuery({
    queryKey: [...configKey, 'principals', tenantNo, filters, page, size, language],
    queryFn: () =>
      callEnvelope(tenantPrincipals, { query: { tenantNo, ...filters, pageNum: page, pageSize: size }, quiet: true }),
    placeholderData: (before) => before,
    enabled: !isOperator || tenants.isSuccess,
  });
  const set = (changes: Record<string, string | null>) => url.set({ pageNum: null, ...changes });
  return (
    <Card size="small">
      <Flex gap={12} wrap style={{ marginBottom: 12 }}>
        {isOperator && (
          <Select
            style={{ width: 200 }}
            value={tenantNo}
            aria-label={text('tenant')}
            onChange={(next: number) => set({ tenantNo: String(next) })}
            options={(tenants.data ?? []).map((one) => ({
              value: one.tenantNo,
              label: <span data-record>{`${one.tenantNo} ${one.tenantName}`}</span>,
            }))}
          />
        )}
        <Input.Search
          allowClear
          defaultValue={url.get('keyword') ?? ''}
          placeholder={text('search')}
          aria-label={text('search')}
          onSearch={(keyword) => set({ keyword: keyword || null })}
          style={{ width: 240 }}
        />
        <Select
          allowClear
          style={{ width: 180 }}
          placeholder={text('type')}
          aria-label={text('type')}
          value={url.get('type')}
          onChange={(next) => set({ type: next ?? null })}
          options={types.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
        />
        <Select
          allowClear
          style={{ width: 160 }}
          placeholder={text('ownConfig')}
          aria-label={text('ownConfig')}
          value={url.get('hasConfig')}
          onChange={(next) => set({ hasConfig: next ?? null })}
          options={[
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]}
        />
      </Flex>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Table<TenantPrincipal>
          rowKey="id"
          size="small"
          loading={query.isFetching}
          dataSource={query.data?.data ?? []}
          scroll={{ x: 1080 }}
          pagination={{
            current: page,
            pageSize: size,
            total: query.data?.total ?? 0,
            showSizeChanger: true,
            pageSizeOptions: [20, 50, 100, 500],
            onChange: (next, nextSize) =>
              url.set({
                pageNum: next === 1 ? null : String(next),
                pageSize: nextSize === 20 ? null : String(nextSize),
              }),
          }}
          columns={[
            {
              title: text('name'),
              width: 280,
              render: (_, row) => (
                <Space>
                  {row.principalUnitName}
                  {row.isRoot && <Tag color="gold">{text('root')}</Tag>}
                </Space>
              ),
            },
            { title: text('type'), width: 140, dataIndex: 'principalUnitTypeName' },
            { title: text('region'), width: 240, dataIndex: 'regionName' },
            {
              title: text('systems'),
              width: 200,
              render: (_, row) =>
                row.systems.length > 0
                  ? row.systems.map((one) => <Tag key={one.systemId}>{one.systemName}</Tag>)
                  : text('allSystems'),
            },
            { title: text('users'), width: 80, align: 'right', dataIndex: 'userCount' },
            { title: text('ownConfig'), width: 110, align: 'right', dataIndex: 'configCount' },
            { title: text('status'), width: 100, dataIndex: 'statusName' },
            {
              title: t('kit.actions'),
              width: 120,
              fixed: 'end',
              render: (_, row) =>
                mayConfigure && (
                  <Button type="link" size="small" onClick={() => setOpen(row)}>
                    {text('configure')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {open && (
        <Drawer
          open
          size="min(720px, 100vw)"
          title={<span data-record>{open.principalUnitName}</span>}
          onClose={() => setOpen(null)}
        >
          <ConfigForm tenantNo={open.tenantNo} principalId={open.principalId} isNarrow />
        </Drawer>
      )}
    </Card>
  );
}
