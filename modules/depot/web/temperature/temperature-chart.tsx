import { theme } from 'antd';
import { useMemo } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { slots, type TemperatureSeries } from '#modules/depot/contract/temperature/temperature.ts';

interface Props {
  readonly series: TemperatureSeries;
  readonly from: string;
  readonly to: string;
}

const hourMs = 3_600_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`);

/** The readings on the band they should stay in; slots without one are grey. */
export function TemperatureChart({ series, from, to }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const { store, readings, missing } = series;
  const option = useMemo(() => {
    const band =
      store.tempMin === null || store.tempMax === null
        ? []
        : [
            [
              { yAxis: store.tempMin, itemStyle: { color: token.colorSuccess, opacity: 0.12 } },
              { yAxis: store.tempMax },
            ],
          ];
    const grey = missing.map(({ day, slot }) => {
      const hours = slots.find((one) => one.name === slot) ?? slots[0];
      return [
        {
          xAxis: startOf(day) + hours.from * hourMs,
          itemStyle: { color: token.colorTextQuaternary, opacity: 0.35 },
        },
        { xAxis: startOf(day) + hours.to * hourMs },
      ];
    });
    const values = readings.map((one) => one.celsius);
    const low = Math.min(...values, store.tempMin ?? Number.POSITIVE_INFINITY);
    const high = Math.max(...values, store.tempMax ?? Number.NEGATIVE_INFINITY);
    const room = Math.max((high - low) * 0.15, 1);
    return {
      xAxis: {
        type: 'time',
        min: startOf(from),
        max: startOf(to) + 24 * hourMs,
        splitLine: { show: false },
        axisLabel: { color: token.colorTextSecondary, hideOverlap: true, formatter: '{MM}-{dd}' },
      },
      yAxis: {
        type: 'value',
        min: Math.floor(low - room),
        max: Math.ceil(high + room),
        name: '°C',
        nameTextStyle: { color: token.colorTextSecondary },
      },
      tooltip: {
        formatter: (points: { data: { value: [number, number] } }[]) => {
          const point = points[0]?.data.value;
          return point ? `${wallTime(new Date(point[0]).toISOString())}<br/><b>${point[1].toFixed(1)} °C</b>` : '';
        },
      },
      series: [
        {
          type: 'line',
          name: t('depot.temperaturePage.celsius'),
          symbolSize: readings.length > 200 ? 3 : 6,
          lineStyle: { color: token.colorPrimary, width: 2 },
          itemStyle: { color: token.colorPrimary },
          data: readings.map((one) => ({
            value: [Date.parse(one.readAt), one.celsius],
            ...(!one.inRange && { itemStyle: { color: token.colorError }, symbolSize: 10 }),
          })),
          markArea: { silent: true, data: [...band, ...grey] },
        },
      ],
    };
  }, [store, readings, missing, from, to, token, t]);
  return (
    <div data-record>
      <Chart option={option} height={300} label={t('depot.temperaturePage.chart', { name: store.name })} />
    </div>
  );
}
