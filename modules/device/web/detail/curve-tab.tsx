import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Flex, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { toWire } from '#kit/web/ui/times.ts';
import { series } from '#modules/device/contract/telemetry/telemetry.ts';
import { useLabel } from '../common/names.ts';
import { metricUnits } from '../common/state.tsx';

const spans = { '1': '10m', '7': 'hour', '30': 'hour' } as const;
type Span = keyof typeof spans;

/** Each metric on its own axis, with the band between the least and the most of a step. */
export function CurveTab({ id, metrics }: { readonly id: number; readonly metrics: readonly string[] }) {
  const text = useTexts('device.detailPage');
  const label = useLabel('device_metric');
  const [days, setDays] = useState<Span>('1');
  const { data } = useQuery({
    queryKey: ['device.series', id, days, metrics.join()],
    queryFn: () =>
      call(series, {
        query: {
          id,
          metrics: metrics.join(),
          from: toWire(dayjs().subtract(Number(days), 'day')),
          to: toWire(dayjs().add(1, 'minute')),
          step: spans[days],
        },
      }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  const shown = metrics.filter((metric) => (data?.[metric]?.length ?? 0) > 0);
  return (
    <Flex vertical gap={12}>
      <Segmented
        value={days}
        onChange={(value) => setDays(value as Span)}
        options={(['1', '7', '30'] as const).map((value) => ({ value, label: text(`days${value}`) }))}
      />
      {data && shown.length === 0 && <Empty description={text('noCurve')} />}
      {shown.map((metric, at) => {
        const points = data?.[metric] ?? [];
        const colour = [chart.blue, chart.orange, chart.green, chart.red, chart.yellow][at % 5];
        return (
          <div key={metric}>
            <div>
              {label(metric)} {metricUnits[metric] ?? ''}
            </div>
            <Chart
              label={label(metric)}
              height={180}
              option={{
                tooltip: { trigger: 'axis' },
                grid: { left: 48, right: 12, top: 12, bottom: 24 },
                xAxis: { type: 'time' },
                yAxis: { type: 'value', scale: true },
                series: [
                  {
                    type: 'line',
                    name: text('low'),
                    showSymbol: false,
                    lineStyle: { opacity: 0.25 },
                    color: colour,
                    data: points.map(([t, low]) => [t, low]),
                  },
                  {
                    type: 'line',
                    name: text('mean'),
                    showSymbol: false,
                    color: colour,
                    data: points.map(([t, , mean]) => [t, mean]),
                  },
                  {
                    type: 'line',
                    name: text('high'),
                    showSymbol: false,
                    lineStyle: { opacity: 0.25 },
                    color: colour,
                    data: points.map(([t, , , high]) => [t, high]),
                  },
                ],
              }}
            />
          </div>
        );
      })}
    </Flex>
  );
}
