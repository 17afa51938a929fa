import { useQuery } from '@tanstack/react-query';
import { Card, DatePicker, Drawer, Empty, Flex, Segmented, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type CostLine, costReport, costRows } from '#modules/farm/contract/cost/cost.ts';
import { CostTiles } from './cost-tiles.tsx';
import { MonthsCard } from './months-card.tsx';

export type Report = DataOf<typeof costReport>;
type Kind = 'feed' | 'drug' | 'expense' | 'gain' | 'costKg';
interface Behind {
  readonly kind: Kind;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly penId?: number;
}

const lastDay = (month: string) => dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD');

/** 成本效益: what a kilogram costs, from rows that open. */
export default function CostReportPage() {
  const text = useTexts('farm.costReport');
  const url = useUrlState();
  const [behind, setBehind] = useState<Behind | null>(null);
  const by = url.get('by') === 'pen' ? 'pen' : 'month';
  const from = url.get('from') ?? dayjs().subtract(2, 'month').startOf('month').format('YYYY-MM-DD');
  const to = url.get('to') ?? dayjs().format('YYYY-MM-DD');
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.costReport', from, to, by],
    queryFn: () => call(costReport, { query: { from, to, by }, quiet: true }),
  });
  const open = (kind: Kind, row?: CostLine) => {
    const name = text(kind);
    if (!row || row.key === 'total') return setBehind({ kind, name, from, to });
    if (by === 'pen') return setBehind({ kind, name: `${row.name} ${name}`, from, to, penId: Number(row.key) });
    // The month, as far as the period has it.
    const [, first = from] = [from, `${row.key}-01`].sort();
    const [last = to] = [to, lastDay(row.key)].sort();
    setBehind({ kind, name: `${row.key} ${name}`, from: first, to: last });
  };
  const money = (kind: Kind) => (cents: number, row: CostLine) =>
    cents === 0 ? (
      '-'
    ) : by === 'pen' && kind === 'expense' ? (
      moneyText(cents)
    ) : (
      <TextButton onClick={() => open(kind, row)}>{moneyText(cents)}</TextButton>
    );
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" wrap gap={8} align="center">
        <Typography.Text strong>{data?.farmName}</Typography.Text>
        <Flex gap={8} wrap>
          <Segmented
            value={by}
            onChange={(next) => url.set({ by: next === 'month' ? null : String(next) })}
            options={(['month', 'pen'] as const).map((value) => ({ value, label: text(`by_${value}`) }))}
          />
          <DatePicker.RangePicker
            value={[dayjs(from), dayjs(to)]}
            allowClear={false}
            maxDate={dayjs()}
            onChange={(days) =>
              days?.[0] && days[1] && url.set({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })
            }
          />
        </Flex>
      </Flex>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <CostTiles data={data} onOpen={open} />
          <Table
            size="small"
            rowKey="key"
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: text('noRows') }}
            dataSource={data.rows}
            columns={[
              { title: text('name'), dataIndex: 'name', render: (value: string) => value || text('unassigned') },
              {
                title: text('headDays'),
                dataIndex: 'headDays',
                align: 'right',
                render: (n: number) => n.toLocaleString('en-US'),
              },
              { title: text('feed'), dataIndex: 'feed', align: 'right', render: money('feed') },
              { title: text('drug'), dataIndex: 'drug', align: 'right', render: money('drug') },
              { title: text('expense'), dataIndex: 'expense', align: 'right', render: money('expense') },
              { title: text('sum'), align: 'right', render: (_, row) => moneyText(row.feed + row.drug + row.expense) },
              {
                title: text('dm'),
                dataIndex: 'dmKg',
                align: 'right',
                render: (n: number) => Math.round(n).toLocaleString('en-US'),
              },
              {
                title: text('gain'),
                dataIndex: 'gainKg',
                align: 'right',
                render: (n: number, row) =>
                  n === 0 ? (
                    '-'
                  ) : (
                    <TextButton onClick={() => open('gain', row)}>
                      {(Math.round(n * 10) / 10).toLocaleString('en-US')}
                    </TextButton>
                  ),
              },
            ]}
            summary={() => <Total total={data.total} />}
          />
          <Sold sold={data.sold} />
          <MonthsCard months={data.months} onChange={() => void refetch()} />
        </>
      )}
      <Drawer
        open={behind !== null}
        size={680}
        title={behind && text('rowsOf', { what: behind.name })}
        onClose={() => setBehind(null)}
        destroyOnHidden
      >
        {behind && <Rows behind={behind} />}
      </Drawer>
    </Flex>
  );
}

