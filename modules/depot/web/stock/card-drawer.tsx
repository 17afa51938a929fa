import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Empty, Flex, Form, Statistic, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { type CardLine, ledgerCard } from '#modules/depot/contract/stock/stock-move.ts';
import { numberText } from '../common/quantity.tsx';
import { Asked } from './asked.tsx';

const CardPaper = lazy(() => import('./card-paper.tsx'));

/** One material, or one lot, in one store: opening, every line with the balance after it, closing. */
export function CardDrawer({ start, onClose }: { readonly start: string; onClose(): void }) {
  const id = useId();
  const text = useTexts('depot.stockLedger');
  const [first, second, third] = start.split(':').map((part) => Number(part) || undefined);
  const [depotId, setDepot] = useState(first);
  const [materialId, setMaterial] = useState(second);
  const [lotId, setLot] = useState(third);
  const [range, setRange] = useState<[string, string]>([
    dayjs().subtract(3, 'month').format(dateFormat),
    dayjs().format(dateFormat),
  ]);
  const [isPrinting, setPrinting] = useState(false);
  const places = useDict('stock_move_place').options;
  const query = {
    depotId: depotId ?? 0,
    materialId: materialId ?? 0,
    from: range[0],
    to: range[1],
    ...(lotId && { lotId }),
  };
  const isReady = depotId !== undefined && materialId !== undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['depot.card', query],
    enabled: isReady,
    queryFn: () => call(ledgerCard, { query, quiet: true }),
  });
  const other = (line: CardLine) =>
    line.otherName ?? places.find((one) => one.dictValue === line.otherKind)?.dictLabel ?? line.otherKind;
  return (
    <Drawer
      open
      size={1080}
      title={text('card')}
      onClose={onClose}
      extra={
        <Button icon={<PrinterOutlined aria-hidden />} disabled={!data} onClick={() => setPrinting(true)}>
          {text('print')}
        </Button>
      }
    >
      <Form layout="vertical">
        <Flex gap={16} wrap>
          <Asked label={text('store')} of="depot.depot" value={depotId} onChange={setDepot} />
          <Asked
            label={text('material')}
            of="depot.material"
            value={materialId}
            onChange={(value) => {
              setMaterial(value);
              setLot(undefined);
            }}
          />
          <Form.Item label={text('period')} htmlFor={`${id}-period`} style={{ marginBlockEnd: 8 }}>
            <DatePicker.RangePicker
              id={{ start: `${id}-period` }}
              allowClear={false}
              maxDate={dayjs()}
              value={[dayjs(range[0]), dayjs(range[1])]}
              onChange={(dates) => {
                const [from, to] = dates ?? [];
                if (from && to) setRange([from.format(dateFormat), to.format(dateFormat)]);
              }}
            />
          </Form.Item>
        </Flex>
        {lotId !== undefined && (
          <Tag closable onClose={() => setLot(undefined)} style={{ marginBlockEnd: 8 }}>
            {text('oneLot', { lot: data?.lines[0]?.lotNo ?? '' })}
          </Tag>
        )}
      </Form>
      {!isReady && <Empty description={text('choose')} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isReady && data && (
        <>
          <Flex gap={32} wrap style={{ marginBlock: 8 }}>
            {(['opening', 'into', 'out', 'closing'] as const).map((name) => (
              <Statistic key={name} title={text(name)} value={numberText(data[name])} />
            ))}
          </Flex>
          {range[1] === dayjs().format(dateFormat) && data.closing !== data.onHand && (
            <Alert type="error" showIcon title={text('differs', { n: numberText(data.onHand) })} />
          )}
          <Table<CardLine>
            aria-label={text('card')}
            size="small"
            rowKey="id"
            loading={isFetching}
            dataSource={data.lines}
            pagination={data.lines.length > 100 ? { pageSize: 100, showSizeChanger: false } : false}
            scroll={{ x: 900 }}
            locale={{ emptyText: text('none') }}
            columns={[
              { key: 'bizDate', title: text('day'), dataIndex: 'bizDate', width: 110 },
              { key: 'docNo', title: text('voucher'), width: 160, render: (_, line) => line.docNo ?? '-' },
              { key: 'other', title: text('other'), width: 180, render: (_, line) => other(line) },
              { key: 'lotNo', title: text('lot'), dataIndex: 'lotNo', width: 120 },
              {
                key: 'into',
                title: text('into'),
                align: 'end',
                width: 90,
                render: (_, line) => (line.into ? numberText(line.into) : ''),
              },
              {
                key: 'out',
                title: text('out'),
                align: 'end',
                width: 90,
                render: (_, line) => (line.out ? numberText(line.out) : ''),
              },
              {
                key: 'balance',
                title: text('balance'),
                align: 'end',
                width: 100,
                render: (_, line) => <b>{numberText(line.balance)}</b>,
              },
              {
                key: 'byName',
                title: text('by'),
                width: 100,
                render: (_, line) => (
                  <>
                    {line.byName ?? <Typography.Text type="secondary">-</Typography.Text>}
                    {line.fefoSkipped && <Tag color="orange">{text('skipped')}</Tag>}
                  </>
                ),
              },
            ]}
          />
        </>
      )}
      {isPrinting && data && (
        <Suspense>
          <CardPaper
            card={data}
            otherOf={other}
            depotId={depotId ?? 0}
            materialId={materialId ?? 0}
            range={range}
            onDone={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </Drawer>
  );
}
