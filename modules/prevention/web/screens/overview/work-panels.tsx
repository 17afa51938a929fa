import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import { type ScreenChild, screenPaths } from '#modules/prevention/contract/screens/screen.ts';
import { coverageColour } from '../colours.ts';
import { axisWords, Facts, factsHeight } from '../facts.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { useOpenList } from '../stock/names.ts';
import { partsOf, roomIn } from './common.ts';

interface PanelOf {
  readonly context: ScreenContext;
  readonly at: Box;
}

const bare = { show: false } as const;

/** 免疫: coverage by disease, and the last thirty days. */
export function ImmunityPanel({ context, at }: PanelOf) {
  const { percent, number } = useNumbers();
  const language = useLanguage();
  const open = useOpenList();
  const days = context.rows<{ day: string; n: number }>('L1days');
  const diseases = context
    .rows<{ disease: string; coverage: number | null; target: number }>('L1')
    .slice(0, Math.floor((roomIn(at) - 80) / 30));
  const left = roomIn(at) - diseases.length * 30;
  return (
    <Panel
      id="L1"
      at={at}
      title={<Opens to={screenPaths.index}>{context.text('index6.immunity')}</Opens>}
      extra={
        <Opens
          to={context.drill('imm.today')}
        >{`${context.text('today')} ${number(context.data.values['imm.today'])}`}</Opens>
      }
      isEmpty={(context.data.values['imm.due'] ?? 0) === 0 && days.every((one) => one.n === 0)}
    >
      {diseases.map((one) => (
        <Line key={one.disease} columns={language === 'en' ? '170px 1fr 62px' : '112px 1fr 62px'} height={30}>
          <span className={css.cut} title={context.disease(one.disease)}>
            {context.disease(one.disease)}
          </span>
          <Bar share={one.coverage} colour={coverageColour(one.coverage)} mark={one.target} />
          <span className={css.right}>
            <Opens to={context.opens('L1', one, 'coverage')}>{percent(one.coverage)}</Opens>
          </span>
        </Line>
      ))}
      <div className={css.note}>{context.text('thirtyDays')}</div>
      <Chart
        label={context.text('thirtyDays')}
        height={left - 22}
        onPick={({ dataIndex = 0 }) => {
          const row = days[dataIndex];
          if (row) open(context.opens('L1days', row, 'n'));
        }}
        option={{
          grid: { left: 0, right: 0, top: 6, bottom: 0, containLabel: true },
          xAxis: {
            type: 'category',
            data: days.map((one) => one.day.slice(5)),
            axisLabel: { ...axisWords, interval: 6 },
          },
          yAxis: { type: 'value', ...bare },
          series: [
            {
              type: 'bar',
              name: context.text('head'),
              itemStyle: { color: screen.teal },
              data: days.map((one) => one.n),
            },
          ],
        }}
      />
    </Panel>
  );
}