function Total({ total }: { readonly total: CostLine }) {
  const text = useTexts('farm.costReport');
  const cells = [
    total.headDays.toLocaleString('en-US'),
    total.feed === 0 ? '-' : moneyText(total.feed),
    total.drug === 0 ? '-' : moneyText(total.drug),
    moneyText(total.expense),
    moneyText(total.feed + total.drug + total.expense),
    Math.round(total.dmKg).toLocaleString('en-US'),
    (Math.round(total.gainKg * 10) / 10).toLocaleString('en-US'),
  ];
  return (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>{text('total')}</Table.Summary.Cell>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
        <Table.Summary.Cell key={at} index={at + 1} align="right">
          <Typography.Text strong>{cell}</Typography.Text>
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  );
}

function Sold({ sold }: { readonly sold: Report['sold'] }) {
  const text = useTexts('farm.costReport');
  if (sold.length === 0) return null;
  const perHead = (one: Report['sold'][number]) =>
    one.cost === null || one.head === 0 ? null : Math.round((one.amount - one.cost) / one.head);
  return (
    <Card size="small" title={text('sold')}>
      <Table
        size="small"
        rowKey="docNo"
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        dataSource={sold}
        columns={[
          {
            title: text('docNo'),
            dataIndex: 'docNo',
            render: (no: string, one) => <PageLink to={one.path}>{no}</PageLink>,
          },
          { title: text('on'), dataIndex: 'on' },
          {
            title: text('customer'),
            dataIndex: 'customer',
            render: (value: string) => <span data-record>{value}</span>,
          },
          { title: text('head'), dataIndex: 'head', align: 'right' },
          { title: text('kg'), dataIndex: 'kg', align: 'right' },
          { title: text('amount'), dataIndex: 'amount', align: 'right', render: (cents: number) => moneyText(cents) },
          {
            title: text('cost'),
            dataIndex: 'cost',
            align: 'right',
            render: (cents: number | null) => (cents === null ? '-' : moneyText(cents)),
          },
          {
            title: text('perHead'),
            align: 'right',
            render: (_, one) => {
              const cents = perHead(one);
              return cents === null ? (
                '-'
              ) : (
                <Typography.Text {...(cents < 0 && { type: 'danger' })}>{moneyText(cents)}</Typography.Text>
              );
            },
          },
        ]}
      />
    </Card>
  );
}

function Rows({ behind }: { readonly behind: Behind }) {
  const text = useTexts('farm.costReport');
  const expenses = useDict('expense_kind').options;
  const { name: _, ...query } = behind;
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.costRows', query],
    queryFn: () => call(costRows, { query, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.rows.length === 0) return <Empty description={text('noRows')} />;
  const told = (value: number) => (behind.kind === 'gain' ? `${(value / 100).toFixed(1)} kg` : moneyText(value));
  return (
    <Flex vertical gap={8}>
      <Tag style={{ alignSelf: 'start' }}>{text('rowSum', { n: data.rows.length, sum: told(data.sum) })}</Tag>
      <Table
        size="small"
        rowKey={(_, at) => String(at)}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        dataSource={data.rows}
        columns={[
          { title: text('on'), dataIndex: 'on' },
          {
            title: text('what'),
            dataIndex: 'what',
            render: (what: string, one) => {
              const label =
                behind.kind === 'expense'
                  ? (expenses.find((item) => item.dictValue === what)?.dictLabel ?? what)
                  : what;
              return one.path ? <PageLink to={one.path}>{label}</PageLink> : label;
            },
          },
          { title: text('detail'), dataIndex: 'detail', render: (value: string) => <span data-record>{value}</span> },
          { title: text('value'), dataIndex: 'value', align: 'right', render: told },
        ]}
      />
    </Flex>
  );
}
