import { DatePicker, Form, Input, InputNumber, Modal } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { addCountedLot } from '#modules/depot/contract/stocktake/stocktake.ts';
import { type FoundGoods, MaterialFinder } from '../goods/material-finder.tsx';
import { useQuantity } from '../goods/quantity.tsx';

interface Props {
  readonly countId: number;
  onAdded(): void;
  onClose(): void;
}

/** A lot that lies on the shelf and is not in the book. */
export function AddLotDialog({ countId, onAdded, onClose }: Props) {
  const t = useT();
  const id = useId();
  const text = useTexts('depot.countPage');
  const { unitOf } = useQuantity();
  const [goods, setGoods] = useState<FoundGoods | null>(null);
  const [lotNo, setLotNo] = useState('');
  const [expireOn, setExpireOn] = useState<string | null>(null);
  const [qty, setQty] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const isTold = goods?.tracking === 'none' || lotNo.trim() !== '';
  const isReady = goods !== null && isTold && (!goods.hasExpiry || expireOn !== null) && (qty ?? 0) > 0;
  const send = async () => {
    if (!goods || !qty) return;
    setBusy(true);
    try {
      await call(addCountedLot, {
        body: { id: countId, materialId: goods.materialId, lotNo: lotNo || null, expireOn, countedQty: qty },
      });
      onAdded();
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
      title={text('addLot')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void send()}>
        <Form.Item
          label={text('material')}
          htmlFor={`${id}-material`}
          required
          extra={goods && <span data-record>{`${goods.name} · ${goods.spec}`}</span>}
        >
          <MaterialFinder id={`${id}-material`} label={t('depot.requisitionPage.search')} onFound={setGoods} />
        </Form.Item>
        {goods?.tracking !== 'none' && (
          <Form.Item label={text('lotNo')} htmlFor={`${id}-lot`} required>
            <Input id={`${id}-lot`} maxLength={60} value={lotNo} onChange={(event) => setLotNo(event.target.value)} />
          </Form.Item>
        )}
        {goods?.hasExpiry && (
          <Form.Item label={text('expireOn')} htmlFor={`${id}-expire`} required>
            <DatePicker
              id={`${id}-expire`}
              value={expireOn ? dayjs(expireOn, dateFormat) : null}
              onChange={(day) => setExpireOn(day ? day.format(dateFormat) : null)}
              style={{ width: '100%' }}
            />
          </Form.Item>
        )}
        <Form.Item label={text('qty')} htmlFor={`${id}-qty`} required>
          <InputNumber
            id={`${id}-qty`}
            min={0}
            precision={goods?.decimals ?? 0}
            value={qty}
            suffix={goods ? unitOf(goods.baseUnit) : ''}
            onChange={setQty}
            style={{ width: '100%' }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
