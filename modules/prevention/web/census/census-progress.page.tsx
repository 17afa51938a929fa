import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  Empty,
  Flex,
  Progress,
  Select,
  Space,
  Table,
  type TableColumnType,
  Typography,
  theme,
} from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type CensusBoard, censusStat } from '#modules/prevention/contract/census/census-stat.ts';
import { figure } from '../outbreak/names.tsx';
import { ProgressPaper } from './progress-paper.tsx';

type Line = CensusBoard['rows'][number];

/** 普查进度: worst first; every figure opens its sheets. */
export default function CensusProgressPage() {
  const language = useLanguage();
  const { search } = usePage();
  const url = useUrlState();
  const [isPrinting, setPrinting] = useState(false);
  const text = useTexts('prevention.censusProgress');
  const query = {
    ...(Number(search.get('roundId')) && { roundId: Number(search.get('roundId')) }),
    ...(Number(search.get('regionCode')) && { regionCode: Number(search.get('regionCode')) }),
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.census', query, language],
    queryFn: () => call(censusStat, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.roundId === null)
    return (
      <Card>
        <Empty description={text('noRound')} />
      </Card>
    );
  const open = (code: number) => url.set({ regionCode: String(code) });
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <RegionPath path={data.path} onOpen={open} />
        <Space wrap>
          <Select<number>
            aria-label={text('round')}
            value={data.roundId}
            options={data.rounds.map((one) => ({ value: one.id, label: <span data-record>{one.name}</span> }))}
            onChange={(id) => url.set({ roundId: String(id) })}
            style={{ minWidth: 220 }}
          />
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
            {text('print')}
          </Button>
        </Space>
      </Flex>
      <Totals data={data} />
      <Days data={data} />
      <Card size="small" title={text('ranking')}>
        <Table<Line>
          aria-label={text('ranking')}
          size="small"
          rowKey="regionCode"
          loading={isFetching}
          dataSource={data.rows}
          columns={columnsOf(text.any, data, open)}
          pagination={data.rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          scroll={{ x: 1180 }}
          locale={{ emptyText: text('none') }}
        />
      </Card>
      {isPrinting && <ProgressPaper data={data} onDone={() => setPrinting(false)} />}
    </Flex>
  );
}

type Say = (key: string, args?: Record<string, string | number>) => string;
const herds = (data: CensusBoard, code: number | null, status: string) =>
  `/ant/censusManage/herds?roundId=${data.roundId}${code ? `&regionCode=${code}` : ''}&status=${status}`;
const change = (now: number, before: number | null) =>
  before === null || before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;

function columnsOf(text: Say, data: CensusBoard, open: (code: number) => void): TableColumnType<Line>[] {
  const linked = (name: 'todo' | 'waiting' | 'questioned' | 'checked', status: string): TableColumnType<Line> => ({
    key: name,
    title: text(name),
    align: 'end',
    width: 90,
    sorter: (a, b) => a[name] - b[name],
    render: (_, row) =>
      row[name] === 0 ? (
        <Typography.Text type="secondary">0</Typography.Text>
      ) : (
        <PageLink to={herds(data, row.regionCode, status)}>{figure(row[name])}</PageLink>
      ),
  });
  return [
    {
      key: 'name',
      title: text('region'),
      fixed: 'start',
      width: 160,
      render: (_, row) =>
        row.hasBelow ? <Typography.Link onClick={() => open(row.regionCode)}>{row.name}</Typography.Link> : row.name,
    },
    {
      key: 'progress',
      title: text('progress'),
      width: 170,
      sorter: (a, b) => (a.progress ?? 0) - (b.progress ?? 0),
      render: (_, row) => (
        <Progress
          aria-label={text('progress')}
          percent={row.progress ?? 0}
          size="small"
          status={row.progress === 100 ? 'success' : (row.progress ?? 0) < 40 ? 'exception' : 'normal'}
          format={(n) => `${n}%`}
        />
      ),
    },
    { key: 'sheets', title: text('sheets'), align: 'end', width: 80, render: (_, row) => figure(row.sheets) },
    linked('todo', 'todo'),
    linked('waiting', 'counted'),
    linked('questioned', 'questioned'),
    linked('checked', 'checked'),
    {
      key: 'empty',
      title: text('empty'),
      align: 'end',
      width: 70,
      render: (_, row) =>
        row.empty === 0 ? (
          0
        ) : (
          <PageLink to={herds(data, row.regionCode, 'counted,questioned,checked&empty=true')}>
            {figure(row.empty)}
          </PageLink>
        ),
    },
    {
      key: 'heads',
      title: text('heads'),
      align: 'end',
      width: 100,
      sorter: (a, b) => a.heads - b.heads,
      render: (_, row) => figure(row.heads),
    },
    {
      key: 'taggedShare',
      title: text('taggedShare'),
      align: 'end',
      width: 90,
      render: (_, row) => (row.heads === 0 ? '-' : `${Math.round((row.tagged / row.heads) * 1000) / 10}%`),
    },
    {
      key: 'before',
      title: text('before'),
      align: 'end',
      width: 130,
      render: (_, row) => {
        const moved = change(row.heads, row.headsBefore);
        if (row.headsBefore === null) return '-';
        return (
          <span>
            {figure(row.headsBefore)}
            {moved !== null && (
              <Typography.Text
                type={moved < 0 ? 'danger' : 'success'}
              >{` ${moved > 0 ? '+' : ''}${moved}%`}</Typography.Text>
            )}
          </span>
        );
      },
    },
  ];
}

function Totals({ data }: { readonly data: CensusBoard }) {
  const { token } = theme.useToken();
  const text = useTexts('prevention.censusProgress');
  const { total } = data;
  const { openPage } = usePage();
  const opened = (n: number, status: string) =>
    n === 0 ? (
      0
    ) : (
      <Typography.Link
        href={`#${herds(data, data.regionCode, status)}`}
        style={{ fontSize: 'inherit' }}
        onClick={(event) => {
          event.preventDefault();
          openPage(herds(data, data.regionCode, status));
        }}
      >
        {figure(n)}
      </Typography.Link>
    );
  const tiles: [string, React.ReactNode][] = [
    ['progress', total.progress === null ? '-' : `${total.progress}%`],
    ['sheets', figure(total.sheets)],
    ['counted', opened(total.counted, 'counted,questioned,checked')],
    ['todo', opened(total.todo, 'todo')],
    ['questioned', opened(total.questioned, 'questioned')],
    ['empty', opened(total.empty, 'counted,questioned,checked&empty=true')],
    ['heads', figure(total.heads)],
    ['untagged', figure(total.untagged)],
  ];
  return (
    <Card size="small">
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(100px, 1fr))', gap: '16px 20px' }}>
        {tiles.map(([name, value]) => (
          <Flex key={name} vertical gap={2}>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {text.any(name)}
            </Typography.Text>
            <span style={{ fontSize: token.fontSizeHeading4, fontVariantNumeric: 'tabular-nums' }}>{value}</span>
          </Flex>
        ))}
      </div>
    </Card>
  );
}

