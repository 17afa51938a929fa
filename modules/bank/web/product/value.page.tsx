import { Card, Flex, Segmented, Table, Tag } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { formatLtv, ltvOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { type BoardRow, boardGroups } from '#modules/bank/contract/product/values.ts';
import { bandColour, bandFill } from './band-colours.ts';
import { HeadsDrawer } from './heads-drawer.tsx';
import { type Group, useBoard } from './use-value.ts';
import { WhatIf } from './what-if.tsx';

const bands = ['within', 'warn', 'call', 'stop'] as const;

/** 押品价值: the whole book against its collateral, day by day and at other prices. */
export default function ValuePage() {
  const text = useTexts('bank.value');
  const url = useUrlState();
  const asked = Number(url.get('creditLineId') ?? 0);
  const [by, setBy] = useState<Group>('line');
  const [open, setOpen] = useState<{ id: number; name: string } | null>(asked > 0 ? { id: asked, name: '' } : null);
  const { data, error, refetch } = useBoard(by);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { total } = data;
  return (
    <Flex vertical gap={12}>
      <FigureStrip
        figures={[
          { key: 'lines', label: text('lines'), value: total.lines },
          { key: 'heads', label: text('heads'), value: total.heads },
          { key: 'book', label: text('book'), value: moneyText(total.bookCents) },
          { key: 'eligible', label: text('eligible'), value: moneyText(total.eligibleCents) },
          { key: 'balance', label: text('balance'), value: moneyText(total.balanceCents) },
          { key: 'ltv', label: text('ltv'), value: `${formatLtv(ltvOf(total.balanceCents, total.eligibleCents))} %` },
          { key: 'day', label: '', value: data.day ? text('day', { day: data.day }) : text('noDay') },
        ]}
      />
      <WhatIf stages={data.stages.map((one) => one.stage)} />
      <Card size="small" title={text('bands')}>
        <Chart
          label={text('bands')}
          height={220}
          option={{
            tooltip: { trigger: 'axis' },
            legend: {},
            xAxis: { type: 'category', data: data.bands.map((one) => one.day) },
            yAxis: { type: 'value', minInterval: 1 },
            series: bands.map((band) => ({
              name: text(`band_${band}`),
              type: 'bar',
              stack: 'lines',
              itemStyle: { color: bandFill[band] },
              data: data.bands.map((one) => one[band]),
            })),
          }}
        />
      </Card>
      <Card
        size="small"
        title={
          <Segmented
            value={by}
            onChange={(next) => setBy(next as Group)}
            options={boardGroups.map((group) => ({ value: group, label: text(`by_${group}`) }))}
          />
        }
      >
        <BoardTable by={by} rows={data.rows} onOpen={setOpen} />
      </Card>
      {open && <HeadsDrawer creditLineId={open.id} name={open.name} onClose={() => setOpen(null)} />}
    </Flex>
  );
}

interface TableProps {
  readonly by: Group;
  readonly rows: readonly BoardRow[];
  onOpen(row: { id: number; name: string }): void;
}
function BoardTable({ by, rows, onOpen }: TableProps) {
  const text = useTexts('bank.value');
  const money = (key: string, title: string, pick: (row: BoardRow) => number) => ({
    key,
    title,
    align: 'right' as const,
    sorter: (a: BoardRow, b: BoardRow) => pick(a) - pick(b),
    render: (_: unknown, row: BoardRow) => moneyText(pick(row)),
  });
  return (
    <Table
      size="small"
      rowKey="key"
      dataSource={[...rows]}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 900 }}
      columns={[
        {
          key: 'name',
          title: text(`by_${by}`),
          // Other groups are drilled through their lines.
          render: (_, row) =>
            by === 'line' ? (
              <TextButton onClick={() => onOpen({ id: row.key, name: row.name })}>{row.name}</TextButton>
            ) : (
              row.name
            ),
        },
        ...(by === 'line'
          ? []
          : [{ key: 'lines', title: text('lines'), dataIndex: 'lines' as const, align: 'right' as const }]),
        { key: 'heads', title: text('heads'), dataIndex: 'heads', align: 'right' },
        money('book', text('book'), (row) => row.bookCents),
        money('eligible', text('eligible'), (row) => row.eligibleCents),
        money('balance', text('balance'), (row) => row.balanceCents),
        {
          key: 'ltv',
          title: text('ltv'),
          align: 'right',
          sorter: (a, b) => (a.ltv ?? Number.MAX_VALUE) - (b.ltv ?? Number.MAX_VALUE),
          render: (_, row) => `${formatLtv(row.ltv)} %`,
        },
        { key: 'change', title: text('change'), align: 'right', render: (_, row) => <Change row={row} /> },
      ]}
    />
  );
}
function Change({ row }: { readonly row: BoardRow }) {
  if (!row.hadBefore || row.ltv === null || row.ltvBefore === null) return <span>-</span>;
  const points = row.ltv - row.ltvBefore;
  return (
    <Tag color={points > 0 ? bandColour.call : bandColour.within}>{`${points > 0 ? '+' : ''}${points.toFixed(2)}`}</Tag>
  );
}
