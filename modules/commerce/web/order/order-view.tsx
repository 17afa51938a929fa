import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Steps, Table, Tag, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { formatCents } from '#kit/contract/money.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { agreeCancelRest } from '#modules/commerce/contract/order/order-steps.ts';
import {
  type OrderContent,
  type OrderLine,
  orderContent,
  type TradeOrder,
} from '#modules/commerce/contract/order/trade-order.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { Photo } from '../common/photo.tsx';
import { Yuan } from '../common/yuan.tsx';
import { AfterSaleDialog } from '../complaint/after-sale-dialog.tsx';
import { Follow } from './follow.tsx';
import { CloseButton, PayButton, PhoneButton, RestButton } from './order-actions.tsx';
import { Payments } from './payments.tsx';
import { PrintOrder } from './print-order.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { Shipments } from './shipments.tsx';

export interface PartProps {
  readonly order: TradeOrder;
  readonly content: OrderContent;
  onDone(): void;
}

/** 订单详情: one order, for whichever side opens it. */
export function OrderView({ resource }: { readonly resource: AnyResource }) {
  const text = useTexts('commerce.orderPage');
  const language = useLanguage();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(resource, id);
  const changed = useChanged(resource);
  const content = useQuery({
    queryKey: ['commerce.order.content', id, language],
    queryFn: () => call(orderContent, { query: { id: id as number }, quiet: true }),
    enabled: id !== null,
  });
  const again = () => {
    refresh();
    void content.refetch();
    void changed();
  };
  const transition = useResourceTransition(resource, again);
  const actionsOf = useRowActions(resource, {
    remove: () => {},
    transition: (name, one) => transition.ask(name, [one]),
  });
  if (id === null) return <Empty description={text('none')} />;
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row || !content.data) return <Waiting />;
  const order = row as unknown as TradeOrder;
  const parts = { order, content: content.data, onDone: again };
  // Who waits for goods opens the page to sign for them, often with one hand.
  const isExpected = content.data.side === 'buyer' && content.data.shipments.some((one) => one.status === 'shipped');
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex vertical gap={12}>
          <Flex justify="space-between" gap={12} wrap align="center">
            <Flex gap={10} align="center" wrap>
              <Typography.Title level={4} data-record style={{ margin: 0 }}>
                {order.orderNo}
              </Typography.Title>
              <Tag color="processing">{order.statusName}</Tag>
              {order.isLate && <Tag color="error">{text('late')}</Tag>}
              {order.coldChain && <Tag color="blue">{text('cold')}</Tag>}
            </Flex>
            <Flex gap={8} wrap>
              <OwnActions {...parts} />
              {actionsOf(row).map((one) => (
                <Button
                  key={one.key}
                  danger={one.danger ?? false}
                  type={one.isMain ? 'primary' : 'default'}
                  onClick={one.run}
                >
                  {one.label}
                </Button>
              ))}
            </Flex>
          </Flex>
          <Way order={order} />
          <Delivery {...parts} />
        </Flex>
      </Card>
      {isExpected && <Shipments {...parts} />}
      <Lines {...parts} />
      <Money {...parts} />
      {content.data.payments.length > 0 && <Payments {...parts} />}
      {!isExpected && <Shipments {...parts} />}
      {content.data.side === 'buyer' && <Follow id={order.id} orderNo={order.orderNo} />}
      <Complaints {...parts} />
      <Card size="small" title={text('records')}>
        <Timeline
          items={content.data.records.map((one) => ({
            key: `${one.at} ${one.action}`,
            content: (
              <span data-record>
                {wallTime(one.at)} <DictName dict="operating_record_action" value={one.action} />{' '}
                {one.byName ?? text('clock')} {one.remark ?? ''}
              </span>
            ),
          }))}
        />
      </Card>
      {transition.asked && <TransitionDialog transition={transition} />}
    </Flex>
  );
}

const way = ['placedAt', 'acceptedAt', 'shippedAt', 'receivedAt', 'completedAt'] as const;
function Way({ order }: { readonly order: TradeOrder }) {
  const text = useTexts('commerce.orderPage');
  const done = way.filter((name) => order[name]).length;
  const isOver = order.status === 'cancelled' || order.status === 'closed';
  return (
    <Steps
      size="small"
      responsive
      current={isOver ? done - 1 : done}
      status={isOver ? 'error' : 'process'}
      items={way.map((name) => ({
        title: text(name),
        content: order[name] ? wallTime(order[name]).slice(0, 16) : undefined,
      }))}
    />
  );
}