/** Sheets a day, and how many by then. */
function Days({ data }: { readonly data: CensusBoard }) {
  const t = useT();
  const { token } = theme.useToken();
  const daily = t('prevention.censusProgress.daily');
  const summed = t('prevention.censusProgress.summed');
  const option = useMemo(() => {
    let sum = 0;
    const running = data.days.map((one) => {
      sum += one.n;
      return sum;
    });
    return {
      legend: { data: [daily, summed] },
      xAxis: { type: 'category', data: data.days.map((one) => one.day.slice(5)) },
      yAxis: [{ type: 'value' }, { type: 'value', splitLine: { show: false } }],
      series: [
        {
          name: daily,
          type: 'bar',
          data: data.days.map((one) => one.n),
          itemStyle: { color: token.colorPrimary },
          barMaxWidth: 22,
        },
        {
          name: summed,
          type: 'line',
          yAxisIndex: 1,
          smooth: true,
          showSymbol: false,
          data: running,
          itemStyle: { color: token.colorWarning },
        },
      ],
    };
  }, [data.days, daily, summed, token]);
  if (data.days.length === 0) return null;
  return (
    <Card size="small" title={t('prevention.censusProgress.curve')}>
      <Chart option={option} height={200} label={t('prevention.censusProgress.curve')} />
    </Card>
  );
}
