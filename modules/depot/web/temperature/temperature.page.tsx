import { PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Col, DatePicker, Empty, Flex, Row, Statistic, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  coldStores,
  mostDays,
  type TemperatureSeries,
  temperatureList,
} from '#modules/depot/contract/temperature/temperature.ts';
import { AddReading } from './add-reading.tsx';
import { ReadingTable } from './reading-table.tsx';
import { StoreList } from './store-list.tsx';
import { TemperatureChart } from './temperature-chart.tsx';

const MonthSheet = lazy(() => import('./month-sheet.tsx'));
const key = ['depot.temperature'];
const today = () => dayjs().format(dateFormat);

/** 冷链记录: each cold store's readings on the band they should stay in. */
export default function TemperaturePage() {
  const text = useTexts('depot.temperaturePage');
  const url = useUrlState();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [sheet, setSheet] = useState<{ series: TemperatureSeries; month: string } | null>(null);
  const stores = useQuery({ queryKey: [...key, 'stores'], queryFn: () => call(coldStores, { quiet: true }) });
  const asked = Number(url.get('depotId'));
  const depotId = asked || stores.data?.[0]?.id || null;
  const from = url.get('from') ?? dayjs().subtract(29, 'day').format(dateFormat);
  const to = url.get('to') ?? today();
  const ask = (id: number, first: string, last: string) =>
    call(temperatureList, { query: { depotId: id, from: first, to: last }, quiet: true });
  const series = useQuery({
    queryKey: [...key, 'list', depotId, from, to],
    queryFn: () => ask(depotId as number, from, to),
    enabled: depotId !== null,
    placeholderData: keepPreviousData,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  const print = async (month: dayjs.Dayjs) => {
    if (depotId === null) return;
    const last = month.endOf('month').isAfter(dayjs()) ? dayjs() : month.endOf('month');
    const found = await ask(depotId, month.startOf('month').format(dateFormat), last.format(dateFormat));
    setSheet({ series: found, month: month.format('YYYY-MM') });
  };
  if (stores.error) return <Failed error={stores.error} onRetry={() => void stores.refetch()} />;
  if (!stores.data) return <Waiting />;
  const data = series.data;
  const store = data?.store;
  const presets = [
    { label: text('days7'), value: span(dayjs().subtract(6, 'day'), dayjs()) },
    { label: text('days30'), value: span(dayjs().subtract(29, 'day'), dayjs()) },
    { label: text('thisMonth'), value: span(dayjs().startOf('month'), dayjs()) },
    {
      label: text('lastMonth'),
      value: span(dayjs().subtract(1, 'month').startOf('month'), dayjs().subtract(1, 'month').endOf('month')),
    },
  ];
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} md={8} xl={6}>
        <StoreList
          stores={stores.data}
          chosen={depotId}
          onChoose={(id) => url.set({ depotId: String(id) }, { replace: true })}
        />
      </Col>
      <Col xs={24} md={16} xl={18}>
        {depotId === null && <Empty description={text('noStores')} />}
        {series.error && <Failed error={series.error} onRetry={() => void series.refetch()} />}
        {depotId !== null && !series.error && !data && <Waiting />}
        {data && store && !series.error && (
          <Card
            size="small"
            title={
              <Flex gap={8} align="center" wrap>
                <span data-record>{store.name}</span>
                {store.tempMin !== null && store.tempMax !== null && (
                  <Typography.Text type="secondary" style={{ fontWeight: 400 }}>
                    {text('range', { min: store.tempMin, max: store.tempMax })}
                  </Typography.Text>
                )}
                {store.isOut && <Tag color="error">{text('out')}</Tag>}
                {store.isMissing && <Tag>{text('missingNow')}</Tag>}
              </Flex>
            }
          >
            <Flex gap={8} wrap align="center" style={{ marginBottom: 12 }}>
              <DatePicker.RangePicker
                aria-label={text('period')}
                allowClear={false}
                presets={presets}
                maxDate={dayjs()}
                value={[dayjs(from, dateFormat), dayjs(to, dateFormat)]}
                disabledDate={(day, { from: first }) =>
                  first !== undefined && Math.abs(day.diff(first, 'day')) >= mostDays
                }
                onChange={(dates) => {
                  const [first, last] = dates ?? [];
                  if (first && last) url.set({ from: first.format(dateFormat), to: last.format(dateFormat) });
                }}
              />
              <span style={{ flex: 1 }} />
              <DatePicker.MonthPicker
                aria-label={text('chooseMonth')}
                placeholder={text('print')}
                suffixIcon={<PrinterOutlined aria-hidden />}
                maxDate={dayjs()}
                value={null}
                onChange={(month) => month && void print(month)}
                style={{ width: 170 }}
              />
              {store.mayAdd && (
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                  {text('add')}
                </Button>
              )}
            </Flex>
            <Row gutter={[12, 12]}>
              <Sum title={text('sumReadings')} value={data.sum.readings} />
              <Sum title={text('sumOut')} value={data.sum.out} isBad={data.sum.out > 0} />
              <Sum title={text('sumHours')} value={data.sum.hoursOut} isBad={data.sum.hoursOut > 0} />
              <Sum title={text('sumMissing')} value={data.sum.missing} of={data.sum.slots} />
            </Row>
            <TemperatureChart series={data} from={from} to={to} />
            <ReadingTable series={data} />
          </Card>
        )}
      </Col>
      {isAdding && store && <AddReading store={store} onSaved={refresh} onClose={() => setAdding(false)} />}
      {sheet && (
        <Suspense>
          <MonthSheet series={sheet.series} month={sheet.month} onDone={() => setSheet(null)} />
        </Suspense>
      )}
    </Row>
  );
}

const span = (first: dayjs.Dayjs, last: dayjs.Dayjs): [dayjs.Dayjs, dayjs.Dayjs] => [first, last];

interface SumProps {
  readonly title: string;
  readonly value: number;
  readonly of?: number;
  readonly isBad?: boolean;
}

const Sum = ({ title, value, of, isBad = false }: SumProps) => (
  <Col xs={12} sm={6}>
    <Statistic
      title={title}
      value={value}
      {...(of !== undefined && { suffix: `/ ${of}` })}
      styles={{ content: { fontSize: 20, ...(isBad && { color: 'var(--ant-color-error)' }) } }}
    />
  </Col>
);
