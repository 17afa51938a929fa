import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Flex, Space, Statistic, Table, Tag, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  recomputeSlaughter,
  type SlaughterLine,
  slaughterBatch,
  slaughterSheet,
} from '#modules/farm/contract/slaughter/slaughter.ts';
import { PayDialog } from '../sale/pay-dialog.tsx';
import { PriceDialog, SettleDialog } from './money-dialogs.tsx';
import { ReceiveCard } from './receive-card.tsx';
import { ReportCard } from './report-card.tsx';

const SettlementPaper = lazy(() => import('./settlement-paper.tsx'));
export type Sheet = DataOf<typeof slaughterSheet>;
type Panel = 'price' | 'settle' | 'pay' | 'settlement' | 'delivery';

/** One batch, the same sheet for farm and plant. */
export function BatchSheet({ id, onClose }: { readonly id: number; onClose(): void }) {
  const joined = useJoined();
  const text = useTexts('farm.slaughterDesk');
  const changed = useChanged(slaughterBatch);
  const [panel, setPanel] = useState<Panel | null>(null);
  const mayReceive = useCan('anm:slaughter:receive');
  const maySettle = useCan('anm:slaughter:settle');
  const mayPay = useCan('anm:customer:edit');
  const states = useDict('slaughter_batch_status').options;
  const modes = useDict('slaughter_batch_price_mode').options;
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.slaughterBatch', 'sheet', id],
    queryFn: () => call(slaughterSheet, { query: { id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const again = () => {
    setPanel(null);
    void refetch();
    void changed();
  };
  const recompute = async () => {
    const { equal } = await call(recomputeSlaughter, { params: { id } } as never);
    notify(equal ? 'success' : 'error', text(equal ? 'equal' : 'differs'));
  };
  const { money, lines, side, status } = data;
  const name = (of: typeof states, value: string) => of.find((one) => one.dictValue === value)?.dictLabel ?? value;
  const isPlant = side === 'plant' && mayReceive;
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Space wrap>
          <Button icon={<ArrowLeftOutlined />} aria-label={text('close')} onClick={onClose} />
          <Typography.Title level={5} style={{ margin: 0 }}>
            {data.docNo}
          </Typography.Title>
          <Tag color={status === 'settled' ? 'success' : 'processing'}>{name(states, status)}</Tag>
        </Space>
        <Space wrap>
          {money && status !== 'settled' && <Button onClick={() => setPanel('price')}>{text('price')}</Button>}
          {side === 'farm' && maySettle && status === 'done' && (
            <Button type="primary" onClick={() => setPanel('settle')} disabled={!money?.unitPrice}>
              {text('settle')}
            </Button>
          )}
          {side === 'farm' && mayPay && status === 'settled' && money && (money.amount ?? 0) > money.paid && (
            <Button onClick={() => setPanel('pay')}>{text('pay')}</Button>
          )}
          {status === 'settled' && money && <Button onClick={() => void recompute()}>{text('recompute')}</Button>}
          <Button icon={<PrinterOutlined />} onClick={() => setPanel('delivery')}>
            {text('printDelivery')}
          </Button>
          {money?.amount != null && (
            <Button icon={<PrinterOutlined />} onClick={() => setPanel('settlement')}>
              {text('print')}
            </Button>
          )}
        </Space>
      </Flex>
      <Card size="small">
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            { key: 'farm', label: text('farm'), children: <span data-record>{data.farmName}</span> },
            { key: 'plant', label: text('plant'), children: <span data-record>{data.plantName}</span> },
            { key: 'sentOn', label: text('sentOn'), children: data.sentOn },
            { key: 'doneOn', label: text('doneOn'), children: data.doneOn ?? '-' },
            { key: 'cert', label: text('cert'), children: data.quarantineCertNo ?? '-' },
            { key: 'vehicle', label: text('vehicle'), children: data.vehicleNo ?? '-' },
          ]}
        />
      </Card>
      {money ? <Money sheet={data} money={money} mode={name(modes, data.priceMode)} /> : null}
      {data.strangeTags.length > 0 && (
        <Alert type="error" showIcon title={`${text('strange')}: ${joined(data.strangeTags)}`} />
      )}
      {isPlant && (status === 'sent' || (status === 'received' && lines.some((one) => !one.tagOk))) && (
        <ReceiveCard sheet={data} onDone={again} />
      )}
      {(isPlant ? status === 'received' : data.isOutside && side === 'farm' && status === 'sent') && (
        <ReportCard sheet={data} onDone={again} />
      )}
      <Lines lines={lines} isDone={status === 'done' || status === 'settled'} hasMoney={money !== null} />
      {panel === 'price' && money && <PriceDialog sheet={data} money={money} onClose={again} />}
      {panel === 'settle' && money && <SettleDialog sheet={data} amount={money.amount} onClose={again} />}
      {panel === 'pay' && money && (
        <PayDialog batchId={id} docNo={data.docNo} owed={(money.amount ?? 0) - money.paid} onClose={again} />
      )}
      {(panel === 'settlement' || panel === 'delivery') && (
        <Suspense>
          <SettlementPaper sheet={data} kind={panel} mode={name(modes, data.priceMode)} onDone={() => setPanel(null)} />
        </Suspense>
      )}
    </Flex>
  );
}

