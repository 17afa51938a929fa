import { useQuery } from '@tanstack/react-query';
import { Card, Col, Flex, Row, Segmented, Statistic, Table } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { fromWire } from '#kit/web/ui/times.ts';
import { deviceReject, type IngestBoard, ingestBoard } from '#modules/device/contract/ingest/ingest.ts';
import { useLabel } from '../common/names.ts';

const bad = { styles: { content: { color: 'var(--ant-color-error)' } } } as const;

/** 接入监控: whether every message arrives. */
export default function IngestPage() {
  const text = useTexts('device.ingestPage');
  const reason = useLabel('reject_reason');
  const [hours, setHours] = useState<'1' | '24'>('1');
  const { data, error, refetch } = useQuery({
    queryKey: ['device.ingest', hours],
    queryFn: () => call(ingestBoard, { query: { hours }, quiet: true }),
    refetchInterval: 5_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const figures = [
    { key: 'perSecond', value: data.perSecond },
    { key: 'lagSeconds', value: data.lagSeconds, isBad: data.lagSeconds > 5 },
    { key: 'lagMessages', value: data.lagMessages, isBad: data.lagMessages > 1000 },
    { key: 'delayP95', value: data.delayP95, isBad: data.delayP95 > 5 },
    { key: 'dayMessages', value: data.day.messages },
    { key: 'dayRefused', value: data.day.refused },
  ] as const;
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        {figures.map((one) => (
          <Col key={one.key} xs={12} md={8} xl={4}>
            <Card size="small">
              <Statistic title={text(one.key)} value={one.value} {...('isBad' in one && one.isBad && bad)} />
            </Card>
          </Col>
        ))}
      </Row>
      <Card
        size="small"
        title={text('minutes')}
        extra={
          <Segmented
            value={hours}
            onChange={(value) => setHours(value as '1')}
            options={(['1', '24'] as const).map((value) => ({ value, label: text(`hours${value}`) }))}
          />
        }
      >
        <Minutes data={data} />
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={10}>
          <Card size="small" title={text('reasons')}>
            <Table
              size="small"
              rowKey="reason"
              pagination={false}
              dataSource={data.reasons}
              columns={[
                { title: text('reason'), dataIndex: 'reason', render: (value: string) => reason(value) },
                { title: text('count'), dataIndex: 'n', align: 'right' },
              ]}
            />
          </Card>
        </Col>
        <Col xs={24} xl={14}>
          <Card size="small" title={text('noisy')}>
            <Table
              size="small"
              rowKey="deviceId"
              pagination={false}
              dataSource={data.noisy}
              columns={[
                {
                  title: text('device'),
                  render: (_, row) => (
                    <PageLink to={`/anm/device/detail?id=${row.deviceId}&tab=messages`}>{row.deviceNo}</PageLink>
                  ),
                },
                { title: text('messages'), dataIndex: 'messages', align: 'right' },
                { title: text('lost'), dataIndex: 'lost', align: 'right' },
                { title: text('refused'), dataIndex: 'refused', align: 'right' },
              ]}
            />
          </Card>
        </Col>
      </Row>
      <Card size="small" title={text('rejects')}>
        <ListPage resource={deviceReject} />
      </Card>
    </Flex>
  );
}

const series = [
  { key: 'accepted', colour: chart.green },
  { key: 'duplicates', colour: chart.yellow },
  { key: 'late', colour: chart.orange },
  { key: 'refused', colour: chart.red },
] as const;

function Minutes({ data }: { readonly data: IngestBoard }) {
  const text = useTexts('device.ingestPage');
  return (
    <Chart
      label={text('minutes')}
      height={260}
      option={{
        tooltip: { trigger: 'axis' },
        legend: { top: 0 },
        grid: { left: 48, right: 12, top: 36, bottom: 28 },
        xAxis: { type: 'category', data: data.minutes.map((one) => fromWire(one.minute).format('HH:mm')) },
        yAxis: { type: 'value' },
        series: series.map(({ key, colour }) => ({
          name: text(key),
          type: 'bar',
          stack: 'all',
          color: colour,
          data: data.minutes.map((one) => one[key]),
        })),
      }}
    />
  );
}
