import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Input, InputNumber, Progress, Space, Statistic, Table, Tag, Typography } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { priceAnimals } from '#modules/farm/contract/sale/price.ts';
import { checkSale, deliverSale, type Judged, type SaleOrderRow, saleOrder } from '#modules/farm/contract/sale/sale.ts';
import './weigh-off.css';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

interface Props {
  readonly id: number;
  onClose(): void;
}

/** Scan an animal, type what the scale says, go on; the amount grows with every head. */
export function WeighOff({ id, onClose }: Props) {
  const order = useQuery({
    queryKey: ['farm.saleOrder', 'weigh', id],
    queryFn: async () =>
      (await call(callOf(saleOrder, 'detail'), { params: { id }, quiet: true } as never)) as SaleOrderRow,
  });
  const lines = (order.data?.lines ?? []) as { animalId: number; kg: number | null }[];
  const animals = useQuery({
    queryKey: ['farm.saleOrder', 'animals', id, order.data?.version],
    enabled: lines.length > 0,
    queryFn: async () =>
      (
        await call(checkSale, {
          body: { animalIds: lines.map((one) => one.animalId), purpose: order.data?.purpose ?? 'fatten', tags: [] },
          quiet: true,
        })
      ).animals,
  });
  const error = order.error ?? animals.error;
  if (error) return <Failed error={error} onRetry={() => void order.refetch()} />;
  if (!order.data || (lines.length > 0 && !animals.data)) return <Waiting />;
  return <Desk order={order.data} animals={animals.data ?? []} onClose={onClose} />;
}

