import { Flex, Input, Modal, Rate, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { rateLines } from '#modules/commerce/contract/order/order-steps.ts';
import type { PartProps } from './order-view.tsx';

/** 评价: each line once; a household is shown to others by its county. */
export function RateDialog({ order, content, onDone, onClose }: PartProps & { onClose(): void }) {
  const text = useTexts('commerce.orderPage');
  const lines = content.lines.filter((one) => one.receivedQty > 0 && one.rating === null);
  const [given, setGiven] = useState<Readonly<Record<number, { rating: number; text: string }>>>({});
  const [busy, setBusy] = useState(false);
  const ratings = lines.flatMap((one) => {
    const own = given[one.id];
    return own && own.rating > 0 ? [{ lineId: one.id, rating: own.rating, text: own.text || null }] : [];
  });
  const send = async () => {
    setBusy(true);
    try {
      await call(rateLines, { body: { orderId: order.id, ratings }, idempotencyKey: newKey() });
      onClose();
      onDone();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('rate')}
      onCancel={onClose}
      okButtonProps={{ disabled: ratings.length === 0, loading: busy }}
      onOk={() => void send().catch(() => {})}
    >
      <Flex vertical gap={14}>
        {lines.map((one) => {
          const own = given[one.id] ?? { rating: 0, text: '' };
          return (
            <Flex key={one.id} vertical gap={6}>
              <Typography.Text data-record>{`${one.title} ${one.spec}`}</Typography.Text>
              <Rate value={own.rating} onChange={(rating) => setGiven({ ...given, [one.id]: { ...own, rating } })} />
              <Input
                aria-label={text('rateText')}
                placeholder={text('rateText')}
                maxLength={300}
                value={own.text}
                onChange={(event) => setGiven({ ...given, [one.id]: { ...own, text: event.target.value } })}
              />
            </Flex>
          );
        })}
      </Flex>
    </Modal>
  );
}
