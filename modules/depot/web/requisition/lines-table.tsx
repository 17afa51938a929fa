import { useQuery } from '@tanstack/react-query';
import { Table, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import {
  type RequisitionLine,
  requisition,
  requisitionLines,
} from '#modules/depot/contract/requisition/requisition.ts';
import { GoodsName } from '../goods/names.tsx';
import { Quantity, useQuantity } from '../goods/quantity.tsx';
import { Suggested } from './parts-tip.tsx';

export const linesQuery = (id: number) => ({
  queryKey: [...resourceKey(requisition), 'lines', id],
  queryFn: () => call(requisitionLines, { query: { id }, quiet: true }),
});

/** What was asked, allowed, sent and received, material by material. */
export function LinesTable({ id }: { readonly id: number }) {
  const t = useT();
  const { inUnits } = useQuantity();
  const { data = [], isPending } = useQuery(linesQuery(id));
  const label = useTexts('depot.requisition');
  return (
    <Table<RequisitionLine>
      size="small"
      rowKey="id"
      loading={isPending}
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={data}
      columns={[
        { key: 'name', title: t('depot.requisitionPage.material'), render: (_, one) => <GoodsName goods={one} /> },
        {
          key: 'asked',
          title: label('asked'),
          align: 'end',
          render: (_, one) => <Quantity goods={one} qty={one.asked} strong />,
        },
        {
          key: 'suggested',
          title: t('depot.requisitionPage.suggested'),
          align: 'end',
          render: (_, one) => <Suggested parts={one.parts} suggested={one.suggested} />,
        },
        {
          key: 'approved',
          title: label('approved'),
          align: 'end',
          render: (_, one) => (
            <>
              {one.approved === null ? '-' : inUnits(one, one.approved)}
              {one.refuseReason && (
                <Typography.Text type="secondary" data-record style={{ display: 'block', fontSize: 12 }}>
                  {one.refuseReason}
                </Typography.Text>
              )}
            </>
          ),
        },
        { key: 'issued', title: label('issued'), align: 'end', render: (_, one) => inUnits(one, one.issued) },
        { key: 'received', title: label('received'), align: 'end', render: (_, one) => inUnits(one, one.received) },
      ]}
    />
  );
}
