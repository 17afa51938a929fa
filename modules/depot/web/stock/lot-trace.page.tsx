import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Empty, Flex, Input, Space, Statistic, Table, Tag, theme } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { findLots, type LotFacts, type LotUse, lotTrace } from '#modules/depot/contract/stock/lot.ts';
import { Expiry } from '../common/expiry.tsx';
import { numberText, Quantity } from '../common/quantity.tsx';
import { useUnit } from '../document/form/quantities.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { RecallDialog } from './recall-dialog.tsx';

type Trace = DataOf<typeof lotTrace>;

/** 批次追踪: enter or scan a lot; where it went above, who used it below, and it all adds up. */
export default function LotTracePage() {
  const text = useTexts('depot.lot');
  const url = useUrlState();
  const { search } = usePage();
  const lotId = Number(search.get('lotId')) || null;
  const words = search.get('words') ?? '';
  const found = useQuery({
    queryKey: ['depot.findLots', words],
    enabled: words !== '' && lotId === null,
    queryFn: async () => {
      const rows = await call(findLots, { query: { words }, quiet: true });
      // One lot is the one that was meant.
      const [only, ...more] = rows;
      if (only && more.length === 0) url.set({ lotId: String(only.id) });
      return rows;
    },
  });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['depot.lotTrace', lotId],
    enabled: lotId !== null,
    queryFn: () => call(lotTrace, { query: { lotId: lotId ?? 0 }, quiet: true }),
  });
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Input.Search
          key={words}
          aria-label={text('enter')}
          placeholder={text('enter')}
          defaultValue={words}
          autoFocus
          allowClear
          enterButton={text('find')}
          loading={found.isFetching || isFetching}
          onSearch={(value) => url.set({ words: value.trim() || null, lotId: null })}
          style={{ maxWidth: 520 }}
        />
      </Card>
      {found.error && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {lotId === null && !found.data && (
        <Card size="small">
          <Empty description={text('begin')} />
        </Card>
      )}
      {lotId === null && found.data && <Choices lots={found.data} onChoose={(id) => url.set({ lotId: String(id) })} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {lotId !== null && !data && !error && <Waiting />}
      {data && lotId !== null && <TraceView trace={data} />}
    </Flex>
  );
}

function Choices({ lots, onChoose }: { readonly lots: readonly LotFacts[]; onChoose(id: number): void }) {
  const text = useTexts('depot.lot');
  return (
    <Card size="small">
      <Table<LotFacts>
        aria-label={text('lots')}
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={[...lots]}
        locale={{ emptyText: text('none') }}
        columns={[
          {
            key: 'lotNo',
            title: text('lotNo'),
            render: (_, lot) => (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onChoose(lot.id)}>
                {lot.lotNo}
              </Button>
            ),
          },
          { key: 'material', title: text('material'), render: (_, lot) => `${lot.materialName} ${lot.spec}` },
          { key: 'manufacturer', title: text('manufacturer'), dataIndex: 'manufacturer' },
          { key: 'expireOn', title: text('expireOn'), render: (_, lot) => <Expiry on={lot.expireOn} /> },
        ]}
      />
    </Card>
  );
}

const sums = ['received', 'onHand', 'inTransit', 'used', 'lost', 'returned'] as const;