/** 进度: done beside planned, and when it will be over. */
export function SchedulePanel({ context, at }: PanelOf) {
  const { number } = useNumbers();
  const open = useOpenList();
  const v = context.data.values;
  const days = context.rows<{ day: string; done: number | null; plan: number | null }>('L2');
  const [head] = context.rows<{ forecast: string | null; end: string }>('L2head');
  const gap = v['imm.gap'];
  const late = head?.forecast ? head.forecast > head.end : true;
  const percents = (pick: (one: (typeof days)[number]) => number | null) =>
    days.map((one) => Math.round((pick(one) ?? 0) * 1000) / 10);
  return (
    <Panel
      id="L2"
      at={at}
      title={<Opens to={screenPaths.index15}>{context.text('index6.schedule')}</Opens>}
      isEmpty={days.length === 0 || (v['imm.due'] ?? 0) === 0}
    >
      <Facts
        facts={[
          {
            name: context.text('index6.gap'),
            value: gap,
            as: 'signed',
            code: 'imm.gap',
            colour: (gap ?? 0) < 0 ? screen.warn : screen.good,
            to: context.drill('imm.gap'),
          },
          {
            name: context.text('index6.forecast'),
            text: head?.forecast ?? context.text('index6.still'),
            colour: late ? screen.warn : undefined,
            to: context.drill('imm.forecast'),
          },
          { name: context.text('remaining'), text: number(v['imm.remaining']), to: context.drill('imm.remaining') },
        ]}
      />
      <Chart
        label={context.text('index6.schedule')}
        height={roomIn(at) - factsHeight}
        onPick={({ dataIndex = 0 }) => {
          const row = days[dataIndex];
          if (row) open(context.opens('L2', row, 'done'));
        }}
        option={{
          grid: { left: 0, right: 4, top: 24, bottom: 0, containLabel: true },
          legend: { itemWidth: 12, itemHeight: 6, right: 0, textStyle: { fontSize: 14, color: screen.soft } },
          xAxis: {
            type: 'category',
            data: days.map((one) => one.day.slice(5)),
            axisLabel: axisWords,
          },
          yAxis: { type: 'value', axisLabel: { ...axisWords, formatter: '{value}%' }, splitNumber: 2 },
          series: [
            {
              type: 'line',
              name: context.text('index6.done'),
              symbol: 'none',
              data: percents((one) => one.done),
              areaStyle: { opacity: 0.2 },
              lineStyle: { color: screen.teal, width: 2 },
              itemStyle: { color: screen.teal },
            },
            {
              type: 'line',
              name: context.text('index6.plan'),
              symbol: 'none',
              data: percents((one) => one.plan),
              lineStyle: { color: screen.soft, type: 'dashed', width: 2 },
              itemStyle: { color: screen.soft },
            },
          ],
        }}
      />
    </Panel>
  );
}

/** 人员: who is out, and where most and least is done by each. */
export function PeoplePanel({ context, at }: PanelOf) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  const parts = partsOf(context);
  // Villages have no workers of their own: there it is told how far they are.
  const code = parts.some((one) => one.values['work.perWorker'] != null) ? 'work.perWorker' : 'imm.coverage';
  const of = (one: ScreenChild) => one.values[code] ?? 0;
  const ranked = parts.filter((one) => one.values[code] != null).toSorted((a, b) => of(b) - of(a));
  const fits = Math.max(2, Math.floor((roomIn(at) - factsHeight) / 29));
  const shown =
    ranked.length <= fits
      ? ranked
      : [...ranked.slice(0, Math.ceil(fits / 2)), ...ranked.slice(ranked.length - Math.floor(fits / 2))];
  const most = code === 'imm.coverage' ? 1 : Math.max(1, ...ranked.map(of));
  return (
    <Panel
      id="L3"
      at={at}
      title={<Opens to={screenPaths.index2}>{context.text('index6.people')}</Opens>}
      extra={context.text(code === 'imm.coverage' ? 'coverage' : 'index6.perWorker')}
    >
      <Facts
        facts={[
          {
            name: context.text('workersOut'),
            value: v['work.today'],
            code: 'work.today',
            more: <Opens to={context.drill('work.active')}>{`/ ${number(v['work.active'])}`}</Opens>,
            to: context.drill('work.today'),
          },
          {
            name: context.text('index6.perWorker'),
            value: v['work.perWorker'],
            code: 'work.perWorker',
            to: context.drill('work.perWorker'),
          },
          {
            name: context.text('index6.load'),
            value: v['work.load'],
            code: 'work.load',
            to: context.drill('work.load'),
          },
        ]}
      />
      {shown.map((one) => {
        const rank = ranked.indexOf(one) + 1;
        const isTop = rank <= ranked.length / 2;
        return (
          <Line key={one.code} columns="26px 128px 1fr 60px" height={29} onPick={() => context.go(one.code)}>
            <span className={css.soft}>{rank}</span>
            <span className={css.cut} title={one.name}>
              {one.name}
            </span>
            <Bar share={of(one) / most} colour={isTop ? screen.teal : screen.warn} />
            <span className={css.right}>
              <Opens to={context.drill(code, one.code)}>
                {code === 'imm.coverage' ? percent(of(one)) : number(of(one))}
              </Opens>
            </span>
          </Line>
        );
      })}
    </Panel>
  );
}