function Money({
  sheet,
  money,
  mode,
}: {
  readonly sheet: Sheet;
  readonly money: NonNullable<Sheet['money']>;
  readonly mode: string;
}) {
  const text = useTexts('farm.slaughterDesk');
  const heads = sheet.lines.filter((one) => one.amount !== null).length;
  const amount = money.amount === null ? '-' : moneyText(money.amount);
  return (
    <Card size="small">
      <Flex gap={36} wrap>
        <Statistic
          title={`${text('unitPrice')} · ${mode}`}
          value={money.unitPrice === null ? '-' : moneyText(money.unitPrice)}
          suffix={money.unitPrice === null ? '' : text(sheet.priceMode === 'head' ? 'perHeadUnit' : 'perKg')}
        />
        <Statistic
          title={text(money.settledOn ? 'amount' : 'computed')}
          valueRender={() =>
            money.settledOn ? (
              <SumButton entity="farm.slaughterMoney" id={money.id}>
                {amount}
              </SumButton>
            ) : (
              amount
            )
          }
        />
        {heads > 0 && money.amount !== null && (
          <Statistic title={text('perHead')} value={moneyText(Math.round(money.amount / heads))} />
        )}
        {money.cost !== null && money.amount !== null && (
          <Statistic
            title={text('margin')}
            value={moneyText(money.amount - money.cost)}
            {...(money.amount < money.cost && { styles: { content: { color: 'var(--ant-color-error)' } } })}
          />
        )}
        {money.settledOn && <Statistic title={text('paid')} value={moneyText(money.paid)} />}
      </Flex>
      {money.steps.length > 0 && (
        <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
          {money.steps.map((step) => `${step.name} ${step.how} = ${moneyText(step.cents)}`).join('　')}
        </Typography.Paragraph>
      )}
    </Card>
  );
}

const kgText = (kg: number | null) => kg?.toFixed(2) ?? '-';

function Lines({
  lines,
  isDone,
  hasMoney,
}: {
  readonly lines: readonly SlaughterLine[];
  readonly isDone: boolean;
  readonly hasMoney: boolean;
}) {
  const text = useTexts('farm.slaughterDesk');
  const outcomes = useDict('slaughter_line_outcome').options;
  const sum = (pick: (one: SlaughterLine) => number | null) =>
    Math.round(lines.reduce((all, one) => all + (pick(one) ?? 0), 0) * 100) / 100;
  const amounts = lines.reduce((all, one) => all + (one.amount ?? 0), 0);
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...lines]}
      columns={[
        { title: text('tag'), dataIndex: 'earTag', render: (tag: string) => <span data-record>{tag}</span> },
        {
          title: text('tagOk'),
          dataIndex: 'tagOk',
          render: (ok: boolean | null) =>
            ok === null ? (
              '-'
            ) : ok ? (
              <Tag color="success">{text('ok')}</Tag>
            ) : (
              <Tag color="error">{text('missing')}</Tag>
            ),
        },
        { title: text('live'), dataIndex: 'liveKg', align: 'right', render: kgText },
        ...(isDone
          ? [
              {
                title: text('carcass'),
                dataIndex: 'carcassKg',
                align: 'right' as const,
                render: kgText,
              },
              {
                title: text('dress'),
                dataIndex: 'dressPct',
                align: 'right' as const,
                render: (value: number | null, one: SlaughterLine) =>
                  value === null ? (
                    '-'
                  ) : (
                    <Typography.Text {...(one.isOdd && { type: 'warning' })}>{value.toFixed(2)}%</Typography.Text>
                  ),
              },
              { title: text('grade'), dataIndex: 'grade' },
            ]
          : []),
        {
          title: text('outcome'),
          dataIndex: 'outcome',
          render: (value: string) => outcomes.find((one) => one.dictValue === value)?.dictLabel ?? value,
        },
        ...(hasMoney
          ? [
              {
                title: text('amount'),
                dataIndex: 'amount',
                align: 'right' as const,
                render: (value: number | null) => (value === null ? '-' : moneyText(value)),
              },
            ]
          : []),
        ...(isDone
          ? [{ title: text('lot'), dataIndex: 'traceLotNo', render: (value: string | null) => value ?? '-' }]
          : []),
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0}>
            {text('total')} {lines.length}
          </Table.Summary.Cell>
          <Table.Summary.Cell index={1} />
          <Table.Summary.Cell index={2} align="right">
            {kgText(sum((one) => one.liveKg))}
          </Table.Summary.Cell>
          {isDone && (
            <Table.Summary.Cell index={3} align="right">
              {kgText(sum((one) => one.carcassKg))}
            </Table.Summary.Cell>
          )}
          {isDone && <Table.Summary.Cell index={4} colSpan={2} />}
          <Table.Summary.Cell index={6} />
          {hasMoney && (
            <Table.Summary.Cell index={7} align="right">
              {moneyText(amounts)}
            </Table.Summary.Cell>
          )}
          {isDone && <Table.Summary.Cell index={8} />}
        </Table.Summary.Row>
      )}
    />
  );
}
