import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { type StockSummaryRow, stockSummary } from '#modules/depot/contract/stock/stock-balance.ts';
import { Quantity } from '../common/quantity.tsx';

/** What there is of each material, over all stores the reader sees; every figure opens its lots. */
export function ByMaterial({ modes }: { readonly modes: ReactNode }) {
  const text = useTexts('depot.stock');
  const { options } = useDict('material_kind');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['depot.stockSummary'],
    queryFn: () => call(stockSummary, { query: {}, quiet: true }),
  });
  const kindName = (kind: string) => options.find((one) => one.dictValue === kind)?.dictLabel ?? kind;
  const lots = (row: StockSummaryRow, more = '') => `/pri/depot/stock?materialId=${row.materialId}${more}`;
  const figure = (row: StockSummaryRow, n: number, more: string, danger = false) =>
    n === 0 ? (
      <Typography.Text type="secondary">0</Typography.Text>
    ) : (
      <PageLink to={lots(row, more)}>
        <Typography.Text type={danger ? 'danger' : 'warning'}>
          <Quantity qty={n} of={{ baseUnit: row.baseUnit }} />
        </Typography.Text>
      </PageLink>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Card size="small">
      <Flex justify="space-between" style={{ marginBlockEnd: 12 }}>
        {modes}
      </Flex>
      <Table<StockSummaryRow>
        aria-label={text('byMaterial')}
        size="small"
        rowKey="materialId"
        loading={isFetching}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 1000, y: 560 }}
        locale={{ emptyText: text('none') }}
        columns={[
          {
            key: 'material',
            title: text('material'),
            fixed: 'start',
            width: 220,
            render: (_, row) => <PageLink to={lots(row)}>{row.materialName}</PageLink>,
          },
          { key: 'spec', title: text('spec'), dataIndex: 'spec', width: 140 },
          { key: 'kind', title: text('kind'), width: 90, render: (_, row) => kindName(row.kind) },
          {
            key: 'onHand',
            title: text('onHand'),
            align: 'end',
            width: 170,
            render: (_, row) => (
              <Quantity qty={row.onHand} of={{ baseUnit: row.baseUnit, packs: row.packs }} isStacked />
            ),
          },
          {
            key: 'available',
            title: text('free'),
            align: 'end',
            width: 150,
            render: (_, row) => <Quantity qty={row.available} of={{ baseUnit: row.baseUnit }} />,
          },
          {
            key: 'expiring',
            title: text('in30'),
            align: 'end',
            width: 130,
            render: (_, row) => figure(row, row.expiring30, '&daysLeftFrom=0&daysLeftTo=30'),
          },
          {
            key: 'expired',
            title: text('expired'),
            align: 'end',
            width: 130,
            render: (_, row) => figure(row, row.expired, '&daysLeftTo=-1', true),
          },
          { key: 'lots', title: text('lots'), dataIndex: 'lots', align: 'end', width: 80 },
          { key: 'depots', title: text('depots'), dataIndex: 'depots', align: 'end', width: 80 },
          {
            key: 'worth',
            title: text('worth'),
            align: 'end',
            width: 120,
            render: (_, row) => (row.worth === null ? '-' : `¥${row.worth.toFixed(2)}`),
          },
        ]}
      />
    </Card>
  );
}
