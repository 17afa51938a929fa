import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Row, Table, Tag, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type LoginChart, loginChart } from '#modules/platform/contract/audit/sys-login-log.ts';
import { strokeOf } from './login-colours.ts';

const height = 190;

/** How many came and how it ended, over the period of the list below; an address opens its rows. */
export function LoginPanel({ from, to }: { readonly from: string; readonly to: string }) {
  const text = useTexts('platform.sysLoginLog');
  const url = useUrlState();
  const [isOpen, setOpen] = useState(true);
  const { data } = useQuery({
    queryKey: ['platform.loginChart', from, to],
    queryFn: () => call(loginChart, { query: { from, to }, quiet: true }),
    placeholderData: (before) => before,
  });
  const option = useOption(data);
  const rate = data && data.attempts > 0 ? ((100 * data.failed) / data.attempts).toFixed(1) : '0';
  return (
    <Card
      size="small"
      title={text(data?.grain === 'hour' ? 'chartHour' : 'chartDay')}
      extra={
        <Flex gap={16} align="center">
          <Typography.Text type="secondary">
            {text('attempts')} <b>{data?.attempts ?? '…'}</b> · {text('failed')} <b>{data?.failed ?? '…'}</b> ·{' '}
            {text('failRate')} <b>{rate}%</b>
          </Typography.Text>
          <Button
            type="text"
            size="small"
            icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {text(isOpen ? 'hideChart' : 'showChart')}
          </Button>
        </Flex>
      }
      styles={{ body: isOpen ? {} : { display: 'none' } }}
    >
      <Row gutter={[16, 8]}>
        <Col xs={24} xl={15}>
          <Chart option={option} height={height} label={text(data?.grain === 'hour' ? 'chartHour' : 'chartDay')} />
        </Col>
        <Col xs={24} xl={9}>
          <Typography.Text strong>{text('addresses')}</Typography.Text>
          <Table
            size="small"
            rowKey="ip"
            pagination={false}
            scroll={{ y: height - 60 }}
            dataSource={data?.addresses ?? []}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noFailure')} /> }}
            columns={[
              {
                title: text('ip'),
                dataIndex: 'ip',
                render: (ip: string, row) => (
                  <>
                    <Typography.Link onClick={() => url.set({ ip, pageNum: null })}>{ip}</Typography.Link>{' '}
                    {row.blocked && <Tag color="magenta">{text('blocked')}</Tag>}
                  </>
                ),
              },
              { title: text('failed'), dataIndex: 'failed', align: 'right', width: 80 },
              { title: text('names'), dataIndex: 'names', align: 'right', width: 120 },
              {
                title: text('lastAt'),
                dataIndex: 'lastAt',
                width: 120,
                render: (at: string) => wallTime(at).slice(5, 16),
              },
            ]}
          />
        </Col>
      </Row>
    </Card>
  );
}

function useOption(data: LoginChart | undefined) {
  const { options } = useDict('login_result');
  return useMemo(() => {
    const points = data?.points ?? [];
    const times = slotsOf(data);
    const cut = (at: string) => wallTime(at).slice(0, data?.grain === 'hour' ? 13 : 10);
    const results = [...new Set(points.map((one) => one.result))].sort((one) => (one === 'ok' ? -1 : 1));
    const of = new Map(points.map((one) => [`${one.result} ${cut(one.at)}`, one.n]));
    return {
      legend: {},
      xAxis: {
        type: 'category',
        data: times.map((time) => (data?.grain === 'hour' ? `${time.slice(5)}:00` : time.slice(5))),
      },
      yAxis: { type: 'value', minInterval: 1 },
      series: results.map((result) => ({
        type: 'bar',
        stack: 'all',
        name: options.find((one) => one.dictValue === result)?.dictLabel ?? result,
        color: strokeOf(result),
        barMaxWidth: 28,
        data: times.map((time) => of.get(`${result} ${time}`) ?? 0),
      })),
    };
  }, [data, options]);
}

/** Every hour or day between the first and the last with anything, empty ones too: a gap in time must look like one. */
function slotsOf(data: LoginChart | undefined): string[] {
  const [first, last] = [data?.points[0]?.at, data?.points.at(-1)?.at];
  if (!data || !first || !last) return [];
  const step = data.grain === 'hour' ? 3600_000 : 86_400_000;
  const count = Math.round((Date.parse(last) - Date.parse(first)) / step) + 1;
  return Array.from({ length: count }, (_, index) =>
    wallTime(new Date(Date.parse(first) + index * step).toISOString()).slice(0, data.grain === 'hour' ? 13 : 10),
  );
}