function Delivery({ order, content }: PartProps) {
  const text = useTexts('commerce.orderPage');
  return (
    <Flex gap={16} wrap>
      <span data-record>{`${text('buyer')}: ${order.buyer ?? ''}`}</span>
      <span data-record>{`${text('supplier')}: ${order.supplier ?? ''}`}</span>
      <span data-record>
        {`${text('to')}: ${order.receiverName} ${order.receiverPhone ?? ''} ${order.address}`}{' '}
        {content.side !== 'none' && <PhoneButton id={order.id} />}
      </span>
      {order.deliverTo && <span data-record>{`${text('depot')}: ${order.deliverTo}`}</span>}
      {order.promisedOn && <span>{`${text('promised')}: ${order.promisedOn}`}</span>}
      {order.cancelReason && <Typography.Text type="danger">{order.cancelReason}</Typography.Text>}
    </Flex>
  );
}

function OwnActions({ order, content, onDone }: PartProps) {
  const text = useTexts('commerce.orderPage');
  const { actions } = useSession();
  const [open, setOpen] = useState<'ship' | 'complain' | 'rate' | null>(null);
  const isBuyer = content.side === 'buyer';
  const isSupplier = content.side === 'supplier';
  const mayShip =
    isSupplier && actions.has('supplier:order:ship') && ['pendingShip', 'shipping'].includes(order.status);
  const mayComplain =
    isBuyer &&
    actions.has('shop:order:receive') &&
    content.shipments.some((one) => one.signedAt) &&
    order.status !== 'cancelled';
  const agree = async () => {
    await call(agreeCancelRest, { body: { id: order.id, version: order.version }, idempotencyKey: newKey() });
    onDone();
  };
  return (
    <>
      {mayShip && (
        <Button type="primary" onClick={() => setOpen('ship')}>
          {text('ship')}
        </Button>
      )}
      {isSupplier && <PrintOrder order={order} content={content} onDone={onDone} />}
      {isSupplier && order.status === 'shipping' && !content.restAsked && actions.has('supplier:order:handle') && (
        <RestButton order={order} onDone={onDone} />
      )}
      {isBuyer && content.restAsked && (
        <Button onClick={() => void agree().catch(() => {})}>{text('agreeRest')}</Button>
      )}
      {isBuyer && actions.has('shop:order:place') && <PayButton order={order} onDone={onDone} />}
      {mayComplain && <Button onClick={() => setOpen('complain')}>{text('complain')}</Button>}
      {isBuyer && order.unrated && <Button onClick={() => setOpen('rate')}>{text('rate')}</Button>}
      {actions.has('selection:order:arbitrate') && content.side === 'none' && (
        <CloseButton order={order} onDone={onDone} />
      )}
      {open === 'ship' && <ShipDialog order={order} content={content} onDone={onDone} onClose={() => setOpen(null)} />}
      {open === 'complain' && (
        <AfterSaleDialog order={order} content={content} short={[]} onDone={onDone} onClose={() => setOpen(null)} />
      )}
      {open === 'rate' && <RateDialog order={order} content={content} onDone={onDone} onClose={() => setOpen(null)} />}
    </>
  );
}

