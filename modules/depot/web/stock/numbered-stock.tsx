import { useQuery } from '@tanstack/react-query';
import { Collapse, Table, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type NumberedRow, numberedStockList } from '#modules/depot/contract/stock/stock-balance.ts';
import { Quantity } from '../common/quantity.tsx';

interface Props {
  readonly kind: string | null;
  readonly principalId: string | null;
  readonly regionCode: string | null;
}

/** Goods that lie here and are counted elsewhere, number by number; nothing is shown where there are none. */
export function NumberedStock({ kind, principalId, regionCode }: Props) {
  const text = useTexts('depot.stock');
  const query = {
    ...(kind && { kind }),
    ...(principalId && { principalId: Number(principalId) }),
    ...(regionCode && { regionCode: Number(regionCode) }),
  };
  const { data } = useQuery({
    queryKey: ['depot.numberedStock', query],
    queryFn: () => call(numberedStockList, { query, quiet: true }),
  });
  if (!data?.length) return null;
  const page = data.find((row) => row.page)?.page;
  return (
    <Collapse
      size="small"
      style={{ marginBlockEnd: 12 }}
      items={[
        {
          key: 'numbered',
          label: text('numbered', { n: data.length }),
          extra: page && <PageLink to={page}>{text('numberedLedger')}</PageLink>,
          children: (
            <Table<NumberedRow>
              aria-label={text('numbered', { n: data.length })}
              size="small"
              rowKey={(row) => `${row.materialId}:${row.principalId}:${row.staffId}`}
              dataSource={data}
              pagination={{ pageSize: 10, hideOnSinglePage: true }}
              scroll={{ x: 600 }}
              columns={[
                { key: 'material', title: text('material'), dataIndex: 'materialName' },
                { key: 'spec', title: text('spec'), dataIndex: 'spec' },
                { key: 'unit', title: text('unitName'), render: (_, row) => row.principalName ?? '-' },
                {
                  key: 'carrier',
                  title: text('carrier'),
                  render: (_, row) => row.staffName ?? <Typography.Text type="secondary">-</Typography.Text>,
                },
                {
                  key: 'qty',
                  title: text('onHand'),
                  align: 'end',
                  render: (_, row) => <Quantity qty={row.qty} of={{ baseUnit: row.baseUnit }} />,
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}
