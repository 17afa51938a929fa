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
import { chartOption } from '#kit/web/ui/chart-option.ts';

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
  const drawn = (leaf: Leaf) => ({ title: leaf.title, values: rows.map((row) => amount(leaf, row)) });
  const goalOf = ({ column: { target } }: Leaf) => (typeof target === 'string' ? answer.facts[target] : target);
  const option = chartOption({
    kind: chart.kind,
    names,
    series: leaves(shown).map(drawn),
    lines: leaves(chart.lines ?? []).map((leaf) => ({ ...drawn(leaf), goal: goalOf(leaf) })),
    colours: [token.colorPrimary, token.blue, token.green, token.purple, token.cyan],
  });
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

/** In yuan where it is money, with both numbers of a split. */
const amount = (leaf: Leaf, row: ReportRow) => {
  const value = leaf.value(row);
  if (typeof value !== 'number') return value;
  return leaf.column.kind === 'money' ? value / 100 : value + leaf.beside(row);
};
