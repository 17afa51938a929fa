import { Card, Select, theme } from 'antd';
import { useState } from 'react';
import {
  type AnyReport,
  type ReportAnswer,
  type ReportChart,
  type ReportRow,
  reportKey,
} from '#kit/contract/report.ts';
import { type Leaf, leavesOf } from '#kit/contract/report-figures.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';

interface Props {
  readonly report: AnyReport;
  readonly chart: ReportChart;
  readonly answer: ReportAnswer;
  readonly rows: readonly ReportRow[];
  readonly title: string;
}

const heights = { bar: 240, stacked: 280, ranking: 280, line: 220, pie: 280, treemap: 260 } as const;

export function ReportChartCard({ report, chart, answer, rows: all, title }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const [chosen, setChosen] = useState(chart.series[0] ?? '');
  const rows = all.filter((row) => row.key !== 'rest');
  if (rows.length === 0) return null;
  const shown = chart.choose ? [chosen] : chart.series;
  const leaves = (names: readonly string[]) => leavesOf(report, names, answer, rows, t.any);
  const [by] = chart.by ? leaves([chart.by]) : [];
  const names = rows.map((row) => String((by ? by.value(row) : row.name) ?? '-'));
  const option = optionOf(chart, { names, rows, series: leaves(shown), lines: leaves(chart.lines ?? []) }, answer, [
    token.colorPrimary,
    token.blue,
    token.green,
    token.purple,
    token.cyan,
  ]);
  return (
    <Card
      size="small"
      title={title}
      style={{ height: '100%' }}
      extra={
        chart.choose && (
          <Select
            size="small"
            aria-label={title}
            value={chosen}
            onChange={setChosen}
            style={{ minWidth: 190 }}
            options={chart.series.map((value) => ({ value, label: t.any(reportKey(report, value)) }))}
          />
        )
      }
    >
      <Chart option={option} height={heights[chart.kind]} label={title} />
    </Card>
  );
}

interface Drawn {
  readonly names: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly series: readonly Leaf[];
  readonly lines: readonly Leaf[];
}

const cents = (leaf: Leaf, row: ReportRow) => {
  const value = leaf.value(row);
  if (typeof value !== 'number') return value;
  return leaf.column.kind === 'money' ? value / 100 : value + leaf.beside(row);
};

function optionOf(
  { kind }: ReportChart,
  { names, rows, series, lines }: Drawn,
  { facts }: ReportAnswer,
  colours: readonly string[],
) {
  const [first] = series;
  if (kind === 'pie' || kind === 'treemap') {
    const data = rows.map((row, at) => ({ name: names[at], value: first ? cents(first, row) : 0 }));
    const plain = { name: first?.title, data, label: { formatter: '{b} {c}' } };
    const tree = {
      type: 'treemap',
      roam: false,
      nodeClick: false,
      breadcrumb: { show: false },
      top: 0,
      bottom: 0,
      left: 0,
      right: 0,
    };
    return {
      tooltip: { trigger: 'item' },
      series: [kind === 'pie' ? { type: 'pie', radius: ['40%', '68%'], ...plain } : { ...tree, ...plain }],
    };
  }
  const isFlat = kind === 'ranking';
  const drawn = series.map((leaf, at) => ({
    name: leaf.title,
    type: kind === 'line' ? 'line' : 'bar',
    color: colours[at % colours.length],
    barMaxWidth: 32,
    smooth: true,
    ...(kind === 'stacked' && { stack: 'all' }),
    ...(kind === 'line' && { areaStyle: { opacity: 0.1 } }),
    data: rows.map((row) => cents(leaf, row)),
  }));
  const over = lines.map((leaf, at) => {
    const { target } = leaf.column;
    const goal = typeof target === 'string' ? facts[target] : target;
    return {
      name: leaf.title,
      type: 'line',
      yAxisIndex: 1,
      smooth: true,
      showSymbol: rows.length < 40,
      color: colours[(series.length + at) % colours.length],
      data: rows.map((row) => cents(leaf, row)),
      ...(typeof goal === 'number' && { markLine: { silent: true, symbol: 'none', data: [{ yAxis: goal }] } }),
    };
  });
  const category = { type: 'category', data: names, ...(isFlat && { inverse: true }) };
  const value = { type: 'value', scale: kind === 'line' };
  return {
    ...(series.length + lines.length > 1
      ? { legend: {} }
      : { grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true } }),
    xAxis: isFlat ? value : category,
    yAxis: isFlat ? category : over.length > 0 ? [value, { type: 'value', splitLine: { show: false } }] : value,
    series: [...drawn, ...over],
  };
}
