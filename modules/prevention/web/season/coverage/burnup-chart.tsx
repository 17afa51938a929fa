import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { useMemo } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { burnup } from '#modules/prevention/contract/season/coverage.ts';

interface Props {
  readonly seasonId: number;
  readonly regionCode: number;
  readonly diseaseCode?: string | undefined;
}

/** Done day by day and in all, against what was planned. */
export function BurnupChart({ seasonId, regionCode, diseaseCode }: Props) {
  const text = useTexts('prevention.coveragePage');
  const query = { seasonId, regionCode, ...(diseaseCode && { diseaseCode }) };
  const { data } = useQuery({
    queryKey: ['prevention.coverage', 'burnup', query],
    queryFn: () => call(burnup, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  const [planned, cumulated, daily] = [text('planned'), text('cumulated'), text('daily')];
  const [left, right] = [text('axisCumulated'), text('axisDaily')];
  const option = useMemo(
    () => ({
      legend: {},
      xAxis: { type: 'category', data: (data ?? []).map((one) => one.day.slice(5)) },
      yAxis: [
        { type: 'value', name: left },
        { type: 'value', name: right, splitLine: { show: false } },
      ],
      series: [
        {
          name: daily,
          type: 'bar',
          yAxisIndex: 1,
          color: chart.paleBlue,
          data: (data ?? []).map((one) => one.done || null),
        },
        {
          name: planned,
          type: 'line',
          showSymbol: false,
          color: chart.grey,
          lineStyle: { type: 'dashed' },
          data: (data ?? []).map((one) => one.plan),
        },
        {
          name: cumulated,
          type: 'line',
          showSymbol: false,
          color: chart.orange,
          lineStyle: { width: 3 },
          data: (data ?? []).map((one) => one.cumulated),
        },
      ],
    }),
    [data, planned, cumulated, daily, left, right],
  );
  return (
    <Card size="small" title={text('burnup')} style={{ height: '100%' }}>
      <Chart label={text('burnup')} height={240} option={option} />
    </Card>
  );
}
