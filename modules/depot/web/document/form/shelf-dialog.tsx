import { useQuery } from '@tanstack/react-query';
import { Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { type Goods, shelfOf } from '#modules/depot/contract/document/doc-view.ts';
import { Expiry } from '../../common/expiry.tsx';
import { Quantity } from '../../common/quantity.tsx';
import type { Shelf } from './fefo.ts';
import { goodsById } from './goods-by-id.ts';

interface Props {
  readonly depotId: number;
  readonly title: string;
  /** Only what can but be destroyed. */
  readonly isUnfit: boolean;
  onChoose(lots: readonly { shelf: Shelf; goods: Goods }[]): void;
  onClose(): void;
}

/** What lies there, to be ticked. */
export function ShelfDialog({ depotId, title, isUnfit, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['depot.shelf', depotId, isUnfit, 'goods'],
    queryFn: async () => {
      const shelf = await call(shelfOf, { query: { depotId, ...(isUnfit && { unfit: 'true' }) }, quiet: true });
      const goods = await goodsById(shelf.map((one) => one.materialId));
      // Ear tags are not found: they have papers of their own.
      return shelf.flatMap((one) => {
        const of = goods.get(one.materialId);
        return of ? [{ shelf: one, goods: of }] : [];
      });
    },
    staleTime: 0,
  });
  const text = useTexts('depot.docForm');
  return (
    <Modal
      open
      width={760}
      title={title}
      okText={text('addTicked', { n: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => {
        onChoose((data ?? []).filter(({ shelf }) => chosen.includes(shelf.lotId)));
        onClose();
      }}
      onCancel={onClose}
    >
      <Table
        size="small"
        rowKey={({ shelf }) => shelf.lotId}
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ y: 380 }}
        locale={{ emptyText: error ? <Failed error={error} onRetry={() => void refetch()} /> : text('noShelf') }}
        rowSelection={{ selectedRowKeys: chosen as number[], onChange: (keys) => setChosen(keys as number[]) }}
        columns={[
          {
            key: 'material',
            title: text('material'),
            render: (_, { goods }) => (
              <span data-record>
                {goods.name} {goods.spec}
              </span>
            ),
          },
          {
            key: 'lot',
            title: text('lot'),
            width: 130,
            render: (_, { shelf }) => <span data-record>{shelf.lotNo}</span>,
          },
          {
            key: 'expires',
            title: text('expires'),
            width: 190,
            render: (_, { shelf }) => <Expiry on={shelf.expireOn} />,
          },
          {
            key: 'qty',
            title: text('qty'),
            width: 130,
            render: (_, { shelf, goods }) => <Quantity of={goods} qty={shelf.free} isStacked />,
          },
          {
            key: 'quality',
            title: '',
            width: 90,
            render: (_, { shelf }) =>
              (shelf.hold || shelf.quality !== 'ok') && (
                <Tag color="error">{text(shelf.quality === 'recalled' ? 'recalled' : 'held')}</Tag>
              ),
          },
        ]}
      />
    </Modal>
  );
}
