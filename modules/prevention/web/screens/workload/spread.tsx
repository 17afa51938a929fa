import { theme } from 'antd';
import { useMemo } from 'react';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { useOpenList } from '../stock/names.ts';

interface Band {
  readonly from: number;
  readonly to: number;
  readonly n: number;
}

const [medianColour, meanColour] = [screen.watch, screen.orange];

/** How the work is spread over those who did some; the others are named beside, or nothing else could be read. */
export function Spread({ context }: { readonly context: ScreenContext }) {
  const { token } = theme.useToken();
  const { number } = useNumbers();
  const rows = context.rows<Band>('B2');
  const open = useOpenList();
  const v = context.data.values;
  const [median, mean] = [v['work.median'] ?? null, v['work.mean'] ?? null];
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`workload.${key}`, args);
  const [workers, heads] = [text('workers'), text('headsShort')];
  const option = useMemo(() => {
    const words = { fontSize: 14, color: token.colorTextSecondary };
    const step = (rows[0]?.to ?? 1) - (rows[0]?.from ?? 0);
    const line = (at: number | null, color: string) =>
      at === null ? [] : [{ xAxis: at, lineStyle: { color, width: 2, type: 'solid' } }];
    return {
      grid: { left: 4, right: 22, top: 12, bottom: 0, containLabel: true },
      xAxis: {
        type: 'value',
        min: 0,
        max: rows.at(-1)?.to ?? 1,
        interval: step * 2,
        axisLabel: words,
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        axisLabel: words,
      },
      tooltip: {
        trigger: 'item',
        formatter: ({ value }: { value: readonly number[] }) => {
          const at = value?.[0] ?? 0;
          return `${at - step / 2} – ${at + step / 2} ${heads}: ${value?.[1] ?? 0} ${workers}`;
        },
      },
      series: [
        {
          type: 'bar',
          barWidth: 34,
          itemStyle: { color: screen.blue, borderRadius: [3, 3, 0, 0] },
          data: rows.map((one) => [(one.from + one.to) / 2, one.n]),
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            data: [...line(median, medianColour), ...line(mean, meanColour)],
          },
        },
      ],
    };
  }, [rows, median, mean, workers, heads, token]);
  const legend = (colour: string, name: string, value: number | null, to: string | null = null) => (
    <span>
      <i
        style={{
          display: 'inline-block',
          width: 14,
          height: 3,
          marginInlineEnd: 6,
          background: colour,
          verticalAlign: 4,
        }}
      />
      {name} <Opens to={to}>{number(value)}</Opens>
    </span>
  );
  return (
    <Panel
      id="B2"
      at={[940, 740, 470, 316]}
      title={text('spread')}
      extra={
        <>
          <Opens to={context.drill('work.busy')}>{text('busy', { n: number(v['work.busy']) })}</Opens>
          {' · '}
          {text('idle', { n: number(v['work.idle']) })}
        </>
      }
      isEmpty={rows.length === 0}
    >
      <div className={css.note} style={{ display: 'flex', gap: 20, height: 22 }}>
        {legend(medianColour, text('median'), median)}
        {legend(meanColour, text('mean'), mean, context.drill('work.mean'))}
        <span style={{ marginInlineStart: 'auto' }}>{text('axes')}</span>
      </div>
      <Chart
        label={text('spread')}
        height={238}
        option={option}
        onPick={({ dataIndex = 0 }) => {
          const row = rows[dataIndex];
          if (row) open(context.opens('B2', row, 'n'));
        }}
      />
    </Panel>
  );
}
