import { CheckCircleFilled, CloseCircleFilled, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Form, Segmented, Space, Table, type TableColumnType, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useId, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { call } from '#kit/web/api/client.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type BookColumn, bookColumns, stockBook } from '#modules/registry/contract/animal/stock-book.ts';
import { DictChoice } from '../names.tsx';
import { BookAnimals, type BookCell } from './book-animals.tsx';

const BookPaper = lazy(() => import('./book-paper.tsx'));

export type Book = DataOf<typeof stockBook>;
type Line = Book['rows'][number];

export const ins = ['born', 'bought', 'transferIn', 'stageIn', 'recovered'] as const;
const isIn = (name: BookColumn) => (ins as readonly string[]).includes(name);
/** What a line adds up to by its own figures. */
export const balanceOf = (line: Line): number =>
  bookColumns.reduce((sum, name) => sum + (isIn(name) ? line[name] : -line[name]), line.opening);

const periods = ['day', 'month', 'pen'] as const;
const holder = field.ref('registry.principal', { optional: true }) as Field;
const region = field.region({ optional: true }) as Field;
const date = field.date() as Field;

/** 养殖台账: what was there, what came and went, what is there; every figure opens its animals. */
export default function LedgerPage() {
  const id = useId();
  const { token } = theme.useToken();
  const { search } = usePage();
  const url = useUrlState();
  const [cell, setCell] = useState<BookCell | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const text = useTexts('registry.ledger');
  const number = (name: string) => Number(search.get(name)) || undefined;
  const filter = {
    ...(number('principalId') && { principalId: number('principalId') }),
    ...(number('regionCode') && { regionCode: number('regionCode') }),
    ...(search.get('species') && { species: search.get('species') as string }),
    ...(search.get('stage') && { stage: search.get('stage') as string }),
    from: search.get('from') ?? dayjs().subtract(11, 'month').startOf('month').format(dateFormat),
    to: search.get('to') ?? dayjs().format(dateFormat),
    by: periods.find((one) => one === search.get('by')) ?? ('month' as const),
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['registry.ledger', filter],
    queryFn: () => call(stockBook, { query: filter, quiet: true }),
  });
  const set = (name: string, value: unknown) => url.set({ [name]: value ? String(value) : null });
  const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
  const [RefInput, RegionInput, DateInput] = [fieldInputs.ref, fieldInputs.region, fieldInputs.date];

  const sums = Object.fromEntries(
    bookColumns.map((name) => [name, (data?.rows ?? []).reduce((sum, row) => sum + row[name], 0)]),
  ) as Record<BookColumn, number>;
  // Columns in which nothing happened only take room away from those in which something did.
  const shown = bookColumns.filter((name) => sums[name] > 0 || !/^(voided|stage)/.test(name));
  const figure = (line: Line | null, name: BookColumn) => {
    const n = line ? line[name] : sums[name];
    if (n === 0) return <Typography.Text type="secondary">0</Typography.Text>;
    // What a pen says is not told apart in the ledger of events.
    if (name === 'stageIn' || name === 'stageOut' || filter.by === 'pen') return <span>{n}</span>;
    const [from, to] = line ? rangeOf(line.period, filter) : [filter.from, filter.to];
    return (
      <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setCell({ column: name, from, to })}>
        {n}
      </Button>
    );
  };
  const mark = (isRight: boolean) =>
    isRight ? (
      <CheckCircleFilled style={{ color: token.colorSuccess }} aria-label={text('balanced')} />
    ) : (
      <CloseCircleFilled style={{ color: token.colorError }} aria-label={text('balanced')} />
    );
  const columns: TableColumnType<Line>[] = [
    {
      key: 'period',
      title: text(filter.by === 'pen' ? 'penName' : 'period'),
      dataIndex: 'period',
      fixed: 'start',
      width: 120,
    },
    { key: 'opening', title: text('opening'), dataIndex: 'opening', align: 'end', width: 90 },
    ...shown.map(
      (name): TableColumnType<Line> => ({
        key: name,
        title: text(name),
        align: 'end',
        width: 108,
        render: (_, line) => figure(line, name),
      }),
    ),
    {
      key: 'closing',
      title: text('closing'),
      align: 'end',
      fixed: 'end',
      width: 110,
      render: (_, line) => (
        <Space size={6}>
          {mark(balanceOf(line) === line.closing)}
          <b>{line.closing}</b>
        </Space>
      ),
    },
  ];
  const diff = data && data.counted !== null ? data.closing - data.counted : null;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Form layout="vertical">
          <div style={gridStyle}>
            <Form.Item label={text('holder')} htmlFor={`${id}-holder`}>
              <RefInput
                {...plain}
                id={`${id}-holder`}
                field={holder}
                value={filter.principalId}
                onChange={(value: number | null) => set('principalId', value)}
              />
            </Form.Item>
            <Form.Item label={text('region')} htmlFor={`${id}-region`}>
              <RegionInput
                {...plain}
                id={`${id}-region`}
                field={region}
                value={filter.regionCode}
                onChange={(value: number | null) => set('regionCode', value)}
              />
            </Form.Item>
            <Form.Item label={text('species')} htmlFor={`${id}-species`}>
              <DictChoice
                id={`${id}-species`}
                dict="species"
                only={['cattle', 'sheep', 'goat']}
                allowClear
                value={filter.species}
                onChange={(value) => set('species', value)}
              />
            </Form.Item>
            <Form.Item label={text('stage')} htmlFor={`${id}-stage`}>
              <DictChoice
                id={`${id}-stage`}
                dict="stage"
                allowClear
                value={filter.stage}
                onChange={(value) => set('stage', value)}
              />
            </Form.Item>
            {(['from', 'to'] as const).map((name) => (
              <Form.Item key={name} label={text(name)} htmlFor={`${id}-${name}`}>
                <DateInput
                  {...plain}
                  id={`${id}-${name}`}
                  field={date}
                  value={filter[name]}
                  onChange={(value: string | null) => set(name, value)}
                />
              </Form.Item>
            ))}
          </div>
        </Form>
      </Card>
      <Card size="small">
        <Flex justify="space-between" align="center" wrap gap={8} style={{ marginBlockEnd: 12 }}>
          <Segmented
            value={filter.by}
            onChange={(value) => set('by', value)}
            options={[
              { value: 'month', label: text('month') },
              { value: 'day', label: text('day') },
              { value: 'pen', label: text('pen') },
            ]}
          />
          <Space wrap>
            {data && data.counted !== null && diff !== null && (
              <span role="status" style={{ color: diff === 0 ? token.colorSuccessText : token.colorErrorText }}>
                {mark(diff === 0)}{' '}
                {diff === 0 ? text('counted', { n: data.counted }) : text('differs', { n: data.counted, diff })}
              </span>
            )}
            <Button icon={<PrinterOutlined aria-hidden />} disabled={!data} onClick={() => setPrinting(true)}>
              {text('print')}
            </Button>
          </Space>
        </Flex>
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Table<Line>
            aria-label={text('title')}
            size="small"
            rowKey="period"
            loading={isFetching}
            dataSource={data?.rows ?? []}
            columns={columns}
            pagination={false}
            scroll={{ x: 320 + shown.length * 108, y: 480 }}
            locale={{ emptyText: text('none') }}
            summary={() =>
              data && (
                <Table.Summary fixed>
                  <Table.Summary.Row>
                    <Table.Summary.Cell index={0}>
                      <b>{text('total')}</b>
                    </Table.Summary.Cell>
                    <Table.Summary.Cell index={1} align="end">
                      {data.opening}
                    </Table.Summary.Cell>
                    {shown.map((name, index) => (
                      <Table.Summary.Cell key={name} index={index + 2} align="end">
                        {figure(null, name)}
                      </Table.Summary.Cell>
                    ))}
                    <Table.Summary.Cell index={shown.length + 2} align="end">
                      <Space size={6}>
                        {mark(
                          bookColumns.reduce(
                            (sum, name) => sum + (isIn(name) ? sums[name] : -sums[name]),
                            data.opening,
                          ) === data.closing,
                        )}
                        <b>{data.closing}</b>
                      </Space>
                    </Table.Summary.Cell>
                  </Table.Summary.Row>
                </Table.Summary>
              )
            }
          />
        )}
      </Card>
      {cell && <BookAnimals filter={filter} cell={cell} onClose={() => setCell(null)} />}
      {isPrinting && data && (
        <Suspense>
          <BookPaper book={data} filter={filter} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </Flex>
  );
}

/** The days a line stands for, within the days asked for. */
function rangeOf(period: string, { from, to }: { readonly from: string; readonly to: string }): [string, string] {
  if (period.length > 7) return [period, period];
  const month = dayjs(`${period}-01`);
  const [first, last] = [month.format(dateFormat), month.endOf('month').format(dateFormat)];
  return [first < from ? from : first, last > to ? to : last];
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
  columnGap: 16,
  // The last row of inputs leaves its own room below.
  marginBlockEnd: -16,
} as const;