function Desk({
  order,
  animals,
  onClose,
}: {
  readonly order: SaleOrderRow;
  readonly animals: readonly Judged[];
  onClose(): void;
}) {
  const text = useTexts('farm.saleDesk');
  const changed = useChanged(saleOrder);
  const [kg, setKg] = useState<Readonly<Record<number, number | null>>>({});
  const [price, setPrice] = useState(order.unitPrice);
  const [cert, setCert] = useState(order.quarantineCertNo ?? '');
  const [note, setNote] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [key, setKey] = useState(newKey);
  const inputs = useRef(new Map<number, HTMLInputElement>());
  const isLive = order.priceMode === 'live';
  const going = animals.filter((one) => (isLive ? kg[one.animalId] != null : kg[one.animalId] !== null));
  const { cents, parts } = priceAnimals({
    mode: isLive ? 'live' : 'head',
    unitCents: price,
    lines: going.map((one) => ({ kg: kg[one.animalId] ?? one.kg })),
  });
  const amountOf = new Map(going.map((one, n) => [one.animalId, parts[n] ?? 0]));
  const cost = going.reduce((sum, one) => sum + (one.cost ?? 0), 0);
  const knowsCost = going.some((one) => one.cost !== null);
  const scan = (tag: string) => {
    const found = animals.filter(
      (one) => one.earTag === tag || one.farmNo === tag || (tag.length >= 3 && one.earTag.endsWith(tag)),
    );
    const [one] = found;
    if (found.length !== 1 || !one) {
      notify('warning', text('unknown', { tag }));
      return false;
    }
    setAt(one.animalId);
    inputs.current.get(one.animalId)?.focus();
    inputs.current.get(one.animalId)?.scrollIntoView({ block: 'center' });
    return true;
  };
  const deliver = async () => {
    setBusy(true);
    try {
      const done = await call(deliverSale, {
        body: {
          id: order.id,
          version: order.version,
          unitPrice: price,
          ...(cert && { quarantineCertNo: cert }),
          ...(note && { note }),
          lines: going.map((one) => ({ animalId: one.animalId, kg: kg[one.animalId] ?? null })),
        },
        idempotencyKey: key,
      });
      notify('success', done.waits ? text('waits') : text('done', { amount: moneyText(done.amount) }));
      void changed();
      onClose();
    } catch {
      setKey(newKey());
    } finally {
      setBusy(false);
    }
  };
  const columns = [
    {
      title: text('tag'),
      render: (_: unknown, one: Judged) => (
        <Flex vertical>
          <Typography.Text strong data-record style={{ fontVariantNumeric: 'tabular-nums' }}>
            {one.earTag}
          </Typography.Text>
          <Typography.Text type="secondary">{[one.farmNo, one.penName].filter(Boolean).join(' · ')}</Typography.Text>
        </Flex>
      ),
    },
    {
      title: text('lastKg'),
      align: 'right' as const,
      responsive: ['sm' as const],
      render: (_: unknown, one: Judged) => (one.kg === null ? '-' : `${one.kg} kg`),
    },
    {
      title: text('kg'),
      render: (_: unknown, one: Judged) => (
        <InputNumber
          ref={(input) => {
            const element = input?.nativeElement?.querySelector('input');
            if (element) inputs.current.set(one.animalId, element);
          }}
          aria-label={`${text('kg')} ${one.earTag}`}
          value={kg[one.animalId] ?? null}
          min={1}
          max={2000}
          precision={1}
          disabled={one.refusal !== null && !one.refusal.includes(order.docNo)}
          onChange={(value) => setKg((all) => ({ ...all, [one.animalId]: value }))}
          onFocus={() => setAt(one.animalId)}
          style={{ inlineSize: 104 }}
        />
      ),
    },
    {
      title: text('amount'),
      align: 'right' as const,
      render: (_: unknown, one: Judged) => {
        const amount = amountOf.get(one.animalId);
        return amount === undefined ? '-' : moneyText(amount);
      },
    },
    {
      title: text('margin'),
      align: 'right' as const,
      responsive: ['md' as const],
      render: (_: unknown, one: Judged) => {
        const amount = amountOf.get(one.animalId);
        if (amount === undefined || one.cost === null) return '-';
        const margin = amount - one.cost;
        return <Typography.Text {...(margin < 0 && { type: 'danger' })}>{moneyText(margin)}</Typography.Text>;
      },
    },
    {
      title: text('flag'),
      render: (_: unknown, one: Judged) =>
        kg[one.animalId] != null ? (
          <Tag color="success">{text('weighed')}</Tag>
        ) : one.refusal && !one.refusal.includes(order.docNo) ? (
          <Tag color="error">{one.refusal}</Tag>
        ) : null,
    },
  ];
  const unit = text(isLive ? 'perKg' : 'perHead');
  return (
    <Flex vertical gap={12} className="farm-weigh">
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Space wrap>
          <Button icon={<ArrowLeftOutlined />} onClick={onClose} aria-label={text('choose')} />
          <Typography.Title level={5} style={{ margin: 0 }}>
            {text('title')} {order.docNo}
          </Typography.Title>
          <Typography.Text type="secondary">{order.customerIdName}</Typography.Text>
        </Space>
        <Button icon={<PrinterOutlined />} disabled={going.length === 0} onClick={() => setPrinting(true)}>
          {text('print')}
        </Button>
      </Flex>
      <Card size="small">
        <Flex gap={16} wrap align="end">
          <div className="farm-weigh-scan">
            <ScanInput size="large" placeholder={text('scan')} aria-label={text('scan')} onScan={scan} autoFocus />
          </div>
          <span>
            <Typography.Text type="secondary">{text('price')}</Typography.Text>
            <br />
            <InputNumber
              aria-label={text('price')}
              value={price / 100}
              min={0.01}
              precision={2}
              suffix={unit}
              onChange={(value) => value && setPrice(toCents(value))}
              style={{ inlineSize: 170 }}
            />
          </span>
          <span>
            <Typography.Text type="secondary">{text('cert')}</Typography.Text>
            <br />
            <Input
              aria-label={text('cert')}
              value={cert}
              maxLength={40}
              onChange={(event) => setCert(event.target.value)}
              style={{ inlineSize: 190 }}
            />
          </span>
        </Flex>
      </Card>
      <Table
        size="middle"
        rowKey="animalId"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...animals]}
        columns={columns}
        rowClassName={(one) => (one.animalId === at ? 'farm-weigh-at' : '')}
      />
      <Card size="small" className="farm-weigh-foot">
        <Flex gap={24} wrap align="center" justify="space-between">
          <Space size={28} wrap>
            <Statistic title={text('weighed')} value={going.length} suffix={`/ ${animals.length}`} />
            <Statistic
              title={text('kg')}
              value={Math.round(going.reduce((sum, one) => sum + (kg[one.animalId] ?? one.kg ?? 0), 0) * 10) / 10}
            />
            <Statistic title={text('amount')} value={moneyText(cents)} />
            {knowsCost && (
              <Statistic
                title={text('margin')}
                value={moneyText(cents - cost)}
                {...(cents < cost && { styles: { content: { color: 'var(--ant-color-error)' } } })}
              />
            )}
          </Space>
          <Flex vertical gap={6} style={{ minInlineSize: 240 }}>
            <Progress
              percent={Math.round((100 * going.length) / Math.max(1, animals.length))}
              size="small"
              showInfo={false}
            />
            <Input
              value={note}
              placeholder={text('note')}
              maxLength={200}
              onChange={(event) => setNote(event.target.value)}
            />
            <Button
              type="primary"
              size="large"
              block
              loading={busy}
              disabled={going.length === 0}
              onClick={() => void deliver()}
            >
              {text('deliverN', { n: going.length })}
            </Button>
            {going.length > 0 && going.length < animals.length && (
              <Typography.Text type="warning">{text('left', { n: animals.length - going.length })}</Typography.Text>
            )}
          </Flex>
        </Flex>
      </Card>
      {isPrinting && (
        <Suspense>
          <PrintSheet
            title={`${text('sheet')} ${order.docNo}`}
            notes={order.customerIdName}
            onDone={() => setPrinting(false)}
          >
            <table>
              <thead>
                <tr>
                  <th>#</th>
                  <th>{text('tag')}</th>
                  <th>{text('kg')}</th>
                  <th>{text('amount')}</th>
                </tr>
              </thead>
              <tbody>
                {going.map((one, n) => (
                  <tr key={one.animalId}>
                    <td>{n + 1}</td>
                    <td>{one.earTag}</td>
                    <td>{kg[one.animalId] ?? one.kg}</td>
                    <td>{moneyText(amountOf.get(one.animalId) ?? 0)}</td>
                  </tr>
                ))}
                <tr>
                  <td />
                  <td>{text('total')}</td>
                  <td>
                    {Math.round(going.reduce((sum, one) => sum + (kg[one.animalId] ?? one.kg ?? 0), 0) * 10) / 10}
                  </td>
                  <td>{moneyText(cents)}</td>
                </tr>
              </tbody>
            </table>
          </PrintSheet>
        </Suspense>
      )}
    </Flex>
  );
}
