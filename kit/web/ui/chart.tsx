import { theme } from 'antd';
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { seriesColours } from './palette.ts';

/** Pixels of the device to one of the page, where a page draws itself larger than the browser knows. */
export const Sharpness = createContext(0);

interface ChartProps {
  /** Series and axes; colours of text, lines and background are the theme's. */
  readonly option: EChartsCoreOption;
  readonly height: number;
  /** What the picture shows, for those who do not see it. */
  readonly label: string;
  /** What was clicked, as the library tells it. */
  onPick?(item: {
    readonly name: string;
    readonly seriesName?: string;
    readonly dataIndex?: number;
    readonly seriesIndex?: number;
    readonly data: unknown;
  }): void;
}

type Axis = Readonly<Record<string, unknown>>;

/** A chart that follows theme, language (its texts are the caller's) and size; the library comes when the first one is drawn. */
export function Chart({ option, height, label, onPick }: ChartProps) {
  const pick = useEffectEvent((item: Parameters<NonNullable<typeof onPick>>[0]) => onPick?.(item));
  const { token } = theme.useToken();
  const sharpness = useContext(Sharpness);
  const holder = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts>();

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    let made: ECharts | undefined;
    let isGone = false;
    const watch = new ResizeObserver(() => made?.resize());
    void import('./chart-engine.ts').then(({ init }) => {
      if (isGone) return;
      made = init(element, null, sharpness > 0 ? { devicePixelRatio: sharpness } : undefined);
      watch.observe(element);
      made.on('click', (item) => pick(item as never));
      setChart(made);
    });
    return () => {
      isGone = true;
      watch.disconnect();
      made?.dispose();
    };
  }, [sharpness]);

  useEffect(() => {
    if (!chart || chart.isDisposed()) return;
    const axis = (own: unknown) =>
      own === undefined
        ? undefined
        : {
            axisLine: { lineStyle: { color: token.colorBorder } },
            axisTick: { show: false },
            axisLabel: { color: token.colorTextSecondary },
            splitLine: { lineStyle: { color: token.colorBorderSecondary } },
            ...(own as Axis),
          };
    const { xAxis, yAxis, legend, tooltip, ...rest } = option as Record<string, unknown>;
    const each = (own: unknown) => (Array.isArray(own) ? own.map(axis) : axis(own));
    chart.setOption(
      {
        animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        animationDuration: 300,
        color: [...seriesColours],
        textStyle: { fontFamily: token.fontFamily, color: token.colorText },
        grid: { left: 8, right: 12, top: 32, bottom: 4, containLabel: true },
        ...rest,
        xAxis: each(xAxis),
        yAxis: each(yAxis),
        legend: legend && {
          textStyle: { color: token.colorTextSecondary },
          top: 0,
          icon: 'roundRect',
          ...(legend as Axis),
        },
        tooltip: {
          trigger: 'axis',
          backgroundColor: token.colorBgElevated,
          borderColor: token.colorBorderSecondary,
          textStyle: { color: token.colorText },
          ...(tooltip as Axis | undefined),
        },
      },
      true,
    );
  }, [chart, option, token]);

  return <div ref={holder} role="img" aria-label={label} style={{ height, width: '100%' }} />;
}