function TraceView({ trace }: { readonly trace: Trace }) {
  const unit = useUnit();
  const text = useTexts('depot.lot');
  const { token } = theme.useToken();
  const qualities = useDict('lot_quality').options;
  const mayHold = useCan('depot:lot:hold');
  const mayRecall = useCan('depot:lot:recall');
  const [asked, setAsked] = useState<'hold' | 'recall' | null>(null);
  const { lot } = trace;
  const isHeld = lot.quality === 'hold';
  return (
    <>
      <Card
        size="small"
        title={
          <Space>
            <span data-record>{`${lot.materialName} ${lot.lotNo}`}</span>
            <Tag color={{ ok: 'green', hold: 'orange', recalled: 'red' }[lot.quality] ?? 'default'}>
              {qualities.find((one) => one.dictValue === lot.quality)?.dictLabel ?? lot.quality}
            </Tag>
          </Space>
        }
        extra={
          lot.quality !== 'recalled' && (
            <Space>
              {mayHold && mayRecall && (
                <Button onClick={() => setAsked('hold')}>{text(isHeld ? 'release' : 'hold')}</Button>
              )}
              {mayRecall && (
                <Button danger onClick={() => setAsked('recall')}>
                  {text('recall')}
                </Button>
              )}
            </Space>
          )
        }
      >
        {lot.qualityReason && (
          <Alert type="warning" showIcon title={lot.qualityReason} style={{ marginBlockEnd: 12 }} />
        )}
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            { key: 'spec', label: text('spec'), children: lot.spec },
            { key: 'manufacturer', label: text('manufacturer'), children: lot.manufacturer || '-' },
            { key: 'producedOn', label: text('producedOn'), children: lot.producedOn ?? '-' },
            { key: 'expireOn', label: text('expireOn'), children: <Expiry on={lot.expireOn} /> },
          ]}
        />
        <Flex gap={32} wrap style={{ marginBlockStart: 12 }}>
          {sums.map((name) => (
            <Statistic
              key={name}
              title={text(name)}
              value={numberText(trace[name])}
              suffix={unit(lot.baseUnit, trace[name])}
            />
          ))}
          <Statistic
            title={text('difference')}
            value={numberText(trace.difference)}
            styles={{ content: { color: trace.difference === 0 ? token.colorSuccessText : token.colorErrorText } }}
          />
          <Statistic title={text('headServed')} value={numberText(trace.headServed)} />
        </Flex>
      </Card>
      <Card size="small" title={text('stops')}>
        <Table<Trace['stops'][number]>
          aria-label={text('stops')}
          size="small"
          rowKey="depotId"
          pagination={trace.stops.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
          scroll={{ x: 900 }}
          dataSource={trace.stops}
          columns={[
            {
              key: 'store',
              title: text('store'),
              render: (_, stop) => (
                <Space size={4}>
                  <PageLink to={`/pri/depot/stock?depotId=${stop.depotId}`}>{stop.depotName}</PageLink>
                  {stop.hold && <Tag color="orange">{text('held')}</Tag>}
                </Space>
              ),
            },
            { key: 'unit', title: text('unit'), dataIndex: 'principalName' },
            ...(['received', 'sent', 'used', 'lost', 'onHand'] as const).map((name) => ({
              key: name,
              title: text(name),
              align: 'end' as const,
              width: 110,
              render: (_: unknown, stop: Trace['stops'][number]) =>
                name === 'onHand' ? <b>{numberText(stop[name])}</b> : numberText(stop[name]),
            })),
          ]}
        />
        {trace.roads.length > 0 && (
          <Table<Trace['roads'][number]>
            aria-label={text('roads')}
            style={{ marginBlockStart: 12 }}
            size="small"
            rowKey={(road) => `${road.docId}:${road.fromId}:${road.toId}`}
            pagination={trace.roads.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
            scroll={{ x: 900 }}
            dataSource={trace.roads}
            columns={[
              {
                key: 'docNo',
                title: text('doc'),
                width: 170,
                render: (_, road) =>
                  road.docId ? (
                    <PageLink to={`/pri/depot/doc?id=${road.docId}`}>{road.docNo ?? String(road.docId)}</PageLink>
                  ) : (
                    '-'
                  ),
              },
              { key: 'from', title: text('from'), render: (_, road) => road.fromName ?? '-' },
              {
                key: 'to',
                title: text('to'),
                render: (_, road) => road.toName ?? <Tag color="blue">{text('inTransit')}</Tag>,
              },
              { key: 'sentOn', title: text('sentOn'), width: 110, render: (_, road) => road.sentOn ?? '-' },
              { key: 'arrivedOn', title: text('arrivedOn'), width: 110, render: (_, road) => road.arrivedOn ?? '-' },
              {
                key: 'sent',
                title: text('sent'),
                align: 'end',
                width: 100,
                render: (_, road) => numberText(road.sent),
              },
              {
                key: 'arrived',
                title: text('arrived'),
                align: 'end',
                width: 100,
                render: (_, road) => numberText(road.arrived),
              },
            ]}
          />
        )}
      </Card>
      <Card size="small" title={text('uses', { n: trace.useCount })}>
        <Table<LotUse>
          aria-label={text('uses', { n: trace.useCount })}
          size="small"
          rowKey="id"
          pagination={trace.uses.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
          scroll={{ x: 800 }}
          dataSource={trace.uses}
          locale={{ emptyText: text('notUsed') }}
          columns={[
            { key: 'bizDate', title: text('day'), dataIndex: 'bizDate', width: 110 },
            { key: 'region', title: text('region'), render: (_, use) => use.regionName ?? '-' },
            { key: 'holder', title: text('holder'), render: (_, use) => use.holderName ?? '-' },
            { key: 'staff', title: text('staff'), render: (_, use) => use.staffName ?? use.depotName ?? '-' },
            { key: 'head', title: text('head'), align: 'end', width: 90, render: (_, use) => use.headServed ?? '-' },
            {
              key: 'qty',
              title: text('qty'),
              align: 'end',
              width: 120,
              render: (_, use) => <Quantity qty={use.qty} of={{ baseUnit: lot.baseUnit }} />,
            },
          ]}
        />
      </Card>
      {asked === 'hold' && (
        <HoldDialog lotId={lot.id} lotNo={lot.lotNo} isHeld={isHeld} onClose={() => setAsked(null)} />
      )}
      {asked === 'recall' && <RecallDialog lot={lot} onClose={() => setAsked(null)} />}
    </>
  );
}