function Lines({ content }: PartProps) {
  const text = useTexts('commerce.orderPage');
  return (
    <Card size="small" title={text('lines')}>
      <Table<OrderLine>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: text('hidden') }}
        dataSource={[...content.lines]}
        columns={[
          { title: '', width: 52, render: (_, one) => <Photo src={one.photo} size={40} /> },
          {
            title: text('goods'),
            render: (_, one) => (
              <Flex vertical>
                <PageLink
                  to={`/selectionLib/productList/detail?id=${one.productId}`}
                >{`${one.title} ${one.spec}`}</PageLink>
                <Typography.Text type="secondary" data-record>
                  {[one.manufacturer, one.approvalNo].filter(Boolean).join(' · ')}
                </Typography.Text>
              </Flex>
            ),
          },
          { title: text('price'), align: 'right', render: (_, one) => <Yuan cents={one.salePrice} /> },
          { title: text('qty'), align: 'right', dataIndex: 'qty' },
          {
            title: text('aid'),
            render: (_, one) =>
              one.subsidisedQty === 0 ? (
                '-'
              ) : (
                <Tag color="success">{`${one.subsidisedQty} × ${formatCents(one.subsidyPerUnit)}`}</Tag>
              ),
          },
          { title: text('amount'), align: 'right', render: (_, one) => <Yuan cents={one.lineAmount} /> },
          { title: text('shipped'), align: 'right', dataIndex: 'shippedQty' },
          { title: text('received'), align: 'right', dataIndex: 'receivedQty' },
          { title: text('returned'), align: 'right', dataIndex: 'returnedQty' },
          {
            title: text('material'),
            render: (_, one) =>
              one.material ? (
                <span data-record>
                  {one.material} × {one.factor} <DictName dict="unit" value={one.baseUnit} />
                </span>
              ) : (
                <Typography.Text type="secondary">{text('unlinked')}</Typography.Text>
              ),
          },
        ]}
      />
    </Card>
  );
}

/** What it costs, how much of that is borne by whom, and how it came about. */
function Money({ order, content }: PartProps) {
  const t = useT();
  const text = useTexts('commerce.orderPage');
  if (order.payable === null)
    return (
      <Card size="small">
        <Typography.Text type="secondary">{text('hidden')}</Typography.Text>
      </Card>
    );
  const rows = ['goods', 'freight', 'subsidy', 'payable', 'paid', 'refunded'] as const;
  const aided = content.lines.reduce((sum, one) => sum + one.subsidisedQty, 0);
  const whole = content.lines.filter((one) => one.subsidyPerUnit > 0).reduce((sum, one) => sum + one.qty, 0);
  return (
    <Card size="small" title={text('money')}>
      <Flex vertical gap={4} style={{ maxWidth: 460 }}>
        {rows.map((name) => (
          <Flex key={name} justify="space-between">
            <span>{t.any(`commerce.tradeOrder.${name}`)}</span>
            {name === 'payable' && content.moneyId ? (
              <SumButton entity="commerce.tradeOrderMoney" id={content.moneyId}>
                <Yuan cents={order.payable} />
              </SumButton>
            ) : (
              <Yuan cents={name === 'subsidy' && order.subsidy ? -order.subsidy : order[name]} />
            )}
          </Flex>
        ))}
        {content.refundDue > 0 && (
          <Typography.Text type="warning">
            {text('refundDue', { amount: formatCents(content.refundDue) })}
          </Typography.Text>
        )}
        {whole > 0 && (
          <Typography.Text type="secondary">
            {whole > aided ? text('aidWhy', { n: aided, rest: whole - aided }) : text('aidAll', { n: aided })}
          </Typography.Text>
        )}
      </Flex>
    </Card>
  );
}

function Complaints({ order, content, onDone }: PartProps) {
  const text = useTexts('commerce.orderPage');
  const { actions } = useSession();
  const [again, setAgain] = useState<OrderContent['afterSales'][number] | null>(null);
  if (content.afterSales.length === 0) return null;
  const path = content.side === 'supplier' ? '/suppliers/afterSale' : '/selectionLib/afterSale';
  return (
    <Card size="small" title={text('complaints')}>
      <Flex vertical gap={6}>
        {content.afterSales.map((one) => (
          <Flex key={one.id} gap={10} wrap>
            <PageLink to={`${path}?keyword=${one.docNo}`}>{one.docNo}</PageLink>
            <DictName dict="after_sale_kind" value={one.kind} />
            <DictName dict="after_sale_reason" value={one.reason} />
            <Tag>
              <DictName dict="after_sale_status" value={one.status} />
            </Tag>
            {one.isResendDue && content.side === 'supplier' && actions.has('supplier:order:ship') && (
              <Button size="small" type="primary" onClick={() => setAgain(one)}>
                {text('shipAgain')}
              </Button>
            )}
          </Flex>
        ))}
      </Flex>
      {again && (
        <ShipDialog order={order} content={content} again={again} onDone={onDone} onClose={() => setAgain(null)} />
      )}
    </Card>
  );
}
