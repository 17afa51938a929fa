import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  DatePicker,
  Flex,
  Input,
  Segmented,
  Space,
  Table,
  type TableColumnType,
  Typography,
  theme,
} from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type LedgerRow,
  type WorkLedger,
  workLedger,
  workLedgerSheet,
  workload,
} from '#modules/prevention/contract/workforce/workload.ts';
import { chinaToday } from '../china-today.ts';
import { MaybeLink } from '../maybe-link.tsx';
import { RegionChoice } from '../region-choice.tsx';
import { WorkRoll } from './work-roll.tsx';

type By = 'day' | 'month' | 'whole';
const pageSize = 20;

/** 防疫员工作量: who did how much, day by day or month by month; the roll is signed for pay. */
export default function WorkPage() {
  const language = useLanguage();
  const url = useUrlState();
  const text = useTexts('prevention.work');
  const [roll, setRoll] = useState<readonly LedgerRow[] | null>(null);
  const today = chinaToday();
  const from = url.get('from') ?? dayjs(today, 'YYYY-MM-DD').subtract(29, 'day').format('YYYY-MM-DD');
  const to = url.get('to') ?? today;
  const by = (['day', 'month', 'whole'] as const).find((one) => one === url.get('by')) ?? 'day';
  const regionCode = Number(url.get('regionCode')) || undefined;
  const staffId = Number(url.get('staffId')) || undefined;
  const keyword = url.get('keyword') ?? '';
  const pageNum = Number(url.get('pageNum')) || 1;
  const filter = {
    from,
    to,
    by,
    ...(regionCode && { regionCode }),
    ...(staffId && { staffId }),
    ...(keyword && { keyword }),
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.work', filter, pageNum, language],
    queryFn: () => callEnvelope(workLedger, { query: { ...filter, pageNum, pageSize }, quiet: true }),
    placeholderData: (before) => before,
  });
  const { data: curve } = useQuery({
    queryKey: ['prevention.work', 'curve', from, to, regionCode],
    queryFn: () =>
      call(workload, { query: { from, to, grain: 'day', ...(regionCode && { regionCode }) }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const set = (changes: Readonly<Record<string, string | null>>) => url.set({ pageNum: null, ...changes });
  const print = async () =>
    setRoll((await call(workLedger, { query: { ...filter, by: 'whole', pageNum: 1, pageSize: 200 } })).rows);
  const { rows, totals } = data.data;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={8} wrap align="center">
          <DatePicker.RangePicker
            aria-label={text('range')}
            allowClear={false}
            value={[dayjs(from, 'YYYY-MM-DD'), dayjs(to, 'YYYY-MM-DD')]}
            onChange={(days) =>
              days?.[0] && days[1] && set({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })
            }
          />
          <RegionChoice
            value={regionCode ?? null}
            onChange={(code) => set({ regionCode: code ? String(code) : null })}
          />
          <Input.Search
            key={keyword}
            allowClear
            aria-label={text('search')}
            placeholder={text('search')}
            defaultValue={keyword}
            style={{ width: 180 }}
            onSearch={(value) => set({ keyword: value || null, staffId: null })}
          />
          <Segmented<By>
            aria-label={text('by')}
            value={by}
            onChange={(value) => set({ by: value })}
            options={(['day', 'month', 'whole'] as const).map((value) => ({ value, label: text(value) }))}
          />
          <Space style={{ marginInlineStart: 'auto' }}>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void download(workLedgerSheet, { body: filter })}
            >
              {text('export')}
            </Button>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => void print()}>
              {text('print')}
            </Button>
          </Space>
        </Flex>
      </Card>
      <Totals totals={totals} />
      {curve && curve.rows.length > 1 && (
        <Card size="small" title={text('curve')}>
          <Chart
            label={text('curve')}
            height={150}
            option={{
              grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
              xAxis: { type: 'category', data: curve.rows.map((one) => one.name.slice(5)) },
              yAxis: { type: 'value', minInterval: 1 },
              series: [{ type: 'bar', color: chart.orange, barMaxWidth: 18, data: curve.rows.map((one) => one.heads) }],
            }}
          />
        </Card>
      )}
      <Card size="small" title={text('listing')}>
        <Table<LedgerRow>
          aria-label={text('listing')}
          size="small"
          rowKey="key"
          loading={isFetching}
          dataSource={[...rows]}
          columns={columnsOf(text.any, by, { from, to })}
          scroll={{ x: 1720 }}
          locale={{ emptyText: text('none') }}
          pagination={{
            current: pageNum,
            pageSize,
            total: data.total ?? 0,
            showSizeChanger: false,
            onChange: (page) => url.set({ pageNum: String(page) }),
          }}
        />
      </Card>
      {roll && <WorkRoll rows={roll} from={from} to={to} onDone={() => setRoll(null)} />}
    </Flex>
  );
}

