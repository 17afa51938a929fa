import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, Col, Drawer, Empty, Flex, Row, Segmented, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { fromWire } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type EnvCard, envBoard, envSeries, envStandard } from '#modules/device/contract/environment/environment.ts';
import { useLabel } from '../common/names.ts';
import { metricUnits } from '../common/state.tsx';

const colours = { ok: 'success', over: 'warning', serious: 'error', old: 'default' } as const;

/** 环境监测: the air of every house, and what it should be. */
export default function EnvironmentPage() {
  const text = useTexts('device.environmentPage');
  const url = useUrlState();
  const tab = url.get('tab') ?? 'board';
  return (
    <Flex vertical gap={12}>
      <div>
        <Segmented
          value={tab}
          onChange={(value) => url.set({ tab: String(value) })}
          options={(['board', 'standards'] as const).map((value) => ({ value, label: text(value) }))}
        />
      </div>
      {tab === 'standards' ? <ResourcePage resource={envStandard} /> : <Board />}
    </Flex>
  );
}

function Board() {
  const text = useTexts('device.environmentPage');
  const label = useLabel('device_metric');
  const [open, setOpen] = useState<{ card: EnvCard; metric: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['device.env'],
    queryFn: () => call(envBoard, { query: {}, quiet: true }),
    refetchInterval: 15_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <Empty description={text('none')} />;
  return (
    <Row gutter={[12, 12]}>
      {data.map((card) => (
        <Col key={card.hovelId} xs={24} md={12} xl={8}>
          <Card
            size="small"
            title={<span data-record>{card.name}</span>}
            extra={
              <Typography.Text type="secondary" data-record>
                {card.holder}
              </Typography.Text>
            }
          >
            <Flex gap={8} wrap>
              {card.values.map((one) => (
                <button
                  key={one.metric}
                  type="button"
                  onClick={() => setOpen({ card, metric: one.metric })}
                  style={{ all: 'unset', cursor: 'pointer', minWidth: 92 }}
                >
                  <Typography.Text type="secondary">{label(one.metric)}</Typography.Text>
                  <Flex align="baseline" gap={4}>
                    <Typography.Text strong style={{ fontSize: 20, fontVariantNumeric: 'tabular-nums' }}>
                      {one.value}
                    </Typography.Text>
                    <Typography.Text type="secondary">{metricUnits[one.metric] ?? ''}</Typography.Text>
                  </Flex>
                  <Tag color={colours[one.state]}>{text(one.state)}</Tag>
                </button>
              ))}
            </Flex>
            <Flex gap={8} style={{ marginTop: 8 }} wrap>
              <Typography.Text type="secondary">{text('sensors', { n: card.sensors })}</Typography.Text>
              <Typography.Text type="secondary">{text('overHours', { n: card.overHours })}</Typography.Text>
              {card.values[0] && (
                <Typography.Text type="secondary">{fromWire(card.values[0].at).format('MM-DD HH:mm')}</Typography.Text>
              )}
              {card.apart && <Tag color="warning">{text('apart')}</Tag>}
            </Flex>
          </Card>
        </Col>
      ))}
      {open && <Curve card={open.card} first={open.metric} onClose={() => setOpen(null)} />}
    </Row>
  );
}

function Curve({ card, first, onClose }: { readonly card: EnvCard; readonly first: string; onClose(): void }) {
  const text = useTexts('device.environmentPage');
  const label = useLabel('device_metric');
  const [metric, setMetric] = useState(first);
  const [days, setDays] = useState<'1' | '7' | '30'>('1');
  const { data } = useQuery({
    queryKey: ['device.env', 'series', card.hovelId, metric, days],
    queryFn: () => call(envSeries, { query: { hovelId: card.hovelId, metric, days } }),
    placeholderData: keepPreviousData,
  });
  const limit = (value: number | null | undefined) => (value === null || value === undefined ? [] : [{ yAxis: value }]);
  return (
    <Drawer open onClose={onClose} size="min(900px, 100vw)" title={<span data-record>{card.name}</span>}>
      <Flex vertical gap={12}>
        <Flex gap={8} wrap>
          <Segmented
            value={metric}
            onChange={(value) => setMetric(String(value))}
            options={card.values.map((one) => ({ value: one.metric, label: label(one.metric) }))}
          />
          <Segmented
            value={days}
            onChange={(value) => setDays(value as '1')}
            options={(['1', '7', '30'] as const).map((value) => ({ value, label: text(`days${value}`) }))}
          />
        </Flex>
        <Chart
          label={label(metric)}
          height={320}
          option={{
            tooltip: { trigger: 'axis' },
            grid: { left: 48, right: 16, top: 16, bottom: 28 },
            xAxis: { type: 'time' },
            yAxis: { type: 'value', scale: true, name: metricUnits[metric] ?? '' },
            series: [
              {
                type: 'line',
                name: text('low'),
                showSymbol: false,
                color: chart.blue,
                lineStyle: { opacity: 0.3 },
                data: data?.points.map(([t, low]) => [t, low]) ?? [],
              },
              {
                type: 'line',
                name: text('mean'),
                showSymbol: false,
                color: chart.blue,
                data: data?.points.map(([t, , mean]) => [t, mean]) ?? [],
                markLine: {
                  symbol: 'none',
                  lineStyle: { color: chart.red },
                  data: [...limit(data?.low), ...limit(data?.high)],
                },
              },
              {
                type: 'line',
                name: text('high'),
                showSymbol: false,
                color: chart.blue,
                lineStyle: { opacity: 0.3 },
                data: data?.points.map(([t, , , high]) => [t, high]) ?? [],
              },
            ],
          }}
        />
        <Table
          size="small"
          rowKey="day"
          dataSource={data?.over.toReversed() ?? []}
          pagination={false}
          columns={[
            { title: text('day'), dataIndex: 'day', render: (day: string) => dayjs(day).format('YYYY-MM-DD') },
            { title: text('hours'), dataIndex: 'hours', align: 'right' },
          ]}
        />
      </Flex>
    </Drawer>
  );
}
