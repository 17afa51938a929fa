import { CheckCircleFilled, CloseCircleFilled, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, DatePicker, Flex, Segmented, Space, Table, type TableColumnType, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type RaisedBoard, type RaisedFigures, raisedStat } from '#modules/prevention/contract/census/census-stat.ts';
import { figure, useLabel } from '../outbreak/names.tsx';

type Line = RaisedBoard['rows'][number];
const names = ['opening', 'births', 'boughtIn', 'raised', 'offtake', 'deaths', 'other', 'closing'] as const;
const kinds = ['cattle', 'sheep', 'goat'] as const;

/** 饲养量统计: the year's book by place and species; what does not add up is red. */
export default function CulturedQuantityPage() {
  const language = useLanguage();
  const { search } = usePage();
  const { token } = theme.useToken();
  const url = useUrlState();
  const [isPrinting, setPrinting] = useState(false);
  const speciesOf = useLabel('species');
  const text = useTexts('prevention.raised');
  const year = Number(search.get('year')) || dayjs().year();
  const species = kinds.find((one) => one === search.get('species')) ?? 'cattle';
  const query = { year, ...(Number(search.get('regionCode')) && { regionCode: Number(search.get('regionCode')) }) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.raised', query, language],
    queryFn: () => call(raisedStat, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const open = (code: number) => url.set({ regionCode: String(code) });
  const rows = data.rows.filter((one) => one.species === species);
  const total = data.total.find((one) => one.species === species);
  const book = (code: number | null) =>
    `/pri/ledger?species=${species}&from=${year}-01-01&to=${year}-12-31${code ? `&regionCode=${code}` : ''}`;
  const mark = (value: RaisedFigures) => {
    const sums = value.raised - value.offtake - value.deaths + value.other === value.closing;
    if (sums && (value.check === null || value.check === 0))
      return <CheckCircleFilled style={{ color: token.colorSuccess }} aria-label={text('right')} />;
    return (
      <Typography.Text type="danger">
        <CloseCircleFilled aria-hidden /> {value.check ?? text('wrong')}
      </Typography.Text>
    );
  };
  const columns: TableColumnType<Line>[] = [
    {
      key: 'name',
      title: text('region'),
      fixed: 'start',
      width: 160,
      render: (_, row) =>
        row.hasBelow ? <Typography.Link onClick={() => open(row.regionCode)}>{row.name}</Typography.Link> : row.name,
    },
    ...names.map(
      (name): TableColumnType<Line> => ({
        key: name,
        title: text(name),
        align: 'end',
        width: 96,
        sorter: (a, b) => a[name] - b[name],
        render: (_, row) =>
          name === 'raised' ? (
            <b>{figure(row[name])}</b>
          ) : row[name] === 0 ? (
            <Typography.Text type="secondary">0</Typography.Text>
          ) : (
            <PageLink to={book(row.regionCode)}>{figure(row[name])}</PageLink>
          ),
      }),
    ),
    { key: 'check', title: text('check'), align: 'center', fixed: 'end', width: 90, render: (_, row) => mark(row) },
  ];
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <RegionPath path={data.path} onOpen={open} />
        <Space wrap>
          <Segmented
            value={species}
            onChange={(value) => url.set({ species: value })}
            options={kinds.map((value) => ({ value, label: speciesOf(value) }))}
          />
          <DatePicker
            aria-label={text('year')}
            picker="year"
            allowClear={false}
            value={dayjs(`${year}-01-01`)}
            maxDate={dayjs()}
            onChange={(day) => url.set({ year: day ? String(day.year()) : null })}
          />
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
            {text('print')}
          </Button>
        </Space>
      </Flex>
      <Card
        size="small"
        title={text('title', { year })}
        extra={<Typography.Text type="secondary">{text('formula')}</Typography.Text>}
      >
        <Table<Line>
          aria-label={text('title', { year })}
          size="small"
          rowKey="regionCode"
          loading={isFetching}
          dataSource={rows}
          columns={columns}
          pagination={false}
          scroll={{ x: 250 + names.length * 96, y: 560 }}
          locale={{ emptyText: text('none') }}
          summary={() =>
            total && (
              <Table.Summary fixed>
                <Table.Summary.Row>
                  <Table.Summary.Cell index={0}>
                    <b>{text('total')}</b>
                  </Table.Summary.Cell>
                  {names.map((name, at) => (
                    <Table.Summary.Cell key={name} index={at + 1} align="end">
                      <b>{figure(total[name])}</b>
                    </Table.Summary.Cell>
                  ))}
                  <Table.Summary.Cell index={names.length + 1} align="center">
                    {mark(total)}
                  </Table.Summary.Cell>
                </Table.Summary.Row>
              </Table.Summary>
            )
          }
        />
      </Card>
      {isPrinting && (
        <PrintSheet
          isWide
          title={`${text('title', { year })} · ${speciesOf(species)}`}
          onDone={() => setPrinting(false)}
          notes={<span>{data.path.at(-1)?.name}</span>}
        >
          <table>
            <thead>
              <tr>
                <th>{text('region')}</th>
                {names.map((name) => (
                  <th key={name}>{text(name)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...rows, ...(total ? [{ ...total, regionCode: 0, name: text('total') }] : [])].map((row) => (
                <tr key={row.regionCode}>
                  <td>{row.name}</td>
                  {names.map((name) => (
                    <td key={name}>{figure(row[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </PrintSheet>
      )}
    </Flex>
  );
}
