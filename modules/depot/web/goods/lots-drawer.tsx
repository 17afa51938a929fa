import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Table, Tag, Tooltip, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { type LotLine, type Material, materialLots } from '#modules/depot/contract/goods/material.ts';
import { Quantity } from '../common/quantity.tsx';

interface Props {
  readonly material: Material;
  onClose(): void;
}

const soon = 30;

export function LotsDrawer({ material, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const text = useTexts('depot.materialPage');
  const { options } = useDict('lot_quality');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['depot.material', 'lots', material.id],
    queryFn: () => call(materialLots, { query: { materialId: material.id }, quiet: true }),
  });
  const quality = (row: LotLine) => options.find((one) => one.dictValue === row.quality)?.dictLabel ?? row.quality;
  return (
    <Drawer open title={text('lotsOf', { name: material.name })} size="min(1080px, 100vw)" onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<LotLine>
          size="small"
          rowKey="id"
          loading={isFetching && !data}
          dataSource={data ?? []}
          pagination={false}
          scroll={{ x: 980 }}
          locale={{ emptyText: text('noLots') }}
          columns={[
            { key: 'lotNo', dataIndex: 'lotNo', title: text('lotNo'), width: 120 },
            {
              key: 'maker',
              dataIndex: 'manufacturer',
              title: t('depot.material.manufacturer'),
              width: 130,
              ellipsis: true,
            },
            { key: 'made', title: text('producedOn'), width: 110, render: (_, row) => row.producedOn ?? '-' },
            { key: 'expires', title: text('expireOn'), width: 180, render: (_, row) => <Expiry row={row} /> },
            {
              key: 'onHand',
              title: t('depot.material.onHand'),
              align: 'end',
              width: 190,
              render: (_, row) => <Quantity of={material} qty={row.onHand} />,
            },
            {
              key: 'where',
              title: text('where'),
              width: 240,
              render: (_, row) => (
                <Flex vertical>
                  {row.depots.map((one) => (
                    <span key={one.id}>
                      {one.name} {one.qty.toLocaleString('en')} {one.hold && <Tag color="warning">{text('held')}</Tag>}
                    </span>
                  ))}
                </Flex>
              ),
            },
            {
              key: 'quality',
              title: text('quality'),
              width: 100,
              render: (_, row) => (
                <Tooltip title={row.qualityReason}>
                  <Tag color={row.quality === 'ok' ? 'success' : row.quality === 'hold' ? 'warning' : 'error'}>
                    {quality(row)}
                  </Tag>
                </Tooltip>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

function Expiry({ row }: { readonly row: LotLine }) {
  const text = useTexts('depot.materialPage');
  if (row.expireOn === null || row.daysLeft === null) return <span>-</span>;
  const words = row.daysLeft < 0 ? text('gone', { n: -row.daysLeft }) : text('left', { n: row.daysLeft });
  const type = row.daysLeft < 0 ? 'danger' : row.daysLeft <= soon ? 'warning' : 'secondary';
  return (
    <>
      {row.expireOn} <Typography.Text type={type}>{words}</Typography.Text>
    </>
  );
}
