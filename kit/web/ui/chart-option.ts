interface Series {
  readonly title: string;
  readonly values: readonly unknown[];
}

export interface ChartShape {
  readonly kind: 'bar' | 'stacked' | 'ranking' | 'line' | 'pie' | 'treemap';
  readonly names: readonly string[];
  readonly series: readonly Series[];
  /** Drawn over the bars on an axis of their own, with a mark at the goal. */
  readonly lines: readonly (Series & { readonly goal?: unknown })[];
  readonly colours: readonly string[];
}

/** The charts of ECharts that a table of names and numbers can be drawn as. */
export function chartOption({ kind, names, series, lines, colours }: ChartShape) {
  if (kind === 'pie' || kind === 'treemap') return shares(kind, names, series[0]);
  const isFlat = kind === 'ranking';
  const drawn = series.map(({ title, values }, at) => ({
    name: title,
    type: kind === 'line' ? 'line' : 'bar',
    color: colours[at % colours.length],
    barMaxWidth: 32,
    smooth: true,
    ...(kind === 'stacked' && { stack: 'all' }),
    ...(kind === 'line' && { areaStyle: { opacity: 0.1 } }),
    data: values,
  }));
  const over = lines.map(({ title, values, goal }, at) => ({
    name: title,
    type: 'line',
    yAxisIndex: 1,
    smooth: true,
    showSymbol: names.length < 40,
    color: colours[(series.length + at) % colours.length],
    data: values,
    ...(typeof goal === 'number' && { markLine: { silent: true, symbol: 'none', data: [{ yAxis: goal }] } }),
  }));
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

function shares(kind: 'pie' | 'treemap', names: readonly string[], first: Series | undefined) {
  const data = names.map((name, at) => ({ name, value: first?.values[at] ?? 0 }));
  const plain = { name: first?.title, data, label: { formatter: '{b} {c}' } };
  const still = { roam: false, nodeClick: false, breadcrumb: { show: false }, top: 0, bottom: 0, left: 0, right: 0 };
  return {
    tooltip: { trigger: 'item' },
    series: [
      kind === 'pie' ? { type: 'pie', radius: ['40%', '68%'], ...plain } : { type: 'treemap', ...still, ...plain },
    ],
  };
}