/** First and last day a line speaks of. */
function spanOf(period: string, whole: { from: string; to: string }): { from: string; to: string } {
  if (period.length === 10) return { from: period, to: period };
  if (period.length === 7) {
    const month = dayjs(`${period}-01`, 'YYYY-MM-DD');
    return { from: month.format('YYYY-MM-DD'), to: month.endOf('month').format('YYYY-MM-DD') };
  }
  return whole;
}

function columnsOf(
  text: (key: string) => string,
  by: By,
  whole: { from: string; to: string },
): TableColumnType<LedgerRow>[] {
  const query = (row: LedgerRow) => {
    const { from, to } = spanOf(row.period, whole);
    return {
      visits: `staffId=${row.staffId}&visitedOnFrom=${from}&visitedOnTo=${to}`,
      tags: `staffId=${row.staffId}&wornOnFrom=${from}&wornOnTo=${to}`,
    };
  };
  const number = (name: keyof LedgerRow, link?: (row: LedgerRow) => string): TableColumnType<LedgerRow> => ({
    key: name,
    title: text(name),
    align: 'end',
    width: 104,
    render: (_, row) => {
      const n = row[name] as number;
      if (n === 0) return <Typography.Text type="secondary">0</Typography.Text>;
      return link ? <MaybeLink to={link(row)}>{n.toLocaleString('en')}</MaybeLink> : n.toLocaleString('en');
    },
  });
  const logs = (row: LedgerRow) => `/ant/preventionMange/logs?${query(row).visits}`;
  const routine = (row: LedgerRow) => `/ant/preventionMange/routineLogs?${query(row).visits}`;
  return [
    {
      key: 'workerName',
      title: text('workerName'),
      fixed: 'start',
      width: 110,
      render: (_, row) => <MaybeLink to={`/ant/person/prevention?card=${row.staffId}`}>{row.workerName}</MaybeLink>,
    },
    { key: 'townName', title: text('townName'), dataIndex: 'townName', width: 110, ellipsis: true },
    ...(by === 'whole' ? [] : [{ key: 'period', title: text('period'), dataIndex: 'period', width: 110 }]),
    number('visits', logs),
    number('households'),
    number('seasonCattle', logs),
    number('seasonSheep', logs),
    number('routineCattle', routine),
    number('routineSheep', routine),
    number('emergency', logs),
    number('tags', (row) => `/ant/animalProtection/hangTag?${query(row).tags}`),
    number('samples', () => '/ant/collection/sampledLog'),
    number('sheets', () => '/ant/censusManage/herds'),
    number('flags', logs),
    {
      key: 'hours',
      title: text('hours'),
      width: 120,
      render: (_, row) => (row.firstAt ? `${row.firstAt} – ${row.lastAt}` : '-'),
    },
    number('kilometres'),
  ];
}

function Totals({ totals }: { readonly totals: WorkLedger['totals'] }) {
  const t = useT();
  const { token } = theme.useToken();
  const names = ['workers', 'days', 'visits', 'households', 'heads', 'tags', 'samples', 'sheets', 'flags'] as const;
  return (
    <Card size="small">
      <div style={tileStyle}>
        {names.map((name) => (
          <Flex key={name} vertical gap={2}>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {t.any(`prevention.work.${name}`)}
            </Typography.Text>
            <span style={{ fontSize: token.fontSizeHeading4, fontVariantNumeric: 'tabular-nums' }}>
              {totals[name].toLocaleString('en')}
            </span>
          </Flex>
        ))}
      </div>
    </Card>
  );
}

const tileStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
  gap: '12px 20px',
} as const;
