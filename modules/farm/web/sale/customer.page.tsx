import { useQuery } from '@tanstack/react-query';
import { Drawer, Empty, Flex, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { customer, customerCard, receivables } from '#modules/farm/contract/sale/customer.ts';
import { bodyWithUnit } from './unit-field.tsx';

/** 客户管理: who deals with the farm, and what they owe by how long. */
export default function CustomerPage() {
  const text = useTexts('farm.customerPage');
  const [open, setOpen] = useState<{ id: number; name: string } | null>(null);
  const { data } = useQuery({
    queryKey: ['farm.customer', 'owed'],
    queryFn: () => call(receivables, { query: {}, quiet: true }),
  });
  return (
    <>
      <ResourcePage
        resource={customer}
        above={() =>
          data && (
            <FigureStrip
              figures={(['owed', 'upTo30', 'upTo60', 'over60'] as const).map((key) => ({
                key,
                label: text(key),
                value: moneyText(key === 'owed' ? data.total : data[key]),
                isBad: key === 'over60' && data.over60 > 0,
              }))}
            />
          )
        }
        cells={{ overLimit: (row) => (row.overLimit ? <Tag color="error">{text('over')}</Tag> : null) }}
        actions={(row) => [{ key: 'card', label: text('deals'), run: () => setOpen({ id: row.id, name: row.name }) }]}
        form={{ body: bodyWithUnit('principalRef', 'unitName') }}
      />
      <Drawer open={open !== null} size={720} title={open?.name} onClose={() => setOpen(null)} destroyOnHidden>
        {open && <Card id={open.id} />}
      </Drawer>
    </>
  );
}

function Card({ id }: { readonly id: number }) {
  const text = useTexts('farm.customerPage');
  const ways = useDict('customer_pay_way').options;
  const states = useDict('sale_order_status').options;
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.customer', 'card', id],
    queryFn: () => call(customerCard, { query: { id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.deals.length === 0) return <Empty description={text('none')} />;
  const money = (value: number) => moneyText(value);
  return (
    <Flex vertical gap={16}>
      <Table
        size="small"
        rowKey="id"
        title={() => <Typography.Text strong>{text('deals')}</Typography.Text>}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        dataSource={data.deals}
        columns={[
          {
            title: text('docNo'),
            dataIndex: 'docNo',
            render: (no: string, row) => <PageLink to={`/anm/customer/sale?id=${row.id}`}>{no}</PageLink>,
          },
          { title: text('on'), dataIndex: 'on' },
          { title: text('head'), dataIndex: 'head', align: 'right' },
          { title: text('amount'), dataIndex: 'amount', align: 'right', render: money },
          { title: text('paid'), dataIndex: 'paid', align: 'right', render: money },
          {
            title: '',
            dataIndex: 'status',
            render: (value: string) => states.find((one) => one.dictValue === value)?.dictLabel,
          },
        ]}
      />
      <Table
        size="small"
        rowKey="id"
        title={() => <Typography.Text strong>{text('payments')}</Typography.Text>}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        dataSource={data.payments}
        columns={[
          { title: text('on'), dataIndex: 'on' },
          { title: text('amount'), dataIndex: 'amount', align: 'right', render: money },
          {
            title: text('way'),
            dataIndex: 'way',
            render: (value: string) => ways.find((one) => one.dictValue === value)?.dictLabel,
          },
          { title: text('docNo'), dataIndex: 'docNo' },
        ]}
      />
      <Table
        size="small"
        rowKey="month"
        title={() => <Typography.Text strong>{text('months')}</Typography.Text>}
        pagination={false}
        dataSource={data.months}
        columns={[
          { title: text('month'), dataIndex: 'month' },
          { title: text('head'), dataIndex: 'head', align: 'right' },
          { title: text('kgPrice'), dataIndex: 'kgPrice', align: 'right', render: money },
        ]}
      />
    </Flex>
  );
}
