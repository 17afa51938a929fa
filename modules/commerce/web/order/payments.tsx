import { Button, Card, Flex, Tag } from 'antd';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { confirmPayment } from '#modules/commerce/contract/order/order-steps.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { Yuan } from '../common/yuan.tsx';
import type { PartProps } from './order-view.tsx';

const colours: Readonly<Record<string, string>> = { confirmed: 'success', rejected: 'error' };

export function Payments({ content, onDone }: PartProps) {
  const text = useTexts('commerce.orderPage');
  const { actions } = useSession();
  const settle = async (paymentId: number, isThere: boolean) => {
    await call(confirmPayment, { body: { paymentId, isThere }, idempotencyKey: newKey() });
    onDone();
  };
  return (
    <Card size="small" title={text('payments')}>
      <Flex vertical gap={10}>
        {content.payments.map((one) => (
          <Flex key={one.id} gap={12} wrap align="center">
            <Yuan cents={one.amount} />
            <span data-record>{`${one.paidOn} ${one.bankRef ?? ''}`}</span>
            <Tag color={colours[one.status] ?? 'processing'}>
              <DictName dict="order_payment_status" value={one.status} />
            </Tag>
            {one.proofs.map((url, at) => (
              <a key={url} href={url} target="_blank" rel="noreferrer">
                {text('proofNo', { n: at + 1 })}
              </a>
            ))}
            {one.status === 'pending' && content.side === 'supplier' && actions.has('supplier:order:handle') && (
              <Flex gap={8}>
                <Button type="primary" size="small" onClick={() => void settle(one.id, true).catch(() => {})}>
                  {text('confirmPay')}
                </Button>
                <Button danger size="small" onClick={() => void settle(one.id, false).catch(() => {})}>
                  {text('rejectPay')}
                </Button>
              </Flex>
            )}
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
