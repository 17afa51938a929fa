import { theme } from 'antd';
import { useMemo } from 'react';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface EffectRow {
  readonly disease: string;
  readonly target: number;
  readonly season: number | null;
  readonly samples: number;
  readonly rate: number | null;
}

const good = 0.7;

/** Done is not protected: what the laboratory found where shots were given. */
export function Effect({ context }: { readonly context: ScreenContext }) {
  const { percent, number } = useNumbers();
  const rows = context.rows<EffectRow>('B3');
  const isMeasured = rows.some((one) => one.rate !== null);
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`schedule.${key}`, args);
  return (
    <Panel id="B3" at={[1283, 756, 613, 300]} title={text('effect')} extra={text('effectNote')} isEmpty={!isMeasured}>
      <div style={{ display: 'grid', gridTemplateColumns: '230px 1fr', gap: 16, height: '100%' }}>
        <div>
          {rows.slice(0, 4).map((one) => (
            <div key={one.disease} style={{ height: 60 }}>
              <Line columns="1fr 70px" height={24}>
                <span className={css.cut}>{context.disease(one.disease)}</span>
                <span className={css.right} style={{ fontSize: 18, fontWeight: 600 }}>
                  <Opens to={context.opens('B3', one, 'rate')}>{percent(one.rate)}</Opens>
                </span>
              </Line>
              <Bar
                share={one.rate}
                colour={(one.rate ?? 0) < one.target ? screen.bad : screen.good}
                mark={one.target}
                height={12}
              />
              <span className={css.note}>
                {one.rate === null ? (
                  text('unmeasured')
                ) : (
                  <Opens to={context.opens('B3', one, 'samples')}>{text('samples', { n: number(one.samples) })}</Opens>
                )}
              </span>
            </div>
          ))}
        </div>
        <Dots context={context} />
      </div>
    </Panel>
  );
}

/** Samples of the disease that took worst, which is the one the dot stands for. */
const samplesOf = (values: ScreenValues) => {
  const worst = Object.keys(values).find(
    (code) => code.startsWith('lab.antibodyRate.') && values[code] === values['lab.antibodyRate'],
  );
  return values[worst?.replace('antibodyRate', 'measured') ?? ''] ?? 0;
};

/** Coverage across, antibodies up: who is done but not protected stands in the lower right. */
function Dots({ context }: { readonly context: ScreenContext }) {
  const { token } = theme.useToken();
  const { children } = context.data.region;
  const [across, up, unprotected] = ['coverage', 'schedule.antibody', 'schedule.unprotected'].map((key) =>
    context.text(key),
  );
  const option = useMemo(() => {
    const tenth = (share: number) => Math.round(share * 1000) / 10;
    const axis = (name: string | undefined) => ({
      type: 'value',
      min: 0,
      max: 100,
      interval: 25,
      name,
      nameLocation: 'middle',
      nameTextStyle: { fontSize: 14, color: token.colorTextSecondary },
      axisLabel: { fontSize: 14, color: token.colorTextSecondary },
    });
    const dots = children.flatMap(({ name, values }) => {
      const [coverage, antibody] = [values['imm.coverage'] ?? null, values['lab.antibodyRate'] ?? null];
      return coverage === null || antibody === null
        ? []
        : [
            {
              name,
              value: [tenth(coverage), tenth(antibody), samplesOf(values)],
              label: { position: coverage > 0.6 ? 'left' : 'right' },
            },
          ];
    });
    return {
      grid: { left: 26, right: 14, top: 8, bottom: 22, containLabel: true },
      xAxis: { ...axis(across), nameGap: 26 },
      yAxis: { ...axis(up), nameGap: 38 },
      tooltip: {
        trigger: 'item',
        formatter: ({ name, value }: { name: string; value: readonly number[] }) =>
          value ? `${name}<br/>${across} ${value[0]}%<br/>${up} ${value[1]}% (n=${value[2]})` : '',
      },
      series: [
        {
          type: 'scatter',
          data: dots,
          symbolSize: 12,
          itemStyle: {
            color: ({ value }: { value: readonly number[] }) =>
              (value[1] ?? 0) < good * 100 ? screen.bad : screen.teal,
          },
          label: { show: true, formatter: '{b}', fontSize: 14, color: token.colorText },
          labelLayout: { hideOverlap: true },
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: '#f7b84a', type: 'dashed' },
            data: [{ yAxis: good * 100 }],
          },
          markArea: {
            silent: true,
            itemStyle: { color: 'rgba(255, 77, 79, 0.14)' },
            label: { position: 'inside', color: token.colorTextSecondary, fontSize: 14 },
            data: [[{ name: unprotected, coord: [50, 0] }, { coord: [100, good * 100] }]],
          },
        },
      ],
    };
  }, [children, across, up, unprotected, token]);
  return <Chart label={context.text('schedule.effect')} height={246} option={option} />;
}
