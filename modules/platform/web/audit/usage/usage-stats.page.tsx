import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Row, Statistic } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { exportUsage, type UsageStats, usageStats } from '#modules/platform/contract/audit/usage.ts';
import { CountyMap } from './county-map.tsx';
import { SilentTowns } from './silent-towns.tsx';
import { TownTable } from './town-table.tsx';
import { UsageSearch } from './usage-search.tsx';

const UsagePaper = lazy(() => import('./usage-paper.tsx'));
const percent = (n: number, all: number) => (all === 0 ? 0 : Math.round((1000 * n) / all) / 10);

/** Who really uses the product: townships that do nothing first. */
export default function UsageStatsPage() {
  const text = useTexts('platform.usage');
  const language = useLanguage();
  const url = useUrlState();
  const [isPrinting, setPrinting] = useState(false);
  const regionCode = Number(url.get('regionCode')) || undefined;
  const principalType = url.get('principalType') ?? undefined;
  const ask = {
    from: url.get('from') ?? dayjs().subtract(29, 'day').format(dateFormat),
    to: url.get('to') ?? dayjs().format(dateFormat),
    grain: (url.get('grain') ?? 'day') as 'day' | 'week' | 'month',
    ...(regionCode && { regionCode }),
    ...(principalType && { principalType }),
  };
  const query = useQuery({
    queryKey: ['platform.usage', ask, language],
    queryFn: () => call(usageStats, { query: ask, quiet: true }),
    placeholderData: (before) => before,
  });
  const exporting = useMutation({ mutationFn: () => download(exportUsage, { body: ask }) });
  const option = useCourse(query.data);
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { sum, towns } = query.data;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" gap={12} wrap>
          <UsageSearch ask={ask} onChange={(next) => url.set(next)} />
          <Flex gap={8}>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              {text('export')}
            </Button>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
              {text('print')}
            </Button>
          </Flex>
        </Flex>
        <Row gutter={[16, 8]} style={{ marginBlockStart: 16 }}>
          {(
            [
              ['activeAccounts', sum.activeAccounts, ''],
              ['activeUsers', sum.activeUsers, ''],
              ['activationRate', percent(sum.activeUsers30, sum.activeAccounts), '%'],
              ['writingTownships', `${sum.writingTownships} / ${sum.townships}`, ''],
              ['writesPerUser', sum.activeUsers === 0 ? 0 : Math.round((10 * sum.writes) / sum.activeUsers) / 10, ''],
            ] as const
          ).map(([key, value, suffix]) => (
            <Col key={key} xs={12} sm={8} lg={4}>
              <Statistic title={text(key)} value={value} {...(suffix && { suffix })} />
            </Col>
          ))}
        </Row>
      </Card>
      <SilentTowns towns={towns} onPick={(code) => url.set({ regionCode: String(code) })} />
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <Card
            size="small"
            title={text('course')}
            extra={
              <PageLink to={`/system/loginLog?happenedAtFrom=${ask.from}&happenedAtTo=${ask.to}`}>
                {text('openList')}
              </PageLink>
            }
          >
            <Chart option={option} height={280} label={text('course')} />
          </Card>
        </Col>
        <Col xs={24} xl={10}>
          <CountyMap towns={towns} onPick={(code) => url.set({ regionCode: String(code) })} />
        </Col>
      </Row>
      <TownTable towns={towns} loading={query.isFetching} />
      {isPrinting && (
        <Suspense fallback={null}>
          <UsagePaper ask={ask} stats={query.data} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </Flex>
  );
}

function useCourse(stats: UsageStats | undefined) {
  const t = useT();
  return useMemo(() => {
    const points = stats?.points ?? [];
    return {
      legend: {},
      xAxis: { type: 'category', data: points.map((one) => one.at.slice(5)) },
      yAxis: [
        { type: 'value', minInterval: 1 },
        { type: 'value', minInterval: 1, splitLine: { show: false } },
      ],
      series: [
        {
          type: 'bar',
          name: t('platform.usage.writes'),
          yAxisIndex: 1,
          color: '#9DB7D5',
          barMaxWidth: 24,
          data: points.map((one) => one.writes),
        },
        {
          type: 'line',
          name: t('platform.usage.activeUsers'),
          color: chart.orange,
          smooth: true,
          symbolSize: 5,
          data: points.map((one) => one.activeUsers),
        },
      ],
    };
  }, [stats, t]);
}
