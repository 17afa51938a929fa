import { theme } from 'antd';
import { useMemo } from 'react';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { useOpenList } from '../stock/names.ts';

interface CurveRow {
  readonly day: string;
  readonly done: number | null;
  readonly plan: number | null;
  readonly last: number | null;
}

/** So far beyond the season's end is still drawn. */
const mostBeyond = 60;
const dayLength = 86_400_000;
const plus = (day: string, n: number) => new Date(Date.parse(day) + n * dayLength).toISOString().slice(0, 10);
const tenth = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10);

/** From what is done today straight to all of it on the day that is foreseen. */
function foreseen(days: readonly string[], rows: readonly CurveRow[], forecast: string | null) {
  const at = rows.findLastIndex((one) => one.done !== null);
  const [from, day] = [rows[at]?.done ?? null, rows[at]?.day];
  if (!forecast || from === null || !day || forecast <= day) return [];
  const length = (Date.parse(forecast) - Date.parse(day)) / dayLength;
  return days.map((one) => {
    const gone = (Date.parse(one) - Date.parse(day)) / dayLength;
    return gone < 0 || gone > length ? null : tenth(from + ((1 - from) * gone) / length);
  });
}

/** What is done in all, against the plan, last year and what is to be expected. */
export function Curve({ context }: { readonly context: ScreenContext }) {
  const { token } = theme.useToken();
  const rows = context.rows<CurveRow>('B1');
  const open = useOpenList();
  const forecast = context.rows<{ forecast: string | null }>('K')[0]?.forecast ?? null;
  const [done, plan, lastYear, expected] = ['done', 'plan', 'lastYear', 'foreseen'].map((key) =>
    context.text(`schedule.${key}`),
  );
  const option = useMemo(() => {
    const last = rows.at(-1)?.day ?? '';
    const beyond = last && forecast && forecast > last ? (Date.parse(forecast) - Date.parse(last)) / dayLength : 0;
    const days = [
      ...rows.map((one) => one.day),
      ...Array.from({ length: Math.min(mostBeyond, beyond) }, (_, at) => plus(last, at + 1)),
    ];
    const words = { fontSize: 14, color: token.colorTextSecondary };
    const line = (name: string | undefined, color: string, data: readonly (number | null)[], style = {}) => ({
      type: 'line',
      name,
      data,
      showSymbol: false,
      itemStyle: { color },
      lineStyle: { color, width: 2, ...style },
    });
    return {
      grid: { left: 4, right: 26, top: 34, bottom: 0, containLabel: true },
      legend: { itemWidth: 14, itemHeight: 4, textStyle: words },
      xAxis: {
        type: 'category',
        data: days.map((day) => day.slice(5)),
        boundaryGap: false,
        axisLabel: words,
      },
      yAxis: { type: 'value', max: 100, axisLabel: { ...words, formatter: '{value}%' } },
      tooltip: { valueFormatter: (n: number | null | undefined) => (n == null ? '—' : `${n}%`) },
      // A line of which nothing is known is not named either.
      series: [
        line(
          lastYear,
          '#7f95ad',
          rows.map((one) => tenth(one.last)),
          { width: 1.5 },
        ),
        line(
          plan,
          screen.blue,
          rows.map((one) => tenth(one.plan)),
        ),
        line(
          done,
          screen.orange,
          rows.map((one) => tenth(one.done)),
          { width: 4 },
        ),
        line(expected, screen.orange, foreseen(days, rows, forecast), { type: 'dashed' }),
      ].filter(({ data }) => data.some((n) => n !== null)),
    };
  }, [rows, forecast, token, done, plan, lastYear, expected]);
  return (
    <Panel
      id="B1"
      at={[24, 756, 613, 300]}
      title={context.text('schedule.curve')}
      isEmpty={rows.every((one) => one.plan === null)}
    >
      <Chart
        label={context.text('schedule.curve')}
        height={246}
        option={option}
        onPick={({ dataIndex = 0 }) => {
          const row = rows[dataIndex];
          if (row) open(context.opens('B1', row, 'done'));
        }}
      />
    </Panel>
  );
}
