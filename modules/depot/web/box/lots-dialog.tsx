import { Alert, Flex, Input, InputNumber, Modal, Table } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { Goods } from '#modules/depot/contract/goods/goods.ts';
import { GoodsName } from '../goods/names.tsx';
import { useQuantity } from '../goods/quantity.tsx';

export interface OfferedLot extends Goods {
  readonly lotId: number;
  readonly lotNo: string;
  /** What is there, and what is proposed. */
  readonly most: number;
  readonly proposed: number;
}

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly lots: readonly OfferedLot[];
  readonly withRemark?: boolean;
  onSend(lines: readonly { lotId: number; qty: number }[], remark: string): Promise<void>;
  onClose(): void;
}

/** So much of these lots: what is proposed can be changed, what is set to nothing is left out. */
export function LotsDialog({ title, hint, lots, withRemark = false, onSend, onClose }: Props) {
  const text = useTexts('depot.medicineBoxPage');
  const { inUnits, unitOf } = useQuantity();
  const [amounts, setAmounts] = useState<ReadonlyMap<number, number>>(
    new Map(lots.map((one) => [one.lotId, one.proposed])),
  );
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const lines = lots.flatMap(({ lotId }) => {
    const qty = amounts.get(lotId) ?? 0;
    return qty > 0 ? [{ lotId, qty }] : [];
  });
  const send = async () => {
    setBusy(true);
    try {
      await onSend(lines, remark);
      onClose();
    } catch {
      // The client has said why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={title}
      onCancel={onClose}
      onOk={() => void send()}
      okButtonProps={{ disabled: lines.length === 0 }}
      confirmLoading={busy}
    >
      <Flex vertical gap={12}>
        <Alert type="info" showIcon title={hint} />
        <Table
          size="small"
          rowKey="lotId"
          pagination={false}
          scroll={{ x: 'max-content', y: 360 }}
          dataSource={lots}
          columns={[
            { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
            { key: 'lot', title: text('lot'), render: (_, one) => <span data-record>{one.lotNo}</span> },
            { key: 'most', title: text('balance'), align: 'end', render: (_, one) => inUnits(one, one.most) },
            {
              key: 'qty',
              title: text('qty'),
              width: 170,
              render: (_, one) => (
                <InputNumber
                  aria-label={text('qtyOf', { lot: one.lotNo })}
                  min={0}
                  max={one.most}
                  precision={one.decimals}
                  value={amounts.get(one.lotId) ?? 0}
                  suffix={unitOf(one.baseUnit)}
                  onChange={(qty) => setAmounts((old) => new Map(old).set(one.lotId, qty ?? 0))}
                  style={{ width: '100%' }}
                />
              ),
            },
          ]}
        />
        {withRemark && (
          <Input
            aria-label={text('remark')}
            placeholder={text('remark')}
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        )}
      </Flex>
    </Modal>
  );
}
